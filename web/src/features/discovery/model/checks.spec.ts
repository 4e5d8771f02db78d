import type { Check } from '@cryptonite/contracts/api';
import { describe, expect, it } from 'vitest';
import {
  countGates,
  explainEmptyQualified,
  explainEmptyRejected,
  failedValueOf,
  isRejectedByUnknown,
  summariseChecks,
} from './checks';
import type { ListedToken } from './held-lists';

const check = (
  name: Check['name'],
  verdict: Check['verdict'],
  value: number | null = null,
  limit = 1,
): Check => ({
  name,
  verdict,
  value,
  limit,
});
const withChecks = (...checks: Check[]) =>
  ({ checks, passedChecks: checks.filter(({ verdict }) => verdict === 'pass').length }) as ListedToken;

describe('a failed check shows what it saw', () => {
  it.each([
    [check('momentum', 'fail', 12.94, 15), '12.9%'],
    [check('momentum', 'fail', -3, 15), '−3.0%'],
    [check('buyRatio', 'fail', 0.8, 1.2), '0.80x'],
    [check('whaleBuyers', 'fail', 2, 3), '2/3'],
    [check('buyShare', 'fail', 0.512, 0.6), '51%'],
    [check('score', 'fail', 28, 40), '28'],
    [check('bonded', 'fail', 0), null],
    [check('score', 'unknown'), null],
  ])('%o: %s', (failed, text) => expect(failedValueOf(failed)).toBe(text));
});

describe('a row says what keeps a token from all checks', () => {
  it.each([
    ['one that failed with what it saw', [check('whaleBuyers', 'fail', 2, 3)], 'fail', 'Whales 2/3'],
    [
      'the first of several that failed, unknown ones aside',
      [check('score', 'unknown'), check('momentum', 'fail', 2, 15), check('whaleBuyers', 'fail', 0, 3)],
      'fail',
      'Momentum +1',
    ],
    ['an unknown one', [check('momentum', 'pass', 20, 15), check('score', 'unknown')], 'unknown', 'Score'],
  ] as const)('%s', (_what, checks, verdict, text) =>
    expect(summariseChecks(checks)).toMatchObject({ verdict, text }),
  );

  it('nothing when all passed', () =>
    expect(summariseChecks([check('momentum', 'pass', 20, 15)])).toBeNull());
});

it('a rejection rests on an unknown when nothing failed', () => {
  expect(isRejectedByUnknown([check('momentum', 'unknown'), check('score', 'unknown')])).toBe(true);
  expect(isRejectedByUnknown([check('momentum', 'unknown'), check('buyRatio', 'fail', 1)])).toBe(false);
});

describe('the gate rail', () => {
  const tokens = [
    withChecks(check('progress', 'pass'), check('momentum', 'pass'), check('score', 'unknown')),
    withChecks(check('progress', 'pass'), check('momentum', 'fail'), check('score', 'unknown')),
  ];

  it('counts passes and unknowns over the tokens loaded', () => {
    const gates = countGates('live', 'pumpfun', tokens, 1_284);
    expect(gates.map(({ name, passed, unknown, of }) => [name, passed, unknown, of])).toEqual([
      ['progress', 2, 0, 1_284],
      ['momentum', 1, 0, 2],
      ['buyRatio', 0, 0, 2],
      ['whaleBuyers', 0, 0, 2],
      ['score', 0, 2, 2],
    ]);
    expect(gates.map(({ limit }) => limit)).toEqual(['40–85%', '≥ 15%', '≥ 1.2x', '≥ 3', '≥ 40']);
  });

  it('begins with being bonded on that source', () =>
    expect(countGates('live', 'bonded', [], null)[0]).toMatchObject({ name: 'bonded', of: 0 }));
});

describe('an empty list says why and what is nearest', () => {
  const near = [withChecks(check('progress', 'pass'), check('momentum', 'pass'), check('buyRatio', 'pass'))];
  it.each([
    [
      explainEmptyQualified('live', 'pumpfun', near, 96, null),
      '96 tokens are in the 40–85% window. The nearest passes 3 of 5 checks.',
    ],
    [
      explainEmptyQualified('live', 'pumpfun', near, 1, null),
      '1 token is in the 40–85% window. The nearest passes 3 of 5 checks.',
    ],
    [
      explainEmptyQualified('live', 'pumpfun', [], 0, 38.24),
      'No token is in the 40–85% window. The nearest below it is at 38.2%.',
    ],
    [explainEmptyQualified('live', 'pumpfun', [], 0, null), 'No token is in the 40–85% window.'],
    [
      explainEmptyQualified('live', 'bonded', [], 0, 38),
      'No token is migrating, and none graduated within the last 24 h.',
    ],
    [
      explainEmptyQualified('live', 'pumpfun', [], null, 38),
      'How many were rejected, and how near they came, is not known.',
    ],
    [explainEmptyRejected('pumpfun', null), 'No token in the window has failed its checks.'],
    [explainEmptyRejected('pumpfun', 11), 'No token in the window has failed its checks.'],
    [explainEmptyRejected('bonded', 0), 'There is no bonded token that could fail its checks.'],
  ])('%s', (text, expected) => expect(text).toBe(expected));
});
