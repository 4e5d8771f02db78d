import { expect, it } from 'vitest';
import { excludedWords, topTenWords, whaleWords } from './holder-words';

it.each([
  [12.34, 78.06, '12.3% of supply · 78.1% of sold'],
  [12.34, null, '12.3% of supply · Unknown of sold'],
  [null, null, 'Unknown'],
])('the ten largest own %s and %s: %s', (top10HolderPercent, top10OfSoldPercent, words) =>
  expect(topTenWords({ top10HolderPercent, top10OfSoldPercent })).toBe(words),
);

it.each([
  [3, 2, '3 whales, 2 still hold'],
  [1, 1, '1 whale, 1 still holds'],
  [1, 0, '1 whale, 0 still hold'],
  [0, 0, '0 whales'],
  [3, null, '3 whales, still holding: Unknown'],
  [null, null, 'Unknown'],
])('of %s whale buyers %s hold: %s', (whaleBuyers, whaleBuyersHolding, words) =>
  expect(whaleWords({ whaleBuyers, whaleBuyersHolding })).toBe(words),
);

it.each([
  [41.26, '41.3% of supply: curve, pools, burned, exchanges'],
  [null, 'Unknown of supply: curve, pools, burned, exchanges'],
])('left out are %s: %s', (excludedHolderPercent, words) =>
  expect(excludedWords({ excludedHolderPercent })).toBe(words),
);
