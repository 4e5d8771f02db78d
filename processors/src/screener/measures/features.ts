/** What is measured of a token at a stream time. */

import { toUnits } from '@cryptonite/contracts/amounts';
import type { WindowFeatures } from '@cryptonite/contracts/events';
import { CURVE, LIVE_CHECKS, WHITEPAPER_CHECKS, WINDOW_MS } from '@cryptonite/contracts/rules';
import type { ScreenerClock } from '@cryptonite/contracts/states';
import { completionOf, progressOf, supplyOf } from '../facts/curve.js';
import { isBondedAt, isPoolToBe } from '../facts/lifecycle.js';
import { quotePriceUsd } from '../facts/usd.js';
import { countedOf, type GateInputs } from '../lists/gates.js';
import type { Token } from '../state/token.js';
import { holdersOf } from './holders.js';
import { closesOf, firstBucketOf, priceBefore, RINGS, type RingName, type RingSum, sumOf } from './ring.js';
import type { Features } from './scored-text.js';

/** The price trail: {@link TRAIL_STEPS} buckets of the 5 min ring. */
const TRAIL_STEPS = 30;
const MICROS_PER_USD = 1e6;

/** Null for a token of which no curve and no pool was seen: there is nothing to measure yet. */
export function measure(
  token: Token,
  clock: ScreenerClock,
  now: number,
): { features: Features; inputs: GateInputs } | null {
  const { state } = token;
  if (state.quoteMint === null || state.lifecycle === null) return null;
  const watch = watchOf(token, clock);
  token.rings.moveTo(now);

  const solPriceUsd = clock.solPrice?.usd ?? null;
  const quoteUsd = quotePriceUsd(state.quoteMint, solPriceUsd);
  const quoteScale = state.quoteDecimals === null ? null : 10 ** state.quoteDecimals;
  const inQuote = (base: number | null) => (base === null || quoteScale === null ? null : base / quoteScale);
  const inUsd = (quote: number | null) => (quote === null || quoteUsd === null ? null : quote * quoteUsd);

  const supply = supplyOf(state);
  const capOf = (price: number | null) =>
    price === null || supply === null ? null : inQuote(price * Number(supply));
  const completion = state.curve === null ? null : completionOf(state.curve);
  // Only the launchpad's tokens are known to have 6 decimals; of others the price of a whole one is not known.
  const isFromLaunchpad = state.curve !== null || state.migratedAt !== null || state.completedAt !== null;
  const priceQuote = isFromLaunchpad ? inQuote(perWhole(state.price)) : null;
  const marketCapQuote = capOf(state.price);
  const isGraduated = state.lifecycle === 'graduated';
  const realQuote = isGraduated || isPoolToBe(state) ? state.poolReserves?.realQuote : state.curve?.realQuote;
  const liquidityQuote = realQuote == null ? null : inQuote(Number(realQuote) * (isGraduated ? 2 : 1));

  const holders = holdersOf(state, token.accounts.owners(state, clock.gapSlot));
  token.whales.moveTo(token.traders, now);
  const sawAllBuys = (windowMs: number) =>
    watch.sawAllOf(now - windowMs) && (state.unsizedBuyAt === null || state.unsizedBuyAt <= now - windowMs);
  const whales = {
    h1: token.whales.h1,
    m10: token.whales.m10,
    isH1Complete: sawAllBuys(LIVE_CHECKS.whaleWindowMs),
    isM10Complete: sawAllBuys(WHITEPAPER_CHECKS.whaleWindowMs),
  };

  const windows = {
    m1: windowOf(token, watch, now, 'm1'),
    m5: windowOf(token, watch, now, 'm5'),
    h1: windowOf(token, watch, now, 'h1'),
    h24: windowOf(token, watch, now, 'h24'),
  };
  const progress = progressOf(state);
  const { curve } = state;
  const raised = curve?.realQuote ?? null;
  const features: Features = {
    mint: state.mint,
    identity: {
      source: state.source,
      symbol: state.symbol,
      name: state.name,
      uri: state.uri,
      creator: state.creator,
      createdAt: state.createdAt,
      seenSinceCreation: state.seenSinceCreation,
      isMayhem: state.isMayhem,
      bondingCurve: state.bondingCurve,
      pool: state.pool,
      quoteMint: state.quoteMint,
      quoteDecimals: state.quoteDecimals,
    },
    standing: {
      lifecycle: state.lifecycle,
      completedAt: state.completedAt,
      migratedAt: state.migratedAt,
      lastTradeAt: state.lastTradeAt,
      bondingProgressPercent: progress,
      quoteProgressPercent:
        raised === null || completion === null
          ? null
          : (Number(raised) / Number(completion.quoteToComplete)) * 100,
      quoteRaised: raised === null ? null : raised.toString(),
      quoteToComplete: completion?.quoteToComplete.toString() ?? null,
      solPriceUsd,
      priceQuote,
      priceUsd: inUsd(priceQuote),
      marketCapQuote,
      marketCapUsd: inUsd(marketCapQuote),
      completionMarketCapUsd: inUsd(capOf(completion?.price ?? null)),
      liquidityUsd: inUsd(liquidityQuote),
      tradeCount: state.buyCount + state.sellCount,
      buyCount: state.buyCount,
      sellCount: state.sellCount,
      volumeUsd: state.unpriced > 0 ? null : Number(state.usdMicros) / MICROS_PER_USD,
      windows,
      whaleBuyers: countedOf(whales.h1, whales.isH1Complete, LIVE_CHECKS.whaleBuyersMin),
      holders: holders.holders,
      top1HolderPercent: holders.top1HolderPercent,
      top10HolderPercent: holders.top10HolderPercent,
      excludedHolderPercent: holders.excludedHolderPercent,
      holderCoverage: holders.holderCoverage,
    },
    priceTrail: closesOf(token.rings.m5.ring, 'm5', now, TRAIL_STEPS).map((price) =>
      isFromLaunchpad ? inQuote(perWhole(price)) : null,
    ),
    marks: { gapSeen: watch.gapSeen, alertRaisedAt: state.alertRaisedAt },
  };
  const inputs: GateInputs = {
    progress,
    isBonded: isBondedAt(state, now),
    isBonding: state.lifecycle === 'bonding',
    priceChangePercent: windows.m5.priceChangePercent,
    buySellRatio: windows.m5.buySellRatio,
    buyShare: windows.m5.buyShare,
    volumeGrowth: volumeGrowthOf(token, watch, now),
    whales,
    score: null,
  };
  return { features, inputs };
}

