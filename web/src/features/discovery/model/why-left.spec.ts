import type { Check } from '@cryptonite/contracts/api';
import { expect, it } from 'vitest';
import type { ListedToken } from './held-lists';
import { whyLeft } from './why-left';

const check = (
  name: Check['name'],
  verdict: Check['verdict'],
  value: number | null,
  limit: number | null,
): Check => ({ name, verdict, value, limit });

const rejected = (...checks: Check[]) =>
  ({ checks, passedChecks: 3, totalChecks: 5, rejectionReason: 'of the server' }) as unknown as ListedToken;

it.each([
  ['Momentum 12.9% is below 15%', [check('momentum', 'fail', 12.9, 15)]],
  ['Momentum −3.0% is below 15%', [check('momentum', 'fail', -3, 15)]],
  ['Momentum 14.99% is below 15%', [check('momentum', 'fail', 14.99, 15)]],
  ['Buy ratio 0.8x is below 1.2x', [check('progress', 'pass', 50, 40), check('buyRatio', 'fail', 0.8, 1.2)]],
  ['Whales 2 is below 3', [check('score', 'unknown', null, 40), check('whaleBuyers', 'fail', 2, 3)]],
  ['Score is unknown', [check('score', 'unknown', null, 40)]],
  ['of the server', [check('momentum', 'pass', 20, 15)]],
] as const)('a token that was rejected left because: %s', (reason, checks) =>
  expect(whyLeft(rejected(...checks), null)).toBe(reason),
);

it('a token that qualified left Rejected because of it', () =>
  expect(whyLeft({ checks: [], passedChecks: 4, totalChecks: 5 } as unknown as ListedToken, null)).toBe(
    'Qualified with 4 of 5 checks',
  ));

it.each([
  [39.2, 'Progress 39.2% is below 40%'],
  [86, 'Migrating, see Bonded'],
  [50, null],
  [null, null],
])('a token of neither list at %s%% of its curve: %s', (progress, reason) =>
  expect(whyLeft(undefined, progress)).toBe(reason),
);
