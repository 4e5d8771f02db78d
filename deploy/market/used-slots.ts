import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** So many of the slots of a market that is behind the clock are noted at once: a minute of the chain. */
const NOTED_AT_ONCE = 150;

const stateSchema = z.object({ nextSlot: z.number().int().nonnegative() });

/**
 * Remembers in the data folder up to which slot the market has published, so that a later run goes on after it and
 * neither slots nor mints (which are named after the run's first slot) come twice.
 */
export class UsedSlots {
  readonly #file: string;
  /** As the file has it. */
  #nextSlot = 0;
  #usedSlot = -1;

  private constructor(file: string) {
    this.#file = file;
  }

  static open(folder: string): UsedSlots {
    mkdirSync(folder, { recursive: true });
    return new UsedSlots(join(folder, 'market.json'));
  }

  /** The first slot no run has used; 0 where nothing is remembered. Throws where the file is damaged. */
  read(): number {
    let text: string;
    try {
      text = readFileSync(this.#file, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
      throw error;
    }
    try {
      this.#nextSlot = stateSchema.parse(JSON.parse(text)).nextSlot;
      return this.#nextSlot;
    } catch {
      throw new Error(`${this.#file} is damaged; remove it to begin a new market`);
    }
  }

  /** `currentSlot` is the one by the clock: up to it slots are noted ahead, since a past is played many times as fast. */
  use(slot: number, currentSlot: number): void {
    this.#usedSlot = slot;
    if (slot >= this.#nextSlot) this.#write(Math.max(slot + 1, Math.min(slot + NOTED_AT_ONCE, currentSlot)));
  }

  /** Gives back what was noted ahead. */
  close(): void {
    if (this.#usedSlot >= 0) this.#write(this.#usedSlot + 1);
  }

  /** By rename, so that a killed process leaves the old file or the new one; at 2.5 slots a second it is not synced. */
  #write(nextSlot: number): void {
    const temporary = `${this.#file}.new`;
    writeFileSync(temporary, JSON.stringify({ nextSlot }));
    renameSync(temporary, this.#file);
    this.#nextSlot = nextSlot;
  }
}
