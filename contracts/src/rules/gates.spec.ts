import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  firstMissedIn,
  firstMissedOf,
  type GateInputs,
  gateCodesOf,
  gatedOf,
  gateIn,
  missedIn,
  missedOf,
  passes,
  sentenceOfMissed,
  verdictIn,
  whyMissed,
} from './gates.js';
import {
  gatedListsOf,
  HELD_TO_LISTING,
  isOn,
  LISTED,
  LISTS,
  type ListedName,
  reasonsOffLists,
  whyLeft,
} from './lists.js';
import { actionOf, SOCIAL_PROOF, ULTIMATE, ULTIMATE_GATES } from './ultimate.js';

fc.configureGlobal({ seed: 18 });

const nothing: GateInputs = {
  ageMinutes: null,
  ageDays: null,
  isBonding: null,
  isBonded: null,
  bondingProgressPercent: null,
  isLiveQualified: null,
  isWhitepaperQualified: null,
  minutesSinceTrade: null,
  volumeGrowth24hPercent: null,
  trades5m: null,
  trades24h: null,
  marketCapUsd: null,
  percentOfListing: null,
  isFaded: null,
  liquidityUsd: null,
  liquidityOfMarketCapPercent: null,
  liquidityPerHolderUsd: null,
  volumeUsd1h: null,
  volumeUsd24h: null,
  priceChange1hPercent: null,
  priceChange24hPercent: null,
  rugRisk: null,
  holders: null,
  top1HolderPercent: null,
  top10HolderPercent: null,
  buySellRatio1h: null,
  buySharePercent24h: null,
  posts1h: null,
  posts24h: null,
  verifiedAccounts: null,
  boosts: null,
  paidProfiles: null,
  organicBuyers1h: null,
  postsPerOrganicBuyer: null,
  ultimateScore: null,
  hypeScore: null,
  liveDailyScore: null,
  whitepaperDailyScore: null,
};
const NAMES = Object.keys(nothing) as (keyof GateInputs)[];

type Change = Partial<GateInputs>;
/** Of each gate: what just fails it, what is at its limit, what is beyond, and the sentence of what fails. */
type Case = [short: Change, enough: Change, more: Change, why: string];

const SOCIAL: Record<string, Case> = {
  socialProof: [
    { posts24h: 4, verifiedAccounts: 0 },
    { posts24h: 5 },
    { posts24h: 0, verifiedAccounts: 1 },
    'Social proof 4 posts in 24 h is below 5',
  ],
};
const SCORE: Record<string, Case> = {
  score: [
    { ultimateScore: 39.9 },
    { ultimateScore: 40 },
    { ultimateScore: 90 },
    'Score of Ultimate 39.9 is below 40',
  ],
};
const hype = (limit: number): Record<string, Case> => ({
  hype: [
    { hypeScore: limit - 2 },
    { hypeScore: limit },
    { hypeScore: 100 },
    `Hype score ${limit - 2} is below ${limit}`,
  ],
});
const PROMOTED: Record<string, Case> = {
  promoted: [
    { boosts: 0, paidProfiles: 0 },
    { boosts: 1 },
    { boosts: 0, paidProfiles: 1 },
    'No boost or paid profile is in force',
  ],
};
const TOP10 = (limit: number): Record<string, Case> => ({
  top10: [
    { top10HolderPercent: limit + 0.1 },
    { top10HolderPercent: limit },
    { top10HolderPercent: 0 },
    `Share of the top 10 ${limit}.1% is above ${limit}%`,
  ],
});
const qualified = (name: 'isLiveQualified' | 'isWhitepaperQualified'): Record<string, Case> => ({
  qualified: [{ [name]: 0 }, { [name]: 1 }, { [name]: 1 }, 'It is not qualified in Pre-Migration'],
});

const OF_LIVE_DAILY: Record<string, Case> = {
  composite: [
    { liveDailyScore: 29.5 },
    { liveDailyScore: 30 },
    { liveDailyScore: 100 },
    'Composite 29.5 is below 30',
  ],
};
const OF_WHITEPAPER_DAILY: Record<string, Case> = {
  composite: [
    { whitepaperDailyScore: 69 },
    { whitepaperDailyScore: 70 },
    { whitepaperDailyScore: 100 },
    'Composite 69 is below 70',
  ],
  marketCap: [
    { marketCapUsd: 19_999 },
    { marketCapUsd: 20_000 },
    { marketCapUsd: 1e9 },
    'Market cap $19,999 is below $20,000',
  ],
  liquidity: [
    { liquidityUsd: 9_999 },
    { liquidityUsd: 10_000 },
    { liquidityUsd: 1e9 },
    'Liquidity $9,999 is below $10,000',
  ],
  volume: [
    { volumeUsd24h: 4_999 },
    { volumeUsd24h: 5_000 },
    { volumeUsd24h: 1e9 },
    'Volume of 24 h $4,999 is below $5,000',
  ],
  trades: [{ trades24h: 19 }, { trades24h: 20 }, { trades24h: 900 }, 'Trades of 24 h 19 is below 20'],
  buyShare: [
    { buySharePercent24h: 59.9 },
    { buySharePercent24h: 60 },
    { buySharePercent24h: 100 },
    'Buy share of 24 h 59.9% is below 60%',
  ],
};

