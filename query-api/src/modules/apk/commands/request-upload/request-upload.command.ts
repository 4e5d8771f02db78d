import type { UploadAddress } from '@cryptonite/contracts/api';
import { Command } from '@nestjs/cqrs';

/** Gives out an address that takes one file. */
export class RequestUpload extends Command<UploadAddress> {
  constructor(
    /** Of the token of the session that may send there. */
    readonly sessionSha256: Buffer,
    /** Of this site. */
    readonly origin: string,
  ) {
    super();
  }
}
