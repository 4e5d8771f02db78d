import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { SlotClock } from './slot-clock.js';

/** So much of a market that is behind the clock is noted at once. */
const NOTED_AT_ONCE_MS = 60_000;

const stateSchema = z.object({
  nextSlot: z.number().int().nonnegative(),
  /** How long its slots take; all took 400 ms before this was noted. */
  slotMs: z.union([z.literal(200), z.literal(400)]).default(400),
});

/**
 * Remembers in the data folder up to which slot the market has published, so that a later run goes on after it and
 * neither slots nor mints (which are named after the run's first slot) come twice.
 */
export class UsedSlots {
  readonly #file: string;
  readonly #clock: SlotClock;
  /** As the file has it. */
  #nextSlot = 0;
  #usedSlot = -1;

  private constructor(file: string, clock: SlotClock) {
    this.#file = file;
    this.#clock = clock;
  }

  /** @param clock of the market that goes on */
  static open(folder: string, clock: SlotClock): UsedSlots {
    mkdirSync(folder, { recursive: true });
    return new UsedSlots(join(folder, 'market.json'), clock);
  }

  /**
   * The first slot that no run has used, nor one of its time; 0 where nothing is remembered. Throws where the file is damaged,
   * and where its slots were faster: their numbers are ahead of this clock's.
   */
  read(): number {
    let text: string;
    try {
      text = readFileSync(this.#file, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
      throw error;
    }
    let state: z.infer<typeof stateSchema>;
    try {
      state = stateSchema.parse(JSON.parse(text));
    } catch {
      throw new Error(`${this.#file} is damaged; remove it to begin a new market`);
    }
    const { slotMs } = this.#clock;
    if (state.slotMs < slotMs)
      throw new Error(
        `${this.#file} is of a market with slots of ${state.slotMs} ms; one with slots of ${slotMs} ms needs another folder`,
      );
    const usedUntilMs = new SlotClock(state.slotMs).startMs(state.nextSlot);
    this.#nextSlot =
      state.slotMs === slotMs
        ? state.nextSlot
        : Math.max(state.nextSlot, this.#clock.slotAt(usedUntilMs) + 1);
    return this.#nextSlot;
  }

  /** `currentSlot` is the one by the clock: up to it slots are noted ahead, since a past is played many times as fast. */
  use(slot: number, currentSlot: number): void {
    this.#usedSlot = slot;
    if (slot >= this.#nextSlot)
      this.#write(Math.max(slot + 1, Math.min(slot + this.#clock.slotsIn(NOTED_AT_ONCE_MS), currentSlot)));
  }

  /** Gives back what was noted ahead. */
  close(): void {
    if (this.#usedSlot >= 0) this.#write(this.#usedSlot + 1);
  }

  /** By rename, so that a killed process leaves the old file or the new one; at some slots a second it is not synced. */
  #write(nextSlot: number): void {
    const temporary = `${this.#file}.new`;
    writeFileSync(temporary, JSON.stringify({ nextSlot, slotMs: this.#clock.slotMs }));
    renameSync(temporary, this.#file);
    this.#nextSlot = nextSlot;
  }
}
