/** What the rug analysis and the scores look at, of what is known of a token as it is measured. */
import { DERIVED, type Measurement } from '@cryptonite/contracts/measures';
import {
  countedOf,
  FOUND_FROM,
  type RugInputs,
  type ScoreInputs,
  WINDOW_MS,
} from '@cryptonite/contracts/rules';
import type { ScreenerClock, World } from '@cryptonite/contracts/states';
import { supplyOf } from '../facts/curve.js';
import { isPoolToBe } from '../facts/lifecycle.js';
import { isFromLaunchpad, type Watch, watchOf } from '../measures/features.js';
import { firstBucketOf, highestClose, priceBefore, RINGS } from '../measures/ring.js';
import type { Token } from '../state/token.js';
import { ON_THE_WAY } from '../world/failures.js';
import { soldOfLate } from './creator-trades.js';
import { pulledPercentOf } from './liquidity-before.js';
import { hasPower } from './mint-powers.js';

export type Inputs = RugInputs & ScoreInputs;

const DAY_MS = WINDOW_MS.h24;
const NO_TRADES = { bought: 0n, sold: 0n };

/**
 * One object, field by field: put together of several it takes longer than all else about scores.
 * @param isFirstHour whether what the patterns alone look at, and takes a walk over all traders, is wanted
 */
export function inputsOf(
  token: Token,
  measurement: Measurement,
  clock: ScreenerClock,
  isFirstHour: boolean,
): Inputs {
  const { state } = token;
  const { time: now, holders, top1HolderPercent, top10HolderPercent } = measurement;
  const watch = watchOf(token, clock);
  const sawHour = watch.sawAllOf(now - WINDOW_MS.h1);
  const isGraduated = measurement.lifecycle === 'graduated';

  // What is held is known where shares of holders are, and what was sold where all trades were seen.
  const { creator, creatorTrades } = state;
  const areHoldersKnown = top1HolderPercent !== null;
  const supply = areHoldersKnown || creatorTrades ? supplyOf(state) : null;
  const balance = areHoldersKnown && creator !== null ? token.wallets.balanceOf(creator) : null;
  const isLifeKnown = watch.isWhole && creatorTrades !== undefined && balance !== null;
  const { bought, sold } = creatorTrades ?? NO_TRADES;
  const soldNow = creatorTrades ? percentOf(soldOfLate(creatorTrades, now), supply) : null;
  // Who came first is known of tokens alone of which nobody was missed.
  const areSnipersKnown = areHoldersKnown && watch.isWhole && state.firstTradeAt !== null;

  const { world } = state;
  const mint = world?.mint;
  const document = world?.document ?? null;
  const social = world?.social ?? null;
  const accountCreatedAt = social === null ? null : social.accountCreatedAt;

  const buyShare5m = DERIVED.buyShare5m.of(measurement);
  const buyShare1h = DERIVED.buyShare1h.of(measurement);
  const inSol = isFirstHour ? solPerQuoteOf(measurement) : null;
  const inflow = inSol === null ? null : netInflowOf(token, watch, now);
  // Buys of no known size are not among those of the minutes.
  const buyers =
    isFirstHour && watch.isWhole && state.unsizedBuyAt === null ? token.traders.countBuyers(now) : null;
  return {
    isGraduated,
    isLiquidityHeldByLaunchpad: isFromLaunchpad(state) ? true : null,
    unlockedLiquidityPercent: null,
    liquidityUsd: DERIVED.liquidityUsd.of(measurement),
    marketCapUsd: DERIVED.marketCapUsd.of(measurement),
    bondingProgressPercent: measurement.bondingProgressPercent,
    holders,
    top1HolderPercent,
    top10HolderPercent,
    creatorPercent: balance === null ? null : percentOf(balance, supply),
    sniperPercent: areSnipersKnown ? percentOf(token.traders.snipersHold(), supply) : null,
    insiderPercent: null,
    bundlePercent: null,
    top10ClusterPercent: null,
    hasPermanentDelegate: hasPower(mint, 'permanentDelegate'),
    isFrozenByDefault: hasPower(mint, 'frozenByDefault'),
    isNonTransferable: hasPower(mint, 'nonTransferable'),
    transferFeePercent: mint ? mint.transferFeePercent : null,
    hasFreezeAuthority: hasPower(mint, 'freezeAuthority'),
    hasTransferHook: hasPower(mint, 'transferHook'),
    isPausable: hasPower(mint, 'pausable'),
    hasMintAuthority: hasPower(mint, 'mintAuthority'),
    hasCloseAuthority: hasPower(mint, 'closeAuthority'),
    isMetadataMutable: hasPower(mint, 'mutableMetadata'),
    isMayhem: state.isMayhem,
    // What stands in a curve nobody can take out.
    liquidityPulledPercent: isGraduated ? pulledPercentOf(state, now, sawHour) : 0,
    fallFromHighPercent: fallFromHighOf(token, sawHour),
    // What insiders sold is not known.
    insiderSoldPercent: soldNow === null ? null : countedOf(soldNow, false, FOUND_FROM.insiderSold),
    creatorSoldPercent: isLifeKnown ? soldPercentOf(bought, sold, balance) : null,
    washPercent: null,
    creatorLaunches: null,
    creatorDumps: null,
    trades5m: measurement.isWhole5m ? measurement.buys5m + measurement.sells5m : null,
    buySharePercent: buyShare5m === null ? null : buyShare5m * 100,
    hasLink: document && (document.hasTwitter || document.hasTelegram || document.hasWebsite),
    isDocumentRead: world ? isReadOf(world, world.documentSha256) : null,
    isNameOfAnother: null,
    isPictureOfAnother: null,
    accountExists: social?.accountExists ?? null,
    accountAgeDays: accountCreatedAt === null ? null : Math.max(0, now - accountCreatedAt) / DAY_MS,
    launchesNamingAccount: null,
    scamReports: null,
    otherReports: null,
    bearishPercent: null,
    voteWeight: null,

    organicBuyers10m: buyers?.organic10m ?? null,
    netInflowSol10m: inflow === null || inSol === null ? null : inflow * inSol,
    solPerTrade: inSol === null ? null : perTradeOf(measurement, inSol),
    traderGrowth5m: null,
    buyerGrowth5m: buyers && buyers.inThe5mBefore > 0 ? buyers.in5m / buyers.inThe5mBefore : null,
    sniperAndBundlePercent: null,
    hasPicture: world && world.documentSha256 !== null ? isReadOf(world, world.pictureSha256) : null,
    hasTwitter: document?.hasTwitter ?? null,
    hasTelegram: document?.hasTelegram ?? null,
    hasWebsite: document?.hasWebsite ?? null,
    doesWebsiteAnswer: null,
    descriptionCharacters: document?.descriptionCharacters ?? null,
    namesUse: document?.namesUse ?? null,
    creatorHolds: isLifeKnown ? bought > 0n && balance >= bought : null,
    buySharePercent1h: buyShare1h === null ? null : buyShare1h * 100,
    // Of its first hour those that it has are those that it gained.
    holdersGained1h: isFirstHour && watch.isWhole ? holders : null,
    flippersPercent1h: null,
    keepersPercent:
      buyers && holders !== null && buyers.earlier > 0
        ? (buyers.earlierHolding / buyers.earlier) * 100
        : null,
    sharesTheme: null,
    themeAgeMs: null,
    isBoosted: isBoostedOf(world),
    posts1h: social?.posts1h ?? null,
    posts24h: social?.posts24h ?? null,
    isVerified: social?.isVerified ?? null,
    followers: social?.followers ?? null,
    telegramMembers: social?.telegramMembers ?? null,
    priceChange1hPercent: measurement.priceChange1hPercent,
    priceChange5mPercent: measurement.priceChange5mPercent,
    volumeGrowth24hPercent: null,
    buySellRatio1h: DERIVED.buySellRatio1h.of(measurement),
    whaleBuyers1h: measurement.isWhaleHourWhole ? measurement.whaleBuyersSeen : null,
    whaleNetSol1h: null,
    volumeRank: null,
  };
}

