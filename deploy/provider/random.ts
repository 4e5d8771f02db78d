import { hash } from 'node:crypto';

const rotateLeft = (value: number, bits: number): number => ((value << bits) | (value >>> (32 - bits))) >>> 0;

const digest = Buffer.alloc(32);

/** What the shares of a list make together, for `pickByShare` where none is left over. */
export const sumOfShares = (shares: readonly (readonly [item: unknown, share: number])[]): number =>
  shares.reduce((sum, [, share]) => sum + share, 0);

/** Seeded randomness: xoshiro128** over a state hashed from a label, so equal labels give equal draws everywhere. */
export class Random {
  readonly #state: Uint32Array;

  constructor(label: string) {
    digest.write(hash('sha256', label, 'binary'), 'latin1');
    this.#state = Uint32Array.from([0, 4, 8, 12], (at) => digest.readUInt32LE(at));
  }

  /** Uniform in 0..2^32-1. */
  next(): number {
    const s = this.#state as unknown as [number, number, number, number];
    const result = Math.imul(rotateLeft(Math.imul(s[1], 5), 7), 9) >>> 0;
    const shifted = s[1] << 9;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = rotateLeft(s[3], 11);
    return result;
  }

  /** Uniform in [0, 1). */
  unit(): number {
    return this.next() / 2 ** 32;
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.unit();
  }

  /** Uniform integer in 0..bound-1. */
  below(bound: number): number {
    return Math.floor(this.unit() * bound);
  }

  chance(probability: number): boolean {
    return this.unit() < probability;
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new RangeError('nothing to pick from');
    return item;
  }

  /** Each item with its share of `of`; null where the shares leave a rest and it is drawn. */
  pickByShare<T>(shares: readonly (readonly [item: T, share: number])[], of = 1): T | null {
    let draw = this.unit() * of;
    for (const [item, share] of shares) {
      if (draw < share) return item;
      draw -= share;
    }
    return null;
  }

  /** Lognormal with the given median; sigma is the deviation of its logarithm. */
  lognormal(median: number, sigma: number): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.unit()));
    return median * Math.exp(sigma * radius * Math.cos(2 * Math.PI * this.unit()));
  }

  /** How many events of a Poisson process happen; exact by Knuth's method, which suits small means. */
  poisson(mean: number): number {
    const limit = Math.exp(-mean);
    let count = 0;
    for (let product = this.unit(); product > limit; product *= this.unit()) count++;
    return count;
  }
}
