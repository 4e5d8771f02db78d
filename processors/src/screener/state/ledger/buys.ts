import { U64_MAX } from '@cryptonite/contracts/amounts';
import { grown, NONE, Rows } from './rows.js';

/**
 * When something was bought, by whole minutes: in the last ten, the one that has begun among them, and before; of the five
 * that are over, and of the five before those; in the hour, the minute that has begun among its sixty. `odd`: there under
 * a number that is not a minute's first.
 */
export const BOUGHT = { late: 1, earlier: 2, last5: 4, before5: 8, hour: 16, odd: 32 } as const;
const HOUR = 60;
/** A chain that told all of it tells nothing more. */
const EVERY = Object.values(BOUGHT).reduce((bits, bit) => bits | bit, 0);

/** A minute's sales stand under two numbers: the odd one is of those that followed a purchase of the wallet's own soon. */
export const SALES_A_MINUTE = 2;
export const saleNumber = (minute: number, isFlip: boolean): number =>
  SALES_A_MINUTE * minute + Number(isFlip);

/** What wallets bought, or sold, by minute, in lamports: chains of rows, the newest entry first. */
export class Buys extends Rows {
  #minute = new Uint32Array(0);
  #lamports = new BigUint64Array(0);

  constructor() {
    super();
    this.grow(this.capacity);
  }

  /**
   * Adds a buy to the chain from `first` on, without what came before the window of so many minutes that ends with the
   * newest; returns the chain's first row.
   */
  add(first: number, minute: number, lamports: bigint, windowMinutes: number): number {
    let newest = minute;
    for (let row = first; row !== NONE; row = this.next[row]!) newest = Math.max(newest, this.#minute[row]!);
    const from = newest - windowMinutes + 1;
    let head = first;
    let before = NONE;
    let same = NONE;
    for (let row = head; row !== NONE; ) {
      const next = this.next[row]!;
      if (this.#minute[row]! < from) {
        if (before === NONE) head = next;
        else this.next[before] = next;
        this.give(row);
      } else {
        if (this.#minute[row] === minute) same = row;
        before = row;
      }
      row = next;
    }
    if (minute < from) return head;
    if (same === NONE) return this.#link(head, minute, lamports);
    const sum = this.#lamports[same]! + lamports;
    this.#lamports[same] = sum > U64_MAX ? U64_MAX : sum;
    return head;
  }

  #link(head: number, minute: number, lamports: bigint): number {
    const row = this.take();
    this.#minute[row] = minute;
    this.#lamports[row] = lamports > U64_MAX ? U64_MAX : lamports;
    this.next[row] = head;
    return row;
  }

  /** What was bought from that minute on. */
  sumFrom(first: number, minute: number): bigint {
    let sum = 0n;
    for (let row = first; row !== NONE; row = this.next[row]!)
      if (this.#minute[row]! >= minute) sum += this.#lamports[row]!;
    return sum;
  }

  /** Bits of {@link BOUGHT} as of minute `now`, of entries of which so many numbers are a minute's. */
  spansOf(first: number, now: number, aMinute = 1): number {
    // Where a minute has one number, none is odd.
    const every = aMinute === 1 ? EVERY & ~BOUGHT.odd : EVERY;
    let spans = 0;
    for (let row = first; row !== NONE && spans !== every; row = this.next[row]!) {
      const number = this.#minute[row]!;
      const age = now - Math.floor(number / aMinute);
      spans |= age < 10 ? BOUGHT.late : BOUGHT.earlier;
      if (age >= 1 && age <= 5) spans |= BOUGHT.last5;
      else if (age >= 6 && age <= 10) spans |= BOUGHT.before5;
      if (age >= HOUR) continue;
      spans |= BOUGHT.hour;
      if (number % aMinute !== 0) spans |= BOUGHT.odd;
    }
    return spans;
  }

  /** Whether there is a number from that one on. */
  hasFrom(first: number, minute: number): boolean {
    for (let row = first; row !== NONE; row = this.next[row]!) if (this.#minute[row]! >= minute) return true;
    return false;
  }

  /** Oldest entry first. */
  entries(first: number): { minute: number; lamports: bigint }[] {
    const entries = [];
    for (let row = first; row !== NONE; row = this.next[row]!)
      entries.push({ minute: this.#minute[row]!, lamports: this.#lamports[row]! });
    return entries.reverse();
  }

  /** A chain of entries as {@link Buys.entries} gave them. */
  restore(entries: readonly { minute: number; lamports: bigint }[]): number {
    let head = NONE;
    for (const { minute, lamports } of entries) head = this.#link(head, minute, lamports);
    return head;
  }

  drop(first: number): void {
    for (let row = first; row !== NONE; ) {
      const next = this.next[row]!;
      this.give(row);
      row = next;
    }
  }

  get bytes(): number {
    return this.next.byteLength + this.#minute.byteLength + this.#lamports.byteLength;
  }

  protected override grow(capacity: number): void {
    this.#minute = grown(this.#minute, capacity);
    this.#lamports = grown(this.#lamports, capacity);
  }
}
