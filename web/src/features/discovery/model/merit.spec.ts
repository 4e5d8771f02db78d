import { expect, it } from 'vitest';
import { barOf, isUnobserved, pointsOf, toneOf } from './merit';

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

it('a score without coverage was seen whole, and one that is unknown has no points', () => {
  expect(pointsOf(62, null)).toEqual({ weight: 100, earned: 62, unobserved: 0 });
  expect(pointsOf(62, 0.75)).toEqual({ weight: 100, earned: 62, unobserved: 25 });
  expect(pointsOf(null, 0)).toBeNull();
});

it('what was not observed at all is no score of 0', () => {
  expect(isUnobserved({ weight: 40, earned: 0, unobserved: 40 })).toBe(true);
  expect(isUnobserved({ weight: 40, earned: 0, unobserved: 39 })).toBe(false);
});
