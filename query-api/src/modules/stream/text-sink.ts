import type { ServerResponse } from 'node:http';
import { constants, createGzip, type Gzip } from 'node:zlib';

/** A client that leaves so many bytes unread is cut off; it comes back with its last event id. */
const UNREAD_BYTES_MAX = 4 * 1024 * 1024;

/** Writes text to a response, compressed where that was agreed on. What is written at once goes out at once. */
export class TextSink {
  readonly #gzip: Gzip | null;

  constructor(
    private readonly response: ServerResponse,
    isCompressed: boolean,
  ) {
    // The whole window of 32 kB: a token's fields, and health, repeat what stands a second back. 256 kB a client.
    this.#gzip = isCompressed ? createGzip({ level: 5, flush: constants.Z_SYNC_FLUSH }) : null;
    response.on('error', () => response.destroy());
    this.#gzip?.on('error', () => response.destroy());
    this.#gzip?.pipe(response);
    response.on('close', () => this.#gzip?.destroy());
  }

  write(text: string): void {
    if (text === '' || this.response.destroyed) return;
    if (this.#unreadBytes > UNREAD_BYTES_MAX) this.response.destroy();
    else (this.#gzip ?? this.response).write(text);
  }

  end(): void {
    (this.#gzip ?? this.response).end();
  }

  get #unreadBytes(): number {
    const compressing = this.#gzip ? this.#gzip.writableLength + this.#gzip.readableLength : 0;
    return compressing + this.response.writableLength;
  }
}
