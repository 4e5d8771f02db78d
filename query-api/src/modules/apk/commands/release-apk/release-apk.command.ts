import type { ApkRelease } from '@cryptonite/contracts/api';
import { Command } from '@nestjs/cqrs';

/** Makes an uploaded file the app's current release, where it is an app. */
export class ReleaseApk extends Command<ApkRelease> {
  constructor(
    readonly apkUrl: string,
    /** Wallet of the admin. */
    readonly releasedBy: string,
  ) {
    super();
  }
}
