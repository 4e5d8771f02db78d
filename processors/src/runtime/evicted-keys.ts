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

/** 53 bits of a text; the mixing is cyrb53's (public domain, bryc). */
function hashOf(text: string): number {
  let low = 0xdeadbeef | 0;
  let high = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    low = Math.imul(low ^ code, 2654435761);
    high = Math.imul(high ^ code, 1597334677);
  }
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  return 4294967296 * (2097151 & high) + (low >>> 0);
}
