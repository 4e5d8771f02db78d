import { Query } from '@nestjs/cqrs';
import type { StoredObject } from '../../../../platform/objects/object-store.js';
import type { Release } from '../../apk-records.js';

export type ApkFile = { release: Release; stored: StoredObject };

/** Which file is the current release? */
export class DownloadApk extends Query<ApkFile> {}
