/** What scores and gates look at, from a measurement alone: so every number of it can be explained from its row. */
import { FADED, type GateInputs, RISK_COVERAGE_MIN, type ScoreInputs, WINDOW_MS } from '../rules/index.js';
import { isBondedOf } from './check-inputs.js';
import { DERIVED } from './derived.js';
import type { Measurement } from './measurement.js';

const percent = (share: number | null): number | null => (share === null ? null : share * 100);
const bit = (is: boolean | null): number | null => (is === null ? null : Number(is));

/** Whether its document names any link. */
export function hasLinkOf({ hasTwitter, hasTelegram, hasWebsite }: Measurement): boolean | null {
  if (hasTwitter || hasTelegram || hasWebsite) return true;
  return hasTwitter === null || hasTelegram === null || hasWebsite === null ? null : false;
}

/** A boost or a paid profile in force. */
function isBoostedOf({ boosts, hasPaidProfile }: Measurement): boolean | null {
  if (hasPaidProfile === true || (boosts !== null && boosts > 0)) return true;
  return boosts === null || hasPaidProfile === null ? null : false;
}

/**
 * What only the patterns look at is known of the first hour alone: of the pattern it stands in the row that matched it best.
 * Dollars are made with `solPriceUsd`.
 */
export const scoreInputsOf = (
  measurement: Measurement,
  solPriceUsd: number | null = measurement.solPriceUsd,
): ScoreInputs => ({
  organicBuyers10m: measurement.organicBuyers10m,
  netInflowSol10m: measurement.netInflowSol10m,
  solPerTrade: measurement.solPerTrade,
  traderGrowth5m: measurement.traderGrowth5m,
  buyerGrowth5m: measurement.buyerGrowth5m,
  sniperAndBundlePercent: null,
  hasPicture: measurement.hasPicture,
  hasLink: hasLinkOf(measurement),
  hasTwitter: measurement.hasTwitter,
  hasTelegram: measurement.hasTelegram,
  doesWebsiteAnswer: measurement.doesWebsiteAnswer,
  descriptionCharacters: measurement.descriptionCharacters,
  namesUse: measurement.namesUse,
  creatorHolds: measurement.creatorHolds,
  buySharePercent1h: percent(DERIVED.buyShare1h.of(measurement)),
  holdersGained1h: measurement.holdersGained1h,
  flippersPercent1h: measurement.flippersPercent1h,
  holders: measurement.holders,
  top10HolderPercent: measurement.top10HolderPercent,
  keepersPercent: measurement.keepersPercent,
  sharesTheme: measurement.sharesTheme,
  themeAgeMs: measurement.themeAgeMs,
  isBoosted: isBoostedOf(measurement),
  posts24h: measurement.posts24h,
  postGrowth: measurement.postGrowth,
  isVerified: measurement.isVerified,
  followers: measurement.followers,
  accountAgeDays: measurement.accountAgeDays,
  telegramMembers: measurement.telegramMembers,
  liquidityUsd: DERIVED.liquidityUsd.of(measurement, solPriceUsd),
  marketCapUsd: DERIVED.marketCapUsd.of(measurement, solPriceUsd),
  priceOfHighPercent: measurement.priceOfHighPercent,
  priceChange1hPercent: measurement.priceChange1hPercent,
  priceChange5mPercent: measurement.priceChange5mPercent,
  volumeGrowth24hPercent: measurement.volumeGrowth24hPercent,
  buySellRatio1h: DERIVED.buySellRatio1h.of(measurement),
  whaleBuyers1h: measurement.isWhaleHourWhole ? measurement.whaleBuyersSeen : null,
  whaleNetSol1h: measurement.whaleNetSol1h,
  volumePlace: measurement.volumePlace,
});

/** Before a first listing it stands at what it would be listed at. */
function percentOfListing(
  { highestListingMarketCapUsd: highest }: Measurement,
  marketCapUsd: number | null,
): number | null {
  if (highest === null) return 100;
  return marketCapUsd === null || highest === 0 ? null : (marketCapUsd / highest) * 100;
}

/** Graduated, far under its completion market cap and hardly traded; null where that cannot be told. */
function hasFaded(measurement: Measurement): boolean | null {
  const { lifecycle, marketCapQuote, completionMarketCapQuote, traders1h, isWhole1h } = measurement;
  if (lifecycle !== 'graduated' || traders1h >= FADED.underTraders1h) return false;
  if (marketCapQuote === null || completionMarketCapQuote === null) return null;
  if ((marketCapQuote / completionMarketCapQuote) * 100 >= FADED.underCompletionPercent) return false;
  return isWhole1h ? true : null;
}

