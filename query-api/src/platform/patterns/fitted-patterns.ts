import { readFile, stat } from 'node:fs/promises';
import { type PatternHistory, readPatternHistory } from '@cryptonite/contracts/pattern-history';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, type Config } from '../config/config.js';

/** What became of launches that matched patterns: the file that `npm run fit:patterns` writes, read anew when it is another. */
@Injectable()
export class FittedPatterns {
  readonly #log = new Logger('patterns');
  readonly #file: string | undefined;
  /** As it was read last, or refused. */
  #read: { modifiedMs: number; history: PatternHistory | null } | null = null;

  constructor(@Inject(CONFIG) config: Pick<Config, 'PATTERN_HISTORY'>) {
    this.#file = config.PATTERN_HISTORY;
  }

  /** Null where none was written, or what was is refused. */
  async newest(): Promise<PatternHistory | null> {
    if (this.#file === undefined) return null;
    try {
      const { mtimeMs: modifiedMs } = await stat(this.#file);
      if (this.#read?.modifiedMs === modifiedMs) return this.#read.history;
      this.#read = { modifiedMs, history: null };
      this.#read.history = readPatternHistory(await readFile(this.#file, 'utf8'));
      return this.#read.history;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      this.#log.warn(`${this.#file} is not used: ${error instanceof Error ? error.message : error}`);
      return null;
    }
  }
}
