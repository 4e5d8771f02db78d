import { createHash } from 'node:crypto';

/** Which keys were ever evicted, by hashes of 8 bytes: millions of them, hardly one of which is asked for again. */
export class EvictedKeys {
  /** Of all until they were read; null before. */
  #sorted: Float64Array | null = null;
  readonly #added = new Set<number>();

  /** Takes all keys that were evicted until they were read. */
  async read(keys: AsyncIterable<readonly string[]>): Promise<void> {
    const hashes: number[] = [];
    for await (const some of keys) for (const key of some) hashes.push(hashOf(key));
    this.#sorted = Float64Array.from(hashes).sort();
  }

  add(key: string): void {
    this.#added.add(hashOf(key));
  }

  /** False is certain: before all were read any may have been. */
  mayHave(key: string): boolean {
    const sorted = this.#sorted;
    if (sorted === null) return true;
    const hash = hashOf(key);
    let [from, to] = [0, sorted.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (sorted[middle]! < hash) from = middle + 1;
      else to = middle;
    }
    return sorted[from] === hash || this.#added.has(hash);
  }
}

/** 48 bits of it. */
const hashOf = (key: string): number => createHash('sha256').update(key).digest().readUIntBE(0, 6);
