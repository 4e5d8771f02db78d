import type { UltimateNearToken, UltimateStats } from '@cryptonite/contracts/api';
import { DAILY } from '@cryptonite/contracts/rules';
import { expect, it } from 'vitest';
import {
  explainEmptyUltimate,
  filteredShare,
  filtersOf,
  isSocialUnasked,
  keepUnproven,
  missedBy,
  passedBy,
  saySocialUnasked,
  scoreBelow,
  unprovenOf,
} from './gates';

it.each([
  [{ name: 'age', verdict: 'fail', value: 11, limit: 20 }, 'Age 11.0 min is below 20 min'],
  [{ name: 'rugRisk', verdict: 'fail', value: 71.24, limit: 40 }, 'Rug risk 71.2 is not under 40'],
  [{ name: 'top10', verdict: 'fail', value: 68.2, limit: 60 }, 'Share of the top 10 68.2% is above 60%'],
  [
    { name: 'liquidity', verdict: 'fail', value: 12.5, limit: 20 },
    'Liquidity 12.5% of market cap is below 20%',
  ],
  [{ name: 'volume', verdict: 'fail', value: 1_120, limit: 2_000 }, 'Volume of 1 h $1,120 is below $2,000'],
  [{ name: 'score', verdict: 'fail', value: 31, limit: 40 }, 'Score of Ultimate 31 is below 40'],
  [{ name: 'price', verdict: 'fail', value: -3.2, limit: 2 }, 'Price change over 1 h −3.2% is below 2%'],
  [{ name: 'socialProof', verdict: 'fail', value: 3, limit: 5 }, 'Social proof 3 posts in 24 h is below 5'],
  [{ name: 'socialProof', verdict: 'unknown', value: null, limit: 5 }, 'Social proof is unknown'],
  // One of its conditions was seen, the other was not.
  [{ name: 'socialProof', verdict: 'unknown', value: 2, limit: 5 }, 'Social proof is unknown'],
  [
    { name: 'volumeGrowth', verdict: 'fail', value: 63, limit: 120, basis: 'life' },
    'Volume growth over its life 63.0% is below 120%',
  ],
  [{ name: 'trades', verdict: 'unknown', value: null, limit: 1 }, 'Trades of the last 5 min are unknown'],
  [{ name: 'ofLater', verdict: 'fail', value: 1, limit: 2 }, 'ofLater is unknown'],
] as const)('a missed gate reads: %j', (gate, text) => expect(missedBy('live', gate).text).toBe(text));

const stats: UltimateStats = {
  scanned: 40,
  cadence: null,
  total: 100,
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

it.each([undefined, { ...stats, total: null, filtered: [] }])(
  'before it was counted the gates stand there',
  (none) => expect(filtersOf('live', none).map(({ counts }) => counts)).toEqual(Array(12).fill(null)),
);

it('what was filtered out is one less what is shown, and unknown before anything was counted', () => {
  expect(filteredShare(stats)).toBe(97);
  expect(filteredShare({ ...stats, total: 2_152, shown: 1 })).toBe(99.9);
  expect(filteredShare({ ...stats, total: 2_152, shown: 0 })).toBe(100);
  expect(filteredShare({ ...stats, total: 0, shown: 0 })).toBeNull();
  expect(filteredShare({ ...stats, total: null })).toBeNull();
});

it('an empty list says how many dropped out, or that it is not known', () => {
  expect(explainEmptyUltimate(100)).toBe('Where 100 tokens dropped out');
  expect(explainEmptyUltimate(null)).toContain('not known yet');
});

it.each([
  [
    { name: 'liquidity', verdict: 'pass', value: 19_500, limit: 2_000 },
    'Liquidity $19,500, asked for ≥ $2,000 or ≥ 20% of market cap',
  ],
  [
    { name: 'volumeGrowth', verdict: 'pass', value: 340, limit: 120, basis: 'life' },
    'Volume growth over its life 340.0%, asked for ≥ 120%',
  ],
  [{ name: 'rugRisk', verdict: 'pass', value: 13.4, limit: 40 }, 'Rug risk 13.4, asked for < 40'],
  [{ name: 'ofLater', verdict: 'pass', value: 1, limit: 2 }, 'ofLater'],
] as const)('a gate that is passed reads: %j', (gate, text) => expect(passedBy('live', gate)).toBe(text));

it.each([
  [29.96, { text: 'Composite 29.96 is below 30', tone: 'failed' }],
  [null, { text: 'Composite is unknown', tone: 'unknown' }],
  [30, null],
])('of a list that asks for 30 a score of %s is missed as %j', (score, reason) =>
  expect(scoreBelow(DAILY.live, 'composite', score)).toEqual(reason),
);

it('those that lack social proof alone are counted of all tokens', () => {
  const near = [
    { gate: 'score', failed: 3, unknown: 1 },
    { gate: 'socialProof', failed: 2, unknown: 412 },
  ];
  expect(unprovenOf({ ...stats, near })).toBe(412);
  expect(unprovenOf(stats)).toBeNull();
  expect(unprovenOf(undefined)).toBeNull();
});

it.each([
  ['the whole list', 0, 1],
  ['a part of the list', 300, 412],
])('near misses that lack social proof alone are those shown of %s', (_of, more, total) => {
  const near = [
    ['a', 'socialProof', 'unknown'],
    ['b', 'socialProof', 'fail'],
    ['c', 'score', 'unknown'],
  ].map(([mint, name, verdict]) => ({ mint, missedGate: { name, verdict } })) as UltimateNearToken[];
  const { items, ...kept } = keepUnproven(
    { items: near, total: near.length + more, profile: 'live', asOf: 1 },
    412,
  );
  expect(items.map(({ mint }) => mint)).toEqual(['a']);
  expect(kept.total).toBe(total);
});

const source = (name: 'posts' | 'accounts' | 'boosts', isConfigured: boolean) => ({ name, isConfigured });
it.each([
  [[source('posts', true), source('accounts', true), source('boosts', false)], null],
  [[], null],
  [
    [source('posts', false), source('accounts', false)],
    'Social proof is unknown where only posts or verified accounts could show it: no provider of them is configured.',
  ],
  [
    [source('posts', true), source('accounts', false)],
    'Social proof is unknown where only verified accounts could show it: no provider of them is configured.',
  ],
] as const)('says whom nobody can ask for social proof: %j', (sources, text) =>
  expect(saySocialUnasked({ sources: [...sources] })).toBe(text),
);

it.each([
  [[source('posts', false), source('accounts', false), source('boosts', true)], true],
  [[source('posts', true), source('accounts', false)], false],
  [[source('posts', false), source('accounts', true)], false],
  [[], false],
] as const)('no token can have social proof where %j: %s', (sources, isUnasked) =>
  expect(isSocialUnasked({ sources: [...sources] })).toBe(isUnasked),
);
