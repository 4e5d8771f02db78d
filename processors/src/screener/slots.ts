/**
 * A map that is stored in small numbered shards as a log is: what changed moves to the end, so that storing it costs what
 * changed and not what is there. Of an entry that stands in several shards, the one with the highest number counts.
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
  /** An entry was dropped, which an older shard may still hold. */
  #isDropped = false;
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

  /** Drops the entries that `isDead` names. */
  prune(isDead: (entry: Entry) => boolean): void {
    for (const [key, place] of this.#placeOf) {
      const entry = this.#entries[place];
      if (entry == null || !isDead(entry)) continue;
      this.#placeOf.delete(key);
      this.#entries[place] = null;
      this.#isDropped = true;
    }
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

  /** How many shards the store holds. */
  get storedCount(): number {
    return this.#storedCount;
  }

  /** What changed since the last call; from now on the store holds it. */
  takeChanges(): ShardChanges<Entry> {
    // Written anew after as many changes as it has entries, a map costs two writes for each change in the long run.
    if (this.#isDropped || this.#entries.length > 2 * this.#placeOf.size + SHARD_SIZE) this.closeUp();
    const written = [...this.#changed].sort((a, b) => a - b).map((shard) => this.#shard(shard));
    this.#changed.clear();
    const removed: number[] = [];
    for (let shard = this.shardCount; shard < this.#storedCount; shard += 1) removed.push(shard);
    this.#storedCount = this.shardCount;
    return { written, removed };
  }

  /** Fills the places that are empty, which changes every shard. */
  closeUp(): void {
    this.#isDropped = false;
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

  /** Takes all shards that the store holds, in the order of their numbers. */
  restore(shards: readonly Shard<Entry>[]): void {
    for (const { entries } of shards)
      for (const entry of entries) {
        const place = this.#entries.length;
        this.#entries.push(entry);
        if (entry === null) continue;
        const key = this.#keyOf(entry);
        const moved = this.#placeOf.get(key);
        if (moved !== undefined) this.#entries[moved] = null;
        this.#placeOf.set(key, place);
      }
    this.#storedCount = this.shardCount;
  }
}
