import type { Health } from '@cryptonite/contracts/api';

type DiskStore = NonNullable<Health['disk']>['stores'][number];

const SPAN_MS = 3_600_000;
/** Stores merge and compact: over less than this, growth says little. */
const LEAST_MS = 600_000;
const DAY_MS = 86_400_000;

/** What one store takes on disk, watched over the last hour. */
export class DiskGrowth {
  #samples: { timeMs: number; bytes: number }[] = [];

  constructor(
    private readonly name: string,
    private readonly limitBytes: number | null,
  ) {}

  observe(bytes: number, timeMs: number): void {
    this.#samples.push({ timeMs, bytes });
    this.#samples = this.#samples.filter((sample) => sample.timeMs >= timeMs - SPAN_MS);
  }

  /** @param roomBytes what may be written until the disk has no more than its reserve; null before anything was observed */
  stateWith(roomBytes: number): DiskStore | null {
    const [first] = this.#samples;
    const newest = this.#samples.at(-1);
    if (!first || !newest) return null;
    const { bytes } = newest;
    const ms = newest.timeMs - first.timeMs;
    const bytesPerDay = ms < LEAST_MS ? null : Math.round(((bytes - first.bytes) / ms) * DAY_MS);
    const { name, limitBytes } = this;
    const room = Math.max(0, Math.min(roomBytes, limitBytes === null ? roomBytes : limitBytes - bytes));
    const daysLeft =
      bytesPerDay === null || bytesPerDay <= 0 ? null : Math.round((room / bytesPerDay) * 10) / 10;
    return { name, bytes, limitBytes, bytesPerDay, daysLeft };
  }
}
