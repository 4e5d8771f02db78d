import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const stateSchema = z.object({ nextSlot: z.number().int().nonnegative() });

/**
 * Remembers in the data folder up to which slot the market has published, so that a later run goes on after it and
 * neither slots nor mints (which are named after the run's first slot) come twice.
 */
export class UsedSlots {
  readonly #file: string;

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
      return stateSchema.parse(JSON.parse(text)).nextSlot;
    } catch {
      throw new Error(`${this.#file} is damaged; remove it to begin a new market`);
    }
  }

  /** By rename, so that a killed process leaves the old file or the new one; at 2.5 slots a second it is not synced. */
  write(usedSlot: number): void {
    const temporary = `${this.#file}.new`;
    writeFileSync(temporary, JSON.stringify({ nextSlot: usedSlot + 1 }));
    renameSync(temporary, this.#file);
  }
}
