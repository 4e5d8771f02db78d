/**
 * The rings of a token. Trades of one second fall into one bucket of each ring: they are summed first, and added to the
 * rings together, when another second begins or somebody reads the rings.
 */

import { NONE } from '../state/ledger/rows.js';
import { LiveRing, QuoteFrom } from './live-ring.js';
import {
  dropOldBuckets,
  dropRing,
  emptyRing,
  firstBucketOf,
  forgetQuote,
  keepOldBuckets,
  RINGS,
  type Ring,
  type RingName,
  type RingTrades,
} from './ring.js';

export type RingTrade = {
  time: number;
  isBuy: boolean;
  /** Base units of the token's quote; null for a trade in another one. */
  quote: bigint | null;
  usdMicros: bigint | null;
  /** The token's price after it; null where it sets none. */
  price: number | null;
};

/** The narrowest bucket's number: the widths of the others are multiples of its width. */
const secondOf = (time: number): number => Math.floor(time / RINGS.m1.widthMs);

export class LiveRings {
  readonly m1: LiveRing;
  readonly m5: LiveRing;
  readonly h1: LiveRing;
  readonly h24: LiveRing;
  /** What left the day's ring, null until something has; undefined where it was not kept from the first on. */
  older: Ring | null | undefined;
  /** Of one second, and not in the rings yet. */
  #pending: RingTrades | null = null;
  /** Of the later half of its life, from when somebody asked for it. */
  #later: QuoteFrom | null = null;

  constructor(rings: Record<RingName, Ring>, older: Ring | null | undefined) {
    this.m1 = new LiveRing('m1', rings.m1);
    this.m5 = new LiveRing('m5', rings.m5);
    this.h1 = new LiveRing('h1', rings.h1);
    this.h24 = new LiveRing('h24', rings.h24);
    this.older = older;
  }

  addTrade({ time, isBuy, quote, usdMicros, price }: RingTrade): void {
    const pending = this.#pendingAt(time);
    if (isBuy) pending.buys += 1;
    else pending.sells += 1;
    if (quote === null) pending.foreign += 1;
    else pending.quote += quote;
    if (usdMicros === null) pending.unpriced += 1;
    else pending.usdMicros += usdMicros;
    if (price !== null) pending.close = price;
  }

  /** A wallet's newest trade is now at `to`, where it was at `from`; null for its first. */
  moveTrader(from: number | null, to: number): void {
    if (from !== null && secondOf(from) === secondOf(to)) return;
    this.#pendingAt(to).traders += 1;
    if (from === null) return;
    this.m1.removeTrader(from);
    this.m5.removeTrader(from);
    this.h1.removeTrader(from);
  }

  #pendingAt(time: number): RingTrades {
    if (this.#pending !== null && secondOf(this.#pending.time) === secondOf(time)) return this.#pending;
    this.settle();
    this.#pending = {
      time,
      buys: 0,
      sells: 0,
      traders: 0,
      quote: 0n,
      usdMicros: 0n,
      unpriced: 0,
      foreign: 0,
      close: null,
    };
    return this.#pending;
  }

  /** Brings the rings up to date: whoever reads them beside this class calls it first. */
  settle(): void {
    const pending = this.#pending;
    if (pending === null) return;
    this.#pending = null;
    this.m1.addTrades(pending);
    this.m5.addTrades(pending);
    this.h1.addTrades(pending);
    // Who traded is kept for an hour.
    pending.traders = 0;
    this.h24.addTrades(pending);
    this.#later?.add(pending);
  }

  /** The token changed its quote: what was summed in the old one is no sum of the new one. */
  forgetQuote(): void {
    this.settle();
    this.m1.forgetQuote();
    this.m5.forgetQuote();
    this.h1.forgetQuote();
    this.h24.forgetQuote();
    if (this.older) forgetQuote(this.older);
    this.#later = null;
  }

  /** Lets go of what has left the windows. */
  moveTo(now: number): void {
    this.settle();
    this.#later?.dropOld(now);
    this.m1.moveTo(now);
    this.m5.moveTo(now);
    this.h1.moveTo(now);
    this.#keepOlder(now);
    this.h24.moveTo(now);
  }

  /** The quote volume of a ring's buckets from number `first` on, where the later half of its life begins. */
  quoteFrom(name: RingName, first: number): bigint {
    if (this.#later?.name !== name) this.#later = new QuoteFrom(name, this[name].ring, first);
    return this.#later.moveTo(first);
  }

  #keepOlder(now: number): void {
    if (this.older === undefined) return;
    const { ring } = this.h24;
    const { widthMs, keepMs } = RINGS.h24;
    const isLeaving =
      ring.oldest !== NONE && ring.buckets.number[ring.oldest]! < firstBucketOf(now, keepMs, widthMs);
    if (isLeaving) {
      this.older ??= emptyRing(ring.buckets);
      keepOldBuckets(ring, 'h24', now, this.older);
    }
    if (this.older !== null) dropOldBuckets(this.older, 'older', now);
  }

  /** Lets go of what the rings hold. */
  drop(): void {
    for (const { ring } of [this.m1, this.m5, this.h1, this.h24]) dropRing(ring);
    if (this.older) dropRing(this.older);
  }
}
