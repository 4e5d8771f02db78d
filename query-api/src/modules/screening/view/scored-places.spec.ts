import { type DailyToken, itemSchemaOf, type ListName, type UltimateToken } from '@cryptonite/contracts/api';
import { DERIVED } from '@cryptonite/contracts/measures';
import { RULES_VERSION, ULTIMATE, ULTIMATE_WEIGHTS } from '@cryptonite/contracts/rules';
import { expect, it } from 'vitest';
import { measure, mintOf, SOURCE, START } from '../../../../testing/measurements.js';
import { rowScoresOf } from '../scores/row-scores.js';
import { placesOf } from './list-places.js';
import { countNear } from './near-counts.js';
import { toScreenedToken } from './screened-token.js';

const SOL_USD = 150;
const mint = mintOf('a');

/** The item of a list of profile live. */
function itemOf({ measurement }: ReturnType<typeof measure>, list: ListName) {
  const known = { measurement, scores: rowScoresOf(measurement, {}), layers: {} };
  const token = toScreenedToken({ ...known, source: SOURCE, described: null, trail: null }, SOL_USD);
  return itemSchemaOf(list).parse({ ...token, ...placesOf(known, 'live', SOL_USD)[list] });
}

const scored = measure(mint, {
  on: ['liveUltimate', 'liveDaily', 'shilled', 'bondedAnalyzed', 'microcaps'],
  liveGates: null,
  createdAt: START - 30 * 60_000,
  isWhole5m: true,
  buys5m: 7,
  sells5m: 3,
  isWhole1h: true,
  buys1h: 60,
  sells1h: 40,
  volumeUsd1h: 12_000,
  priceChange1hPercent: 34,
  isWhaleHourWhole: true,
  whaleBuyersSeen: 12,
  whaleNetSol1h: 4,
  volumeGrowth24hPercent: 240,
  isGrowthOfLife: true,
  marketCapQuote: 200,
  liquidityQuote: 40,
  priceQuote: 2e-7,
  holders: 340,
  top1HolderPercent: 9,
  top10HolderPercent: 33.5,
  ultimateScore: 55.5,
  ultimateCoverage: 0.8,
  posts1h: 2,
  posts24h: 8,
  boosts: 30,
  organicBuyers1h: 4,
  patternScore: 60,
  patternCoverage: 0.9,
  socialScore: 40,
  socialCoverage: 0.7,
  liquidityRisk: 0,
  holdersRisk: 15,
  contractRisk: 10,
  marketRisk: null,
  socialRisk: null,
  communityRisk: null,
  liveUltimateListedAt: START - 1_000,
  liveUltimateInitialMarketCapUsd: 20_000,
});

it('an item of Ultimate says why, gate by gate and part by part', () => {
  const item = itemOf(scored, 'ultimate') as UltimateToken;
  expect(item).toMatchObject({
    score: 55.5,
    coverage: 0.8,
    action: 'watch',
    listedAt: START - 1_000,
    initialMarketCap: 20_000,
    marketCapChangePercent: 50,
    bullishDescription:
      'Warning: top 10 hold 34%. For it: liquidity at 20% of market cap, 12 whale buyers, price up 34% over 1 h.',
  });
  expect(item.best).toBeCloseTo(75.5, 9);
  expect(item.qualificationReasons).toEqual([
    '30 min old',
    'New: no volume the day before',
    '10 trades in 5 min',
    'Market cap $30K',
    'Liquidity $6K',
    '$12K volume in 1 h',
    'Price up 34% since launch',
    'Rug risk 8.8',
    'Top 10 hold 34%',
    '1.5x buys to sells over 1 h',
    '8 posts in 24 h',
  ]);
  // Of documents, posts and accounts the chain tells nothing.
  expect(item.offChainReasons).toEqual(['Rug risk 8.8', '8 posts in 24 h']);
  expect(item.gates.map(({ verdict }) => verdict)).toEqual(Array(12).fill('pass'));
  expect(item.components.map(({ name }) => name)).toEqual(Object.keys(ULTIMATE_WEIGHTS));
});

