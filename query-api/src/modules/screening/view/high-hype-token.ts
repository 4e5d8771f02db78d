import type { HighHypeToken } from '@cryptonite/contracts/api';
import type { TokenScored } from '@cryptonite/contracts/events';
import { plainDecimal } from './plain-decimal.js';
import { isEarlyStage } from './projection.js';
import { dexUrlOf } from './shared-fields.js';

/** A token as Early Stage shows it; null when its progress is outside 30–50%. */
export function toEarlyStageToken(token: TokenScored): HighHypeToken | null {
  if (!isEarlyStage(token)) return null;
  const { h24 } = token.windows;
  return {
    mint: token.mint,
    symbol: token.symbol,
    name: token.name,
    source: 'discovery',
    // Nothing scores yet: unobserved.
    hypeScore: null,
    patternScore: null,
    socialScore: null,
    securityScore: null,
    indicators: [],
    analysis: null,
    twitter: null,
    telegram: null,
    // This list begins with the alert, at which no market cap is kept.
    listedAt: token.alertRaisedAt,
    initialMarketCap: null,
    marketCapChangePercent: null,
    migrationTime: token.migratedAt,
    price: token.priceUsd === null ? null : plainDecimal(token.priceUsd),
    bondingCurveProgress: token.bondingProgressPercent,
    liquidity: token.liquidityUsd,
    volume24h: h24.volumeUsd,
    priceChange24h: h24.priceChangePercent,
    marketCap: token.marketCapUsd,
    txns24h: h24.trades,
    buySellRatio: h24.buySellRatio,
    alertRaisedAt: token.alertRaisedAt,
    dexUrl: dexUrlOf(token),
    rulesVersion: token.rulesVersion,
    origin: token.source,
    measuredAt: token.time,
  };
}
