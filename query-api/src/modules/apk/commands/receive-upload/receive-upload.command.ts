import type { IncomingMessage } from 'node:http';
import { Command } from '@nestjs/cqrs';

/** Takes a file in at an address that was given out. Returns its SHA-256. */
export class ReceiveUpload extends Command<Buffer> {
  constructor(
    readonly id: string,
    /** Of the token of the session that sends. */
    readonly sessionSha256: Buffer,
    /** Of which the body is the file. */
    readonly request: IncomingMessage,
  ) {
    super();
  }
}
