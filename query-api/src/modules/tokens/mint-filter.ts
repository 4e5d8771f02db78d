import { randomInt } from 'node:crypto';

/** 8 MB: of seven million mints one unknown in a hundred is taken for known. */
const BITS = 8 * 8 * 1024 ** 2;
const HASHES = 7;
const FNV_PRIME = 16_777_619;

/**
 * Remembers in little memory which mints were added: of one that was it always says so, of another one rarely.
 * @see Bloom, "Space/time trade-offs in hash coding with allowable errors", 1970; two hashes make all of them by Kirsch and
 * Mitzenmacher, "Less hashing, same performance", 2006
 */
export class MintFilter {
  readonly #bytes = new Uint8Array(BITS / 8);
  /** Nobody outside can tell which mints look alike. */
  readonly #seeds = [randomInt(2 ** 32), randomInt(2 ** 32)] as const;

  add(mint: string): void {
    for (const bit of this.#bitsOf(mint)) this.#bytes[bit >>> 3]! |= 1 << (bit & 7);
  }

  has(mint: string): boolean {
    return this.#bitsOf(mint).every((bit) => (this.#bytes[bit >>> 3]! & (1 << (bit & 7))) !== 0);
  }

  #bitsOf(mint: string): number[] {
    const [first, step] = this.#seeds.map((seed) => hashOf(mint, seed)) as [number, number];
    return Array.from({ length: HASHES }, (_, index) => ((first + index * (step | 1)) >>> 0) % BITS);
  }
}

/** FNV-1a with a basis of its own, and mixed once more, as the last letters alone would move the low bits. */
function hashOf(text: string, basis: number): number {
  let hash = basis;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), FNV_PRIME);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
