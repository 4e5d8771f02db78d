/** What the scores look at and a row carries: added to the measurement of a token that is scored. */
import type { Measurement } from '@cryptonite/contracts/measures';
import { WINDOW_MS } from '@cryptonite/contracts/rules';
import type { ScreenerClock, TokenCore, World } from '@cryptonite/contracts/states';
import { isPoolToBe } from '../facts/lifecycle.js';
import { firstBucketOf, priceBefore, RINGS } from '../measures/ring.js';
import { highestCloseIn, type Watch, watchOf } from '../measures/windows.js';
import type { Token } from '../state/token.js';
import { volumePlaceAt } from '../world/asks.js';
import { ON_THE_WAY } from '../world/failures.js';
import { themeOf } from '../world/likeness.js';
import { postGrowthAt, saidOfLate } from '../world/social.js';

const DAY_MS = WINDOW_MS.h24;

/** Which of what walks over all traders count is wanted: what the patterns alone look at, and the rest. */
export type Wanted = { isYoung: boolean; isCounted: boolean };

export function noteInputs(
  token: Token,
  measurement: Measurement,
  clock: ScreenerClock,
  { isYoung, isCounted }: Wanted,
): void {
  const { state } = token;
  const watch = watchOf(token, clock);
  if (isCounted) noteCounts(token, measurement, watch, isYoung);
  if (isYoung) {
    notePrices(token, measurement, watch);
    Object.assign(measurement, themeOf(state));
  }
  measurement.creatorHolds = doesCreatorHold(token, measurement, watch);
  measurement.priceOfHighPercent = priceOfHighPercent(token, watch, measurement.time);
  if (state.world) noteWorld(measurement, state, state.world);
}

/** Trades of no known size are not among those of the minutes. */
function noteCounts(token: Token, measurement: Measurement, watch: Watch, isYoung: boolean): void {
  const { unsizedBuyAt, unsizedSellAt } = token.state;
  const { time: now, holders } = measurement;
  const hourAgo = now - WINDOW_MS.h1;
  const isBefore = (at: number | null | undefined) => at === null || (at !== undefined && at <= hourAgo);
  const counts = token.traders.count(now);
  if (watch.sawAllOf(hourAgo) && isBefore(unsizedBuyAt)) measurement.organicBuyers1h = counts.organic1h;
  const areAllSized = isBefore(unsizedBuyAt) && isBefore(unsizedSellAt);
  // Ten whole minutes, and that which has begun.
  if (watch.sawAllOf(now - 2 * WINDOW_MS.m5 - WINDOW_MS.m1) && areAllSized && counts.tradersBefore > 0)
    measurement.traderGrowth5m = counts.traders5m / counts.tradersBefore;
  if (!isYoung || !watch.isWhole || unsizedBuyAt !== null) return;
  measurement.organicBuyers10m = counts.organic10m;
  if (counts.inThe5mBefore > 0) measurement.buyerGrowth5m = counts.in5m / counts.inThe5mBefore;
  if (holders !== null && counts.earlier > 0)
    measurement.keepersPercent = (counts.earlierHolding / counts.earlier) * 100;
  if (unsizedSellAt === null && counts.sellers1h > 0)
    measurement.flippersPercent1h = (counts.flippers1h / counts.sellers1h) * 100;
}

function notePrices(token: Token, measurement: Measurement, watch: Watch): void {
  // Of its first hour those that it has are those that it gained.
  if (watch.isWhole) measurement.holdersGained1h = measurement.holders;
  const inSol = solPerQuoteOf(measurement);
  if (inSol === null) return;
  const inflow = netInflowOf(token, watch, measurement.time);
  measurement.netInflowSol10m = inflow === null ? null : inflow * inSol;
  measurement.solPerTrade = perTradeOf(measurement, inSol);
}

/** Where all its trades were seen, and what it holds is known as shares of holders are. */
function doesCreatorHold(
  { state: { creator, creatorTrades, keptFrom }, wallets }: Token,
  { top1HolderPercent }: Measurement,
  watch: Watch,
): boolean | null {
  if (!watch.isWhole || keptFrom !== null || creator === null || top1HolderPercent === null) return null;
  const bought = creatorTrades?.bought ?? 0n;
  return bought > 0n && wallets.balanceOf(creator) >= bought;
}

