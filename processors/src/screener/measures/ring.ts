/** Trades of a token in buckets of stream time: every window is a sum over the newest buckets. */

import { WINDOW_MS } from '@cryptonite/contracts/rules';
import { NONE } from '../state/ledger/rows.js';
import type { Buckets } from './buckets.js';

export type RingName = 'm1' | 'm5' | 'h1' | 'h24';

/**
 * `widthMs` is a bucket's length; buckets are kept for `keepMs`. The 5 min ring also serves the 5 min before; `older` has
 * what left the day's ring, for an hour more than two days, so that the life of a younger token is all there.
 */
export const RINGS = {
  m1: { widthMs: 1_000, keepMs: WINDOW_MS.m1 },
  m5: { widthMs: 10_000, keepMs: 2 * WINDOW_MS.m5 },
  h1: { widthMs: 60_000, keepMs: WINDOW_MS.h1 },
  h24: { widthMs: 900_000, keepMs: WINDOW_MS.h24 },
  older: { widthMs: WINDOW_MS.h1, keepMs: 2 * WINDOW_MS.h24 + WINDOW_MS.h1 },
} as const satisfies Record<RingName | 'older', { widthMs: number; keepMs: number }>;

/**
 * Buckets that saw a trade, chained from the oldest to the newest. A bucket's number is its start ÷ its width.
 */
export type Ring = {
  readonly buckets: Buckets;
  oldest: number;
  newest: number;
  /** The newest price before the oldest bucket. */
  before: { time: number; close: number } | null;
};

export const emptyRing = (buckets: Buckets): Ring => ({ buckets, oldest: NONE, newest: NONE, before: null });

export type RingSum = {
  buys: number;
  sells: number;
  /** Wallets whose newest trade is among them. */
  traders: number;
  /** Base units of the token's quote, but for trades in another one. */
  quote: bigint;
  usdMicros: bigint;
  /** Trades that `usdMicros` lacks. */
  unpriced: number;
  /** Trades that `quote` lacks. */
  foreign: number;
};

/** Trades within one bucket, whichever moment of it `time` is. */
export type RingTrades = RingSum & {
  time: number;
  /** The token's price after them; null where they set none. */
  close: number | null;
};

/** The number of the first bucket of a window of `lengthMs` that ends at `now`: it never reaches further back. */
export const firstBucketOf = (now: number, lengthMs: number, widthMs: number): number =>
  Math.floor(now / widthMs) - lengthMs / widthMs + 1;

/** The newest bucket before number `number`, NONE where all come later. */
function lastBefore({ buckets, newest }: Ring, number: number): number {
  let row = newest;
  while (row !== NONE && buckets.number[row]! >= number) row = buckets.previous[row]!;
  return row;
}

const after = ({ buckets, oldest }: Ring, row: number): number =>
  row === NONE ? oldest : buckets.next[row]!;

/** The bucket with that number, or NONE. */
function find(ring: Ring, number: number): number {
  const row = after(ring, lastBefore(ring, number));
  return row !== NONE && ring.buckets.number[row] === number ? row : NONE;
}

/** The bucket with that number, a new one where there is none. */
export function bucketAt(ring: Ring, number: number): number {
  const { buckets } = ring;
  const before = lastBefore(ring, number);
  const behind = after(ring, before);
  if (behind !== NONE && buckets.number[behind] === number) return behind;
  const row = buckets.open(number);
  buckets.previous[row] = before;
  buckets.next[row] = behind;
  if (before === NONE) ring.oldest = row;
  else buckets.next[before] = row;
  if (behind === NONE) ring.newest = row;
  else buckets.previous[behind] = row;
  return row;
}

export function addTrades(ring: Ring, name: RingName | 'older', trades: RingTrades): void {
  const row = bucketAt(ring, Math.floor(trades.time / RINGS[name].widthMs));
  const { buckets } = ring;
  buckets.buys[row]! += trades.buys;
  buckets.sells[row]! += trades.sells;
  buckets.newestOf[row]! += trades.traders;
  buckets.foreign[row]! += trades.foreign;
  buckets.unpriced[row]! += trades.unpriced;
  buckets.quote.set(row, buckets.quote.get(row) + trades.quote);
  buckets.usdMicros.set(row, buckets.usdMicros.get(row) + trades.usdMicros);
  if (trades.close !== null) buckets.close[row] = trades.close;
}

/** Counts a wallet out of the bucket of its newest trade; false where it is not counted any more. */
export function removeTrader(ring: Ring, number: number): boolean {
  const { buckets } = ring;
  const row = find(ring, number);
  if (row === NONE || buckets.newestOf[row] === 0) return false;
  buckets.newestOf[row]! -= 1;
  return true;
}

/** Drops the buckets that no window holds any more, and remembers the newest price of them. */
export function dropOldBuckets(ring: Ring, name: RingName | 'older', now: number): void {
  const { buckets } = ring;
  const { widthMs, keepMs } = RINGS[name];
  const first = firstBucketOf(now, keepMs, widthMs);
  while (ring.oldest !== NONE && buckets.number[ring.oldest]! < first) {
    const row = ring.oldest;
    const close = buckets.close[row]!;
    if (!Number.isNaN(close)) ring.before = { time: buckets.number[row]! * widthMs, close };
    ring.oldest = buckets.next[row]!;
    if (ring.oldest === NONE) ring.newest = NONE;
    else buckets.previous[ring.oldest] = NONE;
    buckets.drop(row);
  }
}

