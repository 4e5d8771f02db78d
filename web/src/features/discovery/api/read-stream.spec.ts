import type { StreamChange, StreamToken } from '@cryptonite/contracts/api';
import { expect, it } from 'vitest';
import { createStreamReader } from './read-stream';
import { screened } from './screened';

const AT = 1_759_852_522_000;
const PLACE = {
  source: 'discovery',
  listedAt: AT,
  initialMarketCap: null,
  marketCapChangePercent: null,
} as const;
const whole = (tradeCount: number): StreamToken => ({
  mint: 'a',
  profile: 'live',
  token: screened('a', tradeCount, AT),
  lists: { earlyStage: PLACE },
  asOf: AT,
});
const change = (tradeCount: number, lists: StreamChange['lists'] = {}) =>
  JSON.stringify({ mint: 'a', profile: 'live', token: { tradeCount }, lists, asOf: AT });

it('makes a change whole by what the connection said before', () => {
  const read = createStreamReader();
  read('token', JSON.stringify(whole(1)));
  expect(read('change', change(2))).toMatchObject({
    name: 'token',
    data: { token: { tradeCount: 2, symbol: null } },
  });
  expect(read('change', change(3))).toMatchObject({ data: { token: { tradeCount: 3 } } });
});

it('has no use for a change of what it was not told, or was told is gone', () => {
  const read = createStreamReader();
  expect(read('change', change(2))).toBeNull();
  read('token', JSON.stringify(whole(1)));
  read('token', JSON.stringify({ ...whole(1), token: null, lists: {} }));
  expect(read('change', change(2))).toBeNull();
});

it('hands on how a token is that left its lists for another, and holds it no longer', () => {
  const read = createStreamReader();
  read('token', JSON.stringify(whole(1)));
  expect(read('change', change(2, { earlyStage: null }))).toMatchObject({
    data: { token: { tradeCount: 2 }, lists: {} },
  });
  expect(read('change', change(3))).toBeNull();
});

it('hands on what is said of no token', () =>
  expect(createStreamReader()('reset', '{}')).toEqual({ name: 'reset', data: {} }));

it.each([
  ['token', '{"mint":7}'],
  ['change', '[]'],
  ['health', 'no JSON'],
])('throws on %s %s', (name, data) => expect(() => createStreamReader()(name, data)).toThrow());
