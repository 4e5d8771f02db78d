import { WINDOW_MS } from '@cryptonite/contracts/rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Buckets } from './buckets.js';
import { LiveRing } from './live-ring.js';
import { LiveRings } from './live-rings.js';
import {
  addTrades,
  closesOf,
  dropOldBuckets,
  emptyRing,
  firstBucketOf,
  forgetQuote,
  highestClose,
  priceBefore,
  quoteFrom,
  RINGS,
  type RingName,
  sumOf,
} from './ring.js';
import { ringOf as ringOfStored, storedRing } from './stored-ring.js';

type Trade = { time: number; isBuy: boolean; quote: bigint; wallet: number; price: number };

const NOW = 1_760_000_123_000;
const trades = (keepMs: number) =>
  fc
    .array(
      fc.record({
        age: fc.integer({ min: 0, max: keepMs * 1.2 }),
        isBuy: fc.boolean(),
        quote: fc.bigInt({ min: 0n, max: 10n ** 12n }),
        wallet: fc.nat(5),
        price: fc.double({ min: 1e-9, max: 1, noNaN: true }),
      }),
      { maxLength: 40 },
    )
    .map((list) =>
      list.map(({ age, ...trade }): Trade => ({ ...trade, time: NOW - age })).sort((a, b) => a.time - b.time),
    );

function liveRingOf(name: RingName, list: readonly Trade[]) {
  const buckets = new Buckets();
  const empty = () => emptyRing(buckets);
  const live = new LiveRings({ m1: empty(), m5: empty(), h1: empty(), h24: empty() }, null);
  const tradedAt = new Map<number, number>();
  for (const trade of list) {
    live.addTrade({ ...trade, usdMicros: trade.wallet === 0 ? null : trade.quote / 7n });
    live.moveTrader(tradedAt.get(trade.wallet) ?? null, trade.time);
    tradedAt.set(trade.wallet, trade.time);
    if (trade.wallet % 2 === 0) live.moveTo(trade.time);
  }
  live.settle();
  return live[name];
}
const ringOf = (name: RingName, list: readonly Trade[]) => liveRingOf(name, list).ring;

describe.each(['m1', 'm5', 'h1', 'h24'] as const)('ring %s', (name) => {
  const { widthMs, keepMs } = RINGS[name];

  it('sums what a walk over all trades sums', () => {
    fc.assert(
      fc.property(trades(keepMs), (list) => {
        const ring = ringOf(name, list);
        const first = firstBucketOf(NOW, keepMs, widthMs);
        const inWindow = list.filter(({ time }) => Math.floor(time / widthMs) >= first);
        const sum = sumOf(ring, first);
        expect(sum.buys).toBe(inWindow.filter(({ isBuy }) => isBuy).length);
        expect(sum.buys + sum.sells).toBe(inWindow.length);
        // Who traded is kept for an hour.
        expect(sum.traders).toBe(name === 'h24' ? 0 : new Set(inWindow.map(({ wallet }) => wallet)).size);
        expect(sum.quote).toBe(inWindow.reduce((total, { quote }) => total + quote, 0n));
        expect(quoteFrom(ring, first)).toEqual({ quote: sum.quote, foreign: sum.foreign });
      }),
    );
  });

  it.each([
    ['in the order of their times', (list: Trade[]) => list],
    ['late and early ones among them', (list: Trade[]) => [...list].sort((a, b) => a.price - b.price)],
  ])('keeps the sums that a walk over its buckets gives: trades %s', (_, order) => {
    fc.assert(
      fc.property(trades(keepMs), fc.nat(keepMs), fc.boolean(), (list, later, isQuoteForgotten) => {
        const live = liveRingOf(name, order(list));
        if (isQuoteForgotten) live.forgetQuote();
        live.moveTo(NOW + later);
        const inWindow = firstBucketOf(NOW + later, WINDOW_MS[name], widthMs);
        const kept = firstBucketOf(NOW + later, keepMs, widthMs);
        expect(live.window).toMatchObject(sumOf(live.ring, inWindow));
        expect(live.kept).toMatchObject(sumOf(live.ring, kept));
        // A restart sums what is stored.
        const restarted = new LiveRing(name, ringOfStored(new Buckets(), storedRing(live.ring)));
        restarted.moveTo(NOW + later);
        expect(storedRing(restarted.ring)).toEqual(storedRing(live.ring));
        expect(restarted.window).toEqual(live.window);
        expect(restarted.kept).toEqual(live.kept);
      }),
    );
  });

  it('keeps the volume from the middle of a life on, as that moves, however late it is asked and whatever is dropped', () => {
    const step = fc.record({
      passed: fc.oneof(fc.nat(2 * widthMs), fc.nat(1.5 * keepMs)),
      late: fc.nat(keepMs),
      quote: fc.bigInt({ min: 0n, max: 10n ** 12n }),
      act: fc.constantFrom('trade' as const, 'trade' as const, 'ask' as const, 'forget' as const),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), fc.nat(keepMs), (steps, bornBefore) => {
        const buckets = new Buckets();
        const empty = () => emptyRing(buckets);
        const live = new LiveRings({ m1: empty(), m5: empty(), h1: empty(), h24: empty() }, null);
        const trade = { isBuy: true, usdMicros: null, price: null };
        let now = NOW;
        for (const { passed, late, quote, act } of steps) {
          now += passed;
          if (act === 'trade') live.addTrade({ ...trade, time: now - late, quote });
          else if (act === 'forget') live.forgetQuote();
          live.moveTo(now);
          if (act !== 'ask') continue;
          const { ring } = live[name];
          // Launched again it is younger, and its middle later, than a moment ago: older again, earlier.
          for (const age of [bornBefore, late]) {
            const first = Math.floor((now - age / 2) / widthMs) + 1;
            expect(live.quoteFrom(name, first)).toBe(quoteFrom(ring, first).quote);
          }
        }
      }),
    );
  });

  it('knows the newest price before a window, dropped buckets included', () => {
    fc.assert(
      fc.property(trades(keepMs), (list) => {
        const first = firstBucketOf(NOW, keepMs, widthMs);
        const before = list.filter(({ time }) => Math.floor(time / widthMs) < first).at(-1);
        expect(priceBefore(ringOf(name, list), name, first)?.close ?? null).toBe(before?.price ?? null);
      }),
    );
  });
});

