/** What a token earned points for, by what is observed of it now. */
import {
  HYPE_PARTS,
  meritOf,
  PATTERN_NAMES,
  type ScoreInputs,
  ULTIMATE_WEIGHTS,
} from '@cryptonite/contracts/rules';
import { factOf, PART_TABLES, type PartTable } from '../words/part-words.js';
import type { Strength } from '../words/why.js';

type Counted = Partial<Record<PartTable, number>>;

/** Tables of parts with what they weigh in Ultimate. Safety is what the findings say. */
const IN_ULTIMATE: Counted = {
  social: ULTIMATE_WEIGHTS.social,
  marketHealth: ULTIMATE_WEIGHTS.marketHealth,
  momentum: ULTIMATE_WEIGHTS.momentum,
  whaleActivity: ULTIMATE_WEIGHTS.whaleActivity,
  trending: ULTIMATE_WEIGHTS.trending,
};

/** What they weigh in Ultimate or hype, whichever is more. */
const IN_ALL: Counted = {
  ...IN_ULTIMATE,
  social: Math.max(ULTIMATE_WEIGHTS.social, HYPE_PARTS.social),
  ...Object.fromEntries(PATTERN_NAMES.map((name) => [name, HYPE_PARTS.pattern])),
};

function strengthsIn(tables: Counted, inputs: ScoreInputs): Strength[] {
  return (Object.entries(tables) as [PartTable, number][]).flatMap(([table, weight]) =>
    meritOf(PART_TABLES[table], inputs).parts.flatMap(({ name, value, earned }) => {
      const fact = factOf(table, name);
      return fact === undefined || value === null ? [] : [{ fact, value, points: (earned * weight) / 100 }];
    }),
  );
}

export const strengthsOf = (inputs: ScoreInputs): Strength[] => strengthsIn(IN_ALL, inputs);
export const ultimateStrengthsOf = (inputs: ScoreInputs): Strength[] => strengthsIn(IN_ULTIMATE, inputs);