/** Adds to a ring of wider buckets what the next {@link dropOldBuckets} of this one will drop. */
export function keepOldBuckets(ring: Ring, name: RingName, now: number, older: Ring): void {
  const { buckets } = ring;
  const { widthMs, keepMs } = RINGS[name];
  const first = firstBucketOf(now, keepMs, widthMs);
  for (let row = ring.oldest; row !== NONE && buckets.number[row]! < first; row = buckets.next[row]!)
    addTrades(older, 'older', {
      time: buckets.number[row]! * widthMs,
      buys: buckets.buys[row]!,
      sells: buckets.sells[row]!,
      traders: 0,
      quote: buckets.quote.get(row),
      usdMicros: buckets.usdMicros.get(row),
      unpriced: buckets.unpriced[row]!,
      foreign: buckets.foreign[row]!,
      close: null,
    });
}

/** Lets go of all buckets. */
export function dropRing(ring: Ring): void {
  const { buckets } = ring;
  for (let row = ring.oldest; row !== NONE; ) {
    const next = buckets.next[row]!;
    buckets.drop(row);
    row = next;
  }
  ring.oldest = NONE;
  ring.newest = NONE;
}

/** The token changed its quote: what was summed in the old one is no sum of the new one, and its prices none to compare with. */
export function forgetQuote(ring: Ring): void {
  const { buckets, oldest } = ring;
  ring.before = null;
  for (let row = oldest; row !== NONE; row = buckets.next[row]!) {
    buckets.foreign[row] = buckets.buys[row]! + buckets.sells[row]!;
    buckets.quote.set(row, 0n);
    buckets.close[row] = Number.NaN;
  }
}

/** Sums the buckets from number `first` on. */
export function sumOf({ buckets, newest }: Ring, first: number): RingSum {
  const sum = { buys: 0, sells: 0, traders: 0, quote: 0n, usdMicros: 0n, unpriced: 0, foreign: 0 };
  for (let row = newest; row !== NONE && buckets.number[row]! >= first; row = buckets.previous[row]!) {
    sum.buys += buckets.buys[row]!;
    sum.sells += buckets.sells[row]!;
    sum.traders += buckets.newestOf[row]!;
    sum.quote += buckets.quote.get(row);
    sum.usdMicros += buckets.usdMicros.get(row);
    sum.unpriced += buckets.unpriced[row]!;
    sum.foreign += buckets.foreign[row]!;
  }
  return sum;
}

/** Of {@link sumOf} the volume in the token's quote. */
export function quoteFrom({ buckets, newest }: Ring, first: number): Pick<RingSum, 'quote' | 'foreign'> {
  let quote = 0n;
  let foreign = 0;
  for (let row = newest; row !== NONE && buckets.number[row]! >= first; row = buckets.previous[row]!) {
    quote += buckets.quote.get(row);
    foreign += buckets.foreign[row]!;
  }
  return { quote, foreign };
}

/** The price before bucket number `first`, and the start of the bucket that it closed; null where none was seen. */
export function priceBefore(ring: Ring, name: RingName, first: number): Ring['before'] {
  const { buckets } = ring;
  for (let row = lastBefore(ring, first); row !== NONE; row = buckets.previous[row]!) {
    const close = buckets.close[row]!;
    if (!Number.isNaN(close)) return { time: buckets.number[row]! * RINGS[name].widthMs, close };
  }
  return ring.before;
}

/** The highest of its closes, that before its first bucket among them unless it is of before `from`; null without one. */
export function highestClose({ buckets, oldest, before }: Ring, from: number): number | null {
  let highest = before !== null && before.time >= from ? before.close : Number.NaN;
  for (let row = oldest; row !== NONE; row = buckets.next[row]!) {
    const close = buckets.close[row]!;
    if (!(close <= highest)) highest = Number.isNaN(close) ? highest : close;
  }
  return Number.isNaN(highest) ? null : highest;
}

/** The price at the end of each of the newest `steps` buckets up to `now`, oldest first; null before the first price. */
export function closesOf(ring: Ring, name: RingName, now: number, steps: number): (number | null)[] {
  const { buckets } = ring;
  const newest = Math.floor(now / RINGS[name].widthMs);
  const first = newest - steps + 1;
  let close = priceBefore(ring, name, first)?.close ?? null;
  let row = after(ring, lastBefore(ring, first));
  const closes: (number | null)[] = [];
  for (let number = first; number <= newest; number += 1) {
    // The last step takes whatever is newest, a trade stamped after stream time included.
    for (; row !== NONE && (buckets.number[row]! <= number || number === newest); row = buckets.next[row]!)
      if (!Number.isNaN(buckets.close[row]!)) close = buckets.close[row]!;
    closes.push(close);
  }
  return closes;
}
