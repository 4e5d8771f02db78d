import { describe, expect, it } from 'vitest';
import { isEnough, wholeTokens } from './whole-tokens.js';

describe('wholeTokens', () => {
  it.each([
    [0n, 0, 0],
    [7n, 0, 7],
    [1n, 6, 0.000001],
    [1_500_000n, 6, 1.5],
    [999_999_999_999n, 6, 999_999.999999],
    [10n ** 15n, 6, 1e9],
    [1n, 255, 1e-255],
  ])('makes %s units with %s decimals %s', (units, decimals, tokens) => {
    expect(wholeTokens({ units, decimals })).toBe(tokens);
  });

  it('never rounds up to what opens the gate', () => {
    for (let decimals = 0; decimals <= 13; decimals++) {
      const below = 1_000_000n * 10n ** BigInt(decimals) - 1n;
      expect(wholeTokens({ units: below, decimals })).toBeLessThan(1_000_000);
      expect(isEnough({ units: below, decimals }, 1_000_000)).toBe(false);
      expect(wholeTokens({ units: below + 1n, decimals })).toBe(1_000_000);
      expect(isEnough({ units: below + 1n, decimals }, 1_000_000)).toBe(true);
    }
  });
});
