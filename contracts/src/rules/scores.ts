/** The scores: how parts and other scores make each. */

import type { ProfileName } from './checks.js';
import { type Merit, meritOf, meritTotalOf, partOf, sumOf, type Total, totalOf } from './merit.js';
import { earnedShare } from './points.js';
import {
  MARKET_HEALTH,
  MOMENTUM,
  PATTERNS,
  type PatternName,
  type ScoreInputs,
  SOCIAL,
  TRENDING,
  WHALE_ACTIVITY,
} from './score-parts.js';

export type PatternMatch = { name: PatternName; merit: Merit };

export const PATTERN_NAMES = Object.keys(PATTERNS) as [PatternName, ...PatternName[]];

type Matched = Pick<Total, 'score' | 'coverage'>;

/** Whether one match counts before another: by its points, then by how much of it was observed. */
export const isBetterMatch = (one: Matched, other: Matched): boolean =>
  one.score > other.score || (one.score === other.score && one.coverage > other.coverage);

/** The best of the four first; of equals the one that stands first in the table. */
export const patternsOf = (inputs: ScoreInputs): PatternMatch[] =>
  PATTERN_NAMES.map((name) => ({ name, merit: meritOf(PATTERNS[name].parts, inputs) })).sort(
    ({ merit: a }, { merit: b }) => Number(isBetterMatch(b, a)) - Number(isBetterMatch(a, b)),
  );

/** The first of {@link patternsOf}, without its parts. */
export function bestPatternOf(inputs: ScoreInputs): { name: PatternName; total: Total } {
  return PATTERN_NAMES.map((name) => ({
    name,
    total: meritTotalOf<ScoreInputs>(PATTERNS[name].parts, inputs),
  })).reduce((best, other) => (isBetterMatch(other.total, best.total) ? other : best));
}

export const socialOf = (inputs: ScoreInputs): Merit => meritOf(SOCIAL, inputs);
/** Without its parts. */
export const socialTotalOf = (inputs: ScoreInputs): Total => meritTotalOf(SOCIAL, inputs);

/** A pattern counts in full from `to` percent of the day's highest price up, and not at all from `from` percent down. */
export const STANDING_PERCENT = { from: 20, to: 70 } as const;

/** What still stands of a token's day, 0–1, by its price as a percent of the highest of the last 24 h. */
export const standingShare = (priceOfHighPercent: number | null): number | null =>
  priceOfHighPercent === null
    ? null
    : earnedShare({ kind: 'linear', ...STANDING_PERCENT }, priceOfHighPercent);

/** A pattern as it counts now: its points times what still stands. Unobserved where that is not known. */
export function standingPattern({ score, best }: Total, standing: number | null): Total {
  return standing === null ? totalOf(0, 100) : totalOf(score * standing, (best - score) * standing);
}

/** Weights of the scores that make others. */
export const HYPE_WEIGHTS = { onChain: 70, social: 30 } as const;
/** Shares of what stands on the chain. */
const ON_CHAIN = { pattern: 2, security: 1 } as const;
const ON_CHAIN_SHARES = ON_CHAIN.pattern + ON_CHAIN.security;

type Composite<Each> = { pattern: Each; security: Each; social: Each };

const compositeOf = (weights: Composite<number>, of: Composite<Total>): Merit =>
  sumOf([
    partOf('pattern', weights.pattern, of.pattern),
    partOf('social', weights.social, of.social),
    partOf('security', weights.security, of.security),
  ]);

/** Of what adds up by weight as the scores do: their points, or what was observed of them. */
export const weighed = (weights: Composite<number>, of: Composite<number>): number =>
  (weights.pattern * of.pattern + weights.security * of.security + weights.social * of.social) / 100;

export const HYPE_PARTS: Composite<number> = {
  pattern: (HYPE_WEIGHTS.onChain * ON_CHAIN.pattern) / ON_CHAIN_SHARES,
  security: (HYPE_WEIGHTS.onChain * ON_CHAIN.security) / ON_CHAIN_SHARES,
  social: HYPE_WEIGHTS.social,
};
export const hypeOf = (of: Composite<Total>): Merit => compositeOf(HYPE_PARTS, of);

/** As people write it, of scores that are called so. */
export const hypeFormula = (
  { pattern, security, social }: Composite<string>,
  [times, over] = ['×', '÷'],
): string =>
  `${HYPE_WEIGHTS.onChain / 100} ${times} (${ON_CHAIN.pattern} ${times} ${pattern} + ${security}) ${over} ${ON_CHAIN_SHARES} + ${HYPE_WEIGHTS.social / 100} ${times} ${social}`;

/** Bands of hype, by the least score of each. */
export const HYPE_BANDS = { high: 70, medium: 50 } as const;

export const DAILY_WEIGHTS: Record<ProfileName, Composite<number>> = {
  live: { pattern: 40, social: 40, security: 20 },
  whitepaper: { social: 40, pattern: 35, security: 25 },
};

export const dailyOf = (profile: ProfileName, of: Composite<Total>): Merit =>
  compositeOf(DAILY_WEIGHTS[profile], of);

export const ULTIMATE_WEIGHTS = {
  safety: 25,
  marketHealth: 25,
  momentum: 20,
  social: 15,
  whaleActivity: 10,
  trending: 5,
} as const;
const ULTIMATE_PARTS = Object.keys(ULTIMATE_WEIGHTS) as (keyof typeof ULTIMATE_WEIGHTS)[];

export const ultimateOf = (inputs: ScoreInputs, of: { security: Total; social: Total }): Merit =>
  sumOf([
    partOf('safety', ULTIMATE_WEIGHTS.safety, of.security),
    partOf('marketHealth', ULTIMATE_WEIGHTS.marketHealth, meritOf(MARKET_HEALTH, inputs)),
    partOf('momentum', ULTIMATE_WEIGHTS.momentum, meritOf(MOMENTUM, inputs)),
    partOf('social', ULTIMATE_WEIGHTS.social, of.social),
    partOf('whaleActivity', ULTIMATE_WEIGHTS.whaleActivity, meritOf(WHALE_ACTIVITY, inputs)),
    partOf('trending', ULTIMATE_WEIGHTS.trending, meritOf(TRENDING, inputs)),
  ]);

/** Without its parts. */
export function ultimateTotalOf(inputs: ScoreInputs, of: { security: Total; social: Total }): Total {
  const parts: Record<keyof typeof ULTIMATE_WEIGHTS, Total> = {
    safety: of.security,
    marketHealth: meritTotalOf(MARKET_HEALTH, inputs),
    momentum: meritTotalOf(MOMENTUM, inputs),
    social: of.social,
    whaleActivity: meritTotalOf(WHALE_ACTIVITY, inputs),
    trending: meritTotalOf(TRENDING, inputs),
  };
  let earned = 0;
  let unobserved = 0;
  for (const name of ULTIMATE_PARTS) {
    earned += (ULTIMATE_WEIGHTS[name] * parts[name].score) / 100;
    unobserved += (ULTIMATE_WEIGHTS[name] * (parts[name].best - parts[name].score)) / 100;
  }
  return totalOf(earned, unobserved);
}
