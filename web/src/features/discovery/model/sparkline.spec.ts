import { expect, it } from 'vitest';
import { drawSparkline } from './sparkline';

it('joins neighbours and leaves a gap to the dashed path', () =>
  expect(drawSparkline([1, 2, null, 2, 3], 46, 26)).toEqual({
    line: 'M3 23L13 13M33 13L43 3',
    gaps: 'M13 13L33 13',
    end: { x: 43, y: 3 },
    isUp: true,
  }));

it('starts where the price was first known', () =>
  expect(drawSparkline([null, null, 5, 4], 66, 26).line).toBe('M43 3L63 23'));

it('lays a price that never moved in the middle', () =>
  expect(drawSparkline([2, 2], 26, 26).line).toBe('M3 13L23 13'));

it('draws nothing of nothing', () =>
  expect(drawSparkline([null], 84, 32)).toEqual({ line: '', gaps: '', end: null, isUp: true }));
