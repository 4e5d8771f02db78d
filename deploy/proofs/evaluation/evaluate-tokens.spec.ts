import { SOL_MINT } from '@cryptonite/contracts/chain';
import type { PlayedToken } from '@cryptonite/contracts/evaluation';
import { measurementSample } from '@cryptonite/contracts/frames';
import type { Measurement } from '@cryptonite/contracts/measures';
import { expect, it } from 'vitest';
import { type Evaluated, evaluate } from './evaluate-tokens.js';
import { againstAlone, tableText } from './tables.js';

const AT = 1_790_812_800_000;
const MINUTE = 60_000;

/** The higher its number the better the token: it graduates from 6 on, and is dumped below 3. */
const played = (number: number, changes: Partial<Measurement> = {}): PlayedToken => ({
  mint: `mint ${number}`,
  completedAt: null,
  migratedAt: number >= 6 ? AT + MINUTE : null,
  moments: {
    traded: {
      at: AT,
      measurement: {
        ...measurementSample,
        ...{ score: number * 10, bondingProgressPercent: 50, top10HolderPercent: 100 - number },
        ...changes,
      },
    },
    listed: null,
  },
  prices: [
    [AT, 1, SOL_MINT],
    [AT + MINUTE, number < 3 ? 0.1 : 1, SOL_MINT],
  ],
  followedUntil: AT + 24 * 60 * MINUTE,
});
const TOKENS = Array.from({ length: 10 }, (_, number) => played(number));
const of = (tokens: readonly PlayedToken[], outcome: Evaluated['outcome']) =>
  evaluate(tokens, 'traded', 1).find((evaluated) => evaluated.outcome === outcome)!;
const rowOf = ({ rows }: Evaluated, label: string) => rows.find((row) => row.label.startsWith(label))!;
const figure = (row: Evaluated['rows'][number], name: keyof typeof row.figures) => row.figures[name]?.value;

it('a score of merit tells what is good from above, what is bad from below, each at its own limit', () => {
  const graduated = of(TOKENS, 'graduated');
  expect([graduated.tokens, graduated.came]).toEqual([10, 4]);
  // From 50 on there are five, of which four graduate.
  expect(rowOf(graduated, 'Hype').figures).toMatchObject({
    auprc: { value: 1 },
    precision: { value: 4 / 5 },
    recall: { value: 1 },
  });
  const dumped = of(TOKENS, 'dumped');
  expect(rowOf(dumped, 'Hype').figures).toMatchObject({ auprc: { value: 1 }, precision: { value: 3 / 5 } });
  expect(figure(rowOf(dumped, 'Base rate'), 'auprc')).toBeCloseTo(0.3, 12);
});

it('a number alone is read in the direction that tells more; one that is the same of all tells the base rate', () => {
  const graduated = of(TOKENS, 'graduated');
  expect(rowOf(graduated, 'Top 10 alone').label).toContain('less first');
  expect(figure(rowOf(graduated, 'Top 10 alone'), 'auprc')).toBe(1);
  expect(figure(rowOf(graduated, 'Progress alone'), 'auprc')).toBeCloseTo(0.4, 12);
  expect(againstAlone(graduated, 'Hype')).toMatchObject({ isAbove: false });
});

it('what is unknown comes last, is called nothing, and its share is told', () => {
  const tokens = [...TOKENS.slice(0, 9), played(9, { score: null })];
  const row = rowOf(of(tokens, 'graduated'), 'Hype');
  expect(row.unknown).toBeCloseTo(0.1, 12);
  expect(figure(row, 'recall')).toBeCloseTo(3 / 4, 12);
  expect(figure(row, 'auprc')).toBeCloseTo((3 + 4 / 10) / 4, 12);
  // Nor is it taken for bad.
  const dumped = rowOf(of([played(0, { score: null }), played(1), played(5)], 'dumped'), 'Hype');
  expect(figure(dumped, 'recall')).toBeCloseTo(1 / 2, 12);
});

it('nobody is judged who never came to the moment', () => {
  for (const { tokens, came } of evaluate(TOKENS, 'listed', 1)) expect([tokens, came]).toEqual([0, 0]);
  expect(evaluate(TOKENS, 'listed', 1).map(tableText).join()).not.toContain('NaN');
});

it('says the same of the same tokens, intervals included', () =>
  expect(evaluate(TOKENS, 'traded', 1)).toEqual(evaluate(TOKENS, 'traded', 1)));
