import { createHash, type Hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { MAX_APK_BYTES } from '@cryptonite/contracts/api';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ProblemError } from '../../../../platform/http/problem.js';
import { ObjectStore } from '../../../../platform/objects/object-store.js';
import { ApkRecords } from '../../apk-records.js';
import { UPLOAD_PATH, uploadKeyOf } from '../../upload-addresses.js';
import { ReceiveUpload } from './receive-upload.command.js';

/** Who sends less in this time is cut off. */
const PACE = { withinMs: 10_000, bytes: 1_000_000 };
const RETRY_AFTER_S = '5';

/** Streams an upload into the object store: nothing of it is kept here, and nothing there unless all of it came. */
@CommandHandler(ReceiveUpload)
export class ReceiveUploadHandler implements ICommandHandler<ReceiveUpload> {
  #isReceiving = false;

  constructor(
    private readonly objects: ObjectStore,
    private readonly records: ApkRecords,
  ) {}

  async execute({ id, sessionSha256, request }: ReceiveUpload): Promise<Buffer> {
    const key = uploadKeyOf(id);
    const sizeBytes = sizeOf(request);
    const upload = await this.records.findUpload(key);
    if (upload === null)
      throw new ProblemError('not_found', `This address is not known here: POST ${UPLOAD_PATH} gives one.`);
    if (upload.isExpired || !upload.sessionSha256?.equals(sessionSha256))
      throw new ProblemError(
        'forbidden',
        'This address has expired, or was given to another session. Ask for a new one.',
      );
    if (upload.received !== null || upload.refusal !== null)
      throw new ProblemError('conflict', 'This address was used already. Ask for a new one.');
    if (this.#isReceiving)
      throw new ProblemError('conflict', 'Another file is being uploaded. Try again in a few seconds.', {
        'Retry-After': RETRY_AFTER_S,
      });
    this.#isReceiving = true;
    try {
      return await this.#receive(key, request, sizeBytes);
    } catch (error) {
      // Whatever of it may lie there after all.
      await this.objects.remove(key).catch(() => {});
      if (request.destroyed && !request.complete)
        throw new ProblemError('bad_request', 'The file did not come whole.', {}, {}, error);
      throw error;
    } finally {
      this.#isReceiving = false;
    }
  }

  async #receive(key: string, request: IncomingMessage, sizeBytes: number): Promise<Buffer> {
    const hash = createHash('sha256');
    const stopWatching = cutWhereSlow(request);
    try {
      const body = Readable.from(hashed(request, hash), { objectMode: false });
      const etag = await this.objects.write(key, body, sizeBytes);
      const sha256 = hash.digest();
      if (await this.records.receive(key, etag, sha256)) return sha256;
      throw new ProblemError('conflict', 'This address was used already. Ask for a new one.');
    } finally {
      stopWatching();
    }
  }
}

function sizeOf({ headers }: IncomingMessage): number {
  const sizeBytes = Number(headers['content-length']);
  if (!Number.isSafeInteger(sizeBytes) || sizeBytes <= 0)
    throw new ProblemError('bad_request', 'Content-Length must say how many bytes the file has.');
  if (sizeBytes > MAX_APK_BYTES)
    throw new ProblemError(
      'too_large',
      `The file has ${sizeBytes} bytes: an APK has at most ${MAX_APK_BYTES}.`,
    );
  return sizeBytes;
}

/** Who ends this early leaves the request open: its sender hears why. */
async function* hashed(request: IncomingMessage, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    hash.update(chunk);
    yield chunk;
  }
}

/** Where bytes lie here unread the store is slow, and not who sends. @returns what ends this */
function cutWhereSlow(request: IncomingMessage): () => void {
  let before = request.socket.bytesRead;
  const watch = setInterval(() => {
    const { bytesRead } = request.socket;
    const isWaitedFor = !request.complete && request.readableLength === 0;
    if (isWaitedFor && bytesRead - before < PACE.bytes) request.destroy();
    before = bytesRead;
  }, PACE.withinMs);
  return () => clearInterval(watch);
}
