import { describe, expect, it } from 'vitest';
import { explaining, ReachedSlots, type Stretch, timesAllowed } from './excuses.js';

const stretch = (journalSlot: number, firstSlot: number, lastSlot: number): Stretch => ({
  what: 'a fault',
  journalSlot,
  firstSlot,
  lastSlot,
});

describe('gaps', () => {
  const refusal = stretch(1_000, 1_010, 1_100);

  it('explains one that begins where the journal ended and ends while the refusal was at work', () => {
    expect(explaining({ afterSlot: 1_005, beforeSlot: 1_040 }, [refusal])).toEqual([refusal]);
    expect(explaining({ afterSlot: 1_000, beforeSlot: 1_100 }, [refusal])).toEqual([refusal]);
  });

  it.each([
    ['before the refusal', { afterSlot: 1_002, beforeSlot: 1_008 }],
    ['after it', { afterSlot: 1_090, beforeSlot: 1_101 }],
    ['from long before it', { afterSlot: 900, beforeSlot: 1_040 }],
  ])('explains none that lies %s', (_, gap) => {
    expect(explaining(gap, [refusal])).toEqual([]);
  });

  it('explains none where nothing was refused', () => {
    expect(explaining({ afterSlot: 1_005, beforeSlot: 1_040 }, [])).toEqual([]);
  });
});

describe('doubles', () => {
  const seconds = [stretch(1_000, 1_010, 1_100), stretch(1_090, 1_095, 1_200)];

  it.each([
    [999, 1],
    [1_000, 2],
    [1_095, 3],
    [1_100.5, 3],
    [1_101, 2],
    [1_201, 1],
  ])('lets a fact that came in slot %d stand %d times', (came, times) => {
    expect(timesAllowed(came, seconds)).toBe(times);
  });

  it('lets nothing stand twice where one ingest ran alone', () => {
    expect(timesAllowed(1_050, [])).toBe(1);
  });
});

it('knows the slot that every partition had reached at earlier ends of the journal', () => {
  const [early, late] = [
    new Map([
      [0, 2n],
      [1, 1n],
    ]),
    new Map([
      [0, 3n],
      [1, 2n],
    ]),
  ];
  const reached = new ReachedSlots([
    early,
    late,
    new Map([
      [0, 1n],
      [1, 0n],
    ]),
    new Map(),
  ]);
  for (const [partition, offset, slot] of [
    [0, 0n, 10],
    [0, 1n, 12],
    [0, 2n, 11],
    [1, 0n, 11],
    [1, 1n, 13],
    [1, 2n, 14],
  ] as const)
    reached.add(partition, offset, slot);
  expect(reached.slots).toEqual([11, 12, 0, 0]);
});
