import { expect, it } from 'vitest';
import type { Answer } from './held-lists';
import { mergeAnswers } from './list-state';

type Item = { mint: string; from: string };
const answer = (
  from: string,
  mints: string,
  total = mints.length,
  asOf: number | null = 1,
): Answer<Item> => ({
  items: [...mints].map((mint) => ({ mint, from })),
  total,
  profile: 'live',
  asOf,
});

it('takes a token from the first list that holds it', () =>
  expect(mergeAnswers([answer('daily', 'ab'), answer('social', 'bc')]).items).toEqual([
    { mint: 'a', from: 'daily' },
    { mint: 'b', from: 'daily' },
    { mint: 'c', from: 'social' },
  ]));

it('counts each token once, and what was not loaded besides', () =>
  expect(mergeAnswers([answer('daily', 'ab', 5), answer('social', 'bc')]).total).toBe(6));

it('is as new as the newest of them', () => {
  expect(mergeAnswers([answer('a', '', 0, null), answer('b', '', 0, 7)]).asOf).toBe(7);
  expect(mergeAnswers([answer('a', '', 0, null)]).asOf).toBeNull();
});
