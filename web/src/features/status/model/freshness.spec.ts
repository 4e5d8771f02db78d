import type { HealthSummary } from '@cryptonite/contracts/api';
import { describe, expect, it } from 'vitest';
import { WELL } from '../testing/health';
import { describeGaps, judgeFreshness } from './freshness';

const health = (lagMs: number | null): HealthSummary => ({ ...WELL, lagMs });

describe('freshness', () => {
  it.each([
    ['a second behind', 1_300, 1_000, { state: 'current', behindMs: 1_300, slowMs: 0 }],
    ['late above 30 s', 30_001, 0, { state: 'late', behindMs: 30_001, slowMs: 0 }],
    ['stale above 2 min', 120_001, 0, { state: 'stale', behindMs: 120_001, slowMs: 0 }],
    ['older with every second of silence', 1_000, 130_000, { state: 'stale', behindMs: 131_000, slowMs: 0 }],
    ['of a tape that still plays', null, 1_000, { state: 'current', behindMs: null, slowMs: 0 }],
    ['current through a short silence', 1_000, 14_999, { state: 'current', behindMs: 15_999, slowMs: 0 }],
    ['stale after 15 s of silence', 1_000, 15_000, { state: 'stale', behindMs: 16_000, slowMs: 0 }],
    ['ahead by as much as block times are', -9_000, 1_000, { state: 'current', behindMs: 0, slowMs: 0 }],
    [
      'of a server whose clock is slow',
      -780_000,
      1_000,
      { state: 'current', behindMs: null, slowMs: 780_000 },
    ],
    ['of a tape nobody hears of any more', null, 40_000, { state: 'stale', behindMs: 40_000, slowMs: 0 }],
  ])('%s', (_case, lagMs, silence, expected) =>
    expect(judgeFreshness(health(lagMs), 5_000, 5_000 + silence)).toEqual(expected),
  );
});

it('adds up gaps only where every length is known', () => {
  const gap = (durationMs: number | null) => ({ afterSlot: 1, beforeSlot: 2, time: 0, durationMs });
  expect(describeGaps([gap(20_000), gap(22_000)])).toEqual({ count: 2, lengthMs: 42_000 });
  expect(describeGaps([gap(20_000), gap(null)])).toEqual({ count: 2, lengthMs: null });
});
