import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Merit, meritOf, type Part, partOf, type Total, totalOf } from './merit.js';
import { riskOf, securityOf } from './risk.js';
import { RUG_FINDINGS, type RugInputs } from './rug-findings.js';
import {
  MARKET_HEALTH,
  MOMENTUM,
  PATTERNS,
  type ScoreInputs,
  SOCIAL,
  TRENDING,
  WHALE_ACTIVITY,
} from './score-parts.js';
import {
  bestPatternOf,
  DAILY_WEIGHTS,
  dailyOf,
  HYPE_PARTS,
  hypeOf,
  patternsOf,
  socialOf,
  socialTotalOf,
  standingPattern,
  standingShare,
  ULTIMATE_WEIGHTS,
  ultimateOf,
  weighed,
} from './scores.js';

fc.configureGlobal({ seed: 18 });

const TABLES: Record<string, readonly Part<ScoreInputs>[]> = {
  social: SOCIAL,
  ...Object.fromEntries(Object.entries(PATTERNS).map(([name, { parts }]) => [name, parts])),
  marketHealth: MARKET_HEALTH,
  momentum: MOMENTUM,
  whaleActivity: WHALE_ACTIVITY,
  trending: TRENDING,
};

const FLAGS = [
  'hasPicture',
  'hasLink',
  'hasTwitter',
  'hasTelegram',
  'doesWebsiteAnswer',
  'namesUse',
  'creatorHolds',
  'sharesTheme',
  'isBoosted',
  'isVerified',
] as const;
const NUMBERS = [
  'organicBuyers10m',
  'netInflowSol10m',
  'solPerTrade',
  'traderGrowth5m',
  'buyerGrowth5m',
  'sniperAndBundlePercent',
  'buySharePercent1h',
  'holdersGained1h',
  'flippersPercent1h',
  'holders',
  'top10HolderPercent',
  'keepersPercent',
  'themeAgeMs',
  'posts24h',
  'postGrowth',
  'priceOfHighPercent',
  'followers',
  'accountAgeDays',
  'telegramMembers',
  'descriptionCharacters',
  'liquidityUsd',
  'marketCapUsd',
  'priceChange1hPercent',
  'priceChange5mPercent',
  'volumeGrowth24hPercent',
  'buySellRatio1h',
  'whaleBuyers1h',
  'whaleNetSol1h',
  'volumePlace',
] as const;

const nothing = Object.fromEntries(
  [...FLAGS, ...NUMBERS].map((name) => [name, null]),
) as unknown as ScoreInputs;
const number = fc.oneof(fc.double(), fc.double({ min: -10, max: 500 }), fc.integer({ min: 0, max: 100_000 }));
const anyInputs: fc.Arbitrary<ScoreInputs> = fc.record({
  ...(Object.fromEntries(FLAGS.map((name) => [name, fc.option(fc.boolean())])) as Record<
    (typeof FLAGS)[number],
    fc.Arbitrary<boolean | null>
  >),
  ...(Object.fromEntries(NUMBERS.map((name) => [name, fc.option(number)])) as Record<
    (typeof NUMBERS)[number],
    fc.Arbitrary<number | null>
  >),
});

const isSound = ({ score, coverage, best, parts }: Merit): void => {
  for (const points of [score, best]) {
    expect(points).toBeGreaterThanOrEqual(0);
    expect(points).toBeLessThanOrEqual(100);
  }
  expect(coverage).toBeGreaterThanOrEqual(0);
  expect(coverage).toBeLessThanOrEqual(1);
  expect(best).toBeGreaterThanOrEqual(score);
  for (const { weight, earned, lost, unobserved } of parts)
    expect(earned + lost + unobserved).toBeCloseTo(weight, 9);
};

describe('the tables', () => {
  it.each(Object.entries(TABLES))('%s: weights add up to 100, names are told apart', (_, parts) => {
    expect(parts.reduce((sum, { weight }) => sum + weight, 0)).toBe(100);
    expect(new Set(parts.map(({ name }) => name)).size).toBe(parts.length);
  });

  it('make composites of weights that add up to 100', () => {
    for (const weights of [ULTIMATE_WEIGHTS, DAILY_WEIGHTS.live, DAILY_WEIGHTS.whitepaper])
      expect(Object.values(weights).reduce((sum, weight) => sum + weight, 0)).toBe(100);
  });

  it.each(Object.entries(TABLES))('%s: unknown everything earns and loses nothing', (_, parts) => {
    expect(meritOf(parts, nothing)).toMatchObject({ score: 0, coverage: 0, best: 100 });
  });
});

