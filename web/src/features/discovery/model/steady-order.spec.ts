import { expect, it } from 'vitest';
import { hypeOf, type Scores, scoresOf, sortByScore } from './steady-order';

const items = (scores: Record<string, number | null>) =>
  Object.entries(scores).map(([mint, hypeScore]) => ({ mint, hypeScore }));
const order = (scores: Record<string, number | null>, before: Scores = new Map()) =>
  sortByScore(items(scores), scoresOf(items(scores), hypeOf, before)).map(({ mint }) => mint);

it('stands by score, the unknown last and equals always alike', () =>
  expect(order({ d: 60, c: 60, b: null, a: 10, e: 90 })).toEqual(['e', 'c', 'd', 'a', 'b']));

it('stands as it did while scores change, and takes in what is new by its own', () => {
  const before = scoresOf(items({ a: 80, b: 70 }), hypeOf, new Map());
  expect(order({ a: 60, b: 75, c: 72 }, before)).toEqual(['a', 'c', 'b']);
});
