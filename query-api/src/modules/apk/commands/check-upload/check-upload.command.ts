import type { CheckedApk } from '@cryptonite/contracts/api';
import { Command } from '@nestjs/cqrs';

/** Looks at an uploaded file, and asks its admin to sign for it where it is an app. */
export class CheckUpload extends Command<CheckedApk> {
  constructor(
    readonly apkUrl: string,
    /** Of this site. */
    readonly origin: string,
    /** Who is to sign. */
    readonly walletAddress: string,
  ) {
    super();
  }
}