/** What may bring a token onto a list wherever it stands: said of every token. */
export function notePromotion(measurement: Measurement, world: World): void {
  const { boosts, hasPaidProfile, social } = world;
  measurement.boosts = boosts;
  measurement.hasPaidProfile = hasPaidProfile;
  if (!social) return;
  const { posts1h, posts24h, isVerified } = saidOfLate(world, measurement.time);
  measurement.posts1h = posts1h;
  measurement.posts24h = posts24h;
  measurement.isVerified = isVerified;
}

/** Of closes: what was higher within one is not seen. Null where the day was not. */
function priceOfHighPercent(token: Token, watch: Watch, now: number): number | null {
  const { price } = token.state;
  if (price === null || !watch.sawAllOf(now - DAY_MS)) return null;
  return (price / Math.max(price, highestCloseIn(token, watch, ['h24', 'h1', 'm5']) ?? 0)) * 100;
}

function noteWorld(measurement: Measurement, state: TokenCore, world: World): void {
  const { document = null, social = null } = world;
  measurement.postGrowth = postGrowthAt(state, world, measurement.time);
  measurement.volumePlace = volumePlaceAt(world, measurement.time);
  if (world.documentSha256 !== null) measurement.hasPicture = isReadOf(world, world.pictureSha256);
  if (document !== null) {
    measurement.hasTwitter = document.hasTwitter;
    measurement.hasTelegram = document.hasTelegram;
    measurement.hasWebsite = document.hasWebsite;
    measurement.descriptionCharacters = document.descriptionCharacters;
    measurement.namesUse = document.namesUse;
    measurement.doesWebsiteAnswer = document.hasWebsite ? (world.doesWebsiteAnswer ?? null) : false;
  }
  if (social === null) return;
  const { accountCreatedAt } = social;
  measurement.followers = social.followers;
  measurement.accountAgeDays =
    accountCreatedAt === null ? null : Math.floor(Math.max(0, measurement.time - accountCreatedAt) / DAY_MS);
  measurement.telegramMembers = social.telegramMembers;
}

/** Whether something outside was had; null where it failed for what lies on the way to it, or nobody tried. */
export function isReadOf({ pictureFailure = null }: World, sha256: string | null): boolean | null {
  if (sha256 !== null) return true;
  return pictureFailure === null || ON_THE_WAY.has(pictureFailure) ? null : false;
}

/** SOL of a trade, on average of the hour's. */
function perTradeOf({ volumeQuote1h, buys1h, sells1h }: Measurement, inSol: number): number | null {
  const trades = buys1h + sells1h;
  return volumeQuote1h === null || trades === 0 ? null : (volumeQuote1h / trades) * inSol;
}

/** SOL for a whole unit of the quote. */
function solPerQuoteOf({ quote, quotePriceSol, quotePriceUsdc, solPriceUsd }: Measurement): number | null {
  if (quote === 'SOL') return 1;
  if (quotePriceSol !== null) return quotePriceSol;
  const usd = quote === 'USDC' ? 1 : quotePriceUsdc;
  return usd === null || solPriceUsd === null || solPriceUsd === 0 ? null : usd / solPriceUsd;
}

/**
 * What ten minutes of trades put in, less what they took out, in whole units of the quote: the reserves' product is constant,
 * so the price says how much quote stood there. Null where they went over from the curve to the pool.
 */
function netInflowOf({ state, rings }: Token, watch: Watch, now: number): number | null {
  const { curve, poolReserves, completedAt, migratedAt, price, quoteDecimals, createdAt } = state;
  const from = now - 2 * WINDOW_MS.m5;
  const graduatedAt = migratedAt ?? completedAt;
  if (graduatedAt !== null && graduatedAt > from) return null;
  const reserves = state.lifecycle === 'graduated' || isPoolToBe(state) ? poolReserves : curve;
  if (price === null || quoteDecimals === null || reserves === null) return null;
  const { priceToken, priceQuote, realQuote } = reserves;
  if (priceToken === null || priceQuote === null) return null;
  const scale = 10 ** quoteDecimals;
  const before = priceBefore(rings.m5.ring, 'm5', firstBucketOf(now, 2 * WINDOW_MS.m5, RINGS.m5.widthMs));
  if (before === null) {
    // All that was ever put in.
    const isYoung = watch.isWhole && createdAt !== null && reserves === curve;
    return isYoung && realQuote !== null ? Number(realQuote) / scale : null;
  }
  if (!watch.isWhole && before.time < watch.from) return null;
  const quoteAt = (at: number) => Math.sqrt(Number(priceToken) * Number(priceQuote) * at);
  return (quoteAt(price) - quoteAt(before.close)) / scale;
}