const CASES: Record<ListedName, Record<string, Case>> = {
  liveUltimate: {
    age: [{ ageMinutes: 19.9 }, { ageMinutes: 20 }, { ageMinutes: 9_000 }, 'Age 19.9 min is below 20 min'],
    volumeGrowth: [
      { volumeGrowth24hPercent: 119.96 },
      { volumeGrowth24hPercent: 120 },
      { volumeGrowth24hPercent: 900 },
      'Volume growth over 24 h 119.96% is below 120%',
    ],
    trades: [{ trades5m: 0 }, { trades5m: 1 }, { trades5m: 99 }, 'Trades of the last 5 min 0 is below 1'],
    marketCap: [
      { marketCapUsd: 4_120.4 },
      { marketCapUsd: 5_000 },
      { marketCapUsd: 1e9 },
      'Market cap $4,120 is below $5,000',
    ],
    liquidity: [
      { liquidityUsd: 1_999.7, liquidityOfMarketCapPercent: 19.9 },
      { liquidityUsd: 2_000 },
      { liquidityUsd: 0, liquidityOfMarketCapPercent: 20 },
      'Liquidity $1999.7 is below $2,000',
    ],
    volume: [
      { volumeUsd1h: 1_999 },
      { volumeUsd1h: 2_000 },
      { volumeUsd1h: 1e7 },
      'Volume of 1 h $1,999 is below $2,000',
    ],
    price: [
      { priceChange1hPercent: -3 },
      { priceChange1hPercent: 2 },
      { priceChange1hPercent: 300 },
      'Price change over 1 h −3.0% is below 2%',
    ],
    rugRisk: [{ rugRisk: 40 }, { rugRisk: 39.9 }, { rugRisk: 0 }, 'Rug risk 40 is not under 40'],
    ...TOP10(60),
    buySellRatio: [
      { buySellRatio1h: 0.99 },
      { buySellRatio1h: 1 },
      { buySellRatio1h: 3 },
      'Buys for each sell over 1 h 0.99x is below 1x',
    ],
    ...SOCIAL,
    ...SCORE,
  },
  whitepaperUltimate: {
    marketCap: [
      { marketCapUsd: 29_999 },
      { marketCapUsd: 30_000 },
      { marketCapUsd: 1e9 },
      'Market cap $29,999 is below $30,000',
    ],
    marketCapMost: [
      { marketCapUsd: 1_000_001 },
      { marketCapUsd: 1_000_000 },
      { marketCapUsd: 1 },
      'Market cap $1,000,001 is above $1,000,000',
    ],
    holders: [{ holders: 149 }, { holders: 150 }, { holders: 5_000 }, 'Holders 149 is below 150'],
    top1: [
      { top1HolderPercent: 25.1 },
      { top1HolderPercent: 25 },
      { top1HolderPercent: 0 },
      'Share of the largest 25.1% is above 25%',
    ],
    ...TOP10(65),
    age: [{ ageDays: 100 }, { ageDays: 99.9 }, { ageDays: 0 }, 'Age 100.0 days is not under 100 days'],
    liquidityPerHolder: [
      { liquidityPerHolderUsd: 99 },
      { liquidityPerHolderUsd: 100 },
      { liquidityPerHolderUsd: 1e4 },
      'Liquidity per holder $99 is below $100',
    ],
    ...SCORE,
  },
  liveDaily: { ...PROMOTED, ...OF_LIVE_DAILY },
  whitepaperDaily: { ...PROMOTED, ...OF_WHITEPAPER_DAILY },
  social: { ...SOCIAL, ...OF_LIVE_DAILY },
  whitepaperSocial: { ...SOCIAL, ...OF_WHITEPAPER_DAILY },
  shilled: {
    loud: [
      { boosts: 29, posts1h: 9 },
      { boosts: 30 },
      { posts1h: 10 },
      'Boosts or posts of 1 h 29 boosts is below 30',
    ],
    organicBuyers: [
      { organicBuyers1h: 10, postsPerOrganicBuyer: 1 },
      { organicBuyers1h: 9 },
      { organicBuyers1h: 10, postsPerOrganicBuyer: 1.1 },
      'Organic buyers of 1 h 10 is not under 10',
    ],
  },
  liveHighHype: { ...qualified('isLiveQualified'), ...hype(50) },
  whitepaperHighHype: { ...qualified('isWhitepaperQualified'), ...hype(50) },
  bondedAnalyzed: {
    bonded: [
      { isBonded: 0 },
      { isBonded: 1 },
      { isBonded: 1 },
      'It is neither migrating nor graduated within 24 h',
    ],
    ...hype(50),
  },
  microcaps: {
    ...hype(30),
    marketCap: [
      { marketCapUsd: 80_000 },
      { marketCapUsd: 79_999 },
      { marketCapUsd: 0 },
      'Market cap $80,000 is not under $80,000',
    ],
    price1h: [
      { priceChange1hPercent: 0 },
      { priceChange1hPercent: 0.01 },
      { priceChange1hPercent: 50 },
      'Price change over 1 h 0.0% is not above 0%',
    ],
    price24h: [
      { priceChange24hPercent: 0 },
      { priceChange24hPercent: 0.01 },
      { priceChange24hPercent: 50 },
      'Price change over 24 h 0.0% is not above 0%',
    ],
  },
  newLaunches: {
    bonding: [{ isBonding: 0 }, { isBonding: 1 }, { isBonding: 1 }, 'Its curve is not selling any more'],
    progress: [
      { bondingProgressPercent: 30 },
      { bondingProgressPercent: 29.9 },
      { bondingProgressPercent: 0 },
      'Bonding progress 30.0% is not under 30%',
    ],
    traded: [
      { minutesSinceTrade: 5.1 },
      { minutesSinceTrade: 5 },
      { minutesSinceTrade: 0 },
      'Time since its last trade 5.1 min is above 5 min',
    ],
  },
};

