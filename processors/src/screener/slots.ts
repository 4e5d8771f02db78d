/** A map whose entries keep a numbered place, so that a change rewrites one small shard of it. */
import { SHARD_SIZE } from '@cryptonite/contracts/states';

export type Shard<Entry> = { shard: number; entries: (Entry | null)[] };

export class Slots<Entry> {
  readonly #placeOf = new Map<string, number>();
  readonly #entries: (Entry | null)[] = [];
  /** Free places, highest first: the lowest is used again, whatever order they came free in. */
  #free: number[] = [];
  readonly #changed = new Set<number>();
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
    if (place === undefined) {
      place = this.#free.pop() ?? this.#entries.length;
      this.#placeOf.set(key, place);
    }
    this.#entries[place] = entry;
    this.#changed.add(Math.floor(place / SHARD_SIZE));
  }

  /** Drops the entries that `isDead` names. */
  prune(isDead: (entry: Entry) => boolean): void {
    let anyFreed = false;
    for (const [key, place] of this.#placeOf) {
      const entry = this.#entries[place];
      if (entry == null || !isDead(entry)) continue;
      this.#placeOf.delete(key);
      this.#entries[place] = null;
      this.#free.push(place);
      this.#changed.add(Math.floor(place / SHARD_SIZE));
      anyFreed = true;
    }
    if (anyFreed) this.#free.sort((a, b) => b - a);
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

  /** The shards changed since the last call, in order, with their entries. */
  takeChanged(): Shard<Entry>[] {
    const shards = [...this.#changed].sort((a, b) => a - b).map((shard) => this.#shard(shard));
    this.#changed.clear();
    return shards;
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

  restoreShard(shard: number, entries: readonly (Entry | null)[]): void {
    entries.forEach((entry, index) => {
      const place = shard * SHARD_SIZE + index;
      while (this.#entries.length <= place) this.#entries.push(null);
      this.#entries[place] = entry;
      if (entry !== null) this.#placeOf.set(this.#keyOf(entry), place);
    });
  }

  /** After the last shard: finds the free places. */
  restored(): void {
    this.#free = [];
    for (let place = this.#entries.length - 1; place >= 0; place -= 1)
      if (this.#entries[place] === null) this.#free.push(place);
  }
}
