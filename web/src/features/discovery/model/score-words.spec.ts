import type { DetailedFinding } from '@cryptonite/contracts/api';
import { expect, it } from 'vitest';
import { findingWords, pointsWords, reachOf, sumOf, wordOf } from './score-words';

it('says what complete data could still give, and how much was seen', () => {
  expect(reachOf({ best: 72.6, coverage: 0.8 })).toBe(
    'At best 72 with complete data; 80.0% of the weight was observed',
  );
  expect(reachOf({ best: null, coverage: null })).toBe(
    'At best Unknown with complete data; Unknown of the weight was observed',
  );
});

it.each([
  ['hype', 70, 'Strong'],
  ['hype', 69.9, 'Moderate'],
  ['hype', 49.9, 'Weak'],
  ['ultimate', 70, 'Alert'],
  ['ultimate', 45, 'Watch'],
  ['ultimate', 39.9, 'Ignore'],
  ['daily', 80, null],
  ['social', 80, null],
  ['security', 20, null],
] as const)('%s of %s is %s', (name, score, word) => expect(wordOf(name, score)).toBe(word));

it('adds parts up', () =>
  expect(
    pointsWords(
      sumOf([
        { earned: 10.25, lost: 4.75, unobserved: 0 },
        { earned: 0, lost: 0, unobserved: 85 },
      ]),
    ),
  ).toBe('Earned 10.3, lost 4.8, not observed 85'));

const finding: DetailedFinding = {
  name: 'top10',
  label: 'Top 10 hold',
  level: 'danger',
  points: 60,
  value: 64.2,
  limit: 60,
  unit: '%',
  floor: null,
  evidence: [],
};
it.each([
  [{}, '64.2%, limit 60%'],
  [{ value: 0, limit: 60 }, '0%, limit 60%'],
  [{ value: 60, limit: 60 }, '60%, limit 60%'],
  [{ value: 60.04, limit: 60 }, '60.04%, limit 60%'],
  [{ value: 0.96, limit: 1, unit: '' }, '0.96, limit 1'],
  [{ value: 999.7, limit: 1_000, unit: '$' }, '$999.7, limit $1,000'],
  [{ value: 1, limit: null, unit: '' }, 'Yes'],
  [{ value: 0, limit: null, unit: '' }, 'No'],
  [{ value: null, level: 'unknown' }, 'Unknown'],
] as const)('a finding reads: %j', (change, words) =>
  expect(findingWords({ ...finding, ...change })).toBe(words),
);