/** What passes every gate of a list at its limit. */
const passing = (list: ListedName): GateInputs =>
  Object.assign(
    { ...nothing, isFaded: 0, percentOfListing: 100 },
    ...Object.values(CASES[list]).map(([, enough]) => enough),
  );

describe.each(LISTED)('%s', (list) => {
  const { gates } = LISTS[list];

  it('has a case for each of its gates', () =>
    expect(Object.keys(CASES[list])).toEqual(gates.map(({ name }) => name)));

  it.each(Object.entries(CASES[list]))('%s: below, at and above its limit, and unknown', (name, at) => {
    const [short, enough, more, why] = at;
    const gate = gates.find((each) => each.name === name)!;
    const verdictOf = (change: Change) => gatedOf([gate], { ...nothing, ...change })[0]!;
    expect(verdictOf(short).verdict).toBe('fail');
    expect(verdictOf(enough).verdict).toBe('pass');
    expect(verdictOf(more).verdict).toBe('pass');
    expect(verdictOf({})).toMatchObject({ verdict: 'unknown', value: null });
    expect(whyMissed(gate, { ...nothing, ...short })).toBe(why);
    const [told] = JSON.parse(JSON.stringify(gatedOf([gate], { ...nothing, ...short })));
    expect(sentenceOfMissed(gate, told)).toBe(why);
    expect(whyMissed(gate, nothing)).toMatch(/ (is|are) unknown$/);
    // The list goes by it.
    const onList = (inputs: GateInputs, rugRisk: number | null = null) =>
      isOn(gatedListsOf(inputs, rugRisk, true), list);
    const all = passing(list);
    expect(onList({ ...all, ...enough })).toBe(true);
    expect(onList({ ...all, ...short })).toBe(false);
    expect(whyLeft(list, { ...all, ...short }, null)).toBe(
      whyMissed(gates[firstMissedOf(gates, { ...all, ...short }) >> 1]!, { ...all, ...short }),
    );
    const unknown = Object.fromEntries(Object.keys({ ...short, ...enough }).map((key) => [key, null]));
    expect(onList({ ...all, ...unknown })).toBe(false);
  });

  it('hides what is above a risk of 80, whatever it passes', () => {
    expect(isOn(gatedListsOf(passing(list), 80, true), list)).toBe(true);
    expect(isOn(gatedListsOf(passing(list), 80.1, true), list)).toBe(false);
    expect(whyLeft(list, passing(list), 80.1)).toBe('Rug risk 80.1 is above 80');
  });
});