describe('any inputs', () => {
  const all = (inputs: ScoreInputs, security: Merit): Merit[] => {
    const [pattern] = patternsOf(inputs);
    const of = { pattern: pattern!.merit, security, social: socialOf(inputs) };
    return [
      ...Object.values(TABLES).map((parts) => meritOf(parts, inputs)),
      of.social,
      hypeOf(of),
      dailyOf('live', of),
      dailyOf('whitepaper', of),
      ultimateOf(inputs, of),
    ];
  };
  /** Of what the rug analysis looks at too. */
  const securityFor = (inputs: ScoreInputs): Merit =>
    securityOf(riskOf(RUG_FINDINGS, inputs as ScoreInputs & RugInputs));

  it('give numbers from 0 to 100, and parts that add up', () =>
    fc.assert(fc.property(anyInputs, (inputs) => all(inputs, securityFor(inputs)).forEach(isSound))));

  it('give the same totals without parts', () =>
    fc.assert(
      fc.property(anyInputs, (inputs) => {
        const isTotalOf = (total: Total, { score, coverage, best }: Merit) => {
          expect(total.score).toBeCloseTo(score, 9);
          expect(total.coverage).toBeCloseTo(coverage, 9);
          expect(total.best).toBeCloseTo(best, 9);
        };
        const social = socialOf(inputs);
        isTotalOf(socialTotalOf(inputs), social);
        const [pattern] = patternsOf(inputs);
        const best = bestPatternOf(inputs);
        expect(best.name).toBe(pattern!.name);
        isTotalOf(best.total, pattern!.merit);
        const security = securityFor(inputs);
        const hype = hypeOf({ pattern: pattern!.merit, security, social });
        const scores = { pattern: best.total.score, security: security.score, social: social.score };
        expect(weighed(HYPE_PARTS, scores)).toBeCloseTo(hype.score, 9);
      }),
    ));

  it('that become unknown never raise a score', () =>
    fc.assert(
      fc.property(anyInputs, fc.constantFrom(...FLAGS, ...NUMBERS), (inputs, name) => {
        const unknown = { ...inputs, [name]: null };
        const security = securityFor(inputs);
        const known = all(inputs, security);
        const less = all(unknown, security);
        for (const [at, merit] of less.entries())
          expect(merit.score).toBeLessThanOrEqual(known[at]!.score + 1e-9);
      }),
    ));
});

