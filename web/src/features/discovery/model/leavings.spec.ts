import type { StreamToken } from '@cryptonite/contracts/api';
import { expect, it } from 'vitest';
import { Leavings, type ToldLeaving } from './leavings';

const leaving = (reason: string): ToldLeaving<'daily'> => ({ reason, gate: null, item: null });
const said = (mint: string, change: Partial<StreamToken>): StreamToken => ({
  mint,
  profile: 'live',
  token: null,
  lists: {},
  asOf: 1,
  ...change,
});

it('knows why a token left a list of a profile', () => {
  const leavings = new Leavings();
  leavings.take(said('a', { left: { daily: leaving('Composite 29.9 is below 30') } }));
  leavings.take(said('a', {}));
  expect(leavings.of('live', ['social', 'daily'], 'a')?.reason).toBe('Composite 29.9 is below 30');
  expect(leavings.of('live', ['social'], 'a')).toBeUndefined();
  expect(leavings.of('whitepaper', ['daily'], 'a')).toBeUndefined();
  expect(leavings.of('live', ['daily'], 'b')).toBeUndefined();
});

it('says nothing old of one that came back', () => {
  const leavings = new Leavings();
  leavings.take(said('a', { left: { daily: leaving('x') } }));
  leavings.take(said('a', { lists: { daily: {} } as StreamToken['lists'] }));
  leavings.take(said('a', {}));
  expect(leavings.of('live', ['daily'], 'a')).toBeUndefined();
});

it('keeps the newest of many', () => {
  const leavings = new Leavings();
  for (let index = 0; index < 2_000; index += 1)
    leavings.take(said(`${index}`, { left: { daily: leaving('x') } }));
  expect(leavings.of('live', ['daily'], '999')).toBeUndefined();
  expect(leavings.of('live', ['daily'], '1000')).toBeDefined();
});
