/** The scores: how parts and other scores make each. */

import type { ProfileName } from './checks.js';
import { type Merit, meritOf, partOf, sumOf } from './merit.js';
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

/** The best of the four first; of equals the one that stands first in the table. */
export const patternsOf = (inputs: ScoreInputs): PatternMatch[] =>
  (Object.keys(PATTERNS) as PatternName[])
    .map((name) => ({ name, merit: meritOf(PATTERNS[name].parts, inputs) }))
    .sort((a, b) => b.merit.score - a.merit.score);

export const socialOf = (inputs: ScoreInputs): Merit => meritOf(SOCIAL, inputs);

/** Weights of the scores that make others. */
export const HYPE_WEIGHTS = { onChain: 70, social: 30 } as const;
const ON_CHAIN = { pattern: 2 / 3, security: 1 / 3 } as const;

/** 0.7 × on-chain + 0.3 × social, on-chain = (2 × pattern + security) ÷ 3. */
export const hypeOf = (of: { pattern: Merit; security: Merit; social: Merit }): Merit =>
  sumOf([
    partOf('pattern', HYPE_WEIGHTS.onChain * ON_CHAIN.pattern, of.pattern),
    partOf('security', HYPE_WEIGHTS.onChain * ON_CHAIN.security, of.security),
    partOf('social', HYPE_WEIGHTS.social, of.social),
  ]);

/** Bands of hype, by the least score of each. */
export const HYPE_BANDS = { high: 70, medium: 50 } as const;

export const DAILY_WEIGHTS: Record<ProfileName, { pattern: number; social: number; security: number }> = {
  live: { pattern: 40, social: 40, security: 20 },
  whitepaper: { social: 40, pattern: 35, security: 25 },
};

export function dailyOf(profile: ProfileName, of: { pattern: Merit; security: Merit; social: Merit }): Merit {
  const weights = DAILY_WEIGHTS[profile];
  return sumOf([
    partOf('pattern', weights.pattern, of.pattern),
    partOf('social', weights.social, of.social),
    partOf('security', weights.security, of.security),
  ]);
}

export const ULTIMATE_WEIGHTS = {
  safety: 25,
  marketHealth: 25,
  momentum: 20,
  social: 15,
  whaleActivity: 10,
  trending: 5,
} as const;

export const ultimateOf = (inputs: ScoreInputs, of: { security: Merit; social: Merit }): Merit =>
  sumOf([
    partOf('safety', ULTIMATE_WEIGHTS.safety, of.security),
    partOf('marketHealth', ULTIMATE_WEIGHTS.marketHealth, meritOf(MARKET_HEALTH, inputs)),
    partOf('momentum', ULTIMATE_WEIGHTS.momentum, meritOf(MOMENTUM, inputs)),
    partOf('social', ULTIMATE_WEIGHTS.social, of.social),
    partOf('whaleActivity', ULTIMATE_WEIGHTS.whaleActivity, meritOf(WHALE_ACTIVITY, inputs)),
    partOf('trending', ULTIMATE_WEIGHTS.trending, meritOf(TRENDING, inputs)),
  ]);
