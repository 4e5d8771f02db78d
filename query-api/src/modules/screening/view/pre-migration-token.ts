import { toUnits } from '@cryptonite/contracts/amounts';
import type { PreMigrationToken, RejectedToken } from '@cryptonite/contracts/api';
import type { ProfileName, TokenScored } from '@cryptonite/contracts/events';
import { plainDecimal } from './plain-decimal.js';
import { changePercent, dexUrlOf, launchpadUrlOf } from './shared-fields.js';

const unitsOf = (amount: bigint | null, decimals: number | null) =>
  amount === null || decimals === null ? null : toUnits(amount, decimals);

/** A token as Qualified and Rejected of a profile show it; null when the profile lists it nowhere. */
export function toPreMigrationToken(token: TokenScored, profile: ProfileName): PreMigrationToken | null {
  const { checks, passedChecks, totalChecks, listing } = token.profiles[profile];
  if (!listing) return null;
  const { m5 } = token.windows;
  return {
    source: listing.source,
    mint: token.mint,
    symbol: token.symbol,
    name: token.name,
    passedChecks,
    totalChecks,
    checks,
    priceChange: m5.priceChangePercent,
    buyRatio: m5.buySellRatio,
    currentLiquidity: token.liquidityUsd,
    tradeCount: token.tradeCount,
    totalTrades: token.tradeCount,
    totalVolume: token.volumeUsd,
    // Handles stand in a token's metadata, which nothing reads yet.
    twitter: null,
    telegram: null,
    migrationTime: token.migratedAt,
    lifecycle: token.lifecycle,
    bondingCurveProgress: token.bondingProgressPercent,
    quoteRaised: unitsOf(token.quoteRaised, token.quoteDecimals),
    quoteToComplete: unitsOf(token.quoteToComplete, token.quoteDecimals),
    quoteMint: token.quoteMint,
    price: token.priceUsd === null ? null : plainDecimal(token.priceUsd),
    marketCap: token.marketCapUsd,
    completionMarketCap: token.completionMarketCapUsd,
    holders: token.holders,
    top1HolderPercent: token.top1HolderPercent,
    top10HolderPercent: token.top10HolderPercent,
    holderCoverage: token.holderCoverage,
    whaleBuyers: token.whaleBuyers,
    priceTrail: token.priceTrail,
    createdAt: token.createdAt,
    listedAt: listing.listedAt,
    initialMarketCap: listing.initialMarketCapUsd,
    marketCapChangePercent: changePercent(listing.initialMarketCapUsd, token.marketCapUsd),
    seenSinceCreation: token.seenSinceCreation,
    gapSeen: token.gapSeen,
    isMayhem: token.isMayhem,
    alertRaisedAt: token.alertRaisedAt,
    launchpadUrl: launchpadUrlOf(token),
    dexUrl: dexUrlOf(token),
    rulesVersion: token.rulesVersion,
    origin: token.source,
    measuredAt: token.time,
  };
}

/** As {@link toPreMigrationToken}, with the reason; null when the profile does not reject it. */
export function toRejectedToken(token: TokenScored, profile: ProfileName): RejectedToken | null {
  const listing = token.profiles[profile].listing;
  const shown = toPreMigrationToken(token, profile);
  if (!shown || listing?.verdict !== 'rejected') return null;
  return { ...shown, rejectionReason: listing.reason ?? 'Unknown' };
}
