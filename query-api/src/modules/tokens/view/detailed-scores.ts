/** The scores of a token, part by part, as people read them. */
import type { DetailedPart, DetailedPattern, DetailedScore } from '@cryptonite/contracts/api';
import { type Measurement, scoreInputsOf } from '@cryptonite/contracts/measures';
import { historyFor, type PatternHistory } from '@cryptonite/contracts/pattern-history';
import {
  bestPatternOf,
  type EarnedPart,
  isBetterMatch,
  LAYERS,
  type LayerName,
  MARKET_HEALTH,
  type Merit,
  MOMENTUM,
  meritOf,
  PATTERNS,
  type Part,
  type PatternName,
  type ProfileName,
  patternsOf,
  type ScoreInputs,
  SOCIAL,
  TRENDING,
  WHALE_ACTIVITY,
} from '@cryptonite/contracts/rules';
import { bestOf, growthBasisOf, type RowScores } from '../../screening/scores/row-scores.js';

type LabelledPart = Omit<DetailedPart, 'parts'>;
type Words = { label: string; unit: string };
type Table = readonly Part<ScoreInputs>[];

const LABELS: Record<string, string> = {
  pattern: 'Pattern',
  social: 'Social',
  security: 'Security',
  safety: 'Safety',
  marketHealth: 'Market Health',
  momentum: 'Momentum',
  whaleActivity: 'Whale Activity',
  trending: 'Trending',
};

const NO_SCORE: DetailedScore = { score: null, coverage: null, best: null, parts: [] };

const labelled = (parts: readonly EarnedPart[], words: (name: string) => Words): LabelledPart[] =>
  parts.map((part) => ({ ...part, ...words(part.name) }));

/** Of parts that are scores. */
const asScore = (name: string): Words => ({ label: LABELS[name] ?? name, unit: '' });

const asLayer = (name: string): Words => ({ label: LAYERS[name as LayerName].label, unit: '' });

const inTable =
  (table: Table) =>
  (name: string): Words => {
    const { label = name, unit = '' } = table.find((part) => part.name === name) ?? {};
    return { label, unit };
  };

const alone = (part: LabelledPart): DetailedPart => ({ ...part, parts: [] });

const partsIn = (table: Table, inputs: ScoreInputs): LabelledPart[] =>
  labelled(meritOf(table, inputs).parts, inTable(table));

/** @param within the parts of those of its parts that are scores */
const composite = (merit: Merit, within: Readonly<Record<string, LabelledPart[]>>): DetailedScore => ({
  score: merit.score,
  coverage: merit.coverage,
  best: merit.best,
  parts: labelled(merit.parts, asScore).map((part) => ({ ...part, parts: within[part.name] ?? [] })),
});

/** A part of the pattern as it counts while so much still stands, 0–1; nothing of it is known where that is not. */
const standingPart =
  (standing: number | null) =>
  ({ weight, earned, unobserved, ...part }: LabelledPart): LabelledPart => {
    if (standing === null) return { ...part, weight, earned: 0, lost: 0, unobserved: weight };
    const counted = { earned: earned * standing, unobserved: unobserved * standing };
    return { ...part, weight, ...counted, lost: weight - counted.earned - counted.unobserved };
  };

/** @param ofFirstHour what the pattern is told by */
export function detailedScoresOf(
  measurement: Measurement,
  scores: RowScores | null,
  ofFirstHour: Measurement | null,
  profile: ProfileName,
): Record<'hype' | 'daily' | 'ultimate' | 'social' | 'security', DetailedScore> {
  if (!scores)
    return { hype: NO_SCORE, daily: NO_SCORE, ultimate: NO_SCORE, social: NO_SCORE, security: NO_SCORE };
  const { inputs } = scores;
  const { pattern } = measurement;
  const security = labelled(scores.security.parts, asLayer);
  const social = labelled(scores.social.parts, inTable(SOCIAL));
  const byPattern =
    pattern === null || !ofFirstHour
      ? []
      : partsIn(PATTERNS[pattern].parts, scoreInputsOf(ofFirstHour)).map(standingPart(scores.standing));
  const { socialScore, socialCoverage, ultimateScore, ultimateCoverage, score } = measurement;
  return {
    hype: { ...composite(scores.hype, { pattern: byPattern, social, security }), score },
    daily: composite(scores.daily[profile], { pattern: byPattern, social, security }),
    ultimate: {
      ...composite(scores.ultimate, {
        safety: security,
        marketHealth: partsIn(MARKET_HEALTH, inputs),
        momentum: partsIn(MOMENTUM, inputs).map((part) =>
          part.name === 'volumeGrowth' ? { ...part, basis: growthBasisOf(measurement) } : part,
        ),
        social,
        whaleActivity: partsIn(WHALE_ACTIVITY, inputs),
        trending: partsIn(TRENDING, inputs),
      }),
      score: ultimateScore,
      coverage: ultimateCoverage,
      best: bestOf(ultimateScore, ultimateCoverage),
    },
    social: {
      score: socialScore,
      coverage: socialCoverage,
      best: bestOf(socialScore, socialCoverage),
      parts: social.map(alone),
    },
    security: {
      score: scores.security.score,
      coverage: scores.security.coverage,
      best: scores.security.best,
      parts: security.map(alone),
    },
  };
}

const nothingOf = (inputs: ScoreInputs): ScoreInputs =>
  Object.fromEntries(Object.keys(inputs).map((name) => [name, null])) as ScoreInputs;

/** The measurement of a token's first hour of trading that matched best, and whether that hour is over. */
export type FirstHour = { matched: Measurement; isOver: boolean };

/** The measurement that matches a pattern best by what stands in it, of equals the first; null of none. */
export function bestMatchOf(measurements: readonly Measurement[]): Measurement | null {
  const matches = measurements.map((measurement) => ({
    measurement,
    total: bestPatternOf(scoreInputsOf(measurement)).total,
  }));
  const [first, ...others] = matches.sort((a, b) => a.measurement.time - b.measurement.time);
  return first
    ? others.reduce((best, other) => (isBetterMatch(other.total, best.total) ? other : best), first)
        .measurement
    : null;
}

/**
 * All four, the best first. Scores are null of which nothing was observed. History is of launches that matched the pattern
 * best as their first hour ended: of no other than the best it says anything, nor before that hour is over.
 */
export function detailedPatternsOf(
  newest: Measurement,
  firstHour: FirstHour | null,
  history: PatternHistory | null,
): DetailedPattern[] {
  const inputs = firstHour ? scoreInputsOf(firstHour.matched) : nothingOf(scoreInputsOf(newest));
  return patternsOf(inputs).map(({ name, merit }, place) => ({
    name,
    label: PATTERNS[name].label,
    score: merit.coverage === 0 ? null : merit.score,
    coverage: merit.coverage,
    best: merit.best,
    parts: labelled(merit.parts, inTable(PATTERNS[name].parts)).map(alone),
    history:
      place === 0 && firstHour?.isOver && merit.coverage > 0 ? historyOf(history, name, merit.score) : null,
  }));
}

function historyOf(
  history: PatternHistory | null,
  name: PatternName,
  score: number,
): DetailedPattern['history'] {
  const band = history && historyFor(history, name, score);
  return (
    band && {
      launches: band.launches,
      graduatedPercent: band.graduated * 100,
      doubledPercent: band.doubled['1h'] * 100,
      dumpedPercent: band.dumped * 100,
    }
  );
}
