import { describe, expect, it } from 'vitest';
import { Patience } from './patience.js';

const after = (...tookMs: number[]) => {
  const patience = new Patience();
  for (const ms of tookMs) patience.note(ms);
  return patience;
};

describe('patience with an answer', () => {
  it('is of three seconds where nothing is known', () => {
    expect(after().msFor(0)).toBe(3_000);
  });

  it('is three times what answers take', () => {
    expect(after(400, 400).msFor(0)).toBe(1_200);
    expect(after(400, 500).msFor(0)).toBeCloseTo(3 * 410);
  });

  it('is of half a second at least', () => {
    expect(after(5, 5).msFor(0)).toBe(500);
  });

  it('doubles each time that the same is asked again, up to a minute', () => {
    const patience = after(400);
    expect([0, 1, 2, 3].map((attempt) => patience.msFor(attempt))).toEqual([1_200, 2_400, 4_800, 9_600]);
    expect(patience.msFor(10)).toBe(60_000);
  });

  it('grows where answers become slow', () => {
    const patience = after(100, ...Array.from({ length: 60 }, () => 1_000));
    expect(patience.msFor(0)).toBeGreaterThan(2_900);
  });
});
