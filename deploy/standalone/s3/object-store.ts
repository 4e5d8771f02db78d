/** Objects as files. */
import { createHash, randomUUID } from 'node:crypto';
import { constants, createWriteStream, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { copyFile, type FileHandle, open, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { S3Error } from './s3-error.js';

/** What stands behind an object's bytes in its file. */
const Stored = z.object({
  key: z.string(),
  size: z.number().int().min(0),
  /** MD5 of the bytes, hex. */
  etag: z.string(),
  modifiedMs: z.number(),
  /** As they came with the object: content type, what the owner calls it. */
  headers: z.record(z.string(), z.string()),
});
export type StoredObject = z.infer<typeof Stored>;

export type Expected = {
  bytes: number;
  /** SHA-256 of the body, hex; null where nobody vouches for it. */
  sha256: string | null;
  /** MD5 of the body, hex; null where none was said. */
  md5: string | null;
};

type Bucket = Map<string, StoredObject>;
const LENGTH_BYTES = 4;

/**
 * Buckets are folders. An object is one file named by the hash of its key: its bytes, then what is known of it as JSON, then
 * the length of that. It is renamed into place whole, so that nobody finds half of one; who is reading an older one reads it
 * to its end.
 */
export class ObjectStore {
  readonly #buckets: Map<string, Bucket>;

  private constructor(
    private readonly folder: string,
    buckets: Map<string, Bucket>,
  ) {
    this.#buckets = buckets;
  }

  /** Takes over what a folder holds. What was not finished when its process ended goes. */
  static async open(folder: string): Promise<ObjectStore> {
    const buckets = new Map<string, Bucket>();
    mkdirSync(join(folder, 'buckets'), { recursive: true, mode: 0o700 });
    rmSync(join(folder, 'unfinished'), { recursive: true, force: true });
    mkdirSync(join(folder, 'unfinished'), { mode: 0o700 });
    for (const name of readdirSync(join(folder, 'buckets'))) {
      const objects: Bucket = new Map();
      for (const file of readdirSync(join(folder, 'buckets', name))) {
        const stored = await readStored(join(folder, 'buckets', name, file));
        objects.set(stored.key, stored);
      }
      buckets.set(name, objects);
    }
    return new ObjectStore(folder, buckets);
  }

  async createBucket(name: string): Promise<void> {
    if (this.#buckets.has(name)) throw new S3Error('BucketAlreadyOwnedByYou', 'You already own this bucket.');
    mkdirSync(join(this.folder, 'buckets', name), { mode: 0o700 });
    this.#buckets.set(name, new Map());
    await syncFolder(join(this.folder, 'buckets'));
  }

  deleteBucket(name: string): void {
    if (this.#bucket(name).size > 0)
      throw new S3Error('BucketNotEmpty', 'The bucket you tried to delete is not empty.');
    rmdirSync(join(this.folder, 'buckets', name));
    this.#buckets.delete(name);
  }

  /** @throws S3Error NoSuchBucket */
  checkBucket(name: string): void {
    this.#bucket(name);
  }

  get bucketNames(): string[] {
    return [...this.#buckets.keys()].sort();
  }

  /** Its objects in the order of their keys' bytes. */
  objectsOf(bucket: string): StoredObject[] {
    return [...this.#bucket(bucket).values()].sort((a, b) =>
      Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)),
    );
  }

  /** @throws S3Error NoSuchKey */
  find(bucket: string, key: string): StoredObject {
    const found = this.#bucket(bucket).get(key);
    if (!found) throw new S3Error('NoSuchKey', 'The specified key does not exist.');
    return found;
  }

  /** The bytes of an object as it stands now, whatever comes in its place meanwhile. Close what is returned. */
  async openBytes(bucket: string, key: string): Promise<{ stored: StoredObject; file: FileHandle }> {
    this.find(bucket, key);
    const file = await open(this.#path(bucket, key), 'r');
    try {
      // Another may have come in its place while this one was opened.
      return { stored: await readTrailer(file), file };
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /**
   * Stores a body, where it is what it is expected to be, in place of what there was.
   * @param isNew refuses where there is something, at the moment in which it would be replaced
   * @throws S3Error IncompleteBody, BadDigest, XAmzContentSHA256Mismatch, PreconditionFailed
   */
  async put(
    bucket: string,
    key: string,
    body: Readable,
    expected: Expected,
    headers: Record<string, string>,
    isNew: boolean,
  ): Promise<StoredObject> {
    this.#bucket(bucket);
    return this.#write(bucket, key, isNew, async (path) => {
      const md5 = createHash('md5');
      const sha256 = createHash('sha256');
      let size = 0;
      const count = new Transform({
        transform(chunk: Buffer, _, done) {
          size += chunk.length;
          md5.update(chunk);
          if (expected.sha256 !== null) sha256.update(chunk);
          done(null, chunk);
        },
      });
      await pipeline(body, count, createWriteStream(path, { mode: 0o600 })).catch((error: Error) => {
        throw isClientGone(error) ? incomplete() : error;
      });
      if (size !== expected.bytes) throw incomplete();
      const etag = md5.digest('hex');
      if (expected.md5 !== null && expected.md5 !== etag)
        throw new S3Error('BadDigest', 'The Content-MD5 you specified did not match what we received.');
      if (expected.sha256 !== null && expected.sha256 !== sha256.digest('hex'))
        throw new S3Error(
          'XAmzContentSHA256Mismatch',
          "The provided 'x-amz-content-sha256' header does not match what was computed.",
        );
      return { key, size, etag, modifiedMs: Date.now(), headers };
    });
  }

  /**
   * Copies an object as it stands now.
   * @param check is given what is copied, and throws where it shall not be
   */
  async copy(
    from: { bucket: string; key: string },
    to: { bucket: string; key: string },
    check: (stored: StoredObject) => void,
    headers: Record<string, string> | null,
  ): Promise<StoredObject> {
    this.find(from.bucket, from.key);
    this.#bucket(to.bucket);
    return this.#write(to.bucket, to.key, false, async (path) => {
      await copyFile(this.#path(from.bucket, from.key), path, constants.COPYFILE_FICLONE);
      const stored = await readStored(path);
      check(stored);
      await truncate(path, stored.size);
      return { ...stored, key: to.key, modifiedMs: Date.now(), headers: headers ?? stored.headers };
    });
  }

  async delete(bucket: string, key: string): Promise<void> {
    if (!this.#bucket(bucket).delete(key)) return;
    rmSync(this.#path(bucket, key), { force: true });
    await syncFolder(join(this.folder, 'buckets', bucket));
  }

  #bucket(name: string): Bucket {
    const found = this.#buckets.get(name);
    if (!found) throw new S3Error('NoSuchBucket', 'The specified bucket does not exist.');
    return found;
  }

  /** No key can name a file beside these. */
  #path(bucket: string, key: string): string {
    return join(this.folder, 'buckets', bucket, createHash('sha256').update(key).digest('hex'));
  }

  async #write(
    bucket: string,
    key: string,
    isNew: boolean,
    fill: (path: string) => Promise<StoredObject>,
  ): Promise<StoredObject> {
    const path = join(this.folder, 'unfinished', randomUUID());
    const target = this.#path(bucket, key);
    try {
      const stored = await fill(path);
      await appendTrailer(path, stored);
      // Nothing is awaited between these, so that files and what is known of them never part.
      const objects = this.#bucket(bucket);
      if (isNew && objects.has(key))
        throw new S3Error('PreconditionFailed', 'At least one of the pre-conditions did not hold.');
      renameSync(path, target);
      objects.set(key, stored);
      await syncFolder(join(this.folder, 'buckets', bucket));
      return stored;
    } finally {
      await rm(path, { force: true });
    }
  }
}

/** Whether a stream ended because who is at its other end went away. */
export const isClientGone = ({ code = '' }: NodeJS.ErrnoException): boolean =>
  ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'].includes(code);

const incomplete = () =>
  new S3Error('IncompleteBody', 'You did not provide the number of bytes specified by Content-Length.');

async function appendTrailer(path: string, stored: StoredObject): Promise<void> {
  const json = Buffer.from(JSON.stringify(stored));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(json.length);
  const file = await open(path, 'a');
  try {
    await file.write(Buffer.concat([json, length]));
    await file.sync();
  } finally {
    await file.close();
  }
}

async function readStored(path: string): Promise<StoredObject> {
  const file = await open(path, 'r');
  try {
    return await readTrailer(file);
  } finally {
    await file.close();
  }
}

async function readTrailer(file: FileHandle): Promise<StoredObject> {
  const { size } = await file.stat();
  const length = Buffer.alloc(LENGTH_BYTES);
  await file.read(length, 0, LENGTH_BYTES, size - LENGTH_BYTES);
  const json = Buffer.alloc(length.readUInt32BE());
  await file.read(json, 0, json.length, size - LENGTH_BYTES - json.length);
  return Stored.parse(JSON.parse(json.toString()));
}

/** A new name is on disk only with its folder. */
async function syncFolder(folder: string): Promise<void> {
  const file = await open(folder, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
