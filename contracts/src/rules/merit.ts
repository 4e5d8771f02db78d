/** Scores of merit: what is not known earns nothing, and is told apart from what was lost. */
import { earnedShare, type Observed, observedOf, type Scale } from './points.js';

/** A part of a score. The weights of a score's parts add up to 100. */
export type Part<Inputs> = {
  name: string;
  /** As people read it. */
  label: string;
  /** Of the value; `''` for counts, scores and what is true or false. */
  unit: string;
  weight: number;
  scale: Scale;
  /** Of what nobody can know yet. */
  isLater?: true;
  value: (inputs: Inputs) => Observed;
  /** Where it is not so, the part earns nothing, whatever its value; where that is unknown, its value counts as unknown. */
  countsWhile?: (inputs: Inputs) => boolean | null;
};

/** What became of a part's weight: the three add up to it. */
export type EarnedPart = {
  name: string;
  weight: number;
  value: Observed;
  earned: number;
  lost: number;
  unobserved: number;
};

export type Total = {
  /** 0–100: what was earned. */
  score: number;
  /** The share of the weight that was observed, 0–1. */
  coverage: number;
  /** What complete data could still give: what was earned and what was not observed. */
  best: number;
};

export type Merit = Total & { parts: readonly EarnedPart[] };

export function meritOf<Inputs>(parts: readonly Part<Inputs>[], inputs: Inputs): Merit {
  return sumOf(
    parts.map((part) => {
      const { name, weight, value: read } = part;
      const value = observedOf(read(inputs));
      const earned = pointsEarned(part, inputs);
      if (earned === null) return { name, weight, value: null, earned: 0, lost: 0, unobserved: weight };
      return { name, weight, value, earned, lost: weight - earned, unobserved: 0 };
    }),
  );
}

/** Points of a part; null where it was not observed. */
function pointsEarned<Inputs>(
  { weight, scale, value: read, countsWhile }: Part<Inputs>,
  inputs: Inputs,
): number | null {
  const value = observedOf(read(inputs));
  if (value === null) return null;
  const counts = countsWhile === undefined ? true : countsWhile(inputs);
  if (counts === null) return null;
  return counts ? weight * earnedShare(scale, value) : 0;
}

/** {@link meritOf} without its parts. */
export function meritTotalOf<Inputs>(parts: readonly Part<Inputs>[], inputs: Inputs): Total {
  let earned = 0;
  let unobserved = 0;
  for (const part of parts) {
    const points = pointsEarned(part, inputs);
    if (points === null) unobserved += part.weight;
    else earned += points;
  }
  return totalOf(earned, unobserved);
}

/** A score whose part is another score: of what that could not see nothing is seen here either. */
export const partOf = (name: string, weight: number, { score, best }: Total): EarnedPart => ({
  name,
  weight,
  value: score,
  earned: (weight * score) / 100,
  lost: (weight * (100 - best)) / 100,
  unobserved: (weight * (best - score)) / 100,
});

/** @param parts of weights that add up to 100 */
export function sumOf(parts: readonly EarnedPart[]): Merit {
  const sum = (of: (part: EarnedPart) => number) => parts.reduce((total, part) => total + of(part), 0);
  return {
    parts,
    ...totalOf(
      sum(({ earned }) => earned),
      sum(({ unobserved }) => unobserved),
    ),
  };
}

/** Of points out of 100. */
export function totalOf(earned: number, unobserved: number): Total {
  const score = held(earned);
  const missing = held(unobserved);
  return { score, coverage: 1 - missing / 100, best: Math.min(100, score + missing) };
}

/** Sums of floats may end a hair outside. */
const held = (points: number): number => Math.min(100, Math.max(0, points));
