/**
 * A 53-bit hash of values, for telling whether what is said of a token changed: two measurements of one token collide
 * once in 10^15 pairs, and then one update is said with the next one. The mixing is cyrb53's (public domain, bryc).
 */
export class Hash {
  #low = 0;
  #high = 0;
  readonly #double = new Float64Array(1);
  readonly #words = new Int32Array(this.#double.buffer);

  start(): this {
    this.#low = 0xdeadbeef | 0;
    this.#high = 0x41c6ce57;
    return this;
  }

  /** What JSON cannot tell apart, null and what is no finite number, hashes alike. */
  number(value: number | null): this {
    this.#double[0] = value === null || !Number.isFinite(value) ? Number.NaN : value + 0;
    this.#mix(this.#words[0]!);
    this.#mix(this.#words[1]!);
    return this;
  }

  text(value: string | null): this {
    if (value === null) return this.number(null);
    for (let at = 0; at < value.length; at += 1) this.#mix(value.charCodeAt(at));
    this.#mix(value.length);
    return this;
  }

  flag(value: boolean | null): this {
    this.#mix(value === null ? 2 : value ? 1 : 0);
    return this;
  }

  end(): number {
    let low = this.#low;
    let high = this.#high;
    low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
    high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
    return 4294967296 * (2097151 & high) + (low >>> 0);
  }

  #mix(word: number): void {
    this.#low = Math.imul(this.#low ^ word, 2654435761);
    this.#high = Math.imul(this.#high ^ word, 1597334677);
  }
}
