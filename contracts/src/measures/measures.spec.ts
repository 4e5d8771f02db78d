import { describe, expect, it } from 'vitest';
import { decodeScreeningEvent, screeningSamples } from '../events/index.js';
import { decodeScreeningRecord, measurementSample } from '../frames/index.js';
import {
  checksOf,
  gateCodesOf,
  LISTS,
  MARKET_HEALTH,
  MOMENTUM,
  PATTERNS,
  type Part,
  PROFILE_NAMES,
  reasonOf,
  type ScoreInputs,
  SOCIAL,
  TRENDING,
  ULTIMATE,
  WHALE_ACTIVITY,
} from '../rules/index.js';
import {
  checkInputsOf,
  columnOf,
  columnTypeOf,
  DERIVED,
  gateInputsOf,
  judgeMeasurement,
  MEASURES,
  type Measure,
  type Measurement,
  movesWithSol,
  type PriceTrail,
  SCHEMA,
  scoreInputsOf,
  standingIn,
  trailAfter,
  trailAt,
} from './index.js';

const measures: readonly Measure[] = MEASURES;

describe('the list of measures', () => {
  it('names each column once', () => {
    const columns = [...measures.map(({ name }) => name), ...Object.keys(DERIVED)].map(columnOf);
    expect(new Set(columns).size).toBe(columns.length);
    expect(columns.filter((column) => !/^[a-z][a-z0-9_]*$/.test(column))).toEqual([]);
  });

  it('only grows: a later measure stands behind the earlier ones, and may be null', () => {
    const sinces = measures.map(({ since }) => since);
    expect(sinces).toEqual([...sinces].sort((a, b) => a - b));
    for (const { type, since, name } of measures)
      if (since > 1)
        expect(`${name}: ${String(type)}`).toMatch(typeof type === 'string' ? 'Nullable' : /: ,/);
    expect(SCHEMA).toBe(Math.max(...sinces, ...measures.map(({ nullableSince = 1 }) => nullableSince)));
  });

  it('has what every part of a score looks at, but for those that nobody can know yet', () => {
    const filled = Object.fromEntries(
      measures.map(({ name, type }) => [name, String(type).includes('Bool') ? true : 1]),
    ) as unknown as Measurement;
    const inputs = scoreInputsOf({ ...filled, quote: 'SOL' });
    const patterns = Object.values(PATTERNS).flatMap(({ parts }): readonly Part<ScoreInputs>[] => parts);
    const parts = [SOCIAL, MARKET_HEALTH, MOMENTUM, WHALE_ACTIVITY, TRENDING, patterns].flat();
    const namesOf = (some: typeof parts) => some.map(({ name }) => name);
    const unseen = parts.filter(({ value }) => value(inputs) === null);
    expect(namesOf(parts.filter(({ isLater }) => isLater))).toEqual(namesOf(unseen));
    expect(unseen.length).toBeLessThan(parts.length / 4);
  });

  it('has what each list is ordered by', () => {
    const names = new Set([...measures.map(({ name }) => name), ...Object.keys(DERIVED)]);
    for (const list of Object.values(LISTS)) {
      expect(names).toContain(list.orderBy);
      if ('thenBy' in list) expect(names).toContain(list.thenBy);
    }
  });

  it.each([
    ['buySellRatio5m', 'buy_sell_ratio_5m'],
    ['priceChange24hPercent', 'price_change_24h_percent'],
    ['top10HolderPercent', 'top10_holder_percent'],
    ['volumeUsd', 'volume_usd'],
    ['liveSource', 'live_source'],
  ])('%s is column %s', (name, column) => {
    expect(columnOf(name)).toBe(column);
  });

  it('knows the types of its columns', () => {
    expect(columnTypeOf('Nullable(DateTime64)')).toBe("Nullable(DateTime64(3, 'UTC'))");
    expect(columnTypeOf(['', 'pumpfun'])).toBe("Enum8('' = 0, 'pumpfun' = 1)");
  });
});

