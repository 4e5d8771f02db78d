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
  const comparison = new Comparison();
  comparison.counted('scans', 7);
  comparison.note('scans', false, '7 / 8 rows', ['+ a row']);
  expect(lines).toEqual(['DIFFERENT  scans: 7 / 8 rows', '    + a row']);
  expect(comparison.summary).toBe('7 rows compared, 1 DIFFERENCES');
});

it('takes fewer events than asked for as a difference', () => {
  const comparison = new Comparison();
  comparison.enough('events', 1_000, 1_000);
  expect(comparison.differences).toBe(0);
  comparison.enough('events', 999, 1_000);
  expect(comparison.differences).toBe(1);
  expect(lines).toEqual([
    'enough     events: 1000, asked for 1000',
    'TOO FEW    events: 999, asked for 1000',
  ]);
});

it('names what neither side held, and takes it for a difference where every run holds some', () => {
  const comparison = new Comparison();
  comparison.counted('dead-letters', 0);
  expect(comparison.summary).toBe('0 rows compared (nothing in dead-letters), no difference');
  comparison.counted('evicted_states', 0);
  expect(comparison.differences).toBe(1);
});
