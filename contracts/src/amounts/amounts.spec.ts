import { describe, expect, it } from 'vitest';
import { toUnits } from './index.js';

describe('toUnits', () => {
  it.each([
    [14_216_495_358n, 9, 14.216495358],
    [-1_500_000n, 6, -1.5],
    [1_000_000_000_000_000n, 6, 1e9],
  ])('%s with %s decimals is %s', (amount, decimals, units) => {
    expect(toUnits(amount, decimals)).toBe(units);
  });
});
