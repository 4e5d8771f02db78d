import { expect, it } from 'vitest';
import { barOf, isUnobserved, knownScore, pointsOf, toneOf, wholePointsOf } from './merit';

it.each([
  [0.7, 'high'],
  [0.699, 'medium'],
  [0.4, 'medium'],
  [0.399, 'low'],
  [0, 'low'],
])('a share of %s is %s', (share, tone) => expect(toneOf(share)).toBe(tone));

it('a bar is of its weight', () =>
  expect(barOf({ weight: 40, earned: 30, unobserved: 4 })).toEqual({
    earned: 75,
    unobserved: 10,
    tone: 'high',
  }));

it('a bar of no weight is empty', () =>
  expect(barOf({ weight: 0, earned: 0, unobserved: 0 })).toEqual({ earned: 0, unobserved: 0, tone: 'low' }));

it.each([
  [62, 0.75, 62],
  [0, 0.75, 0],
  [0, 0, null],
  [62, null, null],
  [null, 1, null],
  [null, null, null],
])('of a score of %s of which %s was seen is known: %s', (score, coverage, known) => {
  expect(knownScore(score, coverage)).toBe(known);
  expect(pointsOf(score, coverage)?.earned ?? null).toBe(known);
});

it('what was not observed of a score is not lost', () =>
  expect(pointsOf(62, 0.75)).toEqual({ weight: 100, earned: 62, unobserved: 25 }));

const part = (weight: number, earned: number) => ({ weight, earned, unobserved: 0 });
it.each([
  ['three alike', [part(40, 12.6), part(40, 12.6), part(20, 12.6)], [13, 12, 12]],
  ['whole points', [part(40, 34), part(40, 0), part(20, 6)], [34, 0, 6]],
  ['one that is nearly full', [part(15, 14.6), part(25, 3.5), part(60, 0)], [14, 4, 0]],
  ['all nearly full', [part(40, 39.9), part(40, 39.9), part(20, 19.9)], [40, 40, 19]],
  ['nothing', [part(40, 0), part(60, 0)], [0, 0]],
] as const)('the points of the parts add up to the score: %s', (_case, parts, shown) => {
  const score = parts.reduce((sum, { earned }) => sum + earned, 0);
  expect(wholePointsOf(parts, score)).toEqual(shown);
  expect(shown.reduce<number>((sum, points) => sum + points, 0)).toBe(Math.floor(score));
});

it('what was not observed at all is no score of 0', () => {
  expect(isUnobserved({ weight: 40, earned: 0, unobserved: 40 })).toBe(true);
  expect(isUnobserved({ weight: 40, earned: 0, unobserved: 39 })).toBe(false);
});
