import { expect, it } from 'vitest';
import { pastOf } from './past.js';

const MINUTE_MS = 60_000;

it.each([
  [40, [40, 20, 2]],
  [21, [21, 20, 2]],
  [20, [20, 2]],
  [3, [3, 2]],
  [2, [2]],
  [1, [1]],
])('a past of %d min has parts from %j min ago on, the last as busy as the live market', (minutes, from) => {
  const past = pastOf(minutes, 3);
  expect(past.map(({ fromMs }) => fromMs / MINUTE_MS)).toEqual(from);
  expect(past.at(-1)?.launches).toBe(3);
});
