/** What is measured of a token at a stream time. */

import { SOL_DECIMALS, toUnits } from '@cryptonite/contracts/amounts';
import { SOL_MINT, USDC_MINT } from '@cryptonite/contracts/chain';
import { type Measurement, quoteUsdOf } from '@cryptonite/contracts/measures';
import {
  type CheckInputs,
  CURVE,
  HELD_TO_LISTING,
  RULES_VERSION,
  WHALE_WINDOW_MS,
} from '@cryptonite/contracts/rules';
import type { ScreenerClock, TokenCore } from '@cryptonite/contracts/states';
import { completionOf, progressOf } from '../facts/curve.js';
import { isBondedAt, isPoolToBe } from '../facts/lifecycle.js';
import { quotePriceOf } from '../facts/quote-prices.js';
import { supplyOf } from '../facts/supply.js';
import { USDC_DECIMALS } from '../facts/usd.js';
import type { Token } from '../state/token.js';
import { holdersOf } from './holders.js';
import { dayGrowthOf, MICROS_PER_USD, volumeGrowthOf, watchOf, windowOf } from './windows.js';

/**
 * Null for a token of which no curve and no pool was seen: there is nothing to measure yet. Its scores are for {@link score}
 * to add, and on which lists it stands for {@link place}.
 */