/** Dollars are made with `solPriceUsd`. */
export function gateInputsOf(
  measurement: Measurement,
  solPriceUsd: number | null = measurement.solPriceUsd,
): GateInputs {
  const { time, createdAt, lastTradeAt, holders } = measurement;
  const ageMs = createdAt === null ? null : Math.max(0, time - createdAt);
  const marketCapUsd = DERIVED.marketCapUsd.of(measurement, solPriceUsd);
  const liquidityUsd = DERIVED.liquidityUsd.of(measurement, solPriceUsd);
  const inputs: GateInputs = {
    ageMinutes: ageMs === null ? null : ageMs / WINDOW_MS.m1,
    ageDays: ageMs === null ? null : ageMs / WINDOW_MS.h24,
    isBonding: Number(measurement.lifecycle === 'bonding'),
    isBonded: null,
    bondingProgressPercent: measurement.bondingProgressPercent,
    isLiveQualified: null,
    isWhitepaperQualified: null,
    minutesSinceTrade: lastTradeAt === null ? null : Math.max(0, time - lastTradeAt) / WINDOW_MS.m1,
    volumeGrowth24hPercent:
      measurement.isGrowthOfLife === true ? Number.POSITIVE_INFINITY : measurement.volumeGrowth24hPercent,
    trades5m: measurement.isWhole5m ? measurement.buys5m + measurement.sells5m : null,
    trades24h: measurement.isWhole24h ? measurement.buys24h + measurement.sells24h : null,
    marketCapUsd,
    percentOfListing: percentOfListing(measurement, marketCapUsd),
    isFaded: bit(hasFaded(measurement)),
    liquidityUsd,
    liquidityOfMarketCapPercent:
      liquidityUsd === null || marketCapUsd === null || marketCapUsd === 0
        ? null
        : (liquidityUsd / marketCapUsd) * 100,
    liquidityPerHolderUsd:
      liquidityUsd === null || holders === null || holders === 0 ? null : liquidityUsd / holders,
    volumeUsd1h: measurement.volumeUsd1h,
    volumeUsd24h: measurement.volumeUsd24h,
    priceChange1hPercent: measurement.priceChange1hPercent,
    priceChange24hPercent: measurement.priceChange24hPercent,
    rugRisk: null,
    holders,
    top1HolderPercent: measurement.top1HolderPercent,
    top10HolderPercent: measurement.top10HolderPercent,
    buySellRatio1h: DERIVED.buySellRatio1h.of(measurement),
    buySharePercent24h: percent(DERIVED.buyShare24h.of(measurement)),
    posts1h: measurement.posts1h,
    posts24h: measurement.posts24h,
    verifiedAccounts: bit(measurement.isVerified),
    boosts: measurement.boosts,
    paidProfiles: bit(measurement.hasPaidProfile),
    organicBuyers1h: null,
    postsPerOrganicBuyer: null,
    ultimateScore: null,
    hypeScore: null,
    liveDailyScore: null,
    whitepaperDailyScore: null,
  };
  noteJudged(inputs, measurement);
  return inputs;
}

/** Of what gates look at that which a measurement is given last: its scores, and the verdicts of its checks. */
export function noteJudged(inputs: GateInputs, measurement: Measurement): void {
  const { posts1h, organicBuyers1h } = measurement;
  const isScored = measurement.socialCoverage !== null;
  const isRiskKnown = isScored && (DERIVED.rugCoverage.of(measurement) ?? 0) >= RISK_COVERAGE_MIN;
  inputs.isBonded = measurement.lifecycle === 'bonding' ? 0 : bit(isBondedOf(measurement));
  inputs.isLiveQualified = Number(measurement.liveVerdict === 'qualified');
  inputs.isWhitepaperQualified = Number(measurement.whitepaperVerdict === 'qualified');
  inputs.rugRisk = isRiskKnown ? DERIVED.rugRisk.of(measurement) : null;
  inputs.organicBuyers1h = organicBuyers1h;
  inputs.postsPerOrganicBuyer =
    posts1h === null || organicBuyers1h === null || organicBuyers1h === 0 ? null : posts1h / organicBuyers1h;
  inputs.ultimateScore = measurement.ultimateScore;
  inputs.hypeScore = measurement.score;
  inputs.liveDailyScore = isScored ? DERIVED.liveDailyScore.of(measurement) : null;
  inputs.whitepaperDailyScore = isScored ? DERIVED.whitepaperDailyScore.of(measurement) : null;
}
