import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { ReleasedFiles } from '../../released-files.js';
import { type ApkFile, DownloadApk } from './download-apk.query.js';

@QueryHandler(DownloadApk)
export class DownloadApkHandler implements IQueryHandler<DownloadApk> {
  constructor(private readonly files: ReleasedFiles) {}

  execute(): Promise<ApkFile> {
    return this.files.current();
  }
}
