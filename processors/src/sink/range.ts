/** Records of one partition on their way into the tables: what they are stored under, and their rows. */
import { createHash } from 'node:crypto';
import { type DeadLetter, decodeScreeningEvent } from '@cryptonite/contracts/events';
import { isStorableTime, type Row, type TableName } from '@cryptonite/contracts/rows';
import { decodeEvictedState } from '@cryptonite/contracts/states';
import { TOPICS } from '@cryptonite/contracts/topics';
import { readJournalRecord, readOr } from '../journal/read-record.js';
import { SEEN_SLOTS, SeenFacts } from '../journal/seen-facts.js';
import { deadLetterOf } from '../runtime/dead-letters.js';
import { rowOfFact, type TableRow } from './fact-rows.js';
import { rowOfEvicted, rowsOfScreening } from './screening-rows.js';

export type SinkRecord = { offset: number; value: Buffer | null };

/** Turns the records of one partition into rows, in their order. */
export type Reader = {
  read(record: SinkRecord): { rows: TableRow[]; refusal: string | null };
  /** Where reading must begin to know what was read before `next`. */
  warmFrom(next: number): number;
};

const refused = (refusal: string) => ({ rows: [], refusal });
const UNSTORABLE_TIME = 'has a time that the tables cannot hold';

/** Facts about no token stand in every partition: they are stored from this one. */
const STREAM_PARTITION = 0;

export function journalReader(partition: number): Reader {
  const seen = new SeenFacts();
  return {
    read({ offset, value }) {
      const record = readJournalRecord(value);
      if (typeof record === 'string') return refused(record);
      const { fresh, isTooOld } = seen.admit(record, offset);
      if (isTooOld) return refused(`older than the last ${SEEN_SLOTS} slots: it may have been read before`);
      if (record.mint === null && partition !== STREAM_PARTITION) return { rows: [], refusal: null };
      const storable = fresh.filter((fact) => isStorableTime(fact.time));
      return {
        rows: storable.map((fact) => rowOfFact(fact, record.source)),
        refusal: storable.length < fresh.length ? UNSTORABLE_TIME : null,
      };
    },
    warmFrom: (next) => seen.warmFrom(next),
  };
}

/** The screener writes each event once: there is nothing to remember. */
export const screeningReader = (): Reader => ({
  read({ value }) {
    const event = readOr(value, decodeScreeningEvent);
    if (typeof event === 'string') return refused(event);
    const times = event.kind === 'TokenScored' ? [event.lastTradeAt, event.migratedAt] : [];
    if (![event.time, ...times].every((time) => time === null || isStorableTime(time)))
      return refused(UNSTORABLE_TIME);
    return { rows: rowsOfScreening(event, value?.toString() ?? ''), refusal: null };
  },
  warmFrom: (next) => next,
});

const evictedReader = (): Reader => ({
  read({ value }) {
    const evicted = readOr(value, decodeEvictedState);
    if (typeof evicted === 'string') return refused(evicted);
    if (!isStorableTime(evicted.evictedAt)) return refused(UNSTORABLE_TIME);
    return { rows: [rowOfEvicted(evicted)], refusal: null };
  },
  warmFrom: (next) => next,
});

export function readerOf(topic: string, partition: number): Reader {
  if (topic === TOPICS.journal.name) return journalReader(partition);
  return topic === TOPICS.evicted.name ? evictedReader() : screeningReader();
}

/** A range being filled. Its rows depend on nothing but the records from its first to its last offset and those before. */
export class Range {
  readonly topic: string;
  readonly partition: number;
  readonly first: number;
  /** Where reading must begin to store this range again. */
  readonly warmFrom: number;
  last: number;
  rowCount = 0;
  readonly letters: DeadLetter[] = [];
  readonly #rows = new Map<TableName, Row[]>();
  readonly #newest = new Map<string, TableRow>();
  readonly #hash = createHash('sha256');

  constructor(topic: string, partition: number, first: number, warmFrom: number) {
    this.topic = topic;
    this.partition = partition;
    this.first = first;
    this.last = first;
    this.warmFrom = warmFrom;
  }

  add(record: SinkRecord, reader: Reader): void {
    const { rows, refusal } = reader.read(record);
    this.last = record.offset;
    this.#hash.update(`${record.offset}:${record.value?.length ?? -1}:`);
    if (record.value) this.#hash.update(record.value);
    for (const row of rows) this.#put(row);
    this.rowCount += rows.length;
    if (refusal !== null)
      this.letters.push(
        deadLetterOf('sink', refusal, `${this.topic}/${this.partition}/${record.offset}`, record.value),
      );
  }

  /** Of tables that hold the newest only, the range's newest row of each key is enough. */
  #put({ table, row }: TableRow): void {
    if (table === 'token_scores_latest' && 'mint' in row) this.#newest.set(row.mint, { table, row });
    else if (table === 'scans_latest' && 'partition' in row)
      this.#newest.set(String(row.partition), { table, row });
    else this.#rowsOf(table).push(row);
  }

  #rowsOf(table: TableName): Row[] {
    const rows = this.#rows.get(table) ?? [];
    this.#rows.set(table, rows);
    return rows;
  }

  /** Ends the range: its rows by table, and the token under which they are stored at most once. */
  close(): { token: string; tables: Map<TableName, Row[]> } {
    for (const { table, row } of this.#newest.values()) this.#rowsOf(table).push(row);
    const token = `${this.topic}/${this.partition}/${this.first}-${this.last}/${this.#hash.digest('hex')}`;
    return { token, tables: this.#rows };
  }
}
