import { expect, it } from 'vitest';
import type { DrawnToken } from './drawn-token';
import { explorerLink, explorerOf, linksOf, searchOf } from './links';

const real = {
  origin: { kind: 'live', name: 'mainnet' },
  dexUrl: 'https://dexscreener.com/solana/x',
  launchpadUrl: 'https://pump.fun/coin/x',
  twitter: '@gloam',
  telegram: 'gloam_chat',
  imageUrl: null,
  imageFailure: null,
} as unknown as DrawnToken;
const urlsOf = (change: object) => linksOf({ ...real, ...change } as DrawnToken).map(({ url }) => url);

it('leads to the chart, the coin page and the accounts', () =>
  expect(urlsOf({})).toEqual([
    'https://dexscreener.com/solana/x',
    'https://pump.fun/coin/x',
    'https://x.com/gloam',
    'https://t.me/gloam_chat',
  ]));

it('leads nowhere from a simulated token, tells its handles, and says why', () => {
  const links = linksOf({ ...real, origin: { kind: 'market', name: 'seed 7' } } as DrawnToken);
  expect(links.map(({ url }) => url)).toEqual([null, null, null, null]);
  expect(links.map(({ label, why }) => `${label}: ${why}`)).toEqual([
    'View Chart: a simulated mint is not known there',
    'PumpFun: a simulated mint is not known there',
    'X @gloam: a simulated token has no account there',
    'Telegram @gloam_chat: a simulated token has no account there',
  ]);
});

it.each(['javascript:alert(1)', 'http://pump.fun/coin/x', 'nonsense', ''])('not to %s', (address) =>
  expect(urlsOf({ dexUrl: address, launchpadUrl: address }).slice(0, 2)).toEqual([null, null]),
);

it.each([null, '', 'a/../b', 'sixteen_letters_', 'a b'])('to no account of the handle %j', (twitter) =>
  expect(urlsOf({ twitter })[2]).toBeNull(),
);

it.each([null, '', '+AbCdEf', 'a/../b', 'joinchat/x', '1seal', 'a b', 'sealy?x'])(
  'to no group of the handle %j',
  (telegram) => expect(urlsOf({ telegram })[3]).toBeNull(),
);

it('says which account is not known', () => {
  const links = linksOf({ ...real, twitter: null, telegram: null });
  expect(links.slice(2)).toMatchObject([
    { label: 'X', url: null, why: 'no account is known' },
    { label: 'Telegram', url: null, why: 'no account is known' },
  ]);
});

it('says that an account may be named where nobody could read', () => {
  const links = linksOf({ ...real, twitter: null, telegram: null, imageFailure: 'too-slow' });
  const why = 'no account is known; the metadata that would name it may not have been read';
  expect(links.slice(2)).toMatchObject([{ why }, { why }]);
});

it.each([
  { imageFailure: 'too-slow', telegram: 'gloam_chat' },
  { imageFailure: 'too-many-pixels', telegram: null },
])('and not where something of the document is known: %j', (change) => {
  const [, , x] = linksOf({ ...real, twitter: null, ...change } as DrawnToken);
  expect(x).toMatchObject({ label: 'X', why: 'no account is known' });
});

const MINT = '4mTqLw8sKdPfZ2nXcVbGhJ7yRtE5uAo1Qk3Hpump';
const SIGNATURE = '5'.repeat(88);
const simulated = { kind: 'market', name: 'seed 7' } as const;

it('searches for the mint, but for a simulated one', () => {
  expect(searchOf({ mint: MINT, origin: real.origin }).url).toBe(`https://x.com/search?q=${MINT}`);
  expect(searchOf({ mint: MINT, origin: simulated })).toMatchObject({ label: 'Search on X', url: null });
});

it.each([
  [MINT, real.origin, `https://solscan.io/token/${MINT}`, ''],
  [MINT, simulated, null, 'a simulated mint is not known there'],
  ['a/../b', real.origin, null, 'its mint is no address'],
])('shows the mint %s at an explorer', (mint, origin, url, why) => {
  const link = explorerLink({ mint, origin });
  expect([link.label, link.url]).toEqual(['Explorer', url]);
  if (url === null) expect(link.why).toBe(why);
});

it.each([
  [MINT, `https://solscan.io/account/${MINT}`],
  [SIGNATURE, `https://solscan.io/tx/${SIGNATURE}`],
  ['a/../b', null],
  ['', null],
])('shows evidence %j at an explorer', (name, url) => {
  expect(explorerOf(name, real.origin)).toBe(url);
  expect(explorerOf(name, simulated)).toBeNull();
});
