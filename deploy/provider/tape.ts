import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { MAX_MESSAGE_BYTES } from './geyser.js';

/** A tape is frames of `u32 big-endian length` + that many bytes of one protobuf SubscribeUpdate. */
const LENGTH_BYTES = 4;

/** The file is not a tape, or ends within a frame; the message names file and byte offset. */
export class TapeError extends Error {}

/** Reads a tape frame by frame, never holding more than a frame and a read chunk. Throws TapeError. */
export async function* readTape(file: string): AsyncGenerator<Buffer> {
  let pending: Buffer = Buffer.alloc(0);
  let offset = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    let at = 0;
    while (pending.length - at >= LENGTH_BYTES) {
      const length = pending.readUInt32BE(at);
      if (length > MAX_MESSAGE_BYTES) {
        throw new TapeError(`${file} is not a tape: a frame of ${length} bytes at byte ${offset + at}`);
      }
      if (pending.length - at - LENGTH_BYTES < length) break;
      yield pending.subarray(at + LENGTH_BYTES, at + LENGTH_BYTES + length);
      at += LENGTH_BYTES + length;
    }
    offset += at;
    pending = pending.subarray(at);
  }
  if (pending.length > 0) {
    throw new TapeError(
      `${file} is torn: its last frame, at byte ${offset}, ends after ${pending.length} bytes`,
    );
  }
}

/** What stands before an update of so many bytes on a tape. */
export function frameHead(bytes: number): Buffer {
  const head = Buffer.alloc(LENGTH_BYTES);
  head.writeUInt32BE(bytes);
  return head;
}

/** Bytes gathered before they are written to the file. */
const FLUSH_BYTES = 1 << 20;

/** Writes frames to a new file; `close` makes them durable. Frames are never split between two calls of write. */
export class TapeWriter {
  readonly #file: FileHandle;
  #pending: Buffer[] = [];
  #pendingBytes = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Refuses a file that exists: a tape is a record. */
  static async create(path: string): Promise<TapeWriter> {
    try {
      return new TapeWriter(await open(path, 'wx'));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw new TapeError(`${path} exists already`);
      throw error;
    }
  }

  async write(frame: Uint8Array): Promise<void> {
    this.#pending.push(
      frameHead(frame.length),
      Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength),
    );
    this.#pendingBytes += LENGTH_BYTES + frame.length;
    if (this.#pendingBytes >= FLUSH_BYTES) await this.#flush();
  }

  async close(): Promise<void> {
    await this.#flush();
    await this.#file.sync();
    await this.#file.close();
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.concat(this.#pending);
    this.#pending = [];
    this.#pendingBytes = 0;
    await this.#file.writeFile(bytes);
  }
}
