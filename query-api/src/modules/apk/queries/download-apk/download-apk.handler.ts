import { Logger } from '@nestjs/common';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { ProblemError } from '../../../../platform/http/problem.js';
import { ObjectStore } from '../../../../platform/objects/object-store.js';
import { ApkRecords } from '../../apk-records.js';
import { type ApkFile, DownloadApk } from './download-apk.query.js';

@QueryHandler(DownloadApk)
export class DownloadApkHandler implements IQueryHandler<DownloadApk> {
  readonly #log = new Logger('apk');

  constructor(
    private readonly objects: ObjectStore,
    private readonly records: ApkRecords,
  ) {}

  async execute(): Promise<ApkFile> {
    const release = await this.records.currentRelease();
    if (release === null) throw new ProblemError('not_found', 'There is no app to download yet.');
    const stored = await this.objects.stat(release.objectPath);
    if (stored?.sizeBytes === release.sizeBytes) return { release, stored };
    this.#log.error(
      `${release.objectPath} has ${stored?.sizeBytes ?? 'no'} bytes in the object store, and ${release.sizeBytes} by its record`,
    );
    throw new ProblemError(
      'not_found',
      'The file of this release is not where it was put. It has been logged.',
    );
  }
}
