/** Records of one partition on their way into the tables: what they are stored under, and their rows. */
import { createHash } from 'node:crypto';
import { type DeadLetter, isAnswer } from '@cryptonite/contracts/events';
import { decodeScreeningRecord, type Frame } from '@cryptonite/contracts/frames';
import { decodeEvictedState } from '@cryptonite/contracts/states';
import { TOPICS } from '@cryptonite/contracts/topics';
import { readJournalRecord, readOr } from '../journal/read-record.js';
import { SeenFacts, TOO_OLD } from '../journal/seen-facts.js';
import { deadLetterOf } from '../runtime/dead-letters.js';
import { rowOfFact } from './fact-rows.js';
import { MeasuredRows } from './measured-rows.js';
import { type Cell, RowWriter, Unstorable } from './row-binary.js';
import { rowOfEvicted, rowsOfScreening } from './screening-rows.js';
import type { Columns } from './store.js';
import {
  type CellTable,
  MEASUREMENTS,
  rowOfMeasurement,
  type ScoreRow,
  type TableRow,
} from './table-rows.js';

export type SinkRecord = { offset: number; value: Buffer | null };

export type Read = {
  rows: (TableRow | ScoreRow)[];
  /** The measurements of the record, whose rows are in bytes. */
  frame?: Frame;
  refusal: string | null;
};

/** Turns the records of one partition into rows, in their order. */
export type Reader = {
  read(record: SinkRecord): Read;
  /** Where reading must begin to know what was read before `next`. */
  warmFrom(next: number): number;
};

const refused = (refusal: string): Read => ({ rows: [], refusal });

/** Facts about no token stand in every partition: they are stored from this one. */
const STREAM_PARTITION = 0;

export function journalReader(partition: number): Reader {
  const seen = new SeenFacts();
  return {
    read({ offset, value }) {
      const record = readJournalRecord(value);
      if (typeof record === 'string') return refused(record);
      if (isAnswer(record))
        return { rows: record.facts.map((fact) => rowOfFact(fact, record.source)), refusal: null };
      const { fresh, isTooOld } = seen.admit(record, offset);
      if (isTooOld) return refused(TOO_OLD);
      if (record.mint === null && partition !== STREAM_PARTITION) return { rows: [], refusal: null };
      return { rows: fresh.map((fact) => rowOfFact(fact, record.source)), refusal: null };
    },
    warmFrom: (next) => seen.warmFrom(next),
  };
}

/** The screener writes each record once: there is nothing to remember. */
export const screeningReader = (): Reader => ({
  read({ value }) {
    const read = readOr(value, (bytes) => rowsOfRecord(bytes));
    return typeof read === 'string' ? refused(read) : { refusal: null, ...read };
  },
  warmFrom: (next) => next,
});

function rowsOfRecord(bytes: Buffer): Omit<Read, 'refusal'> {
  const record = decodeScreeningRecord(bytes);
  if (record.holds === 'frame') return { rows: [], frame: record.frame };
  if (record.holds === 'event') return { rows: rowsOfScreening(record.event, bytes.toString()) };
  const { measurement, described, trailed } = record;
  return {
    rows: [
      rowOfMeasurement(measurement, described.source),
      ...rowsOfScreening(described),
      ...rowsOfScreening(trailed),
    ],
  };
}

const evictedReader = (): Reader => ({
  read({ value }) {
    const evicted = readOr(value, (bytes) => decodeEvictedState(bytes.toString()));
    if (typeof evicted === 'string') return refused(evicted);
    return { rows: [rowOfEvicted(evicted)], refusal: null };
  },
  warmFrom: (next) => next,
});

export function readerOf(topic: string, partition: number): Reader {
  if (topic === TOPICS.journal.name) return journalReader(partition);
  return topic === TOPICS.evicted.name ? evictedReader() : screeningReader();
}

/** Of these tables the newest row of each key is enough; the key is their first column. */
const NEWEST_ONLY = new Set<CellTable>([
  'tokens_described_latest_unmerged',
  'price_trails_latest_unmerged',
  'scans_latest_unmerged',
]);

/** A range being filled. Its rows depend on nothing but the records from its first to its last offset and those before. */
export class Range {
  readonly topic: string;
  readonly partition: number;
  readonly first: number;
  /** Where reading must begin to store this range again. */
  readonly warmFrom: number;
  last: number;
  rowCount = 0;
  /** Bytes of the records read, which bound what their rows take. */
  readBytes = 0;
  readonly letters: DeadLetter[] = [];
  readonly measured: MeasuredRows;
  readonly #columns: Columns;
  readonly #writers = new Map<CellTable, RowWriter>();
  readonly #newest = new Map<CellTable, Map<Cell, readonly Cell[]>>();
  readonly #hash = createHash('sha256');

  constructor(topic: string, partition: number, first: number, warmFrom: number, columns: Columns) {
    this.topic = topic;
    this.partition = partition;
    this.first = first;
    this.last = first;
    this.warmFrom = warmFrom;
    this.#columns = columns;
    this.measured = new MeasuredRows(columns[MEASUREMENTS]);
  }

  add(record: SinkRecord, reader: Reader): void {
    const { rows, frame, refusal } = reader.read(record);
    const reasons = refusal === null ? [] : [refusal];
    this.last = record.offset;
    this.readBytes += record.value?.length ?? 0;
    this.#hash.update(`${record.offset}:${record.value?.length ?? -1}:`);
    if (record.value) this.#hash.update(record.value);
    for (const row of rows) {
      try {
        this.#put(row);
      } catch (error) {
        if (!(error instanceof Unstorable)) throw error;
        reasons.push(`${row.table}.${error.message}`);
      }
    }
    const measuredBefore = this.measured.count;
    if (frame) this.measured.add(frame, record.offset);
    this.rowCount += rows.length + this.measured.count - measuredBefore;
    if (reasons.length > 0) this.#refuse(reasons.join('; '), record.offset, record.value);
  }

  /** A measurement that the engine does not take. */
  refuseMeasured(row: number, reason: string): void {
    const { bytes, offset } = this.measured.row(row);
    this.#refuse(reason, offset, bytes);
  }

  #refuse(reason: string, offset: number, bytes: Buffer | null): void {
    this.letters.push(deadLetterOf('sink', reason, `${this.topic}/${this.partition}/${offset}`, bytes));
  }

  /** @throws Unstorable */
  #put({ table, cells }: TableRow | ScoreRow): void {
    const writer = this.#writerOf(table);
    if (!NEWEST_ONLY.has(table)) {
      writer.add(cells);
      return;
    }
    writer.check(cells);
    const newest = this.#newest.get(table) ?? new Map();
    this.#newest.set(table, newest.set(cells[0], cells));
  }

  #writerOf(table: CellTable): RowWriter {
    let writer = this.#writers.get(table);
    if (!writer) {
      writer = new RowWriter(this.#columns[table]);
      this.#writers.set(table, writer);
    }
    return writer;
  }

  rowsIn(table: CellTable): number {
    return this.#writers.get(table)?.rowCount ?? 0;
  }

  /** Ends the range: its rows by table, and the token under which they are stored at most once. */
  close(): { token: string; bodies: Map<CellTable, Buffer> } {
    for (const [table, newest] of this.#newest)
      for (const cells of newest.values()) this.#writerOf(table).add(cells);
    const token = `${this.topic}/${this.partition}/${this.first}-${this.last}/${this.#hash.digest('hex')}`;
    const bodies = new Map<CellTable, Buffer>();
    for (const [table, writer] of this.#writers) if (writer.rowCount > 0) bodies.set(table, writer.body());
    return { token, bodies };
  }
}
