import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Truth } from './agents/truth.js';

const FILE = 'truth.jsonl';

/** What every launch really was, one JSON object a line, in a folder of its own. */
export class TruthFile {
  readonly #descriptor: number;

  private constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  /** Later runs of a market write on below the earlier ones. */
  static open(folder: string): TruthFile {
    mkdirSync(folder, { recursive: true });
    return new TruthFile(openSync(join(folder, FILE), 'a'));
  }

  readonly write = (truth: Truth, isOver: boolean): void => {
    writeSync(this.#descriptor, `${truth.toJson(isOver)}\n`);
  };

  close(): void {
    closeSync(this.#descriptor);
  }
}
