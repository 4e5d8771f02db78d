import { UPLOAD_MINUTES } from '@cryptonite/contracts/api';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { ProblemError } from '../../platform/http/problem.js';
import { ObjectStore } from '../../platform/objects/object-store.js';
import { ApkRecords } from './apk-records.js';
import { ReleasedFiles } from './released-files.js';
import { Turns } from './turns.js';
import { UPLOADS } from './upload-addresses.js';

const EVERY_MS = 10 * 60_000;

/**
 * Takes away files that nobody waits for: of uploads that ended somehow, and of releases that a kill kept from being made. Sees, too,
 * whether the file of the current release is what was released.
 */
@Injectable()
export class ApkSweep implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #log = new Logger('apk');
  #timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly objects: ObjectStore,
    private readonly records: ApkRecords,
    private readonly files: ReleasedFiles,
    private readonly turns: Turns,
  ) {}

  onApplicationBootstrap(): void {
    const sweep = () =>
      void this.sweep().catch((error) => {
        // Of a store that is away its client tells.
        if (!(error instanceof ProblemError)) this.#log.error(`sweep: ${error}`);
      });
    this.#timer = setInterval(sweep, EVERY_MS).unref();
    sweep();
  }

  onApplicationShutdown(): void {
    if (this.#timer) clearInterval(this.#timer);
  }

  sweep(): Promise<void> {
    return this.turns.take(async () => {
      await this.#removeUploads();
      await this.records.clear(async (key) => {
        if ((await this.objects.list(key)).length > 0) await this.#remove(key);
      });
      await this.files.readAgain().catch((error) => {
        // That there is none, or another, is told there.
        if (!(error instanceof ProblemError)) throw error;
      });
    });
  }

  /**
   * What is not known here may be another's, or of before the records were restored: it has until no address for it can be
   * good any more.
   */
  async #removeUploads(): Promise<void> {
    const uploads = await this.objects.list(UPLOADS);
    if (uploads.length === 0) return;
    const waiting = await this.records.waitingAmong(uploads.map(({ key }) => key));
    const oldMs = Date.now() - 2 * UPLOAD_MINUTES * 60_000;
    for (const { key, modifiedMs } of uploads) {
      const isWaiting = waiting.get(key) ?? modifiedMs > oldMs;
      if (!isWaiting) await this.#remove(key);
    }
  }

  async #remove(key: string): Promise<void> {
    await this.objects.remove(key);
    this.#log.warn(`swept ${key}`);
  }
}
