import { expect, it } from 'vitest';
import { Deadline } from './index.js';

it('doubles with each miss, up to its most', () => {
  const deadline = new Deadline(5_000, 60_000);
  const limits = [0, 1, 2, 3, 4, 5].map((second) => {
    const ms = deadline.at(second);
    deadline.missed(ms, second);
    return ms;
  });
  expect(limits).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000]);
});

it('grows once for all that were asked under the same limit', () => {
  const deadline = new Deadline(5_000, 60_000);
  for (let request = 0; request < 16; request += 1) deadline.missed(5_000, 5_000);
  expect(deadline.at(5_000)).toBe(10_000);
});

it('is the first again after ten minutes without a miss', () => {
  const deadline = new Deadline(5_000, 60_000);
  deadline.missed(5_000, 0);
  expect(deadline.at(600_000)).toBe(10_000);
  expect(deadline.at(600_001)).toBe(5_000);
});
