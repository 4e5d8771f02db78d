import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { ProblemError } from '../../platform/http/problem.js';
import { ObjectStore } from '../../platform/objects/object-store.js';
import { ApkRecords, type Refusal, type Release, type Upload } from './apk-records.js';
import { checkApk } from './check/check-apk.js';
import { isSignedBy } from './check/check-signatures.js';
import { NotAnApkError } from './check/not-an-apk.js';
import type { Signer } from './check/signers.js';
import { ReleasedFiles } from './released-files.js';
import { FileChangedError, StoredFile } from './stored-file.js';

export type UploadedApp = {
  file: StoredFile;
  version: string | null;
  versionCode: number;
  sha256: Buffer;
  signerSha256: string;
  nonce: string;
  asked: Upload['asked'];
  /** The release whose place it would take. */
  current: Release | null;
};

/** What lies where an upload was received, looked at from its first byte to its last. What may not be released is deleted. */
@Injectable()
export class UploadedApps {
  readonly #pinned: string | undefined;

  constructor(
    private readonly objects: ObjectStore,
    private readonly records: ApkRecords,
    private readonly files: ReleasedFiles,
    @Inject(CONFIG) { APK_SIGNER_SHA256 }: Config,
  ) {
    this.#pinned = APK_SIGNER_SHA256;
  }

  /** @returns what an upload has become, where it was released already */
  async look(key: string): Promise<UploadedApp | { release: Release }> {
    const upload = await this.records.findUpload(key);
    if (upload === null)
      throw new ProblemError(
        'not_found',
        'This address is not known here. Ask for a new one, and upload there.',
      );
    const { release, refusal, received, nonce, asked } = upload;
    if (release !== null) return { release };
    if (refusal !== null) return this.#refuse(key, refusal);
    if (received === null || nonce === null) {
      if (upload.isExpired) return this.#refuse(key, EXPIRED);
      throw new ProblemError('not_found', 'Nothing has been uploaded to this address yet.');
    }
    try {
      const stored = await this.objects.stat(key);
      if (stored === null && upload.isExpired) throw new RefusedError(EXPIRED);
      if (stored?.etag !== received.etag) throw new RefusedError(CHANGED);
      const file = new StoredFile(this.objects, key, stored);
      const checked = await checkApk(file);
      if (!received.sha256.equals(await file.sha256())) throw new RefusedError(CHANGED);
      const current = await this.#current();
      refuseOlder(checked.versionCode, current);
      const signerSha256 = await this.#signerOf(checked.signers);
      const { version, versionCode } = checked;
      return { file, version, versionCode, sha256: received.sha256, signerSha256, nonce, asked, current };
    } catch (error) {
      const found = refusalBy(error);
      if (found === null) throw error;
      await this.records.refuseUpload(key, found);
      return this.#refuse(key, found);
    }
  }

  /** What this leaves, because the store went away, nobody waits for any more: the sweep takes it. */
  async discard(key: string): Promise<void> {
    await this.objects.remove(key).catch(() => {});
  }

  /** With what is asked of the next one, where that can be found in its file. */
  async #current(): Promise<Release | null> {
    const current = await this.records.currentRelease();
    if (current === null || current.signerSha256 !== null || this.#pinned !== undefined) return current;
    await this.files.readAgain();
    return this.records.currentRelease();
  }

  /** The certificate that every signer has, or follows: the one that is pinned, and of the first release the oldest of its own. */
  async #signerOf(signers: readonly Signer[]): Promise<string> {
    const pinned = this.#pinned ?? (await this.records.firstSigner());
    const wanted = pinned ?? signers[0]?.lineage[0];
    if (wanted !== undefined && isSignedBy(signers, wanted)) return wanted;
    const found = [...new Set(signers.map(({ certificate }) => certificate))].join(' and ');
    throw new NotAnApkError(
      pinned === null || pinned === undefined
        ? `The APK is signed by several (certificates ${found}): one signs a release.`
        : `The APK is signed by certificate ${found}, and releases are signed by ${wanted} or by one in its place.`,
    );
  }

  async #refuse(key: string, { code, because }: Refusal): Promise<never> {
    await this.discard(key);
    throw new ProblemError(code, because);
  }
}

const EXPIRED: Refusal = {
  code: 'gone',
  because: 'This address has expired. Ask for a new one, and upload there.',
};
const CHANGED: Refusal = {
  code: 'conflict',
  because: 'The stored file is not the one that was received. Upload it again.',
};

class RefusedError extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.because);
  }
}

/** A telephone puts no lower number in the place of a higher. */
function refuseOlder(versionCode: number, current: Release | null): void {
  const { versionCode: least } = current ?? {};
  if (least !== null && least !== undefined && versionCode < least)
    throw new NotAnApkError(
      `The APK has versionCode ${versionCode}, and the current release has ${least}: it may not fall.`,
    );
}

/** What is wrong with the file itself, and stays so however often it is looked at. */
function refusalBy(error: unknown): Refusal | null {
  if (error instanceof RefusedError) return error.refusal;
  if (error instanceof NotAnApkError) return { code: 'bad_request', because: error.message };
  return error instanceof FileChangedError ? CHANGED : null;
}
