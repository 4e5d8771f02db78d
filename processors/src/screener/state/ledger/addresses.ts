import { grown } from './rows.js';

/** Of an address: 44 characters at most, five to a word. */
const WORDS = 9;
const CHARACTERS_PER_WORD = 5;
const BITS = 6;
const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** By character code; 0 stands behind the last character. */
const NUMBER_OF = new Uint8Array(128);
for (let place = 0; place < CHARACTERS.length; place += 1)
  NUMBER_OF[CHARACTERS.charCodeAt(place)] = place + 1;

/** What was packed last. */
const packed = new Uint32Array(WORDS);

/** Packs an address for the calls that follow, and returns its hash. */
export function pack(address: string): number {
  let hash = 0;
  for (let word = 0, at = 0; word < WORDS; word += 1, at += CHARACTERS_PER_WORD) {
    let bits = 0;
    for (let place = at; place < at + CHARACTERS_PER_WORD; place += 1)
      bits = (bits << BITS) | (place < address.length ? NUMBER_OF[address.charCodeAt(place)]! : 0);
    packed[word] = bits;
    hash = hashOn(hash, bits);
  }
  return finished(hash);
}

const hashOn = (hash: number, word: number): number =>
  Math.imul((hash << 5) ^ (hash >>> 27) ^ word, 0x9e3779b1);
const finished = (hash: number): number => (hash ^ (hash >>> 15)) >>> 0;

/**
 * Addresses by row, as their characters at six bits each: whatever the contracts let through as an address returns as it
 * was, which its 32 bytes would not say of a text that is longer than any address.
 */
export class AddressColumn {
  #words = new Uint32Array(0);

  grow(capacity: number): void {
    this.#words = grown(this.#words, capacity * WORDS);
  }

  get bytes(): number {
    return this.#words.byteLength;
  }

  /** Puts down the address that was packed last. */
  put(row: number): void {
    this.#words.set(packed, row * WORDS);
  }

  /** Whether it is the one packed last. */
  is(row: number): boolean {
    const words = this.#words;
    for (let word = 0, at = row * WORDS; word < WORDS; word += 1, at += 1)
      if (words[at] !== packed[word]) return false;
    return true;
  }

  /** As {@link pack} returned it. */
  hash(row: number): number {
    let hash = 0;
    for (let word = 0, at = row * WORDS; word < WORDS; word += 1, at += 1)
      hash = hashOn(hash, this.#words[at]!);
    return finished(hash);
  }

  text(row: number): string {
    let text = '';
    for (let word = 0, at = row * WORDS; word < WORDS; word += 1, at += 1) {
      const bits = this.#words[at]!;
      for (let shift = BITS * (CHARACTERS_PER_WORD - 1); shift >= 0; shift -= BITS) {
        const number = (bits >>> shift) & 63;
        if (number === 0) return text;
        text += CHARACTERS[number - 1];
      }
    }
    return text;
  }
}
