import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Schedule } from './schedule.js';

describe('Schedule', () => {
  it('gives items by due time, those of one time in the order they came', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20 })), (dues) => {
        const schedule = new Schedule<number>();
        dues.forEach((dueMs, index) => {
          schedule.add(dueMs, index);
        });
        const taken: number[] = [];
        for (let next = schedule.takeBefore(100); next; next = schedule.takeBefore(100))
          taken.push(next.item);
        const expected = dues.map((_, index) => index).sort((a, b) => dues[a]! - dues[b]! || a - b);
        expect(taken).toEqual(expected);
      }),
    );
  });

  it('keeps what is not yet due', () => {
    const schedule = new Schedule<string>();
    schedule.add(5, 'later');
    expect(schedule.takeBefore(5)).toBeNull();
    expect(schedule.nextMs).toBe(5);
    expect(schedule.takeBefore(6)?.item).toBe('later');
    expect(schedule.nextMs).toBe(Number.POSITIVE_INFINITY);
  });
});
