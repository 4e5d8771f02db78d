import { expect, it } from 'vitest';
import type { ListedToken } from './held-lists';
import { byListing, COMPARE, type Sort } from './sort';

const token = (mint: string, listedAt: number, createdAt: number | null, initialMarketCap: number | null) =>
  ({ mint, listedAt, createdAt, initialMarketCap }) as ListedToken;
const tokens = [
  token('a', 1, 30, null),
  token('b', 2, null, 5),
  token('c', 3, 10, 9),
  token('d', 4, null, 5),
];

it.each<[Sort, string]>([
  ['listed', 'dcba'],
  ['age', 'acdb'],
  ['initialMarketCap', 'cdba'],
])('%s: %s', (sort, order) =>
  expect(
    [...tokens]
      .sort(COMPARE[sort])
      .map(({ mint }) => mint)
      .join(''),
  ).toBe(order),
);

it('of those listed at once the order is always the same, and those never listed come last', () =>
  expect(
    [
      token('b', 1, 0, 0),
      token('a', 1, 0, 0),
      { ...token('d', 0, 0, 0), listedAt: null },
      token('c', 2, 0, 0),
    ]
      .sort(byListing)
      .map(({ mint }) => mint)
      .join(''),
  ).toBe('cabd'));
