import type { CheckedApk } from '@cryptonite/contracts/api';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ProblemError } from '../../../../platform/http/problem.js';
import { ApkRecords } from '../../apk-records.js';
import { releaseMessage } from '../../release-message.js';
import { Turns } from '../../turns.js';
import { uploadKeyAt } from '../../upload-addresses.js';
import { UploadedApps } from '../../uploaded-apps.js';
import { CheckUpload } from './check-upload.command.js';

@CommandHandler(CheckUpload)
export class CheckUploadHandler implements ICommandHandler<CheckUpload> {
  constructor(
    private readonly apps: UploadedApps,
    private readonly records: ApkRecords,
    private readonly turns: Turns,
  ) {}

  execute(command: CheckUpload): Promise<CheckedApk> {
    return this.turns.take(() => this.#check(command));
  }

  async #check({ apkUrl, origin, walletAddress }: CheckUpload): Promise<CheckedApk> {
    const key = uploadKeyAt(apkUrl, origin);
    const app = await this.apps.look(key);
    if ('release' in app) throw new ProblemError('conflict', 'This upload was released already.');
    const { file, version, versionCode, signerSha256, nonce, current } = app;
    const sha256 = app.sha256.toString('hex');
    const previousSha256 = current?.sha256 ?? null;
    const expiresAt = await this.records.askToSign(key, current?.id ?? null);
    const { host: domain } = new URL(origin);
    return {
      ...{ version, versionCode, sizeBytes: file.sizeBytes, sha256, signerSha256, previousSha256 },
      message: releaseMessage({
        ...{ domain, walletAddress, version, versionCode, sha256, previousSha256, nonce, expiresAt },
      }),
      expiresAt: expiresAt.getTime(),
    };
  }
}
