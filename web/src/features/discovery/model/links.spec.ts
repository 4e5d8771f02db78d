import { expect, it } from 'vitest';
import type { DrawnToken } from './drawn-token';
import { linksOf } from './links';

const real = {
  origin: { kind: 'live', name: 'mainnet' },
  dexUrl: 'https://dexscreener.com/solana/x',
  launchpadUrl: 'https://pump.fun/coin/x',
  twitter: '@gloam',
} as unknown as DrawnToken;
const urlsOf = (change: object) => linksOf({ ...real, ...change } as DrawnToken).map(({ url }) => url);

it('leads to the chart, the coin page and the account', () =>
  expect(urlsOf({})).toEqual([
    'https://dexscreener.com/solana/x',
    'https://pump.fun/coin/x',
    'https://x.com/gloam',
  ]));

it('leads nowhere from a simulated mint, and says why', () => {
  const links = linksOf({ ...real, origin: { kind: 'market', name: 'seed 7' } } as DrawnToken);
  expect(links.map(({ url }) => url)).toEqual([null, null, null]);
  expect(new Set(links.map(({ why }) => why))).toEqual(new Set(['a simulated mint is not known there']));
});

it.each(['javascript:alert(1)', 'http://pump.fun/coin/x', 'nonsense', ''])('not to %s', (address) =>
  expect(urlsOf({ dexUrl: address, launchpadUrl: address }).slice(0, 2)).toEqual([null, null]),
);

it.each([null, '', 'a/../b', 'sixteen_letters_', 'a b'])('to no account of the handle %j', (twitter) =>
  expect(urlsOf({ twitter })[2]).toBeNull(),
);
