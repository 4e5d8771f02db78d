import type { ServerResponse } from 'node:http';
import { GZIP_HEADER } from './view/packed.js';

/** A client that leaves so many bytes unread is cut off; it comes back with its last event id. Packed, they are a minute. */
const UNREAD_BYTES_MAX = { plain: 4 * 1024 * 1024, packed: 1024 * 1024 };

/** Writes texts to a response as bytes, or as blocks of the one gzip stream that it is. What is written goes out at once. */
export class TextSink {
  constructor(
    private readonly response: ServerResponse,
    readonly isPacked: boolean,
  ) {
    response.on('error', () => response.destroy());
    if (isPacked) response.write(GZIP_HEADER);
  }

  write(bytes: Buffer): void {
    if (this.response.destroyed) return;
    const most = this.isPacked ? UNREAD_BYTES_MAX.packed : UNREAD_BYTES_MAX.plain;
    if (this.response.writableLength > most) this.response.destroy();
    else this.response.write(bytes);
  }

  get unreadBytes(): number {
    return this.response.writableLength;
  }

  cut(): void {
    this.response.destroy();
  }

  /** A gzip stream ends with a checksum of all of it, which is kept of none: it is broken off, and taken up again as any. */
  end(): void {
    if (this.isPacked) this.response.destroy();
    else this.response.end();
  }
}
