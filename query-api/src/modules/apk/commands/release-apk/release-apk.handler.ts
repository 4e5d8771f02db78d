import { APK_TYPE, type ApkRelease, MAX_APK_BYTES } from '@cryptonite/contracts/api';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ProblemError } from '../../../../platform/http/problem.js';
import { ObjectStore } from '../../../../platform/objects/object-store.js';
import { ApkRecords, type Refusal, type Upload } from '../../apk-records.js';
import { checkApk } from '../../check/check-apk.js';
import { NotAnApkError } from '../../check/not-an-apk.js';
import { FileChangedError, StoredFile } from '../../stored-file.js';
import { Turns } from '../../turns.js';
import { UploadAddresses } from '../../upload-addresses.js';
import { ReleaseApk } from './release-apk.command.js';

/**
 * An address has one outcome. Whoever asks again gets it again, also where the first answer got lost; another file that is
 * put there later is taken away.
 */
@CommandHandler(ReleaseApk)
export class ReleaseApkHandler implements ICommandHandler<ReleaseApk> {
  constructor(
    private readonly objects: ObjectStore,
    private readonly records: ApkRecords,
    private readonly addresses: UploadAddresses,
    private readonly turns: Turns,
  ) {}

  execute(command: ReleaseApk): Promise<ApkRelease> {
    return this.turns.take(() => this.#decide(command));
  }

  async #decide({ apkUrl, releasedBy }: ReleaseApk): Promise<ApkRelease> {
    const key = await this.addresses.keyOf(apkUrl);
    const upload = await this.records.findUpload(key);
    if (upload === null)
      throw new ProblemError(
        'not_found',
        'This address is not known here. Ask for a new one, and upload there.',
      );
    const stored = await this.objects.stat(key);
    if (upload.released !== null) return this.#answerAgain(key, upload.released, stored?.etag);
    const known = refusalOf(upload);
    if (known !== null) return this.#refuse(key, known);
    if (stored === null)
      throw new ProblemError('not_found', 'Nothing has been uploaded to this address yet.');
    try {
      return await this.#release(new StoredFile(this.objects, key, stored), releasedBy);
    } catch (error) {
      if (error instanceof FileChangedError)
        throw new ProblemError('conflict', 'Another file came in while this one was looked at. Try again.');
      const refusal = refusalBy(error);
      if (refusal === null) throw error;
      await this.records.refuseUpload(key, refusal);
      return this.#refuse(key, refusal);
    }
  }

  async #release(file: StoredFile, uploadedBy: string): Promise<ApkRelease> {
    if (file.sizeBytes > MAX_APK_BYTES)
      throw new ProblemError(
        'too_large',
        `The file has ${file.sizeBytes} bytes: an APK has at most ${MAX_APK_BYTES}.`,
      );
    const { version } = await checkApk(file);
    const sha256 = await file.sha256();
    const finalKey = `apk/${sha256.toString('hex')}.apk`;
    const { key: uploadKey, etag, sizeBytes } = file;
    const release = await this.records.release(
      { uploadKey, etag, finalKey, version, sizeBytes, sha256, uploadedBy },
      () => this.#putInPlace(file, finalKey, sha256),
    );
    await this.#discard(uploadKey);
    return release;
  }

  /** No address that was given out reaches there. What lies there in the end is read again: its hash is what is promised. */
  async #putInPlace(file: StoredFile, finalKey: string, sha256: Buffer): Promise<void> {
    if (await this.#lies(finalKey, file.sizeBytes, sha256)) return;
    if (!(await this.objects.copy(file.key, file.etag, finalKey, APK_TYPE)))
      throw new FileChangedError(`${file.key} is another file now`);
    if (!(await this.#lies(finalKey, file.sizeBytes, sha256)))
      throw new Error(`the copy at ${finalKey} is not what was copied`);
  }

  async #lies(key: string, sizeBytes: number, sha256: Buffer): Promise<boolean> {
    const stored = await this.objects.stat(key);
    if (stored?.sizeBytes !== sizeBytes) return false;
    return sha256.equals(await new StoredFile(this.objects, key, stored).sha256());
  }

  async #answerAgain(
    key: string,
    { release, etag }: NonNullable<Upload['released']>,
    etagNow: string | undefined,
  ): Promise<ApkRelease> {
    if (etagNow !== undefined) await this.#discard(key);
    if (etagNow !== undefined && etagNow !== etag)
      throw new ProblemError(
        'conflict',
        'This address was used for a release already, and what came in later was deleted. Ask for a new one.',
      );
    return release;
  }

  async #refuse(key: string, { code, because }: Refusal): Promise<never> {
    await this.#discard(key);
    throw new ProblemError(code, because);
  }

  /** What this leaves, because the store went away, nobody waits for any more: the sweep takes it. */
  async #discard(key: string): Promise<void> {
    await this.objects.remove(key).catch(() => {});
  }
}

function refusalOf({ refusal, isExpired }: Upload): Refusal | null {
  if (refusal !== null || !isExpired) return refusal;
  return { code: 'gone', because: 'This address has expired. Ask for a new one, and upload there.' };
}

/** What is wrong with the file itself, and stays so however often it is looked at. */
function refusalBy(error: unknown): Refusal | null {
  if (error instanceof NotAnApkError) return { code: 'bad_request', because: error.message };
  if (error instanceof ProblemError && error.code === 'too_large')
    return { code: error.code, because: error.message };
  return null;
}
