import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Comparison } from './compare.js';

const lines: string[] = [];
beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation((line: string) => {
    lines.push(line);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  lines.length = 0;
});

it('counts a difference, and prints it with its details', () => {
  const comparison = new Comparison(100_000);
  comparison.counted('scans', 7);
  comparison.note('scans', false, '7 / 8 rows', ['+ a row']);
  expect(lines).toEqual(['DIFFERENT  scans: 7 / 8 rows', '    + a row']);
  expect(comparison.summary).toBe('7 rows compared, 1 DIFFERENCES');
});

it('takes fewer events than asked for as a difference', () => {
  const comparison = new Comparison(100_000);
  comparison.enough('events', 1_000, 1_000);
  expect(comparison.differences).toBe(0);
  comparison.enough('events', 999, 1_000);
  expect(comparison.differences).toBe(1);
  expect(lines).toEqual([
    'enough     events: 1000, asked for 1000',
    'TOO FEW    events: 999, asked for 1000',
  ]);
});

it.each(['dead-letters', 'liquidity_changed', 'authorities_observed'])(
  'lets %s be empty, and names it',
  (what) => {
    const comparison = new Comparison(100_000);
    comparison.counted(what, 0);
    expect(comparison.summary).toBe(`0 rows compared (nothing in ${what}), no difference`);
  },
);

it.each(['evicted_states', 'slots', 'a table of tomorrow'])('takes an empty %s for a difference', (what) => {
  const comparison = new Comparison(100_000);
  comparison.counted(what, 0);
  expect(comparison.differences).toBe(1);
});

it('lets what is rare be empty in a small run alone', () => {
  const [small, large] = [new Comparison(99_999), new Comparison(100_000)];
  for (const comparison of [small, large]) comparison.counted('tokens_migrated', 0);
  expect([small.differences, large.differences]).toEqual([0, 1]);
});

it('takes what was never counted for a difference', () => {
  const comparison = new Comparison(100_000);
  comparison.counted('slots', 3);
  comparison.requireCounted(['slots', 'scans']);
  expect(comparison.differences).toBe(1);
  expect(lines).toEqual(['DIFFERENT  scans: was not compared']);
});

it('takes faults without effect for a difference, but in a small run', () => {
  const [small, large] = [new Comparison(99_999), new Comparison(100_000)];
  for (const comparison of [small, large]) {
    comparison.brought('forks', 3);
    comparison.brought('gaps', 0);
  }
  expect([small.differences, large.differences]).toEqual([0, 1]);
});
