/**
 * A ring with the sums of its window kept current. The sums are exact integers, so adding what comes and
 * taking away what leaves gives what a walk over the buckets would.
 */
import { WINDOW_MS } from '@cryptonite/contracts/rules';
import { NONE } from '../state/ledger/rows.js';
import {
  addTrades,
  dropOldBuckets,
  firstBucketOf,
  forgetQuote,
  quoteFrom,
  RINGS,
  type Ring,
  type RingName,
  type RingSum,
  type RingTrades,
  removeTrader,
  sumOf,
} from './ring.js';

/** The sum of a ring's buckets from number `first` on. */
class RunningSum implements RingSum {
  /** A small integer from the start: as a double it would be an object of its own. */
  first = 0;
  buys = 0;
  sells = 0;
  traders = 0;
  quote = 0n;
  usdMicros = 0n;
  unpriced = 0;
  foreign = 0;

  constructor(ring: Ring) {
    this.sumAgain(ring);
  }

  sumAgain(ring: Ring): void {
    Object.assign(this, sumOf(ring, this.first));
  }

  add(bucket: number, trades: RingTrades): void {
    if (bucket < this.first) return;
    this.buys += trades.buys;
    this.sells += trades.sells;
    this.traders += trades.traders;
    this.quote += trades.quote;
    this.usdMicros += trades.usdMicros;
    this.unpriced += trades.unpriced;
    this.foreign += trades.foreign;
  }

  /** Takes away the buckets before `first`, which must still stand in the ring. */
  moveTo(ring: Ring, first: number): void {
    if (first <= this.first) return;
    const { buckets } = ring;
    for (let row = ring.oldest; row !== NONE && buckets.number[row]! < first; row = buckets.next[row]!) {
      if (buckets.number[row]! < this.first) continue;
      this.buys -= buckets.buys[row]!;
      this.sells -= buckets.sells[row]!;
      this.traders -= buckets.newestOf[row]!;
      this.quote -= buckets.quote.get(row);
      this.usdMicros -= buckets.usdMicros.get(row);
      this.unpriced -= buckets.unpriced[row]!;
      this.foreign -= buckets.foreign[row]!;
    }
    this.first = first;
  }
}

/** The quote volume of the buckets from number `first` on: less is kept current than of a window. */
export class QuoteFrom {
  readonly name: RingName;
  readonly #ring: Ring;
  #first: number;
  #quote: bigint;

  constructor(name: RingName, ring: Ring, first: number) {
    this.name = name;
    this.#ring = ring;
    this.#first = first;
    this.#quote = quoteFrom(ring, first).quote;
  }

  add({ time, quote }: RingTrades): void {
    if (bucketOf(this.name, time) >= this.#first) this.#quote += quote;
  }

  moveTo(first: number): bigint {
    const { buckets, oldest } = this.#ring;
    const before = this.#first;
    this.#first = first;
    if (first < before) this.#quote = quoteFrom(this.#ring, first).quote;
    else if (first > before)
      for (let row = oldest; row !== NONE && buckets.number[row]! < first; row = buckets.next[row]!)
        if (buckets.number[row]! >= before) this.#quote -= buckets.quote.get(row);
    return this.#quote;
  }

  /** Takes away what the ring is about to drop. */
  dropOld(now: number): void {
    const { widthMs, keepMs } = RINGS[this.name];
    this.moveTo(Math.max(this.#first, firstBucketOf(now, keepMs, widthMs)));
  }
}

const bucketOf = (name: RingName, time: number): number => Math.floor(time / RINGS[name].widthMs);

export class LiveRing {
  readonly ring: Ring;
  readonly #name: RingName;
  readonly #window: RunningSum;
  /** Of everything kept; the window's own sum where no more is kept. */
  readonly #kept: RunningSum;

  constructor(name: RingName, ring: Ring) {
    const { keepMs } = RINGS[name];
    this.ring = ring;
    this.#name = name;
    this.#window = new RunningSum(ring);
    this.#kept = keepMs > WINDOW_MS[name] ? new RunningSum(ring) : this.#window;
  }

  #bucketOf(time: number): number {
    return bucketOf(this.#name, time);
  }

  addTrades(trades: RingTrades): void {
    const bucket = this.#bucketOf(trades.time);
    addTrades(this.ring, this.#name, trades);
    this.#window.add(bucket, trades);
    if (this.#kept !== this.#window) this.#kept.add(bucket, trades);
  }

  /** A wallet's newest trade is no more the one at `time`. */
  removeTrader(time: number): void {
    const bucket = this.#bucketOf(time);
    if (!removeTrader(this.ring, bucket)) return;
    if (bucket >= this.#window.first) this.#window.traders -= 1;
    if (this.#kept !== this.#window && bucket >= this.#kept.first) this.#kept.traders -= 1;
  }

  /** The token changed its quote: what was summed in the old one is no sum of the new one. */
  forgetQuote(): void {
    forgetQuote(this.ring);
    this.#window.sumAgain(this.ring);
    if (this.#kept !== this.#window) this.#kept.sumAgain(this.ring);
  }

  /** Lets go of what has left the window and, of the ring, of what no window holds any more. */
  moveTo(now: number): void {
    const { widthMs, keepMs } = RINGS[this.#name];
    this.#window.moveTo(this.ring, firstBucketOf(now, WINDOW_MS[this.#name], widthMs));
    if (this.#kept !== this.#window) this.#kept.moveTo(this.ring, firstBucketOf(now, keepMs, widthMs));
    dropOldBuckets(this.ring, this.#name, now);
  }

  /** The window's sum as of the last {@link moveTo}. */
  get window(): Readonly<RingSum> {
    return this.#window;
  }

  /** What is kept, the window included. */
  get kept(): Readonly<RingSum> {
    return this.#kept;
  }
}
