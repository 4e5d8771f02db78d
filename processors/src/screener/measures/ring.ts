/** Trades of a token in buckets of stream time: every window is a sum over the newest buckets. */

import { WINDOW_MS } from '@cryptonite/contracts/rules';
import type { Ring } from '@cryptonite/contracts/states';

export type RingName = 'm1' | 'm5' | 'h1' | 'h24';

/** `widthMs` is a bucket's length; buckets are kept for `keepMs`. The 5 min ring also serves the 5 min before. */
export const RINGS = {
  m1: { widthMs: 1_000, keepMs: WINDOW_MS.m1 },
  m5: { widthMs: 10_000, keepMs: 2 * WINDOW_MS.m5 },
  h1: { widthMs: 60_000, keepMs: WINDOW_MS.h1 },
  h24: { widthMs: 900_000, keepMs: WINDOW_MS.h24 },
} as const satisfies Record<RingName, { widthMs: number; keepMs: number }>;

export const emptyRing = (): Ring => ({
  bucket: [],
  buys: [],
  sells: [],
  newestOf: [],
  quote: [],
  usdMicros: [],
  unpriced: [],
  foreign: [],
  close: [],
  before: null,
});

/** Trades within one bucket, whichever moment of it `time` is. */
export type RingTrades = RingSum & {
  time: number;
  /** The token's price after them; null where they set none. */
  close: number | null;
};

/** The number of the first bucket of a window of `lengthMs` that ends at `now`: it never reaches further back. */
export const firstBucketOf = (now: number, lengthMs: number, widthMs: number): number =>
  Math.floor(now / widthMs) - lengthMs / widthMs + 1;

/** The place of `bucket`, or where it belongs: mostly the end. */
function placeOf(ring: Ring, bucket: number): number {
  let place = ring.bucket.length;
  while (place > 0 && ring.bucket[place - 1]! >= bucket) place -= 1;
  return place;
}

function openBucket(ring: Ring, place: number, bucket: number): void {
  const insert = <Value>(column: Value[], value: Value) => {
    if (place === column.length) column.push(value);
    else column.splice(place, 0, value);
  };
  insert(ring.bucket, bucket);
  insert(ring.buys, 0);
  insert(ring.sells, 0);
  insert(ring.newestOf, 0);
  insert(ring.quote, 0n);
  insert(ring.usdMicros, 0n);
  insert(ring.unpriced, 0);
  insert(ring.foreign, 0);
  insert(ring.close, null);
}

export function addTrades(ring: Ring, name: RingName, trades: RingTrades): void {
  const bucket = Math.floor(trades.time / RINGS[name].widthMs);
  const place = placeOf(ring, bucket);
  if (ring.bucket[place] !== bucket) openBucket(ring, place, bucket);
  ring.buys[place]! += trades.buys;
  ring.sells[place]! += trades.sells;
  ring.newestOf[place]! += trades.traders;
  ring.foreign[place]! += trades.foreign;
  ring.quote[place]! += trades.quote;
  ring.unpriced[place]! += trades.unpriced;
  ring.usdMicros[place]! += trades.usdMicros;
  if (trades.close !== null) ring.close[place] = trades.close;
}

/** Counts a wallet out of the bucket of its newest trade; false where it is not counted any more. */
export function removeTrader(ring: Ring, bucket: number): boolean {
  const oldest = ring.bucket[0];
  if (oldest === undefined || bucket < oldest) return false;
  const place = placeOf(ring, bucket);
  if (ring.bucket[place] !== bucket || ring.newestOf[place] === 0) return false;
  ring.newestOf[place]! -= 1;
  return true;
}

/** Drops the buckets that no window holds any more, and remembers the newest price of them. */
export function dropOldBuckets(ring: Ring, name: RingName, now: number): void {
  const { widthMs, keepMs } = RINGS[name];
  const first = firstBucketOf(now, keepMs, widthMs);
  let gone = 0;
  while (gone < ring.bucket.length && ring.bucket[gone]! < first) gone += 1;
  if (gone === 0) return;
  for (let place = gone - 1; place >= 0; place -= 1) {
    const close = ring.close[place];
    if (close == null) continue;
    ring.before = { time: ring.bucket[place]! * widthMs, close };
    break;
  }
  for (const name of COLUMNS) ring[name].splice(0, gone);
}

const COLUMNS = [
  'bucket',
  'buys',
  'sells',
  'newestOf',
  'quote',
  'usdMicros',
  'unpriced',
  'foreign',
  'close',
] as const satisfies readonly (keyof Ring)[];

/** Gives back the room that columns keep for more: of a token with a few trades most of what its rings take. */
export function fitColumns(ring: Ring): void {
  Object.assign(ring, Object.fromEntries(COLUMNS.map((name) => [name, ring[name].slice()])));
}

/** The token changed its quote: what was summed in the old one is no sum of the new one. */
export function forgetQuote(ring: Ring): void {
  for (let place = 0; place < ring.bucket.length; place += 1) {
    ring.foreign[place] = ring.buys[place]! + ring.sells[place]!;
    ring.quote[place] = 0n;
  }
}

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

/** Sums the buckets from number `first` up to, not including, `end`. */
export function sumOf(ring: Ring, first: number, end = Number.POSITIVE_INFINITY): RingSum {
  const sum = { buys: 0, sells: 0, traders: 0, quote: 0n, usdMicros: 0n, unpriced: 0, foreign: 0 };
  for (let place = ring.bucket.length - 1; place >= 0 && ring.bucket[place]! >= first; place -= 1) {
    if (ring.bucket[place]! >= end) continue;
    sum.buys += ring.buys[place]!;
    sum.sells += ring.sells[place]!;
    sum.traders += ring.newestOf[place]!;
    sum.quote += ring.quote[place]!;
    sum.usdMicros += ring.usdMicros[place]!;
    sum.unpriced += ring.unpriced[place]!;
    sum.foreign += ring.foreign[place]!;
  }
  return sum;
}

/** The price before bucket number `first`, and the start of the bucket that it closed; null where none was seen. */
export function priceBefore(ring: Ring, name: RingName, first: number): Ring['before'] {
  if (ring.bucket.length === 0 || ring.bucket[0]! >= first) return ring.before;
  for (let place = placeOf(ring, first) - 1; place >= 0; place -= 1) {
    const close = ring.close[place];
    if (close != null) return { time: ring.bucket[place]! * RINGS[name].widthMs, close };
  }
  return ring.before;
}

/** The price at the end of each of the newest `steps` buckets up to `now`, oldest first; null before the first price. */
export function closesOf(ring: Ring, name: RingName, now: number, steps: number): (number | null)[] {
  const newest = Math.floor(now / RINGS[name].widthMs);
  const first = newest - steps + 1;
  let close = priceBefore(ring, name, first)?.close ?? null;
  let place = placeOf(ring, first);
  const closes: (number | null)[] = [];
  for (let bucket = first; bucket <= newest; bucket += 1) {
    // The last step takes whatever is newest, a trade stamped after stream time included.
    while (place < ring.bucket.length && (ring.bucket[place]! <= bucket || bucket === newest)) {
      close = ring.close[place] ?? close;
      place += 1;
    }
    closes.push(close);
  }
  return closes;
}