describe('derived', () => {
  it('dollars follow the quote and the price of SOL, also a newer one', () => {
    expect(DERIVED.marketCapUsd.of(measurementSample)).toBe(60.737 * 150.25);
    expect(DERIVED.marketCapUsd.of(measurementSample, 200)).toBe(60.737 * 200);
    expect(DERIVED.marketCapUsd.of({ ...measurementSample, quote: 'USDC' }, 200)).toBe(60.737);
    expect(DERIVED.marketCapUsd.of({ ...measurementSample, quote: 'other' })).toBeNull();
    expect(DERIVED.marketCapUsd.of({ ...measurementSample, solPriceUsd: null })).toBeNull();
  });

  it('dollars of a token in another coin follow what that coin is priced in', () => {
    const inCoin = { ...measurementSample, quote: 'other' as const, quotePriceSol: 0.5 };
    expect(DERIVED.marketCapUsd.of(inCoin)).toBe(60.737 * 0.5 * 150.25);
    expect(DERIVED.marketCapUsd.of(inCoin, 200)).toBe(60.737 * 0.5 * 200);
    expect(DERIVED.marketCapUsd.of({ ...inCoin, solPriceUsd: null })).toBeNull();
    const inDollars = { ...inCoin, quotePriceSol: null, quotePriceUsdc: 3 };
    expect(DERIVED.marketCapUsd.of(inDollars, 200)).toBe(60.737 * 3);
    expect([measurementSample, inCoin, inDollars].map(movesWithSol)).toEqual([true, true, false]);
  });

  it('ratios are unknown without trades, and where the window was not seen whole', () => {
    expect(DERIVED.buyShare5m.of({ ...measurementSample, buys5m: 3, sells5m: 1 })).toBe(0.75);
    expect(DERIVED.buySellRatio5m.of({ ...measurementSample, buys5m: 3 })).toBe(3);
    expect(DERIVED.buySellRatio5m.of({ ...measurementSample, buys5m: 0 })).toBeNull();
    expect(DERIVED.buySellRatio1h.of(measurementSample)).toBeNull();
    expect(DERIVED.trades1h.of(measurementSample)).toBe(1);
  });

  it('a count of whale buyers that may be too low is known from the limit on', () => {
    const seen = (whaleBuyersSeen: number, isWhaleHourWhole: boolean) =>
      DERIVED.whaleBuyers.of({ ...measurementSample, whaleBuyersSeen, isWhaleHourWhole });
    expect([seen(2, false), seen(3, false), seen(2, true)]).toEqual([null, 3, 2]);
  });

  it('risk is the mean of the layers that were observed', () => {
    const scored = {
      ...measurementSample,
      liquidityRisk: 0,
      holdersRisk: 60,
      contractRisk: null,
      marketRisk: 40,
      socialRisk: null,
      communityRisk: null,
    };
    expect(DERIVED.rugRisk.of(scored)).toBe((25 * 60 + 20 * 40) / 65);
    expect(DERIVED.rugCoverage.of(scored)).toBe(0.65);
    const nothing = { ...scored, liquidityRisk: null, holdersRisk: null, marketRisk: null };
    expect(DERIVED.rugRisk.of(nothing)).toBeNull();
    expect(DERIVED.rugCoverage.of(nothing)).toBe(0);
  });

  it('composites count what is null as nothing, and are null where no scores were computed', () => {
    const scored = {
      ...measurementSample,
      securityScore: 85,
      securityCoverage: 0.9,
      patternScore: 50,
      patternCoverage: 0.6,
      socialScore: null,
      socialCoverage: 0,
    };
    expect(DERIVED.liveDailyScore.of(scored)).toBeCloseTo((40 * 50 + 20 * 85) / 100, 9);
    expect(DERIVED.whitepaperDailyScore.of(scored)).toBeCloseTo((35 * 50 + 25 * 85) / 100, 9);
    expect(DERIVED.scoreCoverage.of(scored)).toBeCloseTo(0.7 * ((2 * 0.6 + 0.9) / 3), 9);
    const far = { ...scored, socialCoverage: null };
    for (const name of ['rugCoverage', 'scoreCoverage', 'liveDailyScore'] as const)
      expect(DERIVED[name].of(far)).toBeNull();
  });

  it("risk is never under its floor, and its coverage is the row's own where it has one", () => {
    const row = { ...measurementSample, riskCoverage: 0.71 };
    const mean = DERIVED.rugRisk.of(row)!;
    expect(mean).toBeLessThan(85);
    expect(DERIVED.rugRisk.of({ ...row, rugFloor: 85 })).toBe(85);
    expect(DERIVED.rugRisk.of({ ...row, rugFloor: mean - 1 })).toBe(mean);
    expect(DERIVED.rugCoverage.of(row)).toBe(0.71);
  });

  it.each([
    [3, 10, 1],
    [4, 10, 0],
    [4, 45, 0.5],
    [4, 100, 1],
    [4, null, null],
  ])('under rules %d a pattern at %s%% of the high counts %s times', (rulesVersion, percent, standing) => {
    const row = {
      ...measurementSample,
      ...{ rulesVersion, priceOfHighPercent: percent, patternScore: 50, patternCoverage: 0.8 },
      ...{ securityScore: 0, securityCoverage: 0, socialScore: 0, socialCoverage: 0 },
    };
    expect(standingIn(row)).toBe(standing);
    expect(DERIVED.liveDailyScore.of(row)).toBeCloseTo(0.4 * 50 * (standing ?? 0), 9);
    const seen = standing === null ? 0 : 1 - 0.2 * standing;
    expect(DERIVED.scoreCoverage.of(row)).toBeCloseTo((0.7 * 2 * seen) / 3, 9);
  });

  it('counts the checks passed, but not those asked for separately', () => {
    expect(DERIVED.livePassedChecks.of({ ...measurementSample, liveChecks: 0b0110010001 })).toBe(3);
    expect(DERIVED.whitepaperPassedChecks.of({ ...measurementSample, whitepaperChecks: 1 | (1 << 24) })).toBe(
      1,
    );
  });
});