const TOKEN_SCALE = 10 ** CURVE.tokenDecimals;

/** Of one whole token of the launchpad's. */
const perWhole = (price: number | null) => (price === null ? null : price * TOKEN_SCALE);

type Watch = {
  /** Whether every trade of the token since `from` was seen. */
  sawAllOf: (from: number) => boolean;
  /** Whether every trade of its life was seen. */
  isWhole: boolean;
  from: number;
  gapSeen: boolean;
};

function watchOf({ state }: Token, clock: ScreenerClock): Watch {
  const from = clock.watchedFrom ?? Number.POSITIVE_INFINITY;
  const gapSeen = clock.gapSlot !== null && clock.gapSlot > state.firstSlot;
  const isWhole = state.seenSinceCreation && !gapSeen;
  return { sawAllOf: (time) => isWhole || from <= time, isWhole, from, gapSeen };
}

function windowOf(token: Token, watch: Watch, now: number, name: RingName): WindowFeatures {
  const { state } = token;
  const lengthMs = WINDOW_MS[name];
  const first = firstBucketOf(now, lengthMs, RINGS[name].widthMs);
  const sum = token.rings[name].window;
  const trades = sum.buys + sum.sells;
  const isSeen = watch.sawAllOf(now - lengthMs);
  return {
    trades,
    buys: sum.buys,
    sells: sum.sells,
    traders: name === 'h24' ? null : sum.traders,
    volumeUsd: isSeen && sum.unpriced === 0 ? Number(sum.usdMicros) / MICROS_PER_USD : null,
    volumeQuote:
      isSeen && sum.foreign === 0 && state.quoteDecimals !== null
        ? toUnits(sum.quote, state.quoteDecimals)
        : null,
    priceChangePercent: priceChangeOf(token, watch, name, first),
    buyShare: isSeen && trades > 0 ? sum.buys / trades : null,
    buySellRatio: isSeen && trades > 0 ? sum.buys / Math.max(sum.sells, 1) : null,
  };
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
function volumeGrowthOf({ state, rings }: Token, watch: Watch, now: number): number | null {
  const periodMs = WINDOW_MS.m5;
  const age = state.createdAt === null ? null : now - state.createdAt;
  if (watch.isWhole && age !== null && age < 2 * periodMs) {
    const name = age < WINDOW_MS.m1 ? 'm1' : 'm5';
    const middle = Math.floor((now - age / 2) / RINGS[name].widthMs) + 1;
    return growthOf(sumOf(rings[name].ring, 0, middle).quote, rings[name].kept);
  }
  if (!watch.sawAllOf(now - 2 * periodMs)) return null;
  return growthOf(rings.m5.kept.quote - rings.m5.window.quote, rings.m5.kept);
}

/** `earlier` and the rest of `all`. */
function growthOf(earlier: bigint, all: Pick<RingSum, 'quote' | 'foreign'>): number | null {
  if (all.foreign > 0 || earlier === 0n) return null;
  return Number(all.quote - earlier) / Number(earlier);
}
