import { Injectable, Logger } from '@nestjs/common';
import { Alarms } from '../../platform/alarms.js';
import { ProblemError } from '../../platform/http/problem.js';
import { ObjectStore, type StoredObject } from '../../platform/objects/object-store.js';
import { ApkRecords, type Release } from './apk-records.js';
import { checkApk } from './check/check-apk.js';
import { isSignedBy } from './check/check-signatures.js';
import { NotAnApkError } from './check/not-an-apk.js';
import { StoredFile } from './stored-file.js';

const ALARM = 'app';

/**
 * The object of the current release, which is given out where its bytes are those that were checked. Which object that is the
 * record says by its ETag; of another one that lies there since, all is read, once. Who writes into the store may choose an
 * ETag: so all is read again now and then, and whoever gives out all of it says what it saw.
 */
@Injectable()
export class ReleasedFiles {
  readonly #log = new Logger('apk');
  /** The object that was read last, and whether it is right. */
  #read: { name: string; isRight: Promise<boolean> } | null = null;
  /** The object that had the release's ETag, and other bytes. */
  #forged: string | null = null;

  constructor(
    private readonly objects: ObjectStore,
    private readonly records: ApkRecords,
    private readonly alarms: Alarms,
  ) {}

  /** @throws ProblemError where there is none, and, with an alarm, where it is not what was checked */
  async current(): Promise<{ release: Release; stored: StoredObject }> {
    const { release, stored } = await this.#find();
    if (stored === null || this.#forged === nameOf(release, stored)) return this.refuse(release);
    if (stored.etag !== release.etag && !(await this.#isRight(release, stored))) return this.refuse(release);
    this.alarms.set(ALARM, null);
    return { release, stored };
  }

  /** Reads all of it, whatever its ETag. @throws ProblemError as {@link current} does */
  async readAgain(): Promise<void> {
    const { release, stored } = await this.#find();
    if (stored === null) return this.refuse(release);
    if (!(await this.#readAll(release, stored))) return this.refuseForged(release, stored);
    this.#forged = null;
    this.alarms.set(ALARM, null);
  }

  async #find(): Promise<{ release: Release; stored: StoredObject | null }> {
    const release = await this.records.currentRelease();
    if (release === null) throw new ProblemError('not_found', 'There is no app to download yet.');
    return { release, stored: await this.objects.stat(release.objectPath) };
  }

  /** Tells who runs this that other bytes bear the ETag of a release. */
  refuseForged(release: Release, stored: StoredObject): never {
    this.#forged = nameOf(release, stored);
    return this.refuse(release);
  }

  /** Tells who runs this that another file lies where a release was put. */
  refuse({ objectPath, sha256 }: Release): never {
    this.alarms.set(ALARM, 'The file of the app is not the one that was released, and is not given out.');
    this.#log.error(`${objectPath} does not hold the file of SHA-256 ${sha256} that was released`);
    throw new ProblemError(
      'store_unavailable',
      'The file of this release is not the one that was checked, and is not given out. It has been logged.',
    );
  }

  async #isRight(release: Release, stored: StoredObject): Promise<boolean> {
    const name = nameOf(release, stored);
    if (this.#read?.name !== name) this.#read = { name, isRight: this.#readAll(release, stored) };
    const { isRight } = this.#read;
    // What could not be read is read anew.
    isRight.catch(() => {
      this.#read = null;
    });
    return isRight;
  }

  async #readAll(release: Release, stored: StoredObject): Promise<boolean> {
    const { id, etag, objectPath, sha256, sizeBytes } = release;
    if (stored.sizeBytes !== sizeBytes) return false;
    const file = new StoredFile(this.objects, objectPath, stored);
    if ((await file.sha256()).toString('hex') !== sha256) return false;
    if (stored.etag !== etag) await this.records.keepEtag(id, stored.etag);
    if (release.signerSha256 === null) await this.#keepFound(id, file);
    return true;
  }

  /** Of a file that was released before it was asked who signed it, and may be no app by what is asked today. */
  async #keepFound(id: string, file: StoredFile): Promise<void> {
    const found = await checkApk(file).catch((error: unknown) => {
      if (error instanceof NotAnApkError) return null;
      throw error;
    });
    const signerSha256 = found?.signers[0]?.lineage[0];
    if (found && signerSha256 !== undefined && isSignedBy(found.signers, signerSha256))
      await this.records.keepFound(id, { versionCode: found.versionCode, signerSha256 });
  }
}

const nameOf = ({ objectPath }: Release, { etag }: StoredObject): string => `${objectPath} ${etag}`;
