import { expect, it } from 'vitest';
import type { Answer } from './held-lists';
import { ageOf, type ListState, mergeAnswers } from './list-state';

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

const state = (isError: boolean, dataUpdatedAt: number): ListState<Item> => ({
  data: dataUpdatedAt === 0 ? undefined : answer('a', ''),
  error: null,
  isError,
  isPending: false,
  isFetching: false,
  dataUpdatedAt,
  errorUpdatedAt: 0,
  refetch: () => {},
});

it.each([
  ['both were answered', [state(false, 7), state(false, 5)], { isError: false, dataUpdatedAt: 5 }],
  ['one was never answered', [state(false, 7), state(true, 0)], { isError: false, dataUpdatedAt: 7 }],
  ['one failed of late', [state(false, 7), state(true, 5)], { isError: true, dataUpdatedAt: 5 }],
  ['none was answered', [state(true, 0), state(true, 0)], { isError: true, dataUpdatedAt: 0 }],
] as const)('is as old as what is shown: %s', (_case, states, age) => expect(ageOf(states)).toEqual(age));
