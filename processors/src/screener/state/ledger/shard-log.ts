/**
 * Rows as they are stored in small numbered shards, which are a log: what changes moves to the end, unless its shard is
 * written anyway. Now and then all rows close up, after at least as many changes as there are rows: so storing costs what
 * changes, not what is there. Of a row that stands in several shards, the one with the highest number counts.
 */
import { SHARD_SIZE } from '@cryptonite/contracts/states';
import { OPEN } from './marks.js';

export type Shard<Entry> = { shard: number; entries: Entry[] };

/** What to write to the store, and the numbers of the shards to remove from it. */
export type ShardChanges<Entry> = { written: Shard<Entry>[]; removed: number[] };

type Marked = { marks: Uint8Array };

export class ShardLog {
  /** Full shards, which the store holds. */
  #closed = 0;
  /** The rows of the shards behind them. */
  #open: number[] = [];
  #isChanged = false;
  #storedCount = 0;

  /** How many shards there are in the store; at most, where they came from elsewhere. */
  get storedCount(): number {
    return this.#storedCount;
  }

  get shardCount(): number {
    return this.#closed + Math.ceil(this.#open.length / SHARD_SIZE);
  }

  /** A row is new or has changed. */
  note(row: number, { marks }: Marked): void {
    this.#isChanged = true;
    if (marks[row]! & OPEN) return;
    marks[row]! |= OPEN;
    // Of just its length: a push leaves room for half as many more and 16, which most tokens never fill.
    if (this.#open.length < SHARD_SIZE) this.#open = this.#open.concat(row);
    else this.#open.push(row);
  }

  /** Whether it is time to {@link ShardLog.closeUp}: most places are of rows that stand further on, too. */
  isSparse(rows: number): boolean {
    return this.#closed * SHARD_SIZE + this.#open.length > 2 * rows + SHARD_SIZE;
  }

  /** Every shard will be written, and hold each of these rows once: those that are no more must be given up that way. */
  closeUp(rows: number[], { marks }: Marked): void {
    for (const row of rows) marks[row]! |= OPEN;
    this.#open = rows;
    this.#closed = 0;
    this.#isChanged = true;
  }

  /** What changed since the last call; from now on the store holds it. */
  takeChanges<Entry>({ marks }: Marked, entryOf: (row: number) => Entry): ShardChanges<Entry> {
    const written: Shard<Entry>[] = [];
    for (let at = 0; this.#isChanged && at < this.#open.length; at += SHARD_SIZE)
      written.push({
        shard: this.#closed + at / SHARD_SIZE,
        entries: this.#open.slice(at, at + SHARD_SIZE).map(entryOf),
      });
    const removed: number[] = [];
    for (let shard = this.shardCount; shard < this.#storedCount; shard += 1) removed.push(shard);
    this.#storedCount = this.shardCount;
    this.#isChanged = false;
    this.#close(marks);
    return { written, removed };
  }

  /** What is full stays as it is from now on. */
  #close(marks: Uint8Array): void {
    const full = Math.floor(this.#open.length / SHARD_SIZE);
    if (full === 0) return;
    for (const row of this.#open.splice(0, full * SHARD_SIZE)) marks[row]! &= ~OPEN;
    this.#closed += full;
  }

  /**
   * Takes all shards that the store holds, in the order of their numbers; `put` tells where an entry stands. Throws where
   * one is missing. @returns whether all but the last are full: else they must close up.
   */
  restore<Entry>(
    shards: readonly { shard: number; entries: readonly Entry[] }[],
    put: (entry: Entry) => number,
    marked: Marked,
  ): boolean {
    let areFull = true;
    for (const [index, { shard, entries }] of shards.entries()) {
      if (shard !== index) throw new Error(`shard ${shard} stands where shard ${index} should`);
      this.#open = entries.map(put);
      if (index < shards.length - 1 && entries.length < SHARD_SIZE) areFull = false;
    }
    this.#storedCount = shards.length;
    this.#closed = Math.max(0, shards.length - 1);
    for (const row of this.#open) marked.marks[row]! |= OPEN;
    this.#close(marked.marks);
    return areFull;
  }
}

/** Entries in shards of their own, from 0 on. */
export const inShards = <Entry>(entries: readonly Entry[]): Shard<Entry>[] =>
  Array.from({ length: Math.ceil(entries.length / SHARD_SIZE) }, (_, shard) => ({
    shard,
    entries: entries.slice(shard * SHARD_SIZE, (shard + 1) * SHARD_SIZE),
  }));
