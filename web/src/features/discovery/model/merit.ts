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
 * Whole points of the parts of a score, which add up to the number that its plate shows, the score without its fraction. The
 * largest fractions are taken for a point; one that would make a part full that is not, only where no other is left.
 */
export function wholePointsOf(parts: readonly Points[], score: number): number[] {
  const wholes = parts.map(({ earned }) => Math.floor(earned));
  const missing = Math.floor(score) - wholes.reduce((sum, points) => sum + points, 0);
  const fractions = parts
    .map(({ weight, earned }, place) => {
      const whole = Math.floor(earned);
      return { place, fraction: earned - whole, fills: whole + 1 >= weight };
    })
    .sort((a, b) => Number(a.fills) - Number(b.fills) || b.fraction - a.fraction);
  const raised = new Set(fractions.slice(0, Math.max(0, missing)).map(({ place }) => place));
  return wholes.map((points, place) => points + Number(raised.has(place)));
}

/** Nothing of it was observed: there are no points to show. */
export const isUnobserved = ({ weight, unobserved }: Points): boolean => unobserved >= weight;
