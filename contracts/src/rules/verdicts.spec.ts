import { describe, expect, it } from 'vitest';
import {
  type Checked,
  type CheckInputs,
  checksOf,
  countPassed,
  isNearList,
  judge,
  LISTS,
  listSourceOf,
  listsOf,
  reasonOf,
  sentenceOf,
} from './index.js';

const good: CheckInputs = {
  progress: 60,
  isBonded: false,
  isBonding: true,
  priceChangePercent: 30,
  buySellRatio: 2,
  buyShare: 0.7,
  volumeGrowth: 2,
  whales: { h1: 3, m10: 2, isH1Complete: true, isM10Complete: true },
  score: null,
};

const verdict = (profile: 'live' | 'whitepaper', inputs: CheckInputs) => {
  const judged = judge(profile, inputs);
  return { verdict: judged.verdict, reason: reasonOf(judged) };
};
const withWhales = (whales: Partial<CheckInputs['whales']>) => ({
  ...good,
  whales: { ...good.whales, ...whales },
});

describe('profile live', () => {
  it('qualifies with four of five: the score is not known yet', () => {
    const checks = checksOf('live', good);
    expect(countPassed(checks)).toBe(4);
    expect(checks.map(({ name, verdict }) => [name, verdict])).toEqual([
      ['progress', 'pass'],
      ['momentum', 'pass'],
      ['buyRatio', 'pass'],
      ['whaleBuyers', 'pass'],
      ['score', 'unknown'],
    ]);
    expect(verdict('live', good)).toEqual({ verdict: 'qualified', reason: null });
  });

  it.each<[string, CheckInputs, string]>([
    [
      'the first failed check',
      { ...good, buySellRatio: 0.8, priceChangePercent: 4.23 },
      'Price momentum 4.2% is below 15%',
    ],
    [
      'a failed check before an unknown one',
      { ...good, buySellRatio: 0.8, priceChangePercent: null },
      'Buy ratio 0.8x is below 1.2x',
    ],
    ['a whole ratio with a decimal', { ...good, buySellRatio: 1 }, 'Buy ratio 1.0x is below 1.2x'],
    [
      'a value that would round to its limit',
      { ...good, buySellRatio: 1.19 },
      'Buy ratio 1.19x is below 1.2x',
    ],
    ['a count', withWhales({ h1: 1 }), 'Whale buyers 1 is below 3'],
    [
      'what is unknown when nothing failed',
      { ...good, priceChangePercent: null },
      'Price momentum is unknown',
    ],
    ['a loss', { ...good, priceChangePercent: -12.5 }, 'Price momentum −12.5% is below 15%'],
  ])('names %s', (_, inputs, reason) => {
    expect(verdict('live', inputs)).toEqual({ verdict: 'rejected', reason });
  });

  it('says that the score is unknown when nothing else is missing', () => {
    expect(sentenceOf({ name: 'score', verdict: 'unknown', value: null, limit: 40 })).toBe(
      'Score is unknown',
    );
  });

  it.each([
    [{ h1: 3, isH1Complete: false }, 'pass', 3],
    [{ h1: 2, isH1Complete: false }, 'unknown', null],
    [{ h1: 2, isH1Complete: true }, 'fail', 2],
  ] as const)('whales %o: %s', (whales, expected, value) => {
    const check = checksOf('live', withWhales(whales)).find(({ name }) => name === 'whaleBuyers');
    expect(check).toMatchObject({ verdict: expected, value });
  });

  it('asks of a bonded token that it is migrating or graduated within a day', () => {
    const bonded = { ...good, isBonding: false, isBonded: true, progress: 100 };
    expect(checksOf('live', bonded)[0]).toEqual({
      name: 'bonded',
      verdict: 'pass',
      value: null,
      limit: null,
    });
    expect(verdict('live', bonded).verdict).toBe('qualified');
    expect(checksOf('live', { ...bonded, isBonded: null })[0]?.verdict).toBe('unknown');
  });
});

describe('profile whitepaper', () => {
  it('passes all six and is still rejected for want of a score', () => {
    expect(countPassed(checksOf('whitepaper', good))).toBe(6);
    expect(verdict('whitepaper', good)).toEqual({ verdict: 'rejected', reason: 'Score is unknown' });
    expect(verdict('whitepaper', { ...good, score: 60 })).toEqual({ verdict: 'qualified', reason: null });
  });

  it.each<[Partial<CheckInputs>, string]>([
    [
      {
        buyShare: 0.55,
        volumeGrowth: 1,
        priceChangePercent: 30,
        progress: 60,
        whales: { ...good.whales, m10: 0 },
      },
      'Whale buyers in 10 minutes 0 is below 2',
    ],
    [{ buyShare: 0.55, volumeGrowth: 1, priceChangePercent: 3 }, 'Price momentum 3.0% is below 25%'],
    [{ buyShare: 0.55, volumeGrowth: 1, priceChangePercent: -0.01 }, 'Price momentum 0.0% is below 25%'],
  ])('%o: %s', (change, reason) => {
    expect(verdict('whitepaper', { ...good, ...change })).toEqual({ verdict: 'rejected', reason });
  });

  it('wants more than 1.5 times the volume, not as much', () => {
    const growth = (volumeGrowth: number): Checked | undefined =>
      checksOf('whitepaper', { ...good, volumeGrowth }).at(-1);
    expect(growth(1.5)?.verdict).toBe('fail');
    expect(growth(1.51)?.verdict).toBe('pass');
  });
});

it.each([
  [39.9, null],
  [40, 'pumpfun'],
  [84.999, 'pumpfun'],
  [85, null],
  [null, null],
] as const)('progress %s is in list %s', (progress, source) => {
  expect(listSourceOf({ ...good, progress }, null)).toBe(source);
});

it('above a risk of 80 a token is on no list', () => {
  const standing = {
    lifecycle: 'bonding',
    bondingProgressPercent: 45,
    liveVerdict: 'qualified',
    whitepaperVerdict: 'rejected',
  } as const;
  const { liveQualified, whitepaperRejected, earlyStage } = LISTS;
  const all = [liveQualified, whitepaperRejected, earlyStage].reduce((bits, { bit }) => bits | (1 << bit), 0);
  for (const [rugRisk, lists] of [
    [null, all],
    [80, all],
    [80.01, 0],
  ] as const) {
    expect(listsOf({ ...standing, rugRisk })).toBe(lists);
    expect(listSourceOf({ ...good, progress: 45 }, rugRisk)).toBe(lists === 0 ? null : 'pumpfun');
  }
});

it.each([
  [{ isBonding: true, isBonded: false, progress: 24.9 }, false],
  [{ isBonding: true, isBonded: false, progress: 25 }, true],
  [{ isBonding: true, isBonded: false, progress: null }, false],
  [{ isBonding: false, isBonded: true, progress: 100 }, true],
  [{ isBonding: false, isBonded: false, progress: 100 }, false],
  [{ isBonding: false, isBonded: null, progress: null }, false],
])('%j is near a list: %s', (inputs, isNear) => {
  expect(isNearList(inputs)).toBe(isNear);
});
