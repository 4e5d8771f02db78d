/**
 * A map that is stored in small numbered shards as a log is: what changes moves to the end, unless its shard is written
 * anyway. Now and then all entries close up, after at least as many changes as there are entries: so storing costs what
 * changes, not what is there. Of an entry that stands in several shards, the one with the highest number counts.
 */
import { SHARD_SIZE } from '@cryptonite/contracts/states';

export type Shard<Entry> = { shard: number; entries: (Entry | null)[] };

/** What to write to the store, and the numbers of the shards to remove from it. */
export type ShardChanges<Entry> = { written: Shard<Entry>[]; removed: number[] };

const shardOf = (place: number): number => Math.floor(place / SHARD_SIZE);

export class Slots<Entry> {
  readonly #placeOf = new Map<string, number>();
  /** By place; null where an entry was that moved or was dropped. */
  #entries: (Entry | null)[] = [];
  /** Shards that will be written. */
  readonly #changed = new Set<number>();
  #storedCount = 0;
  readonly #keyOf: (entry: Entry) => string;

  constructor(keyOf: (entry: Entry) => string) {
    this.#keyOf = keyOf;
  }

  get(key: string): Entry | undefined {
    const place = this.#placeOf.get(key);
    return place === undefined ? undefined : (this.#entries[place] ?? undefined);
  }

  /** Puts an entry in or marks one, changed in place, as changed. */
  put(entry: Entry): void {
    const key = this.#keyOf(entry);
    let place = this.#placeOf.get(key);
    if (place === undefined || !this.#isWrittenAnyway(shardOf(place))) {
      if (place !== undefined) this.#entries[place] = null;
      place = this.#entries.length;
      this.#placeOf.set(key, place);
    }
    this.#entries[place] = entry;
    this.#changed.add(shardOf(place));
  }

  #isWrittenAnyway(shard: number): boolean {
    return this.#changed.has(shard) || shard === this.shardCount - 1;
  }

  /**
   * Drops the entries that `isDead` names, once they are at least as many as the others: an older shard may still hold
   * one that goes, so that all others must be written. Until then they stay.
   */
  prune(isDead: (entry: Entry) => boolean): void {
    const dead = [...this.values()].filter(isDead);
    if (dead.length === 0 || 2 * dead.length < this.#placeOf.size) return;
    for (const entry of dead) {
      const key = this.#keyOf(entry);
      this.#entries[this.#placeOf.get(key)!] = null;
      this.#placeOf.delete(key);
    }
    this.closeUp();
  }

  *values(): Generator<Entry> {
    for (const place of this.#placeOf.values()) {
      const entry = this.#entries[place];
      if (entry != null) yield entry;
    }
  }

  get shardCount(): number {
    return Math.ceil(this.#entries.length / SHARD_SIZE);
  }

  /** How many shards this map has in the store; at most, where it came from elsewhere. */
  get storedCount(): number {
    return this.#storedCount;
  }

  /** What changed since the last call; from now on the store holds it. */
  takeChanges(): ShardChanges<Entry> {
    if (this.#entries.length > 2 * this.#placeOf.size + SHARD_SIZE) this.closeUp();
    const written = [...this.#changed].sort((a, b) => a - b).map((shard) => this.#shard(shard));
    this.#changed.clear();
    const removed: number[] = [];
    for (let shard = this.shardCount; shard < this.#storedCount; shard += 1) removed.push(shard);
    this.#storedCount = this.shardCount;
    return { written, removed };
  }

  /** Leaves no place empty; where one was, every shard will be written. */
  closeUp(): void {
    if (this.#entries.length === this.#placeOf.size) return;
    this.#entries = this.#entries.filter((entry) => entry !== null);
    this.#entries.forEach((entry, place) => {
      if (entry !== null) this.#placeOf.set(this.#keyOf(entry), place);
    });
    this.#changed.clear();
    this.touch();
  }

  shards(): Shard<Entry>[] {
    return Array.from({ length: this.shardCount }, (_, shard) => this.#shard(shard));
  }

  /** Marks every shard as changed. */
  touch(): void {
    for (let shard = 0; shard < this.shardCount; shard += 1) this.#changed.add(shard);
  }

  #shard(shard: number): Shard<Entry> {
    return { shard, entries: this.#entries.slice(shard * SHARD_SIZE, (shard + 1) * SHARD_SIZE) };
  }

  /** Takes all shards that the store holds, in the order of their numbers. Throws where one is missing or not full. */
  restore(shards: readonly Shard<Entry>[]): void {
    for (const { shard, entries } of shards) {
      if (shard * SHARD_SIZE !== this.#entries.length)
        throw new Error(`shard ${shard} of ${SHARD_SIZE} entries follows on ${this.#entries.length} places`);
      for (const entry of entries) this.#restoreEntry(entry);
    }
    this.#storedCount = this.shardCount;
  }

  #restoreEntry(entry: Entry | null): void {
    const place = this.#entries.length;
    this.#entries.push(entry);
    if (entry === null) return;
    const key = this.#keyOf(entry);
    const moved = this.#placeOf.get(key);
    if (moved !== undefined) this.#entries[moved] = null;
    this.#placeOf.set(key, place);
  }
}