/** Each part with a value that earns nothing, one half-way (or at its limit) and one that earns everything. */
describe('a part', () => {
  const earnedOf = (table: string, name: string, change: Partial<ScoreInputs>) =>
    meritOf(TABLES[table]!, { ...nothing, ...change }).parts.find((part) => part.name === name);

  it.each([
    [
      'viralMeme',
      'buyers',
      { organicBuyers10m: 10 },
      { organicBuyers10m: 55 },
      { organicBuyers10m: 100 },
      25,
    ],
    ['viralMeme', 'inflow', { netInflowSol10m: 3 }, { netInflowSol10m: 14 }, { netInflowSol10m: 25 }, 20],
    ['viralMeme', 'tradeSize', { solPerTrade: 0.1 }, { solPerTrade: 0.3 }, { solPerTrade: 0.5 }, 15],
    ['viralMeme', 'buyerGrowth', { buyerGrowth5m: 1 }, { buyerGrowth5m: 1.5 }, { buyerGrowth5m: 2 }, 15],
    [
      'viralMeme',
      'fair',
      { sniperAndBundlePercent: 30 },
      { sniperAndBundlePercent: 17.5 },
      { sniperAndBundlePercent: 5 },
      15,
    ],
    [
      'techUtility',
      'buyShare',
      { buySharePercent1h: 52 },
      { buySharePercent1h: 58.5 },
      { buySharePercent1h: 65 },
      15,
    ],
    [
      'techUtility',
      'holdersGained',
      { holdersGained1h: 5 },
      { holdersGained1h: 32.5 },
      { holdersGained1h: 60 },
      20,
    ],
    [
      'techUtility',
      'flippers',
      { flippersPercent1h: 60 },
      { flippersPercent1h: 40 },
      { flippersPercent1h: 20 },
      15,
    ],
    ['communityDriven', 'holders', { holders: 30 }, { holders: Math.sqrt(30 * 300) }, { holders: 300 }, 25],
    [
      'communityDriven',
      'top10',
      { top10HolderPercent: 60 },
      { top10HolderPercent: 40 },
      { top10HolderPercent: 20 },
      20,
    ],
    [
      'communityDriven',
      'keepers',
      { keepersPercent: 30 },
      { keepersPercent: 55 },
      { keepersPercent: 80 },
      25,
    ],
    ['communityDriven', 'posts', { posts24h: 0 }, { posts24h: Math.sqrt(51) - 1 }, { posts24h: 50 }, 15],
    ['trendRiding', 'inflow', { netInflowSol10m: 1 }, { netInflowSol10m: 8 }, { netInflowSol10m: 15 }, 25],
    [
      'trendRiding',
      'buyers',
      { organicBuyers10m: 5 },
      { organicBuyers10m: 32.5 },
      { organicBuyers10m: 60 },
      15,
    ],
    ['social', 'posts', { posts24h: 0 }, { posts24h: Math.sqrt(51) - 1 }, { posts24h: 50 }, 30],
    ['social', 'postGrowth', { postGrowth: 1 }, { postGrowth: 2.5 }, { postGrowth: 4 }, 15],
    ['social', 'followers', { followers: 100 }, { followers: 1_000 }, { followers: 10_000 }, 10],
    [
      'social',
      'members',
      { telegramMembers: 50 },
      { telegramMembers: Math.sqrt(50 * 2_000) },
      { telegramMembers: 2_000 },
      10,
    ],
    [
      'marketHealth',
      'liquidityRatio',
      { liquidityUsd: 5, marketCapUsd: 100, priceOfHighPercent: 100 },
      { liquidityUsd: 12.5, marketCapUsd: 100, priceOfHighPercent: 50 },
      { liquidityUsd: 20, marketCapUsd: 100, priceOfHighPercent: 80 },
      30,
    ],
    [
      'marketHealth',
      'liquidity',
      { liquidityUsd: 2_000 },
      { liquidityUsd: Math.sqrt(2_000 * 20_000) },
      { liquidityUsd: 20_000 },
      20,
    ],
    ['marketHealth', 'holders', { holders: 50 }, { holders: Math.sqrt(50 * 500) }, { holders: 500 }, 20],
    [
      'marketHealth',
      'top10',
      { top10HolderPercent: 60 },
      { top10HolderPercent: 40 },
      { top10HolderPercent: 20 },
      20,
    ],
    [
      'momentum',
      'price1h',
      { priceChange1hPercent: 2 },
      { priceChange1hPercent: 26 },
      { priceChange1hPercent: 50 },
      35,
    ],
    [
      'momentum',
      'volumeGrowth',
      { volumeGrowth24hPercent: 120 },
      { volumeGrowth24hPercent: 260 },
      { volumeGrowth24hPercent: 400 },
      35,
    ],
    [
      'momentum',
      'price5m',
      { priceChange5mPercent: 0 },
      { priceChange5mPercent: 7.5 },
      { priceChange5mPercent: 15 },
      15,
    ],
    ['momentum', 'buySellRatio', { buySellRatio1h: 1 }, { buySellRatio1h: 1.5 }, { buySellRatio1h: 2 }, 15],
    ['whaleActivity', 'buyers', { whaleBuyers1h: 0 }, { whaleBuyers1h: 2.5 }, { whaleBuyers1h: 5 }, 60],
    ['whaleActivity', 'net', { whaleNetSol1h: 0 }, { whaleNetSol1h: 10 }, { whaleNetSol1h: 20 }, 40],
    ['trending', 'rank', { volumePlace: 200 }, { volumePlace: Math.sqrt(200 * 10) }, { volumePlace: 10 }, 50],
    ['trending', 'traderGrowth', { traderGrowth5m: 1 }, { traderGrowth5m: 1.5 }, { traderGrowth5m: 2 }, 20],
  ] as const)('%s, %s: nothing, half and all of its weight', (table, name, none, half, full, weight) => {
    expect(earnedOf(table, name, none)?.earned).toBeCloseTo(0, 9);
    expect(earnedOf(table, name, half)?.earned).toBeCloseTo(weight / 2, 9);
    expect(earnedOf(table, name, full)?.earned).toBeCloseTo(weight, 9);
    expect(earnedOf(table, name, {})).toMatchObject({ earned: 0, lost: 0, unobserved: weight, value: null });
  });

  it.each([
    [
      'viralMeme',
      'presented',
      { hasPicture: true, hasLink: true },
      { hasPicture: false },
      { hasPicture: true },
    ],
    [
      'techUtility',
      'site',
      { doesWebsiteAnswer: true, hasTwitter: true },
      { hasTwitter: false },
      { hasTwitter: true },
    ],
    [
      'techUtility',
      'use',
      { descriptionCharacters: 80, namesUse: true },
      { descriptionCharacters: 79, namesUse: true },
      { namesUse: true },
    ],
    ['techUtility', 'creatorHolds', { creatorHolds: true }, { creatorHolds: false }, {}],
    ['communityDriven', 'accounts', { hasTwitter: true, hasTelegram: true }, { hasTelegram: false }, {}],
    ['trendRiding', 'theme', { sharesTheme: true }, { sharesTheme: false }, {}],
    [
      'trendRiding',
      'early',
      { sharesTheme: true, themeAgeMs: 6 * 3_600_000 },
      { sharesTheme: true, themeAgeMs: 6 * 3_600_000 + 1 },
      { sharesTheme: true },
    ],
    ['trendRiding', 'boosted', { isBoosted: true }, { isBoosted: false }, {}],
    ['social', 'verified', { isVerified: true }, { isVerified: false }, {}],
    ['social', 'accountAge', { accountAgeDays: 91 }, { accountAgeDays: 90 }, {}],
    ['social', 'website', { doesWebsiteAnswer: true }, { doesWebsiteAnswer: false }, {}],
    [
      'social',
      'document',
      { hasPicture: true, descriptionCharacters: 1, hasLink: true },
      { hasPicture: true, descriptionCharacters: 0, hasLink: true },
      { hasPicture: true, hasLink: true },
    ],
    ['marketHealth', 'buyShare', { buySharePercent1h: 45 }, { buySharePercent1h: 44.9 }, {}],
    ['marketHealth', 'buyShare', { buySharePercent1h: 75 }, { buySharePercent1h: 75.1 }, {}],
    ['trending', 'boosted', { isBoosted: true }, { isBoosted: false }, {}],
  ] as const)('%s, %s: all or nothing', (table, name, so, notSo, unknown) => {
    const { weight } = TABLES[table]!.find((part) => part.name === name)!;
    expect(earnedOf(table, name, so)?.earned).toBe(weight);
    expect(earnedOf(table, name, notSo)?.lost).toBe(weight);
    expect(earnedOf(table, name, unknown)?.unobserved).toBe(weight);
  });
});

