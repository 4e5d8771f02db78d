import { U64_MAX } from '@cryptonite/contracts/amounts';
import { grown, NONE, Rows } from './rows.js';

/** The five minutes that end now, the five before them, and what came before both. */
export const BOUGHT = { late: 1, before: 2, earlier: 4 } as const;

/** What wallets bought, by minute, in lamports: chains of rows, the newest entry first. */
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

  /** What was bought when: bits of {@link BOUGHT}, by the minutes in which its spans begin. */
  spansOf(first: number, lateFrom: number, from: number): number {
    let spans = 0;
    for (let row = first; row !== NONE; row = this.next[row]!) {
      const minute = this.#minute[row]!;
      spans |= minute >= lateFrom ? BOUGHT.late : minute >= from ? BOUGHT.before : BOUGHT.earlier;
    }
    return spans;
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
