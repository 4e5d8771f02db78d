import { Command } from '@nestjs/cqrs';
import type { Release } from '../../apk-records.js';

/** Makes an uploaded file the app's current release, where it is an app and its admin signed for it. */
export class ReleaseApk extends Command<Release> {
  constructor(
    readonly apkUrl: string,
    readonly signature: string,
    /** Of this site. */
    readonly origin: string,
    /** Of the admin. */
    readonly walletAddress: string,
  ) {
    super();
  }
}
