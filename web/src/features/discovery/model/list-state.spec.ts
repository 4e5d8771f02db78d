import type { HighHypeToken, ListName, StreamToken } from '@cryptonite/contracts/api';
import { describe, expect, it } from 'vitest';
import { screened } from '../api/screened';
import type { SinceListing } from './drawn-token';
import { type Answer, type HeldList, holdTokens, joinItems, patchList, splitItem } from './held-lists';
import { ageOf, type ListState, mergeAnswers } from './list-state';

const UNLISTED = { listedAt: null, initialMarketCap: null, marketCapChangePercent: null };
type Item = { mint: string; from: string } & SinceListing;
const answer = (
  from: string,
  mints: string,
  total = mints.length,
  asOf: number | null = 1,
): Answer<Item> => ({
  items: [...mints].map((mint) => ({ mint, from, ...UNLISTED })),
  total,
  profile: 'live',
  asOf,
});

it('takes a token from the first list that holds it', () =>
  expect(mergeAnswers([answer('daily', 'ab'), answer('social', 'bc')]).items).toEqual([
    { mint: 'a', from: 'daily', ...UNLISTED },
    { mint: 'b', from: 'daily', ...UNLISTED },
    { mint: 'c', from: 'social', ...UNLISTED },
  ]));

describe('a token on several lists has its first listing on any of them', () => {
  const AT = 1_759_852_522_000;
  const hyped = (source: HighHypeToken['source'], listing: Partial<HighHypeToken>): HighHypeToken => ({
    ...screened('a', 412, AT),
    source,
    ...UNLISTED,
    ...listing,
  });
  const early = { listedAt: AT - 60_000, initialMarketCap: 10_000, marketCapChangePercent: 892 };
  const late = { listedAt: AT - 1_000, initialMarketCap: 99_800, marketCapChangePercent: -0.6 };
  const place = (name: ListName, source: HighHypeToken['source'], listing: Partial<HighHypeToken>) =>
    splitItem<'discoveryQualified'>(name as 'discoveryQualified', hyped(source, listing)).place;
  const listOf = (name: ListName, source: HighHypeToken['source'], listing: Partial<HighHypeToken>) => ({
    items: [place(name, source, listing)],
    total: 1,
    profile: 'live' as const,
    asOf: AT,
  });
  const held = holdTokens(new Map(), [screened('a', 412, AT)], new Set());
  const merge = (...lists: [HeldList<'discoveryQualified'>, ...HeldList<'discoveryQualified'>[]]) => {
    const [first, ...others] = lists;
    return mergeAnswers([joinItems(first, held), ...others.map((list) => joinItems(list, held))]).items[0];
  };
  const bonded = (listing: Partial<HighHypeToken>) => listOf('bondedAnalyzed', 'bonded-analyzed', listing);
  const qualified = (listing: Partial<HighHypeToken>) => listOf('discoveryQualified', 'discovery', listing);

  it.each([
    ['of the list that comes first', bonded(early), qualified(late), 'bondedAnalyzed', early],
    ['of the list that comes second', bonded(late), qualified(early), 'discoveryQualified', early],
    ['of the one that is known', bonded({}), qualified(late), 'discoveryQualified', late],
    ['of the first where both are as early', bonded(early), qualified(early), 'bondedAnalyzed', early],
  ] as const)('%s', (_case, first, second, listedOn, listing) =>
    expect(merge(first, second)).toMatchObject({ source: 'bonded-analyzed', listedOn, ...listing }),
  );

  it('of three lists', () =>
    expect(
      merge(
        bonded(late),
        qualified({ ...late, listedAt: AT - 2_000 }),
        listOf('earlyStage', 'discovery', early),
      ),
    ).toMatchObject({ source: 'bonded-analyzed', listedOn: 'earlyStage', ...early }));

  it('stays the same object while neither list changed', () => {
    const lists = [bonded(late), qualified(early)] as const;
    expect(merge(...lists)).toBe(merge(...lists));
  });

  it('and after the stream told of it', () => {
    const now = { ...early, marketCapChangePercent: 900 };
    const told: StreamToken = {
      ...{ mint: 'a', profile: 'live', token: screened('a', 413, AT + 1_000), asOf: AT + 1_000 },
      lists: {
        bondedAnalyzed: { ...hyped('bonded-analyzed', late), buyRatio: null },
        discoveryQualified: hyped('discovery', now),
      },
    };
    const patched = patchList(qualified(early), 'discoveryQualified', undefined, told);
    expect(merge(bonded(late), patched)).toMatchObject({ listedOn: 'discoveryQualified', ...now });
  });
});

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
