/** What a token traded within each window, and how that grew. */

import { toUnits } from '@cryptonite/contracts/amounts';
import { WINDOW_MS } from '@cryptonite/contracts/rules';
import type { ScreenerClock } from '@cryptonite/contracts/states';
import type { Token } from '../state/token.js';
import {
  firstBucketOf,
  highestClose,
  priceBefore,
  quoteFrom,
  RINGS,
  type RingName,
  type RingSum,
} from './ring.js';

export const MICROS_PER_USD = 1e6;

export type Watch = {
  /** Whether every trade of the token since `from` was seen. */
  sawAllOf: (from: number) => boolean;
  /** Whether every trade of its life was seen. */
  isWhole: boolean;
  from: number;
  gapSeen: boolean;
};

export function watchOf({ state }: Token, clock: ScreenerClock): Watch {
  const from = clock.watchedFrom ?? Number.POSITIVE_INFINITY;
  const gapSeen = clock.gapSlot !== null && clock.gapSlot > state.firstSlot;
  const isWhole = state.seenSinceCreation && !gapSeen;
  return { sawAllOf: (time) => isWhole || from <= time, isWhole, from, gapSeen };
}

/** Trades within one window that ends at stream time. Null where the window was not fully seen or is undefined. */
export function windowOf(token: Token, watch: Watch, now: number, name: RingName) {
  const { state } = token;
  const lengthMs = WINDOW_MS[name];
  const sum = token.rings[name].window;
  const isWhole = watch.sawAllOf(now - lengthMs);
  return {
    sum,
    isWhole,
    volumeUsd: isWhole && sum.unpriced === 0 ? Number(sum.usdMicros) / MICROS_PER_USD : null,
    volumeQuote:
      isWhole && sum.foreign === 0 && state.quoteDecimals !== null
        ? toUnits(sum.quote, state.quoteDecimals)
        : null,
    priceChangePercent: priceChangeWithin(token, watch, now, name),
  };
}

/** Ms since the launch of a token that was seen since then; null of the others. */
const ageSeen = ({ state: { createdAt } }: Token, watch: Watch, now: number): number | null =>
  watch.isWhole && createdAt !== null ? now - createdAt : null;

/**
 * Over five minutes that of a younger token is against the price at the middle of its life: against that of its launch a price
 * on a curve has always risen.
 */
function priceChangeWithin(token: Token, watch: Watch, now: number, name: RingName): number | null {
  const lengthMs = WINDOW_MS[name];
  const age = ageSeen(token, watch, now);
  if (name !== 'm5' || age === null || age >= lengthMs)
    return priceChangeOf(token, watch, name, firstBucketOf(now, lengthMs, RINGS[name].widthMs));
  const halved = ringOfLife(age);
  return priceChangeOf(token, watch, halved, Math.floor((now - age / 2) / RINGS[halved].widthMs) + 1);
}

/** The highest close that rings of a token hold, of none before it was watched; null without one. */
export function highestCloseIn({ rings }: Token, watch: Watch, names: readonly RingName[]): number | null {
  const from = watch.isWhole ? Number.NEGATIVE_INFINITY : watch.from;
  const highs = names.flatMap((name) => highestClose(rings[name].ring, from) ?? []);
  return highs.length === 0 ? null : Math.max(...highs);
}

/** Against the price at the window's start; for a token younger than the window, against the price after its first trade. */
function priceChangeOf({ state, rings }: Token, watch: Watch, name: RingName, first: number): number | null {
  const before = priceBefore(rings[name].ring, name, first);
  let start: number | null = null;
  if (before === null) start = watch.isWhole ? state.firstPrice : null;
  else if (watch.isWhole || before.time >= watch.from) start = before.close;
  if (start === null || start === 0 || state.price === null) return null;
  return (state.price / start - 1) * 100;
}

/**
 * Volume of the last 5 minutes ÷ that of the 5 before; for a token younger than both together and seen since its
 * creation, the second half of its life ÷ the first. Null where the divisor is 0 or was not seen.
 */
export function volumeGrowthOf(token: Token, watch: Watch, now: number): number | null {
  const { rings } = token;
  const periodMs = WINDOW_MS.m5;
  const age = ageSeen(token, watch, now);
  if (age !== null && age < 2 * periodMs) {
    const name = age < WINDOW_MS.m1 ? 'm1' : 'm5';
    return growthOf(earlierHalfOf(rings, name, now - age / 2), rings[name].kept);
  }
  if (!watch.sawAllOf(now - 2 * periodMs)) return null;
  return growthOf(rings.m5.kept.quote - rings.m5.window.quote, rings.m5.kept);
}

/** The ring by whose cells a life is halved. */
function ringOfLife(age: number): RingName {
  if (age < WINDOW_MS.m1) return 'm1';
  if (age < 2 * WINDOW_MS.m5) return 'm5';
  return age < WINDOW_MS.h1 ? 'h1' : 'h24';
}

/** Quote volume, of what the ring keeps, up to the cell that holds the middle of a life. */
const earlierHalfOf = (rings: Token['rings'], name: RingName, middle: number): bigint =>
  rings[name].kept.quote - rings.quoteFrom(name, Math.floor(middle / RINGS[name].widthMs) + 1);

export type DayGrowth = { percent: number | null; isOfLife: boolean };

/**
 * By how much the volume of 24 h is above that of the 24 h before, percent, before its launch nothing; for a token younger than
 * a day and seen since its creation, the second half of its life against the first.
 */
export function dayGrowthOf(token: Token, watch: Watch, now: number): DayGrowth {
  const { rings } = token;
  const age = ageSeen(token, watch, now);
  const isOfLife = age !== null && age < WINDOW_MS.h24;
  const percentOf = (growth: number | null) => ({
    percent: growth === null ? null : (growth - 1) * 100,
    isOfLife,
  });
  if (isOfLife) {
    const name = ringOfLife(age);
    const earlier = earlierHalfOf(rings, name, now - age / 2);
    // The middle is within the day: what has left it is of the first half.
    return percentOf(name === 'h24' ? growthOfDays(rings, earlier, 0) : growthOf(earlier, rings[name].kept));
  }
  if (!watch.sawAllOf(now - 2 * WINDOW_MS.h24)) return percentOf(null);
  const first = firstBucketOf(now, 2 * WINDOW_MS.h24, RINGS.older.widthMs);
  return percentOf(growthOfDays(rings, 0n, first));
}

/** Of the day's volume `inDay` and what left it since hour `first` against the rest of the day's. */
function growthOfDays({ h24, older }: Token['rings'], inDay: bigint, first: number): number | null {
  if (older === undefined) return null;
  const before = older === null ? NOTHING : quoteFrom(older, first);
  const { quote, foreign } = h24.window;
  return growthOf(before.quote + inDay, {
    quote: before.quote + quote,
    foreign: before.foreign + foreign,
  });
}

const NOTHING = { quote: 0n, foreign: 0 };

/** `earlier` and the rest of `all`. */
function growthOf(earlier: bigint, all: Pick<RingSum, 'quote' | 'foreign'>): number | null {
  if (all.foreign > 0 || earlier === 0n) return null;
  return Number(all.quote - earlier) / Number(earlier);
}
