/** What a token earned points for, by what is observed of it now. */
import { bestPatternOf, HYPE_PARTS, meritOf, ULTIMATE_WEIGHTS } from '@cryptonite/contracts/rules';
import { type Fact, factOf, PART_TABLES, type PartTable } from '../words/part-words.js';
import type { Strength } from '../words/why.js';
import type { RowScores } from './row-scores.js';

type Counted = Partial<Record<PartTable, number>>;

/** Tables of parts with what they weigh in Ultimate. Safety is what the findings say. */
const IN_ULTIMATE: Counted = {
  social: ULTIMATE_WEIGHTS.social,
  marketHealth: ULTIMATE_WEIGHTS.marketHealth,
  momentum: ULTIMATE_WEIGHTS.momentum,
  whaleActivity: ULTIMATE_WEIGHTS.whaleActivity,
  trending: ULTIMATE_WEIGHTS.trending,
};

/** What they weigh in Ultimate or hype, whichever is more; but for the pattern. */
const IN_ALL: Counted = {
  ...IN_ULTIMATE,
  social: Math.max(ULTIMATE_WEIGHTS.social, HYPE_PARTS.social),
};

type Observed = Pick<RowScores, 'inputs' | 'growthBasis'>;

/** A growth says what it compares. */
const saidOf = (fact: Fact, { growthBasis }: Observed): Fact =>
  fact === 'volumeGrowth' && growthBasis === 'life' ? 'volumeGrowthOfLife' : fact;

function strengthsIn(tables: Counted, observed: Observed): Strength[] {
  return (Object.entries(tables) as [PartTable, number][]).flatMap(([table, weight]) =>
    meritOf(PART_TABLES[table], observed.inputs).parts.flatMap(({ name, value, earned }) => {
      const fact = factOf(table, name);
      return fact === undefined || value === null
        ? []
        : [{ fact: saidOf(fact, observed), value, points: (earned * weight) / 100 }];
    }),
  );
}

/** A float's sum may end a hair apart. */
const SAME_SCORE = 1e-9;

/** Of the patterns the one that counts, where this measurement matched it so: it is kept from the first hour on. */
export function strengthsOf({ pattern, ...observed }: Observed & Pick<RowScores, 'pattern'>): Strength[] {
  const { name, total } = bestPatternOf(observed.inputs);
  const isMatched = Math.abs(total.score - pattern.score) < SAME_SCORE;
  return strengthsIn(isMatched ? { ...IN_ALL, [name]: HYPE_PARTS.pattern } : IN_ALL, observed);
}
export const ultimateStrengthsOf = (observed: Observed): Strength[] => strengthsIn(IN_ULTIMATE, observed);
