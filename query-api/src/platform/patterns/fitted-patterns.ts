import { readFile, stat } from 'node:fs/promises';
import { type PatternHistory, readPatternHistory } from '@cryptonite/contracts/pattern-history';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, type Config } from '../config/config.js';

/** What became of launches that matched patterns: the file that `npm run fit:patterns` writes, read anew when it is another. */
@Injectable()
export class FittedPatterns {
  readonly #log = new Logger('patterns');
  readonly #file: string | undefined;
  /** As it is read, was read last, or was refused: null then. */
  #read: { modifiedMs: number; history: Promise<PatternHistory | null> } | null = null;
  /** Why it was not used last; null where it was, or there is none. */
  #reason: string | null = null;

  constructor(@Inject(CONFIG) config: Pick<Config, 'PATTERN_HISTORY'>) {
    this.#file = config.PATTERN_HISTORY;
  }

  /** Null where none was written, or what was is refused. */
  async newest(): Promise<PatternHistory | null> {
    if (this.#file === undefined) return null;
    try {
      const { mtimeMs: modifiedMs } = await stat(this.#file);
      if (this.#read?.modifiedMs !== modifiedMs)
        this.#read = { modifiedMs, history: this.#readFrom(this.#file) };
      return await this.#read.history;
    } catch (error) {
      return this.#refuse(error);
    }
  }

  async #readFrom(file: string): Promise<PatternHistory | null> {
    try {
      const history = readPatternHistory(await readFile(file, 'utf8'));
      this.#reason = null;
      return history;
    } catch (error) {
      return this.#refuse(error);
    }
  }

  /** A reason is told once, until there is another or none. */
  #refuse(error: unknown): null {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    const reason = isMissing ? null : error instanceof Error ? error.message : String(error);
    if (reason !== null && reason !== this.#reason) this.#log.warn(`${this.#file} is not used: ${reason}`);
    this.#reason = reason;
    return null;
  }
}
