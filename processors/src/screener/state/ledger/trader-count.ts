/** How many wallets traded one token, counted by a walk over its traders once a minute and kept current in between. */
import { BOUGHT, SALES_A_MINUTE } from './buys.js';
import { CREATOR, EARLIER, SNIPER } from './marks.js';
import { NONE } from './rows.js';
import type { TokenWallets } from './token-wallets.js';

const MINUTE_MS = 60_000;

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
  /** As of {@link #minute}; null where a walk would count something else. */
  #counted: Counts | null = null;
  #minute = 0;

  constructor(wallets: TokenWallets) {
    this.#wallets = wallets;
  }

  forget(): void {
    this.#counted = null;
  }

  /** As what the trader of that row counts before it trades in `minute`; null where nothing is kept that long. */
  bitsOf(row: number, minute: number): number | null {
    // The next that asks walks anyway.
    if (this.#counted !== null && minute > this.#minute) this.forget();
    return this.#counted && this.#bitsAt(row);
  }

  /** The trader of that row traded; `before` is what {@link bitsOf} said. */
  note(row: number, before: number | null): void {
    if (this.#counted === null || before === null) return;
    const after = this.#bitsAt(row);
    if (after === before) return;
    this.#add(this.#counted, before & ~after, -1);
    this.#add(this.#counted, after & ~before, 1);
    if ((before ^ after) & BITS.earlier) this.#markEarlier(row, (after & BITS.earlier) !== 0);
  }

  /** @param first the first of the token's traders */
  at(now: number, first: number): Readonly<Counts> {
    const minute = Math.floor(now / MINUTE_MS);
    const counted =
      this.#counted !== null && this.#minute === minute ? this.#counted : this.#count(minute, first);
    counted.earlierHolding = this.#wallets.earlierHolding;
    return counted;
  }

  #count(minute: number, first: number): Counts {
    const { wallets: rows } = this.#wallets.ledger;
    const counted = { ...NOBODY };
    this.#counted = counted;
    this.#minute = minute;
    this.#wallets.earlierHolding = 0;
    for (let row = first; row !== NONE; row = rows.nextTrader[row]!) {
      const bits = this.#bitsAt(row);
      rows.marks[row]! &= ~EARLIER;
      this.#add(counted, bits, 1);
      if (bits & BITS.earlier) this.#markEarlier(row, true);
    }
    return counted;
  }

  #add(counted: Counts, bits: number, by: number): void {
    for (let left = bits; left !== 0; left &= left - 1)
      counted[COUNTED[31 - Math.clz32(left & -left)]!] += by;
  }

  #markEarlier(row: number, isEarlier: boolean): void {
    const { marks, balance } = this.#wallets.ledger.wallets;
    if (isEarlier) marks[row]! |= EARLIER;
    else marks[row]! &= ~EARLIER;
    if (balance[row] !== 0n) this.#wallets.earlierHolding += isEarlier ? 1 : -1;
  }

  #bitsAt(row: number): number {
    const { buys, sells, wallets } = this.#wallets.ledger;
    const bought = buys.spansOf(wallets.buys[row]!, this.#minute);
    const sold = sells.spansOf(wallets.sells[row]!, this.#minute, SALES_A_MINUTE);
    const traded = bought | sold;
    let bits = 0;
    if (traded & BOUGHT.last5) bits |= BITS.traders5m;
    if (traded & BOUGHT.before5) bits |= BITS.tradersBefore;
    if (bought & BOUGHT.last5) bits |= BITS.in5m;
    if (bought & BOUGHT.before5) bits |= BITS.inThe5mBefore;
    if (bought & BOUGHT.earlier) bits |= BITS.earlier;
    if (!(wallets.marks[row]! & (CREATOR | SNIPER))) {
      if (bought & BOUGHT.late) bits |= BITS.organic10m;
      if (bought & BOUGHT.hour) bits |= BITS.organic1h;
    }
    if (sold & BOUGHT.hour) bits |= BITS.sellers1h;
    if (sold & BOUGHT.odd) bits |= BITS.flippers1h;
    return bits;
  }
}

const NOBODY: Counts = {
  ...(Object.fromEntries(COUNTED.map((name) => [name, 0])) as Counted),
  earlierHolding: 0,
};
