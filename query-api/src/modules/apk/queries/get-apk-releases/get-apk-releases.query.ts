import type { ApkReleases } from '@cryptonite/contracts/api';
import { Query } from '@nestjs/cqrs';

/** Which releases of the app are there? */
export class GetApkReleases extends Query<ApkReleases> {}
