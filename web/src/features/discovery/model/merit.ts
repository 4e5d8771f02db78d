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

/** A score of a hundred as points; null where none was computed. */
export const pointsOf = (score: number | null, coverage: number | null): Points | null =>
  score === null ? null : { weight: 100, earned: score, unobserved: 100 * (1 - (coverage ?? 1)) };

/** Nothing of it was observed: there are no points to show. */
export const isUnobserved = ({ weight, unobserved }: Points): boolean => unobserved >= weight;
