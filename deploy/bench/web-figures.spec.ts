import { expect, it } from 'vitest';
import { firstCardFigures, heapFigures, watchedFigures } from './web-figures.js';

const calm = { shift: 0, longTasks: 0, inLongTasksMs: 0, longestTaskMs: null };

it('holds the slowest load against the limit', () => {
  expect(firstCardFigures('on a phone', [900, 1_250, 800], 2_500)).toEqual([
    {
      what: 'first card on a phone, slowest of 3',
      value: 1_250,
      unit: 'ms',
      ratio: { to: 'the limit of 2500 ms', value: 0.5 },
    },
    { what: 'first card on a phone, fastest', value: 800, unit: 'ms' },
  ]);
});

it('tells the opening of a page apart from its idle minutes', () => {
  const opening = { shift: 0.05, longTasks: 2, inLongTasksMs: 150, longestTaskMs: 90 };
  const figures = watchedFigures('1440 × 900', { opening, idle: calm, bytesPerS: 7_500 }, 5, 50);
  expect(figures).toMatchObject([
    { what: '1440 × 900, layout shift in the first 10 s', ratio: { to: 'the limit of 0.1', value: 0.5 } },
    { what: '1440 × 900, tasks over 50 ms in the first 10 s', value: 2 },
    { what: '1440 × 900, the longest of them', value: 90, ratio: { to: 'the limit of 50 ms', value: 1.8 } },
    { what: '1440 × 900, all of them', value: 0.15, unit: 's' },
    { what: '1440 × 900, layout shift over 5 idle min', value: 0 },
    { what: '1440 × 900, tasks over 50 ms over 5 idle min', value: 0 },
    {
      what: '1440 × 900, event stream',
      value: 7.5,
      unit: 'kB/s',
      ratio: { to: 'the limit of 15 kB/s', value: 0.5 },
    },
  ]);
});

it('tells what the heap was at both ends, at most, and how it grew', () => {
  expect(heapFigures([10, 16, 12])).toMatchObject([
    { value: 10 },
    { what: 'JS heap after a forced collection, after 2 min', value: 12, ratio: { value: 1.2 } },
    { value: 16 },
    { value: 1, unit: 'MB per minute' },
  ]);
});
