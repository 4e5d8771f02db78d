/** Where each field of a token comes from. */
import type { ScreenedToken } from '@cryptonite/contracts/api';
import type { Asked } from '@cryptonite/contracts/asks';
import type { DerivedName, Measurement } from '@cryptonite/contracts/measures';
import type { Trace } from './traces.js';
import type { WindowName } from './windows.js';

export type Source = {
  source: 'chain' | 'world' | 'rules';
  /** Of a field that no measure is shown as. */
  unit?: string;
  /** Who around the chain tells it. */
  told?: readonly Asked[];
  traces?: readonly Trace[];
  window?: WindowName;
  /** Measures, and what follows from them, that it is made of. */
  of?: readonly (keyof Measurement | DerivedName)[];
  /** Parts of a score that it is made of. */
  parts?: 'hype' | 'daily' | 'pattern' | 'social' | 'security' | 'ultimate' | 'risk' | 'found';
};

const LAUNCH: Source = { source: 'chain', traces: ['launch', 'newestTrade'] };
const worldBy = (...told: Asked[]): Source => ({ source: 'world', told });
const DOCUMENT = worldBy('metadata');
const POSTS = worldBy('social');
const BOOSTS = worldBy('boosts');
const RULES: Source = { source: 'rules' };
const STATE: Source = { source: 'chain', traces: ['newestTrade', 'completion', 'migration', 'launch'] };
const BALANCES: Source = { source: 'chain', traces: ['balances'] };

const tradesOf = (window: WindowName, of: Source['of'] = []): Source => ({
  source: 'chain',
  traces: [`trades${window}`],
  window,
  of,
});
const dollars = (of: keyof Measurement, traces: readonly Trace[]): Source => ({
  source: 'chain',
  traces,
  of: [of, 'solPriceUsd', 'quotePriceSol', 'quotePriceUsdc'],
});
const PRICED = ['newestTrade', 'launch'] as const;
const POOLED = ['liquidity', 'newestTrade', 'launch'] as const;
const LIFE: Source = { source: 'chain', traces: ['tradesLife', 'launch'] };
const scored = (parts: Source['parts'], of: Source['of'] = []): Source => ({ source: 'rules', parts, of });

export const TOKEN_SOURCES: Record<keyof ScreenedToken, Source> = {
  mint: LAUNCH,
  symbol: LAUNCH,
  name: LAUNCH,
  description: DOCUMENT,
  imageUrl: DOCUMENT,
  imageFailure: DOCUMENT,
  twitter: DOCUMENT,
  telegram: DOCUMENT,
  migrationTime: { source: 'chain', traces: ['migration'] },
  price: dollars('priceQuote', PRICED),
  marketCap: dollars('marketCapQuote', PRICED),
  bondingCurveProgress: STATE,
  alertRaisedAt: { source: 'chain' },
  dexUrl: RULES,
  launchpadUrl: RULES,
  rulesVersion: RULES,
  origin: RULES,
  measuredAt: RULES,
  priceChange: tradesOf('5m', ['priceQuote']),
  priceChange1h: tradesOf('1h', ['priceQuote']),
  priceChange24h: tradesOf('24h', ['priceQuote']),
  priceOfHighPercent: tradesOf('24h', ['priceQuote', 'isWhole24h']),
  buyRatio: tradesOf('5m', ['buys5m', 'sells5m', 'isWhole5m']),
  buyShare: tradesOf('5m', ['buys5m', 'sells5m', 'isWhole5m']),
  buyShare24h: tradesOf('24h', ['buys24h', 'sells24h', 'isWhole24h']),
  buySellRatio: tradesOf('24h', ['buys24h', 'sells24h', 'isWhole24h']),
  currentLiquidity: dollars('liquidityQuote', POOLED),
  liquidity: dollars('liquidityQuote', POOLED),
  tradeCount: { ...LIFE, of: ['buyCount', 'sellCount'] },
  totalTrades: { ...LIFE, of: ['buyCount', 'sellCount'] },
  totalVolume: LIFE,
  volume1h: tradesOf('1h', ['isWhole1h']),
  volume24h: tradesOf('24h', ['isWhole24h']),
  txns24h: tradesOf('24h', ['buys24h', 'sells24h']),
  buys24h: { source: 'chain', traces: ['buys24h', 'trades24h'], window: '24h' },
  sells24h: { source: 'chain', traces: ['sells24h', 'trades24h'], window: '24h' },
  lifecycle: STATE,
  quoteRaised: STATE,
  quoteToComplete: STATE,
  quoteMint: LAUNCH,
  completionMarketCap: dollars('completionMarketCapQuote', PRICED),
  holders: { ...BALANCES, told: ['holders'], of: ['holderCoverage', 'excludedHolderPercent'] },
  top1HolderPercent: { ...BALANCES, told: ['holders'], of: ['holderCoverage', 'excludedHolderPercent'] },
  top10HolderPercent: { ...BALANCES, told: ['holders'], of: ['holderCoverage', 'excludedHolderPercent'] },
  top10OfSoldPercent: { ...BALANCES, told: ['holders'], of: ['holderCoverage', 'excludedHolderPercent'] },
  excludedHolderPercent: { ...BALANCES, told: ['holders'], of: ['holderCoverage'] },
  holderCoverage: BALANCES,
  whaleBuyers: {
    source: 'chain',
    traces: ['whales1h', 'trades1h'],
    window: '1h',
    of: ['whaleBuyersSeen', 'isWhaleHourWhole'],
  },
  whaleBuyersHolding: {
    source: 'chain',
    traces: ['whales1h', 'balances'],
    of: ['whaleBuyersSeen', 'holderCoverage'],
  },
  organicBuyers1h: tradesOf('1h', ['buys1h', 'isWhole1h']),
  priceTrail: tradesOf('5m'),
  createdAt: { source: 'chain', traces: ['launch'], unit: 'time' },
  completedAt: { source: 'chain', traces: ['completion'] },
  seenSinceCreation: { ...RULES, traces: ['launch'], of: ['createdAt'] },
  gapSeen: RULES,
  isMayhem: { source: 'chain', traces: ['launch', 'newestTrade'] },
  posts1h: POSTS,
  posts24h: POSTS,
  boosts: BOOSTS,
  hasPaidProfile: BOOSTS,
  hypeScore: scored('hype'),
  hypeCoverage: scored('hype', ['patternCoverage', 'socialCoverage', 'securityCoverage']),
  hypeBest: { ...scored('hype', ['score', 'scoreCoverage']), unit: 'points' },
  patternName: scored('pattern'),
  patternScore: scored('pattern'),
  patternCoverage: scored('pattern'),
  socialScore: scored('social'),
  socialCoverage: scored('social'),
  securityScore: scored('security'),
  securityCoverage: scored('security'),
  rugRisk: scored('risk'),
  rugCoverage: scored('risk'),
  rugFloor: scored('risk'),
  ultimateScore: scored('ultimate'),
  ultimateCoverage: scored('ultimate'),
  indicators: scored('found'),
  worstDanger: scored('found'),
  analysis: scored('found', ['rugCoverage']),
};
