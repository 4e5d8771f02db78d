import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs';

const LIMIT_BYTES = 20_000_000;

/**
 * A service's log: the file and the one before it, about `limitBytes` each. A log that cannot be written, as on a full
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

  write(text: string | Buffer): void {
    if (this.#file === null) return;
    try {
      if (this.#bytes > this.limitBytes) this.#beginAnew();
      this.#bytes += writeSync(this.#file, Buffer.from(text));
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
