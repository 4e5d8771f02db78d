import { NONE } from './rows.js';

const FIRST_CAPACITY = 64;
const FULL = 0.8;
const GROWTH = 1.25;
const HASHES = 2 ** 32;

/** Mixes two numbers of 32 bits into one, all of whose bits are good. */
export function mixed(a: number, b: number): number {
  let hash = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 15), 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 13), 0x9e3779b1);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** What a table must tell of its rows: `hash` is of 32 bits without a sign, and `isAt` compares with what is looked for. */
export type Keyed = {
  hashOf: (row: number) => number;
  isAt: (row: number, token: number, key: number) => boolean;
};

/** Finds rows by their keys: open addressing with linear probing, in which nothing but the rows' numbers stands. */
export class OpenTable {
  #slots = new Uint32Array(FIRST_CAPACITY);
  #count = 0;
  readonly #keyed: Keyed;

  constructor(keyed: Keyed) {
    this.#keyed = keyed;
  }

  get bytes(): number {
    return this.#slots.byteLength;
  }

  /** The row with that hash for which `isAt(row, token, key)` holds, or {@link NONE}. */
  find(hash: number, token: number, key: number): number {
    const slots = this.#slots;
    for (let at = this.#home(hash); ; at = at + 1 === slots.length ? 0 : at + 1) {
      const row = slots[at]!;
      if (row === NONE || this.#keyed.isAt(row, token, key)) return row;
    }
  }

  /** Puts in a row that is not there yet. */
  add(row: number): void {
    if (this.#count >= this.#slots.length * FULL) this.#grow();
    this.#put(row);
    this.#count += 1;
  }

  /** Takes out a row that is there, while its key still stands in it. */
  remove(row: number): void {
    const slots = this.#slots;
    const size = slots.length;
    let hole = this.#home(this.#keyed.hashOf(row));
    while (slots[hole] !== row) hole = hole + 1 === size ? 0 : hole + 1;
    // What stands behind it moves up, unless that is before its home.
    for (let at = hole; ; ) {
      at = at + 1 === size ? 0 : at + 1;
      const other = slots[at]!;
      if (other === NONE) break;
      const home = this.#home(this.#keyed.hashOf(other));
      if ((at - home + size) % size < (at - hole + size) % size) continue;
      slots[hole] = other;
      hole = at;
    }
    slots[hole] = NONE;
    this.#count -= 1;
  }

  #home(hash: number): number {
    return Math.floor(hash * (this.#slots.length / HASHES));
  }

  #put(row: number): void {
    const slots = this.#slots;
    let at = this.#home(this.#keyed.hashOf(row));
    while (slots[at] !== NONE) at = at + 1 === slots.length ? 0 : at + 1;
    slots[at] = row;
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new Uint32Array(Math.ceil(before.length * GROWTH));
    for (const row of before) if (row !== NONE) this.#put(row);
  }
}
