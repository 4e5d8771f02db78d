/** Where each field of a place on a list comes from: most are made by the rules of what the token's fields say. */
import type { ListKind } from '@cryptonite/contracts/api';
import type { Source } from './token-sources.js';

/** `judged` are the checks or gates that stand in the place itself. */
export type PlaceSource = Source & { judged?: 'checks' | 'gates'; isSinceListing?: true };

const RULES: PlaceSource = { source: 'rules' };
const LISTING: Record<string, PlaceSource> = {
  listedAt: { source: 'rules', isSinceListing: true, unit: 'time' },
  // What the market cap was then the newest trade at that time tells.
  initialMarketCap: { source: 'chain', isSinceListing: true, unit: 'USD' },
  marketCapChangePercent: {
    source: 'rules',
    isSinceListing: true,
    of: ['marketCapUsd'],
    unit: 'percent',
  },
};
const CHECKED: PlaceSource = { source: 'rules', judged: 'checks' };
const PRE_MIGRATION: Record<string, PlaceSource> = {
  ...LISTING,
  source: { source: 'rules', of: ['lifecycle', 'bondingProgressPercent'] },
  passedChecks: CHECKED,
  totalChecks: CHECKED,
  checks: CHECKED,
};
const HIGH_HYPE: Record<string, PlaceSource> = { ...LISTING, source: RULES };
const SCORE: PlaceSource = { source: 'rules', parts: 'ultimate' };
const GATED: PlaceSource = { source: 'rules', judged: 'gates' };
const ULTIMATE: Record<string, PlaceSource> = {
  ...LISTING,
  score: { ...SCORE, unit: 'points' },
  coverage: { ...SCORE, unit: 'share' },
  best: { ...SCORE, unit: 'points' },
  action: { source: 'rules', of: ['ultimateScore'] },
  bullishDescription: { source: 'rules', parts: 'found', of: ['rugCoverage'] },
  qualificationReasons: GATED,
  offChainReasons: GATED,
  components: SCORE,
  gates: GATED,
};
const COMPOSITE: PlaceSource = { source: 'rules', parts: 'daily' };
const DAILY: Record<string, PlaceSource> = {
  ...LISTING,
  hypeScore: { ...COMPOSITE, unit: 'points' },
  hypeCoverage: { ...COMPOSITE, unit: 'share' },
  hypeBest: { ...COMPOSITE, unit: 'points' },
  bars: COMPOSITE,
};

export const PLACE_SOURCES: Record<ListKind, Record<string, PlaceSource>> = {
  preMigration: PRE_MIGRATION,
  rejected: { ...PRE_MIGRATION, rejectionReason: CHECKED },
  highHype: HIGH_HYPE,
  bondedAnalyzed: {
    ...HIGH_HYPE,
    buyRatio: {
      source: 'chain',
      traces: ['trades5m'],
      window: '5m',
      of: ['buys5m', 'sells5m', 'isWhole5m'],
      unit: 'share',
    },
  },
  ultimate: ULTIMATE,
  ultimateNear: { ...ULTIMATE, missedGate: GATED },
  daily: DAILY,
  shilled: {
    ...DAILY,
    shillReason: { source: 'rules', of: ['boosts', 'posts1h', 'organicBuyers1h'] },
    shillRatio: { source: 'rules', of: ['boosts', 'posts1h', 'organicBuyers1h'], unit: 'x' },
  },
};
