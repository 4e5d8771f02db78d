import { APK_TYPE } from '@cryptonite/contracts/api';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { isSignedBy } from '../../../../platform/access/verify-signature.js';
import { ProblemError } from '../../../../platform/http/problem.js';
import { ObjectStore } from '../../../../platform/objects/object-store.js';
import { ApkRecords, type Release } from '../../apk-records.js';
import { releaseMessage } from '../../release-message.js';
import { FileChangedError, StoredFile } from '../../stored-file.js';
import { Turns } from '../../turns.js';
import { uploadKeyAt } from '../../upload-addresses.js';
import { type UploadedApp, UploadedApps } from '../../uploaded-apps.js';
import { ReleaseApk } from './release-apk.command.js';

/** An upload has one outcome. Whoever asks again gets it again, also where the first answer got lost. */
@CommandHandler(ReleaseApk)
export class ReleaseApkHandler implements ICommandHandler<ReleaseApk> {
  constructor(
    private readonly objects: ObjectStore,
    private readonly records: ApkRecords,
    private readonly apps: UploadedApps,
    private readonly turns: Turns,
  ) {}

  execute(command: ReleaseApk): Promise<Release> {
    return this.turns.take(() => this.#decide(command));
  }

  async #decide(command: ReleaseApk): Promise<Release> {
    const key = uploadKeyAt(command.apkUrl, command.origin);
    const app = await this.apps.look(key);
    if ('release' in app) return app.release;
    refuseUnsigned(app, command);
    const { file, sha256 } = app;
    const finalKey = `apk/${sha256.toString('hex')}.apk`;
    const release = await this.records
      .release(
        {
          ...{
            uploadKey: key,
            finalKey,
            sha256,
            sizeBytes: file.sizeBytes,
            uploadedBy: command.walletAddress,
          },
          ...{ version: app.version, versionCode: app.versionCode, signerSha256: app.signerSha256 },
          previousId: app.current?.id ?? null,
        },
        () => this.#putInPlace(file, finalKey, sha256),
      )
      .catch((error) => {
        if (error instanceof FileChangedError)
          throw new ProblemError('conflict', 'The stored file was changed meanwhile. Upload it again.');
        throw error;
      });
    await this.apps.discard(key);
    return release;
  }

  /**
   * Nobody who uploads reaches there. What lies there in the end is read again: its hash is what is promised.
   * @returns the ETag of what was read
   */
  async #putInPlace(file: StoredFile, finalKey: string, sha256: Buffer): Promise<string> {
    const there = await this.#etagOf(finalKey, file.sizeBytes, sha256);
    if (there !== null) return there;
    if (!(await this.objects.copy(file.key, file.etag, finalKey, APK_TYPE)))
      throw new FileChangedError(`${file.key} is another file now`);
    const copied = await this.#etagOf(finalKey, file.sizeBytes, sha256);
    if (copied === null) throw new Error(`the copy at ${finalKey} is not what was copied`);
    return copied;
  }

  /** Of the object at `key`, where it has these bytes. */
  async #etagOf(key: string, sizeBytes: number, sha256: Buffer): Promise<string | null> {
    const stored = await this.objects.stat(key);
    if (stored?.sizeBytes !== sizeBytes) return null;
    return sha256.equals(await new StoredFile(this.objects, key, stored).sha256()) ? stored.etag : null;
  }
}

/** The message is written again of what was found now: what its admin signed of another file, or for another site, is another text. */
function refuseUnsigned(app: UploadedApp, { origin, walletAddress, signature }: ReleaseApk): void {
  const { asked, current, version, versionCode, nonce } = app;
  if (asked === null || asked.expiresAt.getTime() < Date.now())
    throw new ProblemError(
      'conflict',
      'There is no message to sign, or it has expired: POST /api/apk/check gives one.',
    );
  if (asked.previousId !== (current?.id ?? null))
    throw new ProblemError(
      'conflict',
      'Another release was made meanwhile: POST /api/apk/check gives a new message.',
    );
  const message = releaseMessage({
    ...{
      domain: new URL(origin).host,
      walletAddress,
      version,
      versionCode,
      nonce,
      expiresAt: asked.expiresAt,
    },
    sha256: app.sha256.toString('hex'),
    previousSha256: current?.sha256 ?? null,
  });
  if (!isSignedBy(walletAddress, message, signature))
    throw new ProblemError(
      'forbidden',
      'The signature is not of this wallet over the message that it was asked to sign.',
    );
}