describe('a measurement of before frames', () => {
  const sample = screeningSamples.find(({ kind }) => kind === 'TokenScored');
  const text = JSON.stringify(sample);
  const scored = decodeScreeningEvent(text);
  const read = decodeScreeningRecord(Buffer.from(text));

  it('says what it said', () => {
    if (scored.kind !== 'TokenScored' || read.holds !== 'before') throw new Error('no TokenScored');
    const { measurement, described, trailed } = read;
    expect(described).toMatchObject({ mint: scored.mint, creator: scored.creator, source: scored.source });
    expect(trailed.closes).toEqual(scored.priceTrail);
    expect(measurement).toMatchObject({
      quote: 'SOL',
      quoteRaised: 14.216495358,
      priceQuote: scored.priceQuote,
      buys5m: 1,
      volumeQuote5m: 0.246875,
      liveVerdict: 'rejected',
    });
    expect(DERIVED.buySellRatio5m.of(measurement)).toBe(scored.windows.m5.buySellRatio);
    expect(DERIVED.tradeCount.of(measurement)).toBe(scored.tradeCount);
    expect(DERIVED.whaleBuyers.of(measurement)).toBe(scored.whaleBuyers);
    expect(DERIVED.livePassedChecks.of(measurement)).toBe(scored.profiles.live.passedChecks);
    expect(checksOf('live', checkInputsOf(measurement))).toEqual(scored.profiles.live.checks);
    expect(reasonOf(judgeMeasurement('live', measurement))).toBe(scored.profiles.live.listing?.reason);
  });
});

it.each(PROFILE_NAMES)('what a reader judges under %s is what the row carries', (profile) => {
  const { codes, verdict } = judgeMeasurement(profile, measurementSample);
  expect([codes, verdict]).toEqual([measurementSample[`${profile}Checks`], 'rejected']);
});

