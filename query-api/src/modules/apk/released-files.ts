import { Injectable, Logger } from '@nestjs/common';
import { Alarms } from '../../platform/alarms.js';
import { ProblemError } from '../../platform/http/problem.js';
import { ObjectStore, type StoredObject } from '../../platform/objects/object-store.js';
import { ApkRecords, type Release } from './apk-records.js';
import { StoredFile } from './stored-file.js';

const ALARM = 'app';

/**
 * The object of the current release, which is given out where its bytes are those that were checked. Which object that is the
 * record says; of another one that lies there since, all is read, once.
 */
@Injectable()
export class ReleasedFiles {
  readonly #log = new Logger('apk');
  /** The object that was read last, and whether it is right. */
  #read: { name: string; isRight: Promise<boolean> } | null = null;

  constructor(
    private readonly objects: ObjectStore,
    private readonly records: ApkRecords,
    private readonly alarms: Alarms,
  ) {}

  /** @throws ProblemError where there is none, and, with an alarm, where it is not what was checked */
  async current(): Promise<{ release: Release; stored: StoredObject }> {
    const release = await this.records.currentRelease();
    if (release === null) throw new ProblemError('not_found', 'There is no app to download yet.');
    const stored = await this.objects.stat(release.objectPath);
    if (stored !== null && (stored.etag === release.etag || (await this.#isRight(release, stored)))) {
      this.alarms.set(ALARM, null);
      return { release, stored };
    }
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
    const name = `${release.objectPath} ${stored.etag}`;
    if (this.#read?.name !== name) this.#read = { name, isRight: this.#readAll(release, stored) };
    const { isRight } = this.#read;
    // What could not be read is read anew.
    isRight.catch(() => {
      this.#read = null;
    });
    return isRight;
  }

  async #readAll({ id, objectPath, sha256, sizeBytes }: Release, stored: StoredObject): Promise<boolean> {
    if (stored.sizeBytes !== sizeBytes) return false;
    const found = await new StoredFile(this.objects, objectPath, stored).sha256();
    const isRight = found.toString('hex') === sha256;
    if (isRight) await this.records.keepEtag(id, stored.etag);
    return isRight;
  }
}