it('the liquidity of market cap earns nothing under half of the high, which raises it', () => {
  const partAt = (priceOfHighPercent: number | null) =>
    meritOf(MARKET_HEALTH, {
      ...nothing,
      ...{ liquidityUsd: 20, marketCapUsd: 100, priceOfHighPercent },
    }).parts.find(({ name }) => name === 'liquidityRatio');
  expect(partAt(50)).toMatchObject({ value: 20, earned: 30, lost: 0 });
  expect(partAt(49.9)).toMatchObject({ value: 20, earned: 0, lost: 30 });
  expect(partAt(null)).toMatchObject({ value: null, earned: 0, unobserved: 30 });
});

describe('a pattern', () => {
  it.each([
    [100, 60],
    [70, 60],
    [45, 30],
    [20, 0],
    [1, 0],
  ])('counts at %d%% of the high with %d of its 60 points', (percent, points) =>
    expect(standingPattern(totalOf(60, 10), standingShare(percent)).score).toBeCloseTo(points, 9),
  );

  it('is not observed where what still stands is not known', () =>
    expect(standingPattern(totalOf(60, 10), standingShare(null))).toEqual(totalOf(0, 100)));

  it('never counts for more as a price falls, and what it lost is told apart from what was not observed', () =>
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 100, noNaN: true }),
        fc.double({ min: 0, max: 100, noNaN: true }),
        fc.double({ min: 0, max: 120, noNaN: true }),
        fc.double({ min: 0, max: 120, noNaN: true }),
        (earned, rest, one, other) => {
          const total = totalOf(earned, Math.min(rest, 100 - earned));
          const at = (percent: number) => standingPattern(total, standingShare(percent));
          expect(at(Math.min(one, other)).score).toBeLessThanOrEqual(at(Math.max(one, other)).score + 1e-9);
          isSound({ ...at(one), parts: [partOf('pattern', 50, at(one))] });
        },
      ),
    ));
});

it('of patterns with as many points that comes first of which more was observed, then the first of the table', () => {
  expect(patternsOf(nothing).map(({ name }) => name)).toEqual(Object.keys(PATTERNS));
  const [first] = patternsOf({ ...nothing, creatorHolds: false });
  expect(first?.name).toBe('techUtility');
  expect(bestPatternOf({ ...nothing, creatorHolds: false }).name).toBe('techUtility');
});

it('hype is 0.7 × (2 × pattern + security) ÷ 3 + 0.3 × social', () => {
  const merit = (score: number): Merit => ({ score, coverage: 1, best: score, parts: [] });
  const { score } = hypeOf({ pattern: merit(60), security: merit(90), social: merit(20) });
  expect(score).toBeCloseTo(0.7 * ((2 * 60 + 90) / 3) + 0.3 * 20, 9);
});
