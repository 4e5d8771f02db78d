import type { DetailedFinding } from '@cryptonite/contracts/api';
import { expect, it } from 'vitest';
import { findingWords, pointsWords, reachOf, wordOf } from './score-words';

it.each([
  [
    { earned: 52.4, lost: 28, unobserved: 19.6 },
    '52.4 earned · 28 missed · 19.6 unknown',
    'Could reach 72 once the last 19.6% is known',
  ],
  [
    { earned: 67, lost: 24, unobserved: 9 },
    '67 earned · 24 missed · 9 unknown',
    'Could reach 76 once the last 9% is known',
  ],
  [{ earned: 40, lost: 60, unobserved: 0 }, '40 earned · 60 missed · 0 unknown', null],
])('says what became of the points, and what complete data could still give: %j', (points, words, reach) => {
  expect(pointsWords(points)).toBe(words);
  expect(reachOf(points)).toBe(reach);
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
