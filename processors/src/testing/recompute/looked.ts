/** What is looked at of a token, put together of its facts. */
import type { Standing } from './standing.js';
import type { Counted, Seen } from './windows.js';

/** Base units, but for the shares. */
export type Creator = {
  wallet: string | null;
  bought: bigint;
  sold: bigint;
  /** By the time at which they count; null where it never traded. */
  sales: { at: number; amount: bigint }[] | null;
};
/** The share of the quote in the pool. */
export type Withdrawal = { at: number; share: number };
/** Of its pool; `notBack` is the percent that was pulled and is not back, of none 0. */
export type Pulled = { withdrawals: readonly Withdrawal[]; notBack: number };

export type Looked = {
  standing: Standing;
  seen: Seen;
  trades: readonly Counted[];
  balances: ReadonlyMap<string, bigint>;
  supply: bigint | null;
  holders: number | null;
  top1: number | null;
  top10: number | null;
  top10OfSold: number | null;
  /** Percent. */
  priceOfHigh: number | null;
  progress: number | null;
  liquidityUsd: number | null;
  liquidityQuote: number | null;
  marketCapUsd: number | null;
  marketCapQuote: number | null;
  creator: Creator;
  /** When its creator dumped last; null where it did not. */
  dumpedAt: number | null;
  pulled: Pulled;
};
