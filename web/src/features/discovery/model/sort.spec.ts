import { expect, it } from 'vitest';
import type { ListedToken } from './held-lists';
import { COMPARE, type Sort } from './sort';

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
