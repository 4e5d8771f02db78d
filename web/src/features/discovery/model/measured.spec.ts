import type { UltimateStats } from '@cryptonite/contracts/api';
import { expect, it } from 'vitest';
import { cadenceOf, capRangeOf, filteredOf, scannedOf, shownOf } from './measured';

const stats: UltimateStats = {
  scanned: 1_412,
  cadence: null,
  total: 1_412,
  shown: 29,
  filtered: [],
  hidden: 0,
  near: [],
  byAction: null,
  lastScanAt: 1,
  nextScanAt: 401,
  asOf: 1,
};
const unknown: UltimateStats = { ...stats, scanned: null, total: null, shown: null };

it('says what was measured', () => {
  expect(cadenceOf(1_000, 1_400)).toBe('continuous, 0.4 s');
  expect(shownOf(stats)).toBe('29 now, in Ultimate');
  expect(filteredOf(stats)).toBe('97.9%, by Ultimate');
  expect(scannedOf(stats)).toBe('1,412 tokens a pass');
  const tokens = [{ marketCap: 61_000 }, { marketCap: null }, { marketCap: 6_400 }];
  expect(capRangeOf(tokens, '3 tokens at hand')).toBe('$6.4K–$61.0K, 3 tokens at hand');
});

it.each([undefined, unknown])('says nothing where nothing was', (nothing) => {
  expect([shownOf(nothing), filteredOf(nothing), scannedOf(nothing)]).toEqual([null, null, null]);
  expect([cadenceOf(null, 1), cadenceOf(1, undefined), capRangeOf([{ marketCap: null }], 'x')]).toEqual([
    null,
    null,
    null,
  ]);
});
