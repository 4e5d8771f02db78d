import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { type Client, CopyDestinationOptions, CopySourceOptions, S3Error } from 'minio';
import { CONFIG, type Config } from '../config/config.js';
import { ProblemError } from '../http/problem.js';
import { fullReasonOf, PlainReason } from '../reasons.js';
import { connectTo, putTo } from './s3-client.js';

const RETRY_AFTER_S = '5';
/** Between signing and the first byte. */
const PUT_WITHIN_S = 60;

export type StoredObject = {
  sizeBytes: number;
  /** Another one for other bytes. */
  etag: string;
};

export type ListedObject = { key: string; modifiedMs: number };

/** Which bytes of an object, `end` among them. */
export type ByteRange = { start: number; end: number };

/** The app's files. While the store is away whoever asks gets a problem that says so, within seconds. */
@Injectable()
export class ObjectStore {
  readonly #bucket: string;
  readonly #client: Client | null;
  /** May write uploads, and nothing else. */
  readonly #uploader: Client | null;

  constructor(
    @Inject(CONFIG)
    {
      S3_ENDPOINT: endpoint,
      S3_REGION: region,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: accessKeyId = '',
      S3_SECRET_ACCESS_KEY: secretAccessKey = '',
      S3_UPLOAD_ACCESS_KEY_ID: uploaderId = accessKeyId,
      S3_UPLOAD_SECRET_ACCESS_KEY: uploaderSecret = secretAccessKey,
    }: Config,
  ) {
    const connect = (keys: { accessKeyId: string; secretAccessKey: string }) =>
      endpoint === undefined ? null : connectTo({ endpoint, region, ...keys });
    this.#bucket = bucket;
    this.#client = connect({ accessKeyId, secretAccessKey });
    this.#uploader = connect({ accessKeyId: uploaderId, secretAccessKey: uploaderSecret });
  }

  /**
   * Writes `sizeBytes` of `body` as they come, and holds little of them. Where the body ends early nothing is written.
   * @returns the ETag
   */
  async write(key: string, body: Readable, sizeBytes: number): Promise<string> {
    const client = clientOrProblem(this.#uploader);
    try {
      // The client's own call would hold all of it.
      const address = await client.presignedPutObject(this.#bucket, key, PUT_WITHIN_S);
      return await putTo(address, body, sizeBytes);
    } catch (error) {
      throw isAway(error) ? new FilesAwayError(error) : new FilesRefusedError(error);
    }
  }

  /** Throws where the store is away, or has no such bucket. */
  async check(): Promise<void> {
    if (!(await this.#ask((client) => client.bucketExists(this.#bucket)))) throw new NoBucketError();
  }

  /** @returns null where there is none of this key */
  async stat(key: string): Promise<StoredObject | null> {
    return this.#ask(async (client) => {
      const { size, etag } = await client.statObject(this.#bucket, key);
      return { sizeBytes: size, etag };
    }, MISSING);
  }

  /**
   * The bytes of this very object.
   * @returns null where it is there no more, or another one is
   */
  async read(key: string, etag: string, range: ByteRange | null = null): Promise<IncomingMessage | null> {
    const headers = {
      'if-match': `"${etag}"`,
      ...(range && { range: `bytes=${range.start}-${range.end}` }),
    };
    return this.#ask(
      // The client's own call takes no condition.
      (client) =>
        client.makeRequestAsync({ method: 'GET', bucketName: this.#bucket, objectName: key, headers }, '', [
          range ? 206 : 200,
        ]),
      CHANGED,
    );
  }

  /**
   * Makes `to` a copy of this very object, of `type` whatever its uploader said of it.
   * @returns false where the object is there no more, or another one is
   */
  async copy(from: string, etag: string, to: string, type: string): Promise<boolean> {
    const source = new CopySourceOptions({ Bucket: this.#bucket, Object: from, MatchETag: etag });
    const target = new CopyDestinationOptions({
      Bucket: this.#bucket,
      Object: to,
      MetadataDirective: 'REPLACE',
      Headers: { 'Content-Type': type },
    });
    const copied = await this.#ask((client) => client.copyObject(source, target), CHANGED);
    return copied !== null;
  }

  /** Nothing happens where there is none of this key. */
  async remove(key: string): Promise<void> {
    await this.#ask((client) => client.removeObject(this.#bucket, key));
  }

  async list(prefix: string): Promise<ListedObject[]> {
    return this.#ask(async (client) => {
      const found: ListedObject[] = [];
      for await (const { name, lastModified } of client.listObjectsV2(this.#bucket, prefix, true))
        if (name !== undefined && lastModified !== undefined)
          found.push({ key: name, modifiedMs: lastModified.getTime() });
      return found;
    });
  }

  /** @param nothing codes of S3 that are answered with null */
  async #ask<T>(ask: (client: Client) => Promise<T>): Promise<T>;
  async #ask<T>(ask: (client: Client) => Promise<T>, nothing: ReadonlySet<string>): Promise<T | null>;
  async #ask<T>(
    ask: (client: Client) => Promise<T>,
    nothing: ReadonlySet<string> = new Set(),
  ): Promise<T | null> {
    const client = clientOrProblem(this.#client);
    try {
      return await ask(client);
    } catch (error) {
      if (error instanceof S3Error && nothing.has(error.code ?? '')) return null;
      throw isAway(error) ? new FilesAwayError(error) : new FilesRefusedError(error);
    }
  }
}

/** The store does not answer, or broke off an answer. Health watches it, and says what it hears. */
export class FilesAwayError extends ProblemError {
  constructor(cause: unknown) {
    super(
      'store_unavailable',
      'What files are kept in does not answer. Try again in a few seconds.',
      { 'Retry-After': RETRY_AFTER_S },
      {},
      cause,
    );
  }
}

/** The store answers and refuses, or was asked wrongly: no later attempt fares better, so it is a fault, and logged as one. */
class FilesRefusedError extends Error {
  constructor(cause: unknown) {
    super(`the object store: ${fullReasonOf(cause)}`, { cause });
  }
}

class NoBucketError extends ProblemError {
  constructor() {
    super(
      'store_unavailable',
      'The object store lacks the bucket that is configured.',
      {},
      {},
      new PlainReason('no bucket'),
    );
  }
}

/** What S3 answers while it is busy or in trouble. */
const IN_TROUBLE = new Set([
  'InternalError',
  'OperationAborted',
  'RequestTimeout',
  'ServiceUnavailable',
  'SlowDown',
]);

/** Of a request that got no answer the system or TLS say why by a code; an answer that is none of S3's has none. */
function isAway(error: unknown): boolean {
  if (error instanceof S3Error) return !error.code || IN_TROUBLE.has(error.code);
  if (error instanceof PlainReason) return true;
  return error instanceof Error && 'code' in error && !(error instanceof TypeError);
}

const MISSING = new Set(['NotFound', 'NoSuchKey']);
const CHANGED = new Set([...MISSING, 'PreconditionFailed']);

function clientOrProblem(client: Client | null): Client {
  if (client === null) throw new ProblemError('store_unavailable', 'No files are kept here.');
  return client;
}