export function measure(
  token: Token,
  clock: ScreenerClock,
  now: number,
): { measurement: Measurement; inputs: CheckInputs } | null {
  const { state } = token;
  if (state.quoteMint === null || state.lifecycle === null) return null;
  const watch = watchOf(token, clock);
  token.rings.moveTo(now);

  const quoteScale = quoteScaleOf(state);
  const inQuote = (base: number | null) => (base === null || quoteScale === null ? null : base / quoteScale);
  const unitsOf = (base: bigint | null) =>
    base === null || state.quoteDecimals === null ? null : toUnits(base, state.quoteDecimals);

  const supply = supplyOf(state);
  const capOf = (price: number | null) => marketCapQuoteOf(price, supply, quoteScale);
  const completion = state.curve === null ? null : completionOf(state.curve);
  const isGraduated = state.lifecycle === 'graduated';
  const realQuote = isGraduated || isPoolToBe(state) ? state.poolReserves?.realQuote : state.curve?.realQuote;
  const raised = state.curve?.realQuote ?? null;

  const holders = holdersOf(state, token.accounts.owners(state, clock.gapSlot));
  token.whales.moveTo(token.traders, now);
  const sawAllBuys = (windowMs: number) =>
    watch.sawAllOf(now - windowMs) && (state.unsizedBuyAt === null || state.unsizedBuyAt <= now - windowMs);
  const whales = {
    h1: token.whales.h1,
    m10: token.whales.m10,
    isH1Complete: sawAllBuys(WHALE_WINDOW_MS.h1),
    isM10Complete: sawAllBuys(WHALE_WINDOW_MS.m10),
  };
  const { unsizedSellAt } = state;
  const areSellsSized =
    unsizedSellAt !== undefined && (unsizedSellAt === null || unsizedSellAt <= now - WHALE_WINDOW_MS.h1);

  const m1 = windowOf(token, watch, now, 'm1');
  const m5 = windowOf(token, watch, now, 'm5');
  const h1 = windowOf(token, watch, now, 'h1');
  const h24 = windowOf(token, watch, now, 'h24');
  const progress = progressOf(state);
  const volumeGrowth = volumeGrowthOf(token, watch, now);
  const dayGrowth = dayGrowthOf(token, watch, now);
  const { quotePriceSol, quotePriceUsdc } = quotePricesOf(state, clock);
  const measurement: Measurement = {
    mint: state.mint,
    time: now,
    position: state.position,
    rulesVersion: RULES_VERSION,
    solPriceUsd: solPriceUsdOf(clock),
    lifecycle: state.lifecycle,
    quote: quoteOf(state.quoteMint),
    completedAt: state.completedAt,
    migratedAt: state.migratedAt,
    lastTradeAt: state.lastTradeAt,
    bondingProgressPercent: progress,
    quoteProgressPercent:
      raised === null || completion === null
        ? null
        : (Number(raised) / Number(completion.quoteToComplete)) * 100,
    quoteRaised: unitsOf(raised),
    quoteToComplete: unitsOf(completion?.quoteToComplete ?? null),
    priceQuote: priceQuoteOf(state, state.price),
    marketCapQuote: capOf(state.price),
    completionMarketCapQuote: capOf(completion?.price ?? null),
    liquidityQuote: realQuote == null ? null : inQuote(Number(realQuote) * (isGraduated ? 2 : 1)),
    buyCount: state.buyCount,
    sellCount: state.sellCount,
    volumeUsd: state.unpriced > 0 ? null : Number(state.usdMicros) / MICROS_PER_USD,
    buys1m: m1.sum.buys,
    sells1m: m1.sum.sells,
    isWhole1m: m1.isWhole,
    volumeUsd1m: m1.volumeUsd,
    volumeQuote1m: m1.volumeQuote,
    priceChange1mPercent: m1.priceChangePercent,
    traders1m: m1.sum.traders,
    buys5m: m5.sum.buys,
    sells5m: m5.sum.sells,
    isWhole5m: m5.isWhole,
    volumeUsd5m: m5.volumeUsd,
    volumeQuote5m: m5.volumeQuote,
    priceChange5mPercent: m5.priceChangePercent,
    traders5m: m5.sum.traders,
    buys1h: h1.sum.buys,
    sells1h: h1.sum.sells,
    isWhole1h: h1.isWhole,
    volumeUsd1h: h1.volumeUsd,
    volumeQuote1h: h1.volumeQuote,
    priceChange1hPercent: h1.priceChangePercent,
    traders1h: h1.sum.traders,
    buys24h: h24.sum.buys,
    sells24h: h24.sum.sells,
    isWhole24h: h24.isWhole,
    volumeUsd24h: h24.volumeUsd,
    volumeQuote24h: h24.volumeQuote,
    priceChange24hPercent: h24.priceChangePercent,
    whaleBuyersSeen: whales.h1,
    isWhaleHourWhole: whales.isH1Complete,
    whaleBuyers10mSeen: whales.m10,
    isWhale10mWhole: whales.isM10Complete,
    volumeGrowth,
    score: null,
    holders: holders.holders,
    top1HolderPercent: holders.top1HolderPercent,
    top10HolderPercent: holders.top10HolderPercent,
    excludedHolderPercent: holders.excludedHolderPercent,
    holderCoverage: holders.holderCoverage,
    gapSeen: watch.gapSeen,
    alertRaisedAt: state.alertRaisedAt,
    liveSource: null,
    liveVerdict: null,
    liveListedAt: null,
    liveInitialMarketCapUsd: null,
    liveChecks: 0,
    whitepaperSource: null,
    whitepaperVerdict: null,
    whitepaperListedAt: null,
    whitepaperInitialMarketCapUsd: null,
    whitepaperChecks: 0,
    lists: 0,
    alertMarketCapUsd: state.alertMarketCapUsd ?? null,
    quotePriceSol,
    quotePriceUsdc,
    liquidityRisk: null,
    holdersRisk: null,
    contractRisk: null,
    marketRisk: null,
    socialRisk: null,
    communityRisk: null,
    pattern: null,
    patternScore: null,
    patternCoverage: null,
    socialScore: null,
    socialCoverage: null,
    createdAt: state.createdAt,
    liveUltimateListedAt: null,
    liveUltimateInitialMarketCapUsd: null,
    whitepaperUltimateListedAt: null,
    whitepaperUltimateInitialMarketCapUsd: null,
    liveDailyListedAt: null,
    liveDailyInitialMarketCapUsd: null,
    whitepaperDailyListedAt: null,
    whitepaperDailyInitialMarketCapUsd: null,
    socialListedAt: null,
    socialInitialMarketCapUsd: null,
    shilledListedAt: null,
    shilledInitialMarketCapUsd: null,
    liveHighHypeListedAt: null,
    liveHighHypeInitialMarketCapUsd: null,
    whitepaperHighHypeListedAt: null,
    whitepaperHighHypeInitialMarketCapUsd: null,
    bondedAnalyzedListedAt: null,
    bondedAnalyzedInitialMarketCapUsd: null,
    microcapsListedAt: null,
    microcapsInitialMarketCapUsd: null,
    newLaunchesListedAt: null,
    newLaunchesInitialMarketCapUsd: null,
    ultimateScore: null,
    ultimateCoverage: null,
    liveGates: null,
    whitepaperGates: null,
    volumeGrowth24hPercent: dayGrowth.percent,
    isGrowthOfLife: dayGrowth.isOfLife ? true : dayGrowth.percent === null ? null : false,
    whaleNetSol1h:
      whales.isH1Complete && areSellsSized ? toUnits(token.whales.netLamports, SOL_DECIMALS) : null,
    traderGrowth5m: null,
    organicBuyers1h: null,
    organicBuyers10m: null,
    netInflowSol10m: null,
    solPerTrade: null,
    buyerGrowth5m: null,
    keepersPercent: null,
    holdersGained1h: null,
    flippersPercent1h: null,
    creatorHolds: null,
    hasPicture: null,
    hasTwitter: null,
    hasTelegram: null,
    hasWebsite: null,
    descriptionCharacters: null,
    namesUse: null,
    posts1h: null,
    posts24h: null,
    isVerified: null,
    followers: null,
    accountAgeDays: null,
    telegramMembers: null,
    boosts: null,
    hasPaidProfile: null,
    securityScore: null,
    securityCoverage: null,
    sharesTheme: null,
    themeAgeMs: null,
    doesWebsiteAnswer: null,
    volumePlace: null,
    whitepaperSocialListedAt: null,
    whitepaperSocialInitialMarketCapUsd: null,
    highestListingMarketCapUsd: highestListingOf(state),
    priceOfHighPercent: null,
    rugFloor: null,
    riskCoverage: null,
    top10OfSoldPercent: holders.top10OfSoldPercent,
    whaleBuyersHolding: holders.top1HolderPercent === null ? null : token.traders.countHoldingWhales(now),
    postGrowth: null,
  };
  const trades = m5.sum.buys + m5.sum.sells;
  const isCounted = m5.isWhole && trades > 0;
  const inputs: CheckInputs = {
    progress,
    isBonded: isBondedAt(state, now),
    isBonding: state.lifecycle === 'bonding',
    priceChangePercent: m5.priceChangePercent,
    buySellRatio: isCounted ? m5.sum.buys / Math.max(m5.sum.sells, 1) : null,
    buyShare: isCounted ? m5.sum.buys / trades : null,
    volumeGrowth,
    whales,
    score: null,
  };
  return { measurement, inputs };
}

