import { describe, expect, it } from 'vitest';
import type { PageLog } from './web-page-log.js';
import { movedMost, spellOf } from './web-spell.js';

const shift = (atMs: number, value: number, ...nodes: string[]) => ({ atMs, value, nodes });
const log: PageLog = {
  shifts: [shift(500, 0.25, 'li token-card', 'p'), shift(10_000, 0.5, 'div toast'), shift(20_000, 0.5, 'p')],
  tasks: [
    { atMs: 400, ms: 180 },
    { atMs: 9_990, ms: 60 },
    { atMs: 10_500, ms: 120 },
    { atMs: 11_000, ms: 100 },
  ],
  firstCardMs: 700,
};

describe('a spell of a page', () => {
  it('holds what began in it, its first moment included and its end not', () => {
    expect(spellOf(log, 0, 10_000, 50)).toEqual({
      shift: 0.25,
      longTasks: 2,
      inLongTasksMs: 240,
      longestTaskMs: 180,
    });
    expect(spellOf(log, 10_000, 20_000, 50).shift).toBe(0.5);
  });

  it('counts tasks above the limit, not at it', () => {
    expect(spellOf(log, 10_000, 20_000, 100)).toMatchObject({ longTasks: 1, longestTaskMs: 120 });
  });

  it('says that there was no long task rather than one of 0 ms', () => {
    expect(spellOf(log, 12_000, 20_000, 50)).toMatchObject({ longTasks: 0, longestTaskMs: null });
  });
});

it('names what moved most by the first node of each shift', () => {
  const shifts = [...log.shifts, shift(21_000, 0.75, 'li token-card'), shift(22_000, 0.125)];
  expect(movedMost({ ...log, shifts })).toEqual([
    { node: 'li token-card', shift: 1 },
    { node: 'div toast', shift: 0.5 },
    { node: 'p', shift: 0.5 },
    { node: 'unknown', shift: 0.125 },
  ]);
});
