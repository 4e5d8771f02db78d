import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { encodeJournalRecord, type JournalRecord } from '@cryptonite/contracts/events';
import type { JournalWriter } from '../ingest.js';
import { SeenIds } from '../publish/seen-ids.js';

/** Lines gathered before they are written. */
const FLUSH_CHARACTERS = 1 << 20;
/** What a reader has not taken yet, in bytes, above which the source waits. */
const MAX_UNREAD = 4 << 20;

/** Writes the journal as lines, in the wire form of its records. What cannot be read is named on standard error. */
export class LineWriter implements JournalWriter {
  /** Facts about no token stand in every partition; a file is one. */
  readonly partitions = [{ seen: new SeenIds(), toldPrice: null }];
  readonly #output: Writable;
  #gathered = '';
  failures = 0;

  constructor(output: Writable) {
    this.#output = output;
  }

  get backlog(): number {
    return this.#output.writableLength > MAX_UNREAD ? Number.POSITIVE_INFINITY : 0;
  }

  publish(_partition: number, record: JournalRecord): void {
    // Whoever reads slot by slot waits for no more than what came at once.
    if (this.#gathered === '') setImmediate(() => this.#write());
    this.#gathered += `${encodeJournalRecord(record)}\n`;
    if (this.#gathered.length > FLUSH_CHARACTERS) this.#write();
  }

  publishDeadLetter(reason: string, origin: string): void {
    this.failures += 1;
    console.error(`journal: ${origin}: ${reason}`);
  }

  /** Lines are records; what they lack in unknown layouts is counted beside a journal in a broker. */
  publishDrift(): void {}

  publishSourceState(): void {}

  async flush(): Promise<void> {
    this.#write();
    if (this.#output.writableNeedDrain) await once(this.#output, 'drain');
  }

  #write(): void {
    if (this.#gathered === '') return;
    this.#output.write(this.#gathered);
    this.#gathered = '';
  }
}
