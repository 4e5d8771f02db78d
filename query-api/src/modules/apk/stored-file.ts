import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import {
  type ByteRange,
  FilesAwayError,
  type ObjectStore,
  type StoredObject,
} from '../../platform/objects/object-store.js';
import type { RandomAccess } from './check/random-access.js';

/** A file is not any more what it was when it was first looked at. */
export class FileChangedError extends Error {}

/** One object as it was when it was first looked at: where another one took its place, reading it throws FileChangedError. */
export class StoredFile implements RandomAccess {
  constructor(
    private readonly objects: ObjectStore,
    readonly key: string,
    private readonly stored: StoredObject,
  ) {}

  get sizeBytes(): number {
    return this.stored.sizeBytes;
  }

  get etag(): string {
    return this.stored.etag;
  }

  async read(start: number, end: number): Promise<Buffer> {
    if (start >= end) return Buffer.alloc(0);
    return this.#consume({ start, end: end - 1 }, (stream) => buffer(stream));
  }

  /** Reads all of it, and holds little of it at a time. */
  async sha256(): Promise<Buffer> {
    return this.#consume(null, async (stream) => {
      const hash = createHash('sha256');
      for await (const chunk of stream) hash.update(chunk);
      return hash.digest();
    });
  }

  async #consume<T>(range: ByteRange | null, consume: (stream: IncomingMessage) => Promise<T>): Promise<T> {
    const stream = await this.objects.read(this.key, this.etag, range);
    if (stream === null) throw new FileChangedError(`${this.key} is another file now`);
    try {
      return await consume(stream);
    } catch (error) {
      // All that fails here is the stream, where its bytes end before their number.
      throw new FilesAwayError(error);
    }
  }
}