describe('what gates and scores look at, from a row', () => {
  const row = {
    ...measurementSample,
    createdAt: measurementSample.time - 30 * 60_000,
    holders: 200,
    organicBuyers1h: 8,
    posts1h: 20,
    boosts: 4,
  };

  it('follows from its own values and a price of SOL', () => {
    expect(gateInputsOf(row, 200)).toMatchObject({
      ageMinutes: 30,
      minutesSinceTrade: 0,
      isBonding: 1,
      isBonded: 0,
      isLiveQualified: 0,
      marketCapUsd: 60.737 * 200,
      liquidityUsd: 14.216495358 * 200,
      liquidityPerHolderUsd: (14.216495358 * 200) / 200,
      trades5m: 1,
      trades24h: null,
      verifiedAccounts: 0,
      paidProfiles: null,
      postsPerOrganicBuyer: 2.5,
      ultimateScore: 38.5,
    });
    expect(scoreInputsOf(row, 200)).toMatchObject({
      hasLink: true,
      isBoosted: true,
      marketCapUsd: 60.737 * 200,
    });
    expect(DERIVED.shillRatio.of(row)).toBe(3);
  });

  it('knows a risk from a coverage of 0.6 on alone, and no score of a token that is not scored', () => {
    // Liquidity, contract, market and social were seen.
    expect(gateInputsOf(row).rugRisk).toBe((20 * 10 + 10 * 20) / 70);
    expect(gateInputsOf({ ...row, marketRisk: null }).rugRisk).toBeNull();
    expect(gateInputsOf({ ...row, socialCoverage: null })).toMatchObject({
      rugRisk: null,
      liveDailyScore: null,
    });
  });

  it('has no bound to the growth of a token younger than a day, and life as what a part compares', () => {
    const young = { ...row, isGrowthOfLife: true, volumeGrowth24hPercent: -40 };
    expect(gateInputsOf(young).volumeGrowth24hPercent).toBe(Number.POSITIVE_INFINITY);
    expect(gateInputsOf({ ...young, volumeGrowth24hPercent: null }).volumeGrowth24hPercent).toBe(
      Number.POSITIVE_INFINITY,
    );
    expect(scoreInputsOf(young).volumeGrowth24hPercent).toBe(-40);
    expect(gateInputsOf({ ...young, isGrowthOfLife: false }).volumeGrowth24hPercent).toBe(-40);
  });

  it('holds a token to the highest of its first listings', () => {
    const listed = { ...row, marketCapQuote: 60, highestListingMarketCapUsd: 24_000 };
    expect(gateInputsOf(listed, 200).percentOfListing).toBe(50);
    expect(gateInputsOf({ ...listed, highestListingMarketCapUsd: null }, 200).percentOfListing).toBe(100);
    expect(gateInputsOf({ ...listed, marketCapQuote: null }, 200).percentOfListing).toBeNull();
  });

  it.each([
    [{ marketCapQuote: 29 }, 1],
    [{ marketCapQuote: 30 }, 0],
    [{ marketCapQuote: 29, traders1h: 10 }, 0],
    [{ marketCapQuote: 29, lifecycle: 'bonding' }, 0],
    [{ marketCapQuote: 29, isWhole1h: false }, null],
    [{ marketCapQuote: null }, null],
  ] as const)('a graduated token with %j has faded: %s', (change, faded) => {
    const graduated: Measurement = {
      ...row,
      ...{ lifecycle: 'graduated', completionMarketCapQuote: 100, traders1h: 9, isWhole1h: true },
    };
    expect(gateInputsOf({ ...graduated, ...change }).isFaded).toBe(faded);
  });

  it('of a row without links and boosts says so only where all were asked', () => {
    const none = { ...row, hasTwitter: false, boosts: 0 };
    expect(scoreInputsOf(none)).toMatchObject({ hasLink: false, isBoosted: null });
    expect(scoreInputsOf({ ...none, hasWebsite: null, hasPaidProfile: false })).toMatchObject({
      hasLink: null,
      isBoosted: false,
    });
    expect(DERIVED.shillRatio.of({ ...none, organicBuyers1h: 0 })).toBe(20);
    expect(DERIVED.shillRatio.of({ ...none, posts1h: null, boosts: null })).toBeNull();
    expect(DERIVED.shillRatio.of({ ...none, organicBuyers1h: null })).toBeNull();
  });

  it.each(PROFILE_NAMES)('gives the verdicts of the gates of Ultimate as the row has them: %s', (profile) =>
    expect(gateCodesOf(ULTIMATE[profile], gateInputsOf(measurementSample))).toBe(
      measurementSample[`${profile}Gates`],
    ),
  );
});

describe('a price trail', () => {
  const at = (time: number, position: string, closes: (number | null)[]): PriceTrail => ({
    time,
    position,
    closes,
  });
  const full = (last: number) => [...Array<number | null>(29).fill(null), last];

  it('goes on by measurements, and where there is none as it closed', () => {
    const trail = at(20_000, 'b', full(1));
    expect(trailAfter(trail, { time: 21_000, position: 'c', priceQuote: 2 }).closes.at(-1)).toBe(2);
    const later = trailAfter(trail, { time: 45_000, position: 'c', priceQuote: 2 });
    expect(later.closes.slice(-4)).toEqual([null, 1, 1, 2]);
    expect(trailAt(trail, 45_000).closes.slice(-4)).toEqual([null, 1, 1, 1]);
    expect(trailAt(trail, 20_000 + 3_600_000).closes).toEqual(Array(30).fill(1));
  });

  it('holds the measurement at whose time it went out already', () => {
    const trail = at(20_000, 'b', full(1));
    expect(trailAfter(trail, { time: 20_000, position: 'b', priceQuote: 9 })).toBe(trail);
    expect(trailAfter(trail, { time: 21_000, position: 'c', priceQuote: null }).closes.at(-1)).toBe(1);
  });
});
