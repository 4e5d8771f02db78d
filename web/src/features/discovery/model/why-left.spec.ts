import type { Check } from '@cryptonite/contracts/api';
import { describe, expect, it } from 'vitest';
import type { HeldToken, ListedToken } from './held-lists';
import { asItLeft, toldLeave, toldReason, whyLeft, whyNotEarly, whyOutside } from './why-left';

const check = (
  name: Check['name'],
  verdict: Check['verdict'],
  value: number | null,
  limit: number | null,
): Check => ({ name, verdict, value, limit });

const rejected = (...checks: Check[]) =>
  ({ checks, passedChecks: 3, totalChecks: 5, rejectionReason: 'of the server' }) as unknown as ListedToken;

it.each([
  ['Momentum 12.9% is below 15%', 'failed', [check('momentum', 'fail', 12.9, 15)]],
  ['Momentum −3.0% is below 15%', 'failed', [check('momentum', 'fail', -3, 15)]],
  ['Momentum 14.99% is below 15%', 'failed', [check('momentum', 'fail', 14.99, 15)]],
  [
    'Buy ratio 0.8x is below 1.2x',
    'failed',
    [check('progress', 'pass', 50, 40), check('buyRatio', 'fail', 0.8, 1.2)],
  ],
  [
    'Whales 2 is below 3',
    'failed',
    [check('score', 'unknown', null, 40), check('whaleBuyers', 'fail', 2, 3)],
  ],
  ['Score is unknown', 'unknown', [check('score', 'unknown', null, 40)]],
  ['of the server', 'failed', [check('momentum', 'pass', 20, 15)]],
] as const)('a token that was rejected left because: %s (%s)', (text, tone, checks) =>
  expect(whyLeft(rejected(...checks))).toEqual({ text, tone }),
);

it('a token that qualified left Rejected because of it, which is no failure', () =>
  expect(whyLeft({ checks: [], passedChecks: 4, totalChecks: 5 } as unknown as ListedToken)).toEqual({
    text: 'Qualified with 4 of 5 checks',
    tone: 'plain',
  }));

it.each([
  [39.2, { text: 'Progress 39.2% is below 40%', tone: 'failed' }],
  [86, { text: 'Migrating, see Bonded', tone: 'plain' }],
  [50, null],
  [null, null],
])('a token of neither list at %s%% of its curve: %j', (progress, reason) =>
  expect(whyOutside(progress)).toEqual(reason),
);

describe('a token that left the window', () => {
  const listed = {
    bondingCurveProgress: 46.9,
    lifecycle: 'bonding',
    quoteRaised: 20,
    checks: [check('progress', 'pass', 46.9, 40), check('momentum', 'pass', 20, 15)],
    passedChecks: 2,
    totalChecks: 2,
  } as unknown as ListedToken;
  const known = (change: Partial<HeldToken>) => change as HeldToken;

  it('says the same on its bar, in its check and in the reason why it left', () => {
    const now = known({ bondingCurveProgress: 37.9, quoteRaised: 15 });
    const left = asItLeft(listed, now);
    expect(whyOutside(37.9)?.text).toBe('Progress 37.9% is below 40%');
    expect(left).toMatchObject({ bondingCurveProgress: 37.9, quoteRaised: 15, passedChecks: 1 });
    expect(left.checks).toEqual([check('progress', 'fail', 37.9, 40), check('momentum', 'pass', 20, 15)]);
    expect(asItLeft(left, now)).toBe(left);
  });

  it('failed nothing where it went on to migrate', () => {
    const left = asItLeft(listed, known({ bondingCurveProgress: 86, lifecycle: 'migrating' }));
    expect(left).toMatchObject({ bondingCurveProgress: 86, lifecycle: 'migrating', passedChecks: 2 });
    expect(left.checks).toEqual(listed.checks);
  });

  it('stays as it was where nothing newer is known', () => {
    expect(asItLeft(listed, undefined)).toBe(listed);
    expect(asItLeft(listed, known({ bondingCurveProgress: null }))).toBe(listed);
  });
});

const gate = (verdict: 'fail' | 'unknown') => ({ name: 'price', verdict, value: null, limit: 2 });
it.each([
  ['Price change over 1 h −3.2% is below 2%', gate('fail'), 'failed'],
  ['Price change over 1 h is unknown', gate('unknown'), 'unknown'],
  ['Rug risk 83 is above 80', null, 'failed'],
  ['Nothing was heard of it for 24 h', null, 'plain'],
] as const)('what the stream told is said: %s', (reason, by, tone) =>
  expect(toldReason({ reason, gate: by })).toEqual({ text: reason, tone }),
);

it('a reason stands beside the numbers that it is of, and without them beside none', () => {
  const listed = { hypeScore: 31 };
  const item = { hypeScore: 29.9 };
  const told = { reason: 'Composite 29.9 is below 30', gate: gate('fail') };
  expect(toldLeave(listed, { ...told, item })).toEqual({
    token: item,
    reason: { text: told.reason, tone: 'failed' },
  });
  expect(toldLeave(listed, { ...told, item: null })).toEqual({ token: listed, reason: null });
  expect(toldLeave(listed, { reason: null, gate: null, item })).toEqual({ token: item, reason: null });
  const quiet = { reason: 'Nothing was heard of it for 24 h', gate: null, item: null };
  expect(toldLeave(listed, quiet)).toMatchObject({ token: listed, reason: { tone: 'plain' } });
});

it.each([
  [29.96, { text: 'Progress 29.96% is below 30%', tone: 'failed' }],
  [50.4, { text: 'Progress 50.4% is above 50%', tone: 'plain' }],
  [30, null],
  [50, null],
  [null, null],
])('of the alert window at %s%% of its curve: %j', (progress, reason) =>
  expect(whyNotEarly(progress)).toEqual(reason),
);
