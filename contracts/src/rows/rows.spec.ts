import { expect, it } from 'vitest';
import { dateTimeOf, isStorableTime, msOf } from './index.js';

it('writes times as ClickHouse reads them, and back', () => {
  expect(dateTimeOf(1759852522000)).toBe('2025-10-07 15:55:22.000');
  expect(msOf('2025-10-07 15:55:22.000')).toBe(1759852522000);
});

it.each([
  [0, true],
  [-3_000_000_000_000, false],
  [9_300_000_000_000, false],
])('%s ms can be stored: %s', (ms, isStorable) => {
  expect(isStorableTime(ms)).toBe(isStorable);
});
