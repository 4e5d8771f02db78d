import type { UltimateStats } from '@cryptonite/contracts/api';
import { expect, it } from 'vitest';
import { explainEmptyUltimate, filteredShare, filtersOf, missedBy } from './gates';

it.each([
  [{ name: 'age', verdict: 'fail', value: 11, limit: 20 }, 'Age 11.0 min is below 20 min'],
  [{ name: 'rugRisk', verdict: 'fail', value: 71.24, limit: 40 }, 'Rug risk 71.2 is not under 40'],
  [{ name: 'top10', verdict: 'fail', value: 68.2, limit: 60 }, 'Share of the top 10 68.2% is above 60%'],
  [{ name: 'liquidity', verdict: 'fail', value: 12.5, limit: 20 }, 'Liquidity 12.5% is below 20%'],
  [{ name: 'volume', verdict: 'fail', value: 1_120, limit: 2_000 }, 'Volume of 1 h $1,120 is below $2,000'],
  [{ name: 'score', verdict: 'fail', value: 31, limit: 40 }, 'Score of Ultimate 31 is below 40'],
  [{ name: 'socialProof', verdict: 'unknown', value: null, limit: 5 }, 'Social proof is unknown'],
  // One of its conditions was seen, the other was not.
  [{ name: 'socialProof', verdict: 'unknown', value: 2, limit: 5 }, 'Social proof is unknown'],
  [{ name: 'trades', verdict: 'unknown', value: null, limit: 1 }, 'Trades of the last 5 min are unknown'],
  [{ name: 'ofLater', verdict: 'fail', value: 1, limit: 2 }, 'ofLater is unknown'],
] as const)('a missed gate reads: %j', (gate, text) => expect(missedBy('live', gate).text).toBe(text));

const stats: UltimateStats = {
  scanned: 100,
  shown: 3,
  filtered: [
    { gate: 'age', failed: 60, unknown: 5 },
    { gate: 'liquidity', failed: 10, unknown: 0 },
    { gate: 'score', failed: 20, unknown: 2 },
  ],
  hidden: 0,
  near: [],
  byAction: null,
  lastScanAt: null,
  nextScanAt: null,
  asOf: null,
};

it('past each gate are those that passed the ones before', () => {
  const filters = filtersOf('live', stats);
  expect(filters.map(({ counts }) => counts?.past)).toEqual([35, 25, 3]);
  expect(filters.map(({ limit }) => limit)).toEqual(['≥ 20 min', '≥ $2,000 or ≥ 20% of market cap', '≥ 40']);
});

it.each([undefined, { ...stats, scanned: null, filtered: [] }])(
  'before it was counted the gates stand there',
  (none) => expect(filtersOf('live', none).map(({ counts }) => counts)).toEqual(Array(12).fill(null)),
);

it('what was filtered out is a share of what was scanned, and unknown before anything was', () => {
  expect(filteredShare(stats)).toBe(97);
  expect(filteredShare({ ...stats, scanned: 0, shown: 0 })).toBeNull();
  expect(filteredShare({ ...stats, scanned: null })).toBeNull();
});

it('an empty list says how many were scanned, or that it is not known', () => {
  expect(explainEmptyUltimate(100)).toContain('100 tokens were scanned');
  expect(explainEmptyUltimate(null)).toContain('not known yet');
});
