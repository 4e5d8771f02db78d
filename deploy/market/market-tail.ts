import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { frameHead, readTape } from '@cryptonite/provider/tape.js';
import { parseUpdate, type Update } from '@cryptonite/provider/update.js';
import type { SlotClock } from './slot-clock.js';

/**
 * Whoever reads the market may be behind it by what lies in connections (16 MB) and resumes some seconds before what it
 * has written down.
 */
const LIMITS = { ms: 15 * 60_000, bytes: 24 << 20 };

type BlockMeta = Extract<Update, { kind: 'blockMeta' }>;

/**
 * The newest updates of a market, kept over an orderly stop: the market goes on behind its last block, and who reads it
 * finds what it had not read yet. Only a stop writes them, and the next start takes them away: after a crash nobody knows
 * what the last block was.
 */
export class MarketTail {
  readonly #file: string;
  readonly #mostSlots: number;
  #updates: Update[] = [];
  #bytes = 0;
  #newestSlot = 0;

  private constructor(file: string, clock: SlotClock) {
    this.#file = file;
    this.#mostSlots = clock.slotsIn(LIMITS.ms);
  }

  /** Opens the tail in a folder that is there, of a market by `clock`. One that is damaged counts as none. */
  static async open(folder: string, clock: SlotClock): Promise<MarketTail> {
    const tail = new MarketTail(join(folder, 'tail.tape'), clock);
    if (!existsSync(tail.#file)) return tail;
    try {
      for await (const frame of readTape(tail.#file)) {
        const { update } = parseUpdate(Buffer.from(frame), tail.#newestSlot);
        if (update) tail.note([update]);
      }
    } catch {
      // A gap in the journal tells of what is missing.
      tail.#updates = [];
      tail.#bytes = 0;
    }
    rmSync(tail.#file, { force: true });
    return tail;
  }

  /** In the order in which they came. */
  get updates(): readonly Update[] {
    return this.#updates;
  }

  /** The newest block; null where there is none. */
  get block(): BlockMeta | null {
    return this.#updates.findLast((update): update is BlockMeta => update.kind === 'blockMeta') ?? null;
  }

  note(updates: readonly Update[]): void {
    for (const update of updates) {
      this.#updates.push(update);
      this.#bytes += update.body.length;
      this.#newestSlot = Math.max(this.#newestSlot, update.slot);
    }
    const oldestSlot = this.#updates[0]?.slot ?? this.#newestSlot;
    if (this.#bytes > 2 * LIMITS.bytes || oldestSlot < this.#newestSlot - 2 * this.#mostSlots) this.#trim();
  }

  /** Writes what is kept, by rename: whole or not at all. */
  close(): void {
    this.#trim();
    const unfinished = `${this.#file}.new`;
    writeFileSync(
      unfinished,
      Buffer.concat(this.#updates.flatMap(({ body }) => [frameHead(body.length), body])),
      { mode: 0o600 },
    );
    renameSync(unfinished, this.#file);
  }

  /** Whole slots from the oldest that the limits leave. */
  #trim(): void {
    let bytes = 0;
    let fromSlot = this.#newestSlot - this.#mostSlots;
    for (const { slot, body } of this.#updates.toReversed()) {
      bytes += body.length;
      if (bytes > LIMITS.bytes) {
        fromSlot = Math.max(fromSlot, slot + 1);
        break;
      }
    }
    this.#updates = this.#updates.filter(({ slot }) => slot >= fromSlot);
    this.#bytes = this.#updates.reduce((sum, { body }) => sum + body.length, 0);
  }
}
