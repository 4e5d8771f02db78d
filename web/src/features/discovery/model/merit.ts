import { tenthsOf, tidy, wholeOf } from '../../../lib/format';

/** What a bar of points shows: what was earned, what was not observed, and, as what is left of it, what was lost. */
export type MeritBar = {
  /** Percent of the bar. */
  earned: number;
  unobserved: number;
  tone: Tone;
};

export type Tone = 'high' | 'medium' | 'low';

/** Of its weight, from which a bar is green, and from which amber; red below. */
const TONE_FROM = { high: 0.7, medium: 0.4 } as const;

export function toneOf(share: number): Tone {
  if (share >= TONE_FROM.high) return 'high';
  return share >= TONE_FROM.medium ? 'medium' : 'low';
}

/** Points out of `weight`. */
export function barOf({ weight, earned, unobserved }: Points): MeritBar {
  const share = (points: number) => (weight === 0 ? 0 : Math.min(Math.max(points / weight, 0), 1));
  return { earned: share(earned) * 100, unobserved: share(unobserved) * 100, tone: toneOf(share(earned)) };
}

export type Points = { weight: number; earned: number; unobserved: number };

/** The score where something of it was observed: what nothing was seen of is unknown, and no 0. */
export const knownScore = (score: number | null, coverage: number | null): number | null =>
  coverage === null || coverage <= 0 ? null : score;

/** A score of a hundred as points; null where it is unknown. */
export function pointsOf(score: number | null, coverage: number | null): Points | null {
  const known = knownScore(score, coverage);
  if (known === null || coverage === null) return null;
  return { weight: 100, earned: known, unobserved: 100 * (1 - coverage) };
}

/**
 * Shares that add up to `total`, each its value without its fraction or one more: the largest fractions are taken for one.
 * None is more than its room; one fills its room that is not so much only where no other is left.
 */
function apportion(values: readonly number[], rooms: readonly number[], total: number): number[] {
  const parts = values.map((value, place) => {
    const room = rooms[place] ?? 0;
    const share = Math.min(Math.floor(tidy(value)), room);
    return { share, fraction: tidy(value) - share, left: room - share };
  });
  const missing = total - parts.reduce((sum, { share }) => sum + share, 0);
  const raised = parts
    .filter(({ fraction, left }) => fraction > 0 && left >= 1)
    .sort((a, b) => Number(a.left === 1) - Number(b.left === 1) || b.fraction - a.fraction)
    .slice(0, Math.max(0, missing));
  // A total that is a hair under what the values are.
  const lowered = parts.filter(({ share }) => share > 0).slice(0, Math.max(0, -missing));
  return parts.map((part) => part.share + Number(raised.includes(part)) - Number(lowered.includes(part)));
}

/** Whole points of the parts of a score, which add up to the number that its plate shows. */
export const wholePointsOf = (parts: readonly Points[], score: number): number[] =>
  apportion(
    parts.map(({ earned }) => earned),
    parts.map(({ weight }) => Math.ceil(weight)),
    wholeOf(score),
  );

type Shares = Points & { lost: number };

/**
 * Parts in tenths of a point as a table shows them: a row adds up to its weight, and what is earned to the score, of which a
 * plate shows the whole points.
 */
export function tenthsIn<Part extends Shares>(parts: readonly Part[], score: number): Part[] {
  const tenths = (of: (part: Part) => number) => parts.map((part) => of(part) * 10);
  const sum = (values: readonly number[]) => Math.round(values.reduce((total, value) => total + value, 0));
  const exact = tenths(({ weight }) => weight);
  const unseen = tenths(({ unobserved }) => unobserved);
  const weights = apportion(exact, exact.map(Math.ceil), sum(exact));
  const earned = apportion(
    tenths((part) => part.earned),
    weights,
    tenthsOf(score),
  );
  const rest = weights.map((weight, place) => weight - (earned[place] ?? 0));
  const unobserved = apportion(unseen, rest, sum(unseen));
  const points = (of: readonly number[], place: number) => (of[place] ?? 0) / 10;
  return parts.map((part, place) => ({
    ...part,
    weight: points(weights, place),
    earned: points(earned, place),
    unobserved: points(unobserved, place),
    lost: ((rest[place] ?? 0) - (unobserved[place] ?? 0)) / 10,
  }));
}

/** Nothing of it was observed: there are no points to show. */
export const isUnobserved = ({ weight, unobserved }: Points): boolean => unobserved >= weight;
