import { describe, expect, it } from 'vitest';
import { changePercent } from './places.js';

describe('changePercent', () => {
  it.each([
    [100, 150, 50],
    [100, 50, -50],
    [0, 50, null],
    [null, 50, null],
    [100, null, null],
  ])('from %s to %s is %s', (initial, current, expected) => {
    expect(changePercent(initial, current)).toBe(expected);
  });
});
