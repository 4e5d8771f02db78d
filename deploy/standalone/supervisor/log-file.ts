import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs';
import { utc } from '@cryptonite/contracts/outages';

const LIMIT_BYTES = 20_000_000;

/**
 * A service's log: the file and the one before it, about `limitBytes` each. Every line begins with the time at which it
 * came, whoever said it: the service, a library, or Node as the process ends. A log that cannot be written, as on a full
 * disk, loses lines and stops nothing.
 */
export class LogFile {
  #file: number | null = null;
  #bytes = 0;

  constructor(
    private readonly path: string,
    private readonly limitBytes = LIMIT_BYTES,
  ) {
    this.#open();
  }

  /** @param line without its end */
  write(line: string, nowMs = Date.now()): void {
    if (this.#file === null) return;
    try {
      if (this.#bytes > this.limitBytes) this.#beginAnew();
      this.#bytes += writeSync(this.#file, `${utc(nowMs)} ${line}\n`);
    } catch {
      // The line is lost; the place to say so is the one that cannot be written.
    }
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }

  #beginAnew(): void {
    renameSync(this.path, `${this.path}.old`);
    this.close();
    this.#open();
  }

  #open(): void {
    try {
      this.#file = openSync(this.path, 'a');
      this.#bytes = fstatSync(this.#file).size;
    } catch {
      // As above: without a file every line is lost.
      this.#file = null;
    }
  }
}
