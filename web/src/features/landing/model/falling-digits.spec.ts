import { expect, it } from 'vitest';
import { makeColumns } from './falling-digits';

it.each([
  ['the least', () => 0],
  ['the most', () => 1 - Number.EPSILON],
  ['what comes', Math.random],
])('makes 50 columns of 0 and 1 that fall in 10–20 s after at most 20 s, of %s', (_what, random) => {
  const columns = makeColumns(random);
  expect(columns).toHaveLength(50);
  expect(new Set(columns.map(({ text }) => text.length)).size).toBe(1);
  for (const { text, fallS, delayS, opacity } of columns) {
    expect(text.trim()).toMatch(/^[01]{15,40}$/);
    expect(fallS).toBeGreaterThanOrEqual(10);
    expect(fallS).toBeLessThanOrEqual(20);
    expect(delayS).toBeGreaterThanOrEqual(0);
    expect(delayS).toBeLessThanOrEqual(20);
    expect(opacity).toBeLessThan(0.15);
  }
});