describe.each(HELD_TO_LISTING)('%s, which asks that a token still stands,', (list) => {
  it.each<[Change, string]>([
    [{ isFaded: 1 }, 'Faded: under 30% of its completion market cap, under 10 traders in 1 h'],
    [{ percentOfListing: 49.9 }, 'Below half of its listing'],
    [{ isFaded: null }, 'Whether it has faded is unknown'],
    [{ percentOfListing: null }, 'Market cap against its listing is unknown'],
  ])('shows no token that stands no more: %j', (change, why) => {
    const inputs = { ...passing(list), ...change };
    expect(isOn(gatedListsOf(inputs, null, true), list)).toBe(false);
    expect(whyLeft(list, inputs, null)).toBe(why);
    expect(reasonsOffLists(inputs)).toEqual([why]);
    expect(isOn(gatedListsOf({ ...inputs, isFaded: 0, percentOfListing: 50 }, null, true), list)).toBe(true);
  });
});

describe.each([
  ['live', 'liveUltimate', 'liveNear'],
  ['whitepaper', 'whitepaperUltimate', 'whitepaperNear'],
] as const)('near misses of %s', (profile, list, near) => {
  it('miss just one gate, the score among them, by its value or because it is unknown', () => {
    const all = passing(list);
    expect(isOn(gatedListsOf(all, null, true), near)).toBe(false);
    expect(isOn(gatedListsOf({ ...all, ultimateScore: 12 }, null, true), near)).toBe(true);
    expect(isOn(gatedListsOf({ ...all, ultimateScore: null }, null, true), near)).toBe(true);
    expect(
      isOn(gatedListsOf({ ...all, ultimateScore: null, top10HolderPercent: 90 }, null, true), near),
    ).toBe(false);
    expect(missedOf(ULTIMATE[profile], nothing, 99)).toBe(ULTIMATE[profile].length);
    expect(missedOf(ULTIMATE[profile], nothing, 1)).toBe(2);
  });
});

it('the gates of Ultimate are eleven in the live profile', () =>
  expect(ULTIMATE_GATES.live).toHaveLength(11));

it('a gate of which one condition fails and the other is unknown is unknown', () =>
  expect(gatedOf([SOCIAL_PROOF], { ...nothing, posts24h: 4 })).toEqual([
    { name: 'socialProof', verdict: 'unknown', value: 4, limit: 5 },
  ]));

it('holds the lists of three tabs to their listings', () =>
  expect(new Set(HELD_TO_LISTING)).toEqual(
    new Set([
      ...['liveUltimate', 'whitepaperUltimate', 'liveDaily', 'whitepaperDaily', 'social', 'whitepaperSocial'],
      ...['liveHighHype', 'whitepaperHighHype', 'bondedAnalyzed'],
    ]),
  ));

it('growth without bound passes its gate, and is no number', () =>
  expect(gatedOf(ULTIMATE.live, { ...nothing, volumeGrowth24hPercent: Number.POSITIVE_INFINITY })[1]).toEqual(
    { name: 'volumeGrowth', verdict: 'pass', value: null, limit: 120 },
  ));

it.each([
  [59.9, 'Price change since launch −3.0% is not above 0%'],
  [60, 'Price change over 1 h −3.0% is not above 0%'],
])('a price of a token %d min old is called by what it compares', (ageMinutes, why) =>
  expect(
    whyMissed(gateIn(LISTS.microcaps.gates, 'price1h'), { ...nothing, ageMinutes, priceChange1hPercent: -3 }),
  ).toBe(why),
);

const anyInputs = fc.record(
  Object.fromEntries(NAMES.map((name) => [name, fc.option(fc.double())])) as Record<
    keyof GateInputs,
    fc.Arbitrary<number | null>
  >,
);

it('nothing passes because an input became unknown, and codes say what is said in words', () =>
  fc.assert(
    fc.property(anyInputs, fc.constantFrom(...NAMES), (inputs, name) => {
      for (const list of LISTED) {
        const { gates } = LISTS[list];
        const known = gatedOf(gates, inputs);
        const codes = gateCodesOf(gates, inputs);
        for (const [place, { verdict, value }] of known.entries()) {
          expect(verdictIn(codes, place)).toBe(verdict);
          if (value !== null) expect(Number.isFinite(value)).toBe(true);
        }
        const firstMissed = known.findIndex(({ verdict }) => verdict !== 'pass');
        expect(firstMissedOf(gates, inputs) >> 1).toBe(firstMissed);
        expect(firstMissedIn(gates, codes)).toBe(firstMissedOf(gates, inputs));
        expect(missedIn(gates, codes)).toBe(missedOf(gates, inputs, gates.length));
        expect(passes(gates, inputs)).toBe(firstMissed < 0);
        for (const [place, { verdict }] of gatedOf(gates, { ...inputs, [name]: null }).entries())
          if (verdict === 'pass') expect(known[place]!.verdict).toBe('pass');
      }
    }),
  ));

it.each([
  [69.9, 'watch'],
  [70, 'alert'],
  [40, 'watch'],
  [39.9, 'ignore'],
] as const)('a score of %d: %s', (score, action) => expect(actionOf(score)).toBe(action));