it('a growth says what it compares, on its gate and in words', () => {
  const grown = (isGrowthOfLife: boolean | null) =>
    itemOf(
      measure(mint, {
        ...scored.measurement,
        ...{ on: ['liveUltimate'], lists: 0, isGrowthOfLife, volumeGrowth24hPercent: 400 },
        ...{ whaleBuyersSeen: 0, whaleNetSol1h: 0 },
      }),
      'ultimate',
    ) as UltimateToken;
  const gateOf = ({ gates }: UltimateToken) => gates.find(({ name }) => name === 'volumeGrowth');
  // Before its day there was nothing: growth without bound is no number.
  expect(gateOf(grown(true))).toMatchObject({ verdict: 'pass', value: null, basis: 'new' });
  expect(gateOf(grown(false))).toMatchObject({ value: 400, basis: 'day' });
  expect(gateOf(grown(null))).toHaveProperty('basis', null);
  expect(
    grown(true)
      .gates.filter(({ basis }) => basis)
      .map(({ name }) => name),
  ).toEqual(['volumeGrowth', 'price']);
  for (const [isOfLife, said, passed] of [
    [true, 'volume up 400% over its life', 'New: no volume the day before'],
    [false, '24 h volume up 400%', '24 h volume up 400%'],
  ] as const) {
    const { indicators, bullishDescription, qualificationReasons } = grown(isOfLife);
    const begun = said.charAt(0).toUpperCase() + said.slice(1);
    expect(indicators).toContain(begun);
    expect(qualificationReasons).toContain(passed);
    expect(bullishDescription).toContain(said);
  }
});

it('the bars of Daily Boosted add up to its composite', () => {
  const item = itemOf(scored, 'daily') as DailyToken;
  const earned = item.bars.reduce((sum, bar) => sum + bar.earned, 0);
  expect(earned).toBeCloseTo(item.hypeScore!, 9);
  expect(item.hypeScore).toBeCloseTo(DERIVED.liveDailyScore.of(scored.measurement)!, 9);
  for (const { weight, earned: got, lost, unobserved } of item.bars)
    expect(got + lost + unobserved).toBeCloseTo(weight, 9);
});

it('an item of shilled says what is loud, and a bonded one its share of buys', () => {
  expect(itemOf(scored, 'shilled')).toMatchObject({
    shillReason: '30 boosts in force and 2 posts in 1 h, for 4 organic buyers in that hour.',
    shillRatio: 8,
  });
  expect(itemOf(scored, 'bondedAnalyzed')).toMatchObject({ source: 'bonded-analyzed', buyRatio: 0.7 });
  expect(itemOf(scored, 'microcaps')).toMatchObject({ source: 'discovery', buyRatio: 7 / 3 });
});

it('near misses are counted by the gate that they miss, all of them', () => {
  const near = (change: Parameters<typeof measure>[1]) =>
    measure(mint, { ...scored.measurement, on: ['liveNear'], lists: 0, ...change }).measurement;
  const unproven = { posts24h: null, isVerified: null };
  const measured = [
    ...Array.from({ length: 250 }, () => near(unproven)),
    near({ posts24h: 3 }),
    near({ ultimateScore: 12, rulesVersion: RULES_VERSION - 1 }),
    near({ rulesVersion: RULES_VERSION - 1 }),
    { ...scored.measurement, posts24h: null },
  ];
  const counts = countNear(measured, 'live');
  expect(counts.map(({ gate }) => gate)).toEqual(ULTIMATE.live.map(({ name }) => name));
  expect(counts.filter(({ failed, unknown }) => failed + unknown > 0)).toEqual([
    { gate: 'socialProof', failed: 1, unknown: 250 },
    { gate: 'score', failed: 1, unknown: 0 },
  ]);
  expect(countNear(measured, 'whitepaper').every(({ failed, unknown }) => failed + unknown === 0)).toBe(true);
});

it('a near miss names the one gate', () => {
  const near = measure(mint, {
    ...scored.measurement,
    on: ['liveNear'],
    lists: 0,
    posts24h: null,
    isVerified: null,
  });
  expect(itemOf(near, 'ultimateNear')).toMatchObject({
    listedAt: null,
    missedGate: { name: 'socialProof', verdict: 'unknown', value: null, limit: 5 },
  });
});
