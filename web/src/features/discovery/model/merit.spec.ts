import {
  DAILY_WEIGHTS,
  HYPE_PARTS,
  LAYER_NAMES,
  LAYERS,
  PATTERNS,
  SOCIAL,
  ULTIMATE_WEIGHTS,
} from '@cryptonite/contracts/rules';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatPoints, formatScore } from '../../../lib/format';
import { barOf, isUnobserved, knownScore, pointsOf, tenthsIn, toneOf, wholePointsOf } from './merit';
import { pointsWords, sumOf } from './score-words';

it.each([
  [0.7, 'high'],
  [0.699, 'medium'],
  [0.4, 'medium'],
  [0.399, 'low'],
  [0, 'low'],
])('a share of %s is %s', (share, tone) => expect(toneOf(share)).toBe(tone));

it('a bar is of its weight', () =>
  expect(barOf({ weight: 40, earned: 30, unobserved: 4 })).toEqual({
    earned: 75,
    unobserved: 10,
    tone: 'high',
  }));

it('a bar of no weight is empty', () =>
  expect(barOf({ weight: 0, earned: 0, unobserved: 0 })).toEqual({ earned: 0, unobserved: 0, tone: 'low' }));

it.each([
  [62, 0.75, 62],
  [0, 0.75, 0],
  [0, 0, null],
  [62, null, null],
  [null, 1, null],
  [null, null, null],
])('of a score of %s of which %s was seen is known: %s', (score, coverage, known) => {
  expect(knownScore(score, coverage)).toBe(known);
  expect(pointsOf(score, coverage)?.earned ?? null).toBe(known);
});

it('what was not observed of a score is not lost', () =>
  expect(pointsOf(62, 0.75)).toEqual({ weight: 100, earned: 62, unobserved: 25 }));

const part = (weight: number, earned: number) => ({ weight, earned, unobserved: 0 });
it.each([
  ['three alike', [part(40, 12.6), part(40, 12.6), part(20, 12.6)], [13, 12, 12]],
  ['whole points', [part(40, 34), part(40, 0), part(20, 6)], [34, 0, 6]],
  ['one that is nearly full', [part(15, 14.6), part(25, 3.5), part(60, 0)], [14, 4, 0]],
  ['all nearly full', [part(40, 39.9), part(40, 39.9), part(20, 19.9)], [40, 40, 19]],
  ['nothing', [part(40, 0), part(60, 0)], [0, 0]],
] as const)('the points of the parts add up to the score: %s', (_case, parts, shown) => {
  const score = parts.reduce((sum, { earned }) => sum + earned, 0);
  expect(wholePointsOf(parts, score)).toEqual(shown);
  expect(shown.reduce<number>((sum, points) => sum + points, 0)).toBe(Math.floor(score));
});

const share = fc.oneof(
  fc.double({ min: 0, max: 1, noNaN: true }),
  // What of many weights comes to tenths, but for what floats make of it.
  fc.integer({ min: 0, max: 100 }).map((hundredths) => hundredths / 100),
);
/** Parts as scores have them: what each earned and could not see of its weight, the whole of it often. */
const someOf = (weights: readonly number[]) =>
  fc
    .array(fc.tuple(share, fc.oneof(share, fc.constantFrom(0, 1))), {
      minLength: weights.length,
      maxLength: weights.length,
    })
    .map((shares) =>
      weights.map((weight, place) => {
        const [earning = 0, seeing = 0] = shares[place] ?? [];
        const earned = weight * earning;
        const unobserved = (weight - earned) * seeing;
        return { weight, earned, unobserved, lost: weight - earned - unobserved };
      }),
    );
const parts = fc
  .constantFrom(
    Object.values(HYPE_PARTS),
    Object.values(ULTIMATE_WEIGHTS),
    Object.values(DAILY_WEIGHTS.live),
    Object.values(DAILY_WEIGHTS.whitepaper),
    SOCIAL.map(({ weight }) => weight),
    ...Object.values(PATTERNS).map((pattern) => pattern.parts.map(({ weight }) => weight)),
    LAYER_NAMES.map((name) => LAYERS[name].weight),
  )
  .chain(someOf);
const sum = (points: readonly number[]) => points.reduce((total, one) => total + one, 0);
it('parts add up to their score wherever both are shown, and each row to its weight', () => {
  fc.assert(
    fc.property(parts, (exact) => {
      const score = sum(exact.map(({ earned }) => earned));
      const shown = tenthsIn(exact, score);
      const inTenths = (points: number) => Math.round(points * 10);
      const earned = sum(shown.map((part) => inTenths(part.earned)));
      expect(Math.floor(earned / 10)).toBe(Number(formatScore(score)));
      expect(sum(wholePointsOf(exact, score))).toBe(Number(formatScore(score)));
      expect(formatPoints(sumOf(shown).earned)).toBe(formatPoints(earned / 10));
      expect(sum(shown.map(({ weight }) => inTenths(weight)))).toBe(1_000);
      for (const [place, part] of shown.entries()) {
        const { weight, earned: got, lost, unobserved } = exact[place]!;
        expect(inTenths(part.earned) + inTenths(part.lost) + inTenths(part.unobserved)).toBe(
          inTenths(part.weight),
        );
        expect(Math.min(part.earned, part.lost, part.unobserved)).toBeGreaterThanOrEqual(0);
        expect(Math.abs(part.weight - weight)).toBeLessThan(0.1);
        expect(Math.abs(part.earned - got)).toBeLessThan(0.1 + 1e-9);
        expect(Math.abs(part.unobserved - unobserved)).toBeLessThan(0.2);
        expect(Math.abs(part.lost - lost)).toBeLessThan(0.3);
        if (unobserved === 0) expect(part.unobserved).toBe(0);
        if (got === 0) expect(part.earned).toBe(0);
      }
    }),
    { numRuns: 500, seed: 38 },
  );
});

it('a score whose parts came to 73.96 is 73 on its plate and 73.9 beside it', () => {
  const exact = [part(40, 33.38), part(40, 31.12), part(20, 9.46)].map((one) => ({
    ...one,
    lost: one.weight - one.earned,
  }));
  expect(formatScore(73.96)).toBe('73');
  expect(pointsWords(sumOf(tenthsIn(exact, 73.96)))).toBe('73.9 earned · 26.1 missed · 0 unknown');
  expect(tenthsIn(exact, 73.96).map(({ earned }) => earned)).toEqual([33.4, 31.1, 9.4]);
});

it('what was not observed at all is no score of 0', () => {
  expect(isUnobserved({ weight: 40, earned: 0, unobserved: 40 })).toBe(true);
  expect(isUnobserved({ weight: 40, earned: 0, unobserved: 39 })).toBe(false);
});
