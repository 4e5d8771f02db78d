import { expect, it } from 'vitest';
import { cadenceOf, capRangeOf, filteredOf, scannedOf, shownOf, targetWords } from './measured';

const counts = { scanned: 1_230, total: 3_281, shown: 22, cadence: { medianMs: 1_200, p95Ms: 48_000 } };
const unknown = { scanned: null, total: null, shown: null, cadence: null };

it('says what was measured', () => {
  expect(cadenceOf(counts)).toBe('every 1.2 s, p95 48 s');
  expect(shownOf(counts)).toBe('22 shown');
  expect(filteredOf(counts)).toBe('99.3%');
  expect(scannedOf(counts)).toBe('1,230 in the last 10 minutes');
  const tokens = [{ marketCap: 61_000 }, { marketCap: null }, { marketCap: 6_400 }];
  expect(capRangeOf(tokens, '3 tokens at hand')).toBe('$6.4K–$61.0K, 3 tokens at hand');
});

it.each([undefined, unknown])('says nothing where nothing was', (nothing) => {
  expect([shownOf(nothing), filteredOf(nothing), scannedOf(nothing), cadenceOf(nothing)]).toEqual(
    Array(4).fill(null),
  );
  expect(capRangeOf([{ marketCap: null }], 'x')).toBeNull();
});

it.each([
  [[61_280, 61_310], '$61.3K'],
  [[61_280, 61_900, null], '$61.3K–$61.9K'],
  [[null], null],
  [[], null],
])('by targets of %j completion is worth %s', (targets, words) => {
  const bonding = targets.map(
    (completionMarketCap) => ({ lifecycle: 'bonding', completionMarketCap }) as const,
  );
  const graduated = { lifecycle: 'graduated', completionMarketCap: 12_000 } as const;
  expect(targetWords([...bonding, graduated])).toBe(words);
});
