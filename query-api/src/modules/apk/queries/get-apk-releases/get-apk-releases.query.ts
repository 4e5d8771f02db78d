import type { ApkReleases } from '@cryptonite/contracts/api';
import { Query } from '@nestjs/cqrs';

/** Which releases of the app are there? */
export class GetApkReleases extends Query<ApkReleases> {
  constructor(
    /** Who is one hears where the files are. */
    readonly isAdmin: boolean,
  ) {
    super();
  }
}
