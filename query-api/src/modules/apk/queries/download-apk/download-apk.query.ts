import type { ApkRelease } from '@cryptonite/contracts/api';
import { Query } from '@nestjs/cqrs';
import type { StoredObject } from '../../../../platform/objects/object-store.js';

export type ApkFile = { release: ApkRelease; stored: StoredObject };

/** Which file is the current release? */
export class DownloadApk extends Query<ApkFile> {}
