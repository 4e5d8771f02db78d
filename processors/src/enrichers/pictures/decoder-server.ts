/** Pictures by a socket: who decodes them may stand in a container that has no network. */
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer, type IncomingMessage, request } from 'node:http';
import { z } from 'zod';
import { messageOf } from '../../runtime/service.js';
import { DecodedPicture, RefusedPicture } from './answer.js';
import type { DecodesPictures } from './decoder.js';

/** Above what a picture that is fetched may have. */
const BYTES_MOST = 16 << 20;
/** Above two squares in base64, each as large as it may be. */
const ANSWER_BYTES_MOST = 3 << 20;
/** As long as all that may wait before it can take. */
const ANSWERS_WITHIN_MS = 15 * 60_000;

const Base64 = z.base64().transform((text): Buffer => Buffer.from(text, 'base64'));
const Spoken = z.union([
  z
    .object({ perceptualHash: z.string(), squares: z.object({ 64: Base64, 256: Base64 }) })
    .pipe(DecodedPicture),
  RefusedPicture,
]);
const speak = (answer: DecodedPicture | RefusedPicture) =>
  JSON.stringify(
    'failure' in answer
      ? answer
      : {
          ...answer,
          squares: {
            64: answer.squares[64].toString('base64'),
            256: answer.squares[256].toString('base64'),
          },
        },
  );

/** Answers `POST /` with what became of the picture in its body (503 where that is no fault of it), `GET /` with 204. */
export async function serveDecoder(
  socketPath: string,
  decoder: DecodesPictures,
): Promise<() => Promise<void>> {
  const server = createServer(async (asked, response) => {
    if (asked.method !== 'POST') return response.writeHead(204).end();
    try {
      const bytes = await readAtMost(BYTES_MOST, asked);
      if (bytes === null) return;
      const answer = await decoder.decode(bytes);
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(speak(answer));
    } catch (error) {
      response.writeHead(503, { 'Content-Type': 'application/json' }).end(JSON.stringify(messageOf(error)));
    }
  });
  // What a process left that ended at once.
  rmSync(socketPath, { force: true });
  server.listen(socketPath);
  await once(server, 'listening');
  return async () => {
    server.close();
    server.closeAllConnections();
    await decoder.close();
  };
}

/** Null as soon as there is more; its connection ends then. */
async function readAtMost(bytesMost: number, message: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message) {
    bytes += chunk.length;
    if (bytes > bytesMost) {
      message.destroy();
      return null;
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Has pictures decoded by who listens at a socket. */
export class DistantDecoder implements DecodesPictures {
  readonly #closing = new AbortController();

  constructor(private readonly socketPath: string) {}

  /** Rejects where nobody answers: no fault of the picture, and worth another try. */
  async decode(bytes: Buffer): Promise<DecodedPicture | RefusedPicture> {
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(ANSWERS_WITHIN_MS)]);
    const asking = request({ socketPath: this.socketPath, method: 'POST', signal, agent: false });
    // `once` below hears until the answer begins; what ends that one tells by it, and must not end this process.
    asking.on('error', () => {});
    asking.end(bytes);
    const [response] = await once(asking, 'response');
    const answer = await readAtMost(ANSWER_BYTES_MOST, response);
    if (answer === null)
      throw new Error(`the decoder of pictures answers with more than ${ANSWER_BYTES_MOST} bytes`);
    const said = JSON.parse(answer.toString());
    if (response.statusCode !== 200) throw new Error(`the decoder of pictures: ${said}`);
    return Spoken.parse(said);
  }

  async close(): Promise<void> {
    this.#closing.abort();
  }
}
