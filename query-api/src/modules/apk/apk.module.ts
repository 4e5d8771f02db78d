import { Module } from '@nestjs/common';
import { ApkRecords } from './apk-records.js';
import { ApkSweep } from './apk-sweep.js';
import { CheckUploadController } from './commands/check-upload/check-upload.controller.js';
import { CheckUploadHandler } from './commands/check-upload/check-upload.handler.js';
import { ReceiveUploadController } from './commands/receive-upload/receive-upload.controller.js';
import { ReceiveUploadHandler } from './commands/receive-upload/receive-upload.handler.js';
import { ReleaseApkController } from './commands/release-apk/release-apk.controller.js';
import { ReleaseApkHandler } from './commands/release-apk/release-apk.handler.js';
import { RequestUploadController } from './commands/request-upload/request-upload.controller.js';
import { RequestUploadHandler } from './commands/request-upload/request-upload.handler.js';
import { DownloadApkController } from './queries/download-apk/download-apk.controller.js';
import { DownloadApkHandler } from './queries/download-apk/download-apk.handler.js';
import { Downloads } from './queries/download-apk/downloads.js';
import { GetApkReleasesController } from './queries/get-apk-releases/get-apk-releases.controller.js';
import { GetApkReleasesHandler } from './queries/get-apk-releases/get-apk-releases.handler.js';
import { ReleasedFiles } from './released-files.js';
import { Turns } from './turns.js';
import { UploadedApps } from './uploaded-apps.js';

@Module({
  controllers: [
    CheckUploadController,
    DownloadApkController,
    GetApkReleasesController,
    ReceiveUploadController,
    ReleaseApkController,
    RequestUploadController,
  ],
  providers: [
    ApkRecords,
    ApkSweep,
    Downloads,
    ReleasedFiles,
    Turns,
    UploadedApps,
    CheckUploadHandler,
    DownloadApkHandler,
    GetApkReleasesHandler,
    ReceiveUploadHandler,
    ReleaseApkHandler,
    RequestUploadHandler,
  ],
})
export class ApkModule {}
