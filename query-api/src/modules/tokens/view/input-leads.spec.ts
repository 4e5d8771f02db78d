import { type FindingRule, type Part, RUG_FINDINGS, type ScoreInputs } from '@cryptonite/contracts/rules';
import { expect, it } from 'vitest';
import { factOf, PART_TABLES, type PartTable } from '../../screening/words/part-words.js';
import { type Lead, leadOfFact, leadOfFinding } from './input-leads.js';

const leadsOn = ({ traces, told = [] }: Lead): boolean => traces.length + told.length > 0;

it.each(Object.keys(PART_TABLES) as PartTable[])(
  'each part of %s leads on, but what nobody can know yet',
  (table) => {
    const parts: readonly Part<ScoreInputs>[] = PART_TABLES[table];
    const lost = parts.filter(({ name }) => !leadsOn(leadOfFact(factOf(table, name), false)));
    expect(lost.filter(({ isLater }) => !isLater).map(({ name }) => name)).toEqual([]);
  },
);

it('each finding leads on, but what nobody can know yet', () => {
  const rules = RUG_FINDINGS as readonly FindingRule<never>[];
  const lost = rules.filter(({ layer, name }) => !leadsOn(leadOfFinding(layer, name)));
  expect(lost.filter(({ isLater }) => !isLater).map(({ layer, name }) => `${layer}.${name}`)).toEqual([]);
});
