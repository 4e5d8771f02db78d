import {
  itemSchemaOf,
  LIST_NAMES,
  LISTS,
  type ListName,
  type ProfileName,
  ScreenedToken,
} from '@cryptonite/contracts/api';
import { DERIVED, MEASURES, type Measure, type Measurement } from '@cryptonite/contracts/measures';
import { describe, expect, it } from 'vitest';
import { describeToken, measure, mintOf, REJECTED, SOURCE, START } from '../../../../testing/measurements.js';
import { rowScoresOf } from '../scores/row-scores.js';
import { placesOf } from './list-places.js';
import { toScreenedToken } from './screened-token.js';

const SOL_USD = 150;
const mint = mintOf('a');
const identity = describeToken(mint, { symbol: 'KNOWN', pool: mintOf('b'), bondingCurve: mintOf('c') });

const placesIn = (measurement: Measurement, profile: ProfileName = 'live') =>
  placesOf({ measurement, scores: rowScoresOf(measurement, {}), layers: {} }, profile, SOL_USD);

/** The item of a list; null where the list does not hold the token. */
function itemOf(
  { measurement }: ReturnType<typeof measure>,
  list: ListName,
  profile: ProfileName = 'live',
  described: typeof identity | null = identity,
) {
  const place = placesIn(measurement, profile)[list];
  const scores = rowScoresOf(measurement, {});
  const token = toScreenedToken(
    { measurement, scores, layers: {}, source: SOURCE, described, trail: null },
    SOL_USD,
  );
  return place ? itemSchemaOf(list).parse({ ...token, ...place }) : null;
}

const known = measure(mint, {
  live: { listedAt: START - 5_000, initialMarketCapUsd: 20_000 },
  priceChange5mPercent: 22.5,
  isWhole5m: true,
  buys5m: 7,
  sells5m: 4,
  priceChange24hPercent: 80,
  isWhole24h: true,
  buys24h: 49,
  sells24h: 28,
  volumeUsd24h: 900,
  priceQuote: 3e-11,
  marketCapQuote: 25_000 / SOL_USD,
  liquidityQuote: 20,
  volumeUsd: 1_234,
  buyCount: 50,
  sellCount: 30,
  quoteRaised: 14.216495358,
  bondingProgressPercent: 43.5,
  migratedAt: START - 1_000,
  alertRaisedAt: START - 9_000,
  alertMarketCapUsd: 10_000,
});

describe('an item of Qualified', () => {
  it('gives every field under its name on the wire', () => {
    const shown = itemOf(known, 'qualified');
    expect(shown).toMatchObject({
      source: 'pumpfun',
      mint,
      symbol: 'KNOWN',
      priceChange: 22.5,
      buyRatio: 1.75,
      currentLiquidity: 3_000,
      tradeCount: 80,
      totalTrades: 80,
      totalVolume: 1_234,
      price: '0.0000000045',
      marketCap: 25_000,
      initialMarketCap: 20_000,
      marketCapChangePercent: 25,
      listedAt: START - 5_000,
      migrationTime: START - 1_000,
      quoteRaised: 14.216495358,
      passedChecks: 3,
      totalChecks: 5,
      twitter: null,
      launchpadUrl: `https://pump.fun/coin/${mint}`,
      dexUrl: `https://dexscreener.com/solana/${mintOf('b')}`,
      measuredAt: START,
    });
    expect(shown).toHaveProperty('checks.1', {
      name: 'momentum',
      verdict: 'pass',
      value: 22.5,
      limit: 15,
    });
    expect(itemOf(known, 'qualified', 'whitepaper')).toBeNull();
  });

  it('leaves what was not observed null', () => {
    const unknown = measure(mint, {
      live: {},
      quote: 'other',
      volumeUsd: null,
      quoteRaised: null,
      isWhole5m: false,
    });
    expect(itemOf(unknown, 'qualified', 'live', null)).toMatchObject({
      price: null,
      marketCap: null,
      marketCapChangePercent: null,
      currentLiquidity: null,
      totalVolume: null,
      quoteRaised: null,
      quoteMint: null,
      buyRatio: null,
      symbol: null,
      migrationTime: null,
      priceTrail: [],
      dexUrl: `https://dexscreener.com/solana/${mint}`,
    });
  });
});

describe('an item of Rejected', () => {
  it('has the reason, and a rejected token is in no other list of its profile', () => {
    const rejected = measure(mint, REJECTED);
    expect(itemOf(rejected, 'rejected')).toMatchObject({ rejectionReason: 'Buy ratio 0.8x is below 1.2x' });
    expect(itemOf(known, 'rejected')).toBeNull();
    expect(Object.keys(placesIn(rejected.measurement))).toEqual(['rejected']);
  });
});

describe('an item of Early Stage', () => {
  it('says no change since an alert whose market cap nobody knows', () => {
    const { measurement } = known;
    const place = placesIn({ ...measurement, alertMarketCapUsd: null }).earlyStage;
    expect(place).toMatchObject({ initialMarketCap: null, marketCapChangePercent: null });
  });

  it('has the high-hype fields from the day, listed since its alert', () => {
    expect(itemOf(known, 'earlyStage')).toMatchObject({
      source: 'discovery',
      listedAt: START - 9_000,
      initialMarketCap: 10_000,
      marketCapChangePercent: 150,
      alertRaisedAt: START - 9_000,
      priceChange24h: 80,
      txns24h: 77,
      volume24h: 900,
      buySellRatio: 1.75,
      liquidity: 3_000,
      price: '0.0000000045',
      bondingCurveProgress: 43.5,
    });
  });
});

/** A measurement of which nothing was observed that can be unknown. */
const UNKNOWN = Object.fromEntries(
  (MEASURES as readonly Measure[]).flatMap(({ name, type }) =>
    String(type).startsWith('Nullable') ? [[name, null]] : [],
  ),
) as Partial<Measurement>;

describe.each([...LIST_NAMES])('an item of %s', (name) => {
  const on = (['live', 'whitepaper'] as const).map((profile) => LISTS[name].on[profile]);

  it.each(['live', 'whitepaper'] as const)('of %s says null of what is unknown', (profile) => {
    const unknown = measure(mint, {
      ...UNKNOWN,
      pattern: null,
      live: null,
      whitepaper: null,
      liveSource: 'pumpfun',
      whitepaperSource: 'pumpfun',
      liveListedAt: START,
      whitepaperListedAt: START,
      on,
    });
    const item = itemOf(unknown, name, profile, null);
    expect(item).toMatchObject({
      initialMarketCap: null,
      marketCapChangePercent: null,
      hypeScore: null,
      indicators: [],
      worstDanger: null,
      analysis: null,
      rugRisk: null,
      posts24h: null,
      marketCap: null,
    });
    expect(JSON.stringify(item)).not.toMatch(/NaN|Infinity|undefined/);
  });
});

it('every field that a measure is shown as is one of the wire', () => {
  const places = ['source', 'passedChecks', 'checks', 'listedAt', 'initialMarketCap'];
  const shown = [...MEASURES, ...Object.values(DERIVED)].flatMap((measured) => [...measured.shown]);
  expect(shown.filter((field) => !(field in ScreenedToken.shape) && !places.includes(field))).toEqual([]);
});
