import { toUnits } from '@cryptonite/contracts/amounts';
import type { ScreenedToken } from '@cryptonite/contracts/api';
import type { TokenScored } from '@cryptonite/contracts/events';
import { plainDecimal } from './plain-decimal.js';

const unitsOf = (amount: bigint | null, decimals: number | null) =>
  amount === null || decimals === null ? null : toUnits(amount, decimals);

/** A token under its names on the wire, whatever list it stands on. */
export function toScreenedToken(token: TokenScored): ScreenedToken {
  const { m5, h24 } = token.windows;
  return {
    mint: token.mint,
    symbol: token.symbol,
    name: token.name,
    // Handles stand in a token's metadata, which nothing reads yet.
    twitter: null,
    telegram: null,
    migrationTime: token.migratedAt,
    price: token.priceUsd === null ? null : plainDecimal(token.priceUsd),
    marketCap: token.marketCapUsd,
    bondingCurveProgress: token.bondingProgressPercent,
    alertRaisedAt: token.alertRaisedAt,
    // DexScreener knows a token by the account that trades it.
    dexUrl: `https://dexscreener.com/solana/${token.pool ?? token.bondingCurve ?? token.mint}`,
    rulesVersion: token.rulesVersion,
    origin: token.source,
    measuredAt: token.time,
    priceChange: m5.priceChangePercent,
    buyRatio: m5.buySellRatio,
    currentLiquidity: token.liquidityUsd,
    tradeCount: token.tradeCount,
    totalTrades: token.tradeCount,
    totalVolume: token.volumeUsd,
    lifecycle: token.lifecycle,
    quoteRaised: unitsOf(token.quoteRaised, token.quoteDecimals),
    quoteToComplete: unitsOf(token.quoteToComplete, token.quoteDecimals),
    quoteMint: token.quoteMint,
    completionMarketCap: token.completionMarketCapUsd,
    holders: token.holders,
    top1HolderPercent: token.top1HolderPercent,
    top10HolderPercent: token.top10HolderPercent,
    holderCoverage: token.holderCoverage,
    whaleBuyers: token.whaleBuyers,
    priceTrail: token.priceTrail,
    createdAt: token.createdAt,
    seenSinceCreation: token.seenSinceCreation,
    gapSeen: token.gapSeen,
    isMayhem: token.isMayhem,
    launchpadUrl: `https://pump.fun/coin/${token.mint}`,
    // Nothing scores yet: unobserved.
    hypeScore: null,
    patternScore: null,
    socialScore: null,
    securityScore: null,
    indicators: [],
    analysis: null,
    liquidity: token.liquidityUsd,
    volume24h: h24.volumeUsd,
    priceChange24h: h24.priceChangePercent,
    txns24h: h24.trades,
    buySellRatio: h24.buySellRatio,
  };
}
