/** How many wallets traded one token, counted by a walk over its traders once a minute and kept current in between. */
import { WINDOW_MS } from '@cryptonite/contracts/rules';
import { BOUGHT, SALES_A_MINUTE, saleNumber } from './buys.js';
import { CREATOR, EARLIER, SNIPER } from './marks.js';
import { NONE } from './rows.js';
import type { TokenWallets } from './token-wallets.js';

const MINUTE_MS = 60_000;
const HOUR = WINDOW_MS.h1 / MINUTE_MS;

/** What is counted of a wallet. */
const BITS = {
  organic1h: 1,
  organic10m: 2,
  traders5m: 4,
  tradersBefore: 8,
  sellers1h: 16,
  flippers1h: 32,
  in5m: 64,
  inThe5mBefore: 128,
  earlier: 256,
} as const;
/** By the place of the bit. */
const COUNTED = Object.keys(BITS) as (keyof typeof BITS)[];
type Counted = Record<keyof typeof BITS, number>;

/**
 * Wallets that traded of late, in cells of a minute. `organic`: that bought within the hour, and within ten minutes, that end
 * with the cell of `now`, but for the creator and snipers. `traders`: that traded in the five that are over, and in the five
 * before: a cell that has begun compares with no whole one; `in5m` and `inThe5mBefore`: that bought there. `sellers`: that
 * sold within the hour, and those of them that sold what they had just bought. `earlier`: that bought before the ten, within
 * the hour before their newest purchase; and those of them that hold the token.
 */
export type Counts = Counted & { earlierHolding: number };

export class TraderCount {
  readonly #wallets: TokenWallets;
  /** As of a minute; null where a walk would count something else. */
  #counted: (Counted & { minute: number }) | null = null;

  constructor(wallets: TokenWallets) {
    this.#wallets = wallets;
  }

  forget(): void {
    this.#counted = null;
  }

  /** As what the trader of that row counts before it trades in `minute`; null where nothing is kept that long. */
  bitsOf(row: number, minute: number): number | null {
    // The next that asks walks anyway.
    if (this.#counted !== null && minute > this.#counted.minute) this.forget();
    return this.#counted && this.#bitsAt(row, this.#counted.minute);
  }

  /** The trader of that row traded; `before` is what {@link bitsOf} said. */
  note(row: number, before: number | null): void {
    if (this.#counted === null || before === null) return;
    const after = this.#bitsAt(row, this.#counted.minute);
    if (after === before) return;
    this.#add(before & ~after, -1);
    this.#add(after & ~before, 1);
    if ((before ^ after) & BITS.earlier) this.#markEarlier(row, (after & BITS.earlier) !== 0);
  }

  /** @param first the first of the token's traders */
  at(now: number, first: number): Counts {
    const minute = Math.floor(now / MINUTE_MS);
    if (this.#counted?.minute !== minute) this.#count(minute, first);
    const { minute: _, ...counted } = this.#counted!;
    return { ...counted, earlierHolding: this.#wallets.earlierHolding };
  }

  #count(minute: number, first: number): void {
    const { wallets: rows } = this.#wallets.ledger;
    this.#counted = { minute, ...NOBODY };
    this.#wallets.earlierHolding = 0;
    for (let row = first; row !== NONE; row = rows.nextTrader[row]!) {
      const bits = this.#bitsAt(row, minute);
      rows.marks[row]! &= ~EARLIER;
      this.#add(bits, 1);
      if (bits & BITS.earlier) this.#markEarlier(row, true);
    }
  }

  #add(bits: number, by: number): void {
    const counted = this.#counted!;
    for (let left = bits; left !== 0; left &= left - 1)
      counted[COUNTED[31 - Math.clz32(left & -left)]!] += by;
  }

  #markEarlier(row: number, isEarlier: boolean): void {
    const { marks, balance } = this.#wallets.ledger.wallets;
    if (isEarlier) marks[row]! |= EARLIER;
    else marks[row]! &= ~EARLIER;
    if (balance[row] !== 0n) this.#wallets.earlierHolding += isEarlier ? 1 : -1;
  }

  #bitsAt(row: number, minute: number): number {
    const { buys, sells, wallets } = this.#wallets.ledger;
    const [itsBuys, itsSells] = [wallets.buys[row]!, wallets.sells[row]!];
    const bought = buys.spansOf(itsBuys, minute);
    const traded = bought | sells.spansOf(itsSells, minute, SALES_A_MINUTE);
    const hourFrom = minute - HOUR + 1;
    let bits = 0;
    if (traded & BOUGHT.last5) bits |= BITS.traders5m;
    if (traded & BOUGHT.before5) bits |= BITS.tradersBefore;
    if (bought & BOUGHT.last5) bits |= BITS.in5m;
    if (bought & BOUGHT.before5) bits |= BITS.inThe5mBefore;
    if (bought & BOUGHT.earlier) bits |= BITS.earlier;
    if (bought !== 0 && !(wallets.marks[row]! & (CREATOR | SNIPER))) {
      if (bought & BOUGHT.late) bits |= BITS.organic10m;
      if (bought & BOUGHT.late || buys.hasFrom(itsBuys, hourFrom)) bits |= BITS.organic1h;
    }
    const saleFrom = saleNumber(hourFrom, false);
    if (sells.hasFrom(itsSells, saleFrom)) bits |= BITS.sellers1h;
    if (sells.hasOddFrom(itsSells, saleFrom)) bits |= BITS.flippers1h;
    return bits;
  }
}

const NOBODY = Object.fromEntries(COUNTED.map((name) => [name, 0])) as Counted;