const HELD_TO: ReadonlySet<string> = new Set(HELD_TO_LISTING);

/** The highest market cap at a first listing that a token is held to; null before one with a known market cap. */
function highestListingOf({ firstOn = [] }: TokenCore): number | null {
  let highest: number | null = null;
  for (const { list, initialMarketCapUsd: listed } of firstOn)
    if (listed !== null && (highest === null || listed > highest) && HELD_TO.has(list)) highest = listed;
  return highest;
}

const TOKEN_SCALE = 10 ** CURVE.tokenDecimals;

/** Only the launchpad's tokens are known to have 6 decimals; of others the price of a whole one is not known. */
export const isFromLaunchpad = ({ curve, migratedAt, completedAt }: TokenCore): boolean =>
  curve !== null || migratedAt !== null || completedAt !== null;

/** A price of base units as whole quote units per whole token. */
export function priceQuoteOf(state: TokenCore, price: number | null): number | null {
  if (price === null || state.quoteDecimals === null || !isFromLaunchpad(state)) return null;
  return (price * TOKEN_SCALE) / 10 ** state.quoteDecimals;
}

const quoteOf = (quoteMint: string): Measurement['quote'] =>
  quoteMint === SOL_MINT ? 'SOL' : quoteMint === USDC_MINT ? 'USDC' : 'other';

const solPriceUsdOf = ({ solPrice }: ScreenerClock): number | null =>
  solPrice === null ? null : Number(solPrice.usd);

type QuotePrices = Pick<Measurement, 'quotePriceSol' | 'quotePriceUsdc'>;
const NO_QUOTE_PRICES: QuotePrices = { quotePriceSol: null, quotePriceUsdc: null };

/** Whole SOL or USDC for a whole unit of a quote that is another coin. */
function quotePricesOf({ quoteMint, quoteDecimals }: TokenCore, clock: ScreenerClock): QuotePrices {
  if (quoteMint === null || quoteMint === SOL_MINT || quoteDecimals === null) return NO_QUOTE_PRICES;
  const price = quotePriceOf(clock, quoteMint);
  if (price === null) return NO_QUOTE_PRICES;
  const inBaseUnits = (Number(price.priceQuote) / Number(price.priceToken)) * 10 ** quoteDecimals;
  return price.pricedIn === 'SOL'
    ? { quotePriceSol: inBaseUnits / 10 ** SOL_DECIMALS, quotePriceUsdc: null }
    : { quotePriceSol: null, quotePriceUsdc: inBaseUnits / 10 ** USDC_DECIMALS };
}

/** Base units in a whole unit of the quote. */
const quoteScaleOf = ({ quoteDecimals }: TokenCore): number | null =>
  quoteDecimals === null ? null : 10 ** quoteDecimals;

/** Of all tokens at a price of base units, in whole quote units. */
const marketCapQuoteOf = (price: number | null, supply: bigint | null, quoteScale: number | null) =>
  price === null || supply === null || quoteScale === null ? null : (price * Number(supply)) / quoteScale;

/** What all tokens are worth after the newest fact. */
export function marketCapUsdOf(state: TokenCore, clock: ScreenerClock): number | null {
  const marketCapQuote = marketCapQuoteOf(state.price, supplyOf(state), quoteScaleOf(state));
  if (marketCapQuote === null || state.quoteMint === null) return null;
  const quote = quoteOf(state.quoteMint);
  const quoteUsd = quoteUsdOf({ quote, ...quotePricesOf(state, clock) }, solPriceUsdOf(clock));
  return quoteUsd === null ? null : marketCapQuote * quoteUsd;
}
