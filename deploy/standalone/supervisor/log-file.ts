import { closeSync, fstatSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { utc } from '@cryptonite/contracts/outages';

const LIMIT_BYTES = 20_000_000;
const DAY_MS = 24 * 60 * 60_000;
const SWEPT_EVERY_MS = 60 * 60_000;
/** No line is older than 30 days, and each hour is looked. */
export const LOGS_KEPT_MS = 30 * DAY_MS - SWEPT_EVERY_MS;
/** The file holds no longer a time, so that the one before it has gone when its first line is that old. */
const FILE_SPAN_MS = LOGS_KEPT_MS / 2;

/**
 * A service's log: the file and the one before it, about `limitBytes` each. Every line begins with the time at which it
 * came, whoever said it: the service, a library, or Node as the process ends; 30 days later it is gone, whether or not
 * others came. A log that cannot be written, as on a full disk, loses lines and stops nothing.
 */
export class LogFile {
  #file: number | null = null;
  #bytes = 0;
  /** Time of the first line, here and in the file before; null without one. */
  #beganMs: number | null = null;
  #oldBeganMs: number | null;
  readonly #sweeping: NodeJS.Timeout;

  constructor(
    private readonly path: string,
    private readonly limitBytes = LIMIT_BYTES,
    nowMs = Date.now(),
  ) {
    this.#oldBeganMs = firstTimeOf(this.#oldPath);
    this.#open();
    this.sweep(nowMs);
    this.#sweeping = setInterval(() => this.sweep(Date.now()), SWEPT_EVERY_MS).unref();
  }

  /** @param line without its end */
  write(line: string, nowMs = Date.now()): void {
    if (this.#file === null) return;
    try {
      if (this.#bytes > this.limitBytes) this.#beginAnew();
      this.#bytes += writeSync(this.#file, `${utc(nowMs)} ${line}\n`);
      this.#beganMs ??= nowMs;
    } catch {
      // The line is lost; the place to say so is the one that cannot be written.
    }
  }

  /** Lets go what is too old, and what soon would be. */
  sweep(nowMs: number): void {
    try {
      if (this.#beganMs !== null && nowMs - this.#beganMs >= FILE_SPAN_MS) this.#beginAnew();
      if (this.#oldBeganMs === null || nowMs - this.#oldBeganMs < LOGS_KEPT_MS) return;
      rmSync(this.#oldPath, { force: true });
      this.#oldBeganMs = null;
    } catch {
      // As above; the next hour tries again.
    }
  }

  close(): void {
    clearInterval(this.#sweeping);
    this.#closeFile();
  }

  get #oldPath(): string {
    return `${this.path}.old`;
  }

  #beginAnew(): void {
    renameSync(this.path, this.#oldPath);
    this.#oldBeganMs = this.#beganMs;
    this.#closeFile();
    this.#open();
  }

  #open(): void {
    try {
      this.#file = openSync(this.path, 'a');
      this.#bytes = fstatSync(this.#file).size;
      this.#beganMs = firstTimeOf(this.path);
    } catch {
      // As above: without a file every line is lost.
      this.#file = null;
    }
  }

  #closeFile(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }
}

/** When the first line of a log came; where it does not say, when the file was last written; null for one that is empty or not there. */
function firstTimeOf(path: string): number | null {
  try {
    const file = openSync(path, 'r');
    try {
      const { size, mtimeMs } = fstatSync(file);
      if (size === 0) return null;
      const beginning = Buffer.alloc(utc(0).length);
      readSync(file, beginning, 0, beginning.length, 0);
      const timeMs = Date.parse(beginning.toString('latin1'));
      return Number.isNaN(timeMs) ? mtimeMs : timeMs;
    } finally {
      closeSync(file);
    }
  } catch {
    return null;
  }
}