const percentOf = (amount: bigint, supply: bigint | null): number | null =>
  supply === null || supply === 0n ? null : (Number(amount) / Number(supply)) * 100;

/** Of all that it ever held: what it bought, or what it has and sold where it was given more. */
function soldPercentOf(bought: bigint, sold: bigint, balance: bigint): number {
  const kept = sold + balance;
  const held = bought > kept ? bought : kept;
  return held === 0n ? 0 : (Number(sold) / Number(held)) * 100;
}

/** Of closes of ten seconds for ten minutes, and of a minute before: what was higher within one is not seen. */
function fallFromHighOf({ state: { price }, rings }: Token, sawHour: boolean): number | null {
  const [high, highOfLate] = [highestClose(rings.h1.ring), highestClose(rings.m5.ring)];
  if (price === null || (high === null && highOfLate === null)) return null;
  const highest = Math.max(high ?? 0, highOfLate ?? 0);
  const fall = highest <= price ? 0 : (1 - price / highest) * 100;
  return countedOf(fall, sawHour, FOUND_FROM.fallFromHigh);
}

/** Whether something outside was had; null where it failed for what lies on the way to it, or nobody tried. */
function isReadOf({ pictureFailure = null }: World, sha256: string | null): boolean | null {
  if (sha256 !== null) return true;
  return pictureFailure === null || ON_THE_WAY.has(pictureFailure) ? null : false;
}

function isBoostedOf(world: World | undefined): boolean | null {
  if (!world) return null;
  const { boosts, hasPaidProfile } = world;
  if (hasPaidProfile === true || (boosts !== null && boosts > 0)) return true;
  return boosts === null || hasPaidProfile === null ? null : false;
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