it('keeps by hour what has left the day, for two days and an hour', () => {
  const { widthMs, keepMs } = RINGS.older;
  fc.assert(
    fc.property(trades(keepMs), (list) => {
      const buckets = new Buckets();
      const empty = () => emptyRing(buckets);
      const live = new LiveRings({ m1: empty(), m5: empty(), h1: empty(), h24: empty() }, null);
      for (const trade of list) {
        live.addTrade({ ...trade, usdMicros: null });
        if (trade.wallet % 2 === 0) live.moveTo(trade.time);
      }
      live.moveTo(NOW);
      const dayFrom = firstBucketOf(NOW, RINGS.h24.keepMs, RINGS.h24.widthMs) * RINGS.h24.widthMs;
      const from = firstBucketOf(NOW, keepMs, widthMs) * widthMs;
      const left = list.filter(({ time }) => time >= from && time < dayFrom);
      const { quote, buys, sells } = live.older ? sumOf(live.older, 0) : sumOf(empty(), 0);
      expect(quote).toBe(left.reduce((sum, trade) => sum + trade.quote, 0n));
      expect(buys + sells).toBe(left.length);
      live.drop();
      expect(buckets.size).toBe(0);
    }),
  );
});

it('carries a price on through the steps without a trade', () => {
  const ring = emptyRing(new Buckets());
  const put = (time: number, price: number) =>
    addTrades(ring, 'm5', { ...sumOf(emptyRing(new Buckets()), 0), time, close: price });
  put(20_000, 1);
  put(22_000, 2);
  put(50_000, 3);
  expect(closesOf(ring, 'm5', 69_000, 6)).toEqual([null, 2, 2, 2, 3, 3]);
});

it('knows the highest close, that before its first bucket too', () => {
  const ring = emptyRing(new Buckets());
  const put = (time: number, close: number | null) =>
    addTrades(ring, 'm5', { ...sumOf(emptyRing(new Buckets()), 0), time, close });
  const highest = (from = 0) => highestClose(ring, from);
  expect(highest()).toBeNull();
  put(10_000, null);
  expect(highest()).toBeNull();
  put(20_000, 5);
  put(22_000, 2);
  put(50_000, 1);
  put(60_000, null);
  expect(highest()).toBe(2);
  dropOldBuckets(ring, 'm5', 45_000 + RINGS.m5.keepMs);
  expect([highest(20_000), highest(20_001)]).toEqual([2, 1]);
  dropOldBuckets(ring, 'm5', 55_000 + RINGS.m5.keepMs);
  expect(highest()).toBe(1);
  forgetQuote(ring);
  expect(highest()).toBeNull();
});
