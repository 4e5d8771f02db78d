import { SOL_MINT, USDC_MINT } from '@cryptonite/contracts/chain';
import type { PlayedToken } from '@cryptonite/contracts/evaluation';
import { describe, expect, it } from 'vitest';
import { outcomesOf } from './outcomes.js';

const AT = 1_790_812_800_000;
const HOUR = 3_600_000;

const token = (changes: Partial<PlayedToken>): PlayedToken => ({
  mint: 'mint',
  completedAt: null,
  migratedAt: null,
  moments: { traded: { at: AT, measurement: null }, listed: null },
  prices: [[AT, 1, SOL_MINT]],
  followedUntil: AT + 24 * HOUR,
  ...changes,
});
const pricesAt = (...prices: [afterMs: number, price: number][]): PlayedToken['prices'] =>
  prices.map(([after, price]) => [AT + after, price, SOL_MINT]);
const of = (changes: Partial<PlayedToken>) => outcomesOf(token(changes), 'traded');
const priced = (...prices: [afterMs: number, price: number][]) =>
  of({ prices: pricesAt([-1, 9], [0, 1], ...prices) });

it('says nothing of a moment to which a token never came', () =>
  expect(outcomesOf(token({}), 'listed')).toBeNull());

describe('graduated', () => {
  it.each([
    ['within a day', { completedAt: AT + 1, migratedAt: AT + 24 * HOUR }, true],
    ['later', { completedAt: AT + 1, migratedAt: AT + 24 * HOUR + 1 }, false],
    ['never', {}, false],
    ['complete already', { completedAt: AT, migratedAt: AT + 2 }, null],
    ['in its pool already', { migratedAt: AT - 1 }, null],
    ['not before nobody followed it any more', { followedUntil: AT + 24 * HOUR - 1 }, null],
    ['before that', { migratedAt: AT + 1, followedUntil: AT + HOUR }, true],
  ])('%s', (_, changes, graduated) => expect(of(changes)?.graduated).toBe(graduated));
});

describe('doubled and dumped', () => {
  it.each([
    ['nothing happens', [], false, false],
    ['it just not doubles', [[1, 1.99]], false, false],
    ['it doubles', [[1, 2]], true, false],
    ['it doubles at the end of the hour', [[HOUR, 2]], true, false],
    ['it doubles after the hour', [[HOUR + 1, 2]], false, false],
    ['it falls by 60% of what it was', [[1, 0.4]], false, true],
    ['it falls by less', [[1, 0.41]], false, false],
    // 60% under the peak of the hour, and still above what it was.
    [
      'it rises and falls',
      [
        [1, 3],
        [2, 1.2],
      ],
      true,
      true,
    ],
    [
      'it falls, and doubles from there',
      [
        [1, 0.6],
        [2, 1.2],
      ],
      false,
      false,
    ],
  ] as const)('%s', (_, prices, doubled, dumped) =>
    expect(priced(...prices.map(([after, price]): [number, number] => [after, price]))).toMatchObject({
      doubled,
      dumped,
    }),
  );

  it('is unknown of a token without a price until then', () =>
    expect(of({ prices: pricesAt([1, 1], [2, 5]) })).toMatchObject({ doubled: null, dumped: null }));

  it('is unknown of an hour that was not seen to its end, but for what was seen', () => {
    const followedUntil = AT + HOUR - 1;
    const prices = pricesAt([0, 1], [1, 2]);
    expect(of({ followedUntil })).toMatchObject({ doubled: null, dumped: null });
    expect(of({ followedUntil, prices })).toMatchObject({ doubled: true, dumped: null });
  });

  it('is unknown from when its price is told in another quote, which is no fall', () => {
    const inDollars = [AT + 2, 0.15, USDC_MINT] as const;
    expect(of({ prices: [...pricesAt([0, 1]), inDollars, ...pricesAt([3, 2])] })).toMatchObject({
      doubled: null,
      dumped: null,
    });
    expect(of({ prices: [...pricesAt([0, 1], [1, 2]), inDollars] })).toMatchObject({
      doubled: true,
      dumped: null,
    });
  });
});
