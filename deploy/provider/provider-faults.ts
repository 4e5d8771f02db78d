import { setImmediate as immediate, setTimeout as sleep } from 'node:timers/promises';
import { ForkMaker } from './forks.js';
import type { Random } from './random.js';
import type { UpdateSource } from './server.js';
import type { Update } from './update.js';

/** What a provider and its chain do wrong at present. */
export interface FaultSettings {
  /** Everything comes so many milliseconds late. */
  lagMs: number;
  /** False: `from_slot` is refused, as by providers that keep nothing. */
  keepsHistory: boolean;
  /** In this share of the slot numbers that nobody produced a block for, there is one that does not last. */
  forkShare: number;
}

interface Range {
  fromSlot: number;
  toSlot: number;
}

/** Statuses of a slot still come for some seconds. */
const KEEPS_RANGES = 16;

/**
 * So much is held back at most: half a minute at ten times the usual rate. Beyond it the source waits, as one does that
 * runs as fast as it is read.
 */
export const MAX_LATE_BYTES = 64 << 20;
const LATE_POLL_MS = 20;

/** A source that can be made to lag, to fork and to miss slots while it is served. */
export class ProviderFaults {
  readonly settings: FaultSettings = { lagMs: 0, keepsHistory: true, forkShare: 0 };
  readonly #forks: ForkMaker;
  #missing: Range[] = [];
  #newestSlot = 0;

  constructor(random: Random) {
    this.#forks = new ForkMaker(random);
  }

  /** Of the next so many slots nothing at all will be served. */
  miss(slots: number): Range {
    const range = { fromSlot: this.#newestSlot + 1, toSlot: this.#newestSlot + slots };
    this.#missing = [...this.#missing, range].slice(-KEEPS_RANGES);
    return range;
  }

  disturb(source: UpdateSource): UpdateSource {
    const disturbed = (stopped: AbortSignal): AsyncGenerator<readonly Update[]> =>
      this.#disturb(source, stopped);
    return {
      label: source.label,
      firstSlot: source.firstSlot,
      ...(source.past && { past: source.past }),
      get waitsFor() {
        return source.waitsFor;
      },
      updates: disturbed,
    };
  }

  async *#disturb(source: UpdateSource, stopped: AbortSignal): AsyncGenerator<readonly Update[]> {
    const late: { dueMs: number; updates: readonly Update[]; bytes: number }[] = [];
    let lateBytes = 0;
    const { settings } = this;
    /** What is due, and by waiting for it so much that no more bytes than these stay. */
    async function* release(mostBytes: number): AsyncGenerator<readonly Update[]> {
      while (late.length > 0 && !stopped.aborted) {
        const { dueMs, updates, bytes } = late[0]!;
        if (settings.lagMs === 0 || dueMs <= Date.now()) {
          late.shift();
          lateBytes -= bytes;
          yield updates;
        } else if (lateBytes > mostBytes) await sleep(LATE_POLL_MS);
        else return;
      }
    }
    for await (const produced of source.updates(stopped)) {
      const updates = this.#served(this.#forks.disturb(produced, settings.forkShare));
      if (settings.lagMs === 0 && late.length === 0) {
        yield updates;
        continue;
      }
      const bytes = updates.reduce((sum, { body }) => sum + body.length, 0);
      late.push({ dueMs: Date.now() + settings.lagMs, updates, bytes });
      lateBytes += bytes;
      // A source that is behind its clock awaits nothing: clients and switches would wait until something is due.
      await immediate();
      yield* release(MAX_LATE_BYTES);
    }
    yield* release(0);
  }

  #served(updates: readonly Update[]): readonly Update[] {
    for (const { slot } of updates) if (slot > this.#newestSlot) this.#newestSlot = slot;
    if (this.#missing.length === 0) return updates;
    return updates.filter(
      ({ slot }) => !this.#missing.some(({ fromSlot, toSlot }) => slot >= fromSlot && slot <= toSlot),
    );
  }
}
