/** What the scores of merit are made of, each limit and weight once. */
import type { Part } from './merit.js';

type Known<T> = T | null;

/** What the scores look at. Null is what was not observed. */
export type ScoreInputs = {
  /** Of the first hour of trading, or of the life so far. */
  organicBuyers10m: Known<number>;
  netInflowSol10m: Known<number>;
  solPerTrade: Known<number>;
  /** Traders of the last 5 minutes ÷ those of the 5 before. */
  traderGrowth5m: Known<number>;
  buyerGrowth5m: Known<number>;
  sniperAndBundlePercent: Known<number>;
  hasPicture: Known<boolean>;
  hasLink: Known<boolean>;
  hasTwitter: Known<boolean>;
  hasTelegram: Known<boolean>;
  doesWebsiteAnswer: Known<boolean>;
  descriptionCharacters: Known<number>;
  /** Whether the description names a use, by a kept list of words. */
  namesUse: Known<boolean>;
  /** Whether its creator holds what it bought. */
  creatorHolds: Known<boolean>;
  buySharePercent1h: Known<number>;
  holdersGained1h: Known<number>;
  /** Of an hour's sellers, percent that had bought within 5 minutes before. */
  flippersPercent1h: Known<number>;
  holders: Known<number>;
  top10HolderPercent: Known<number>;
  /** Of its buyers, percent that still hold after 10 minutes. */
  keepersPercent: Known<number>;
  /** Shares a theme with a token that graduated or was boosted within 24 h, and is no copy of it. */
  sharesTheme: Known<boolean>;
  /** Ms from that token's time to the launch. */
  themeAgeMs: Known<number>;
  isBoosted: Known<boolean>;
  posts24h: Known<number>;
  /** Posts of the last hour ÷ those of an average hour of the last 24 h, or of its life where that is shorter. */
  postGrowth: Known<number>;
  isVerified: Known<boolean>;
  followers: Known<number>;
  accountAgeDays: Known<number>;
  telegramMembers: Known<number>;
  liquidityUsd: Known<number>;
  marketCapUsd: Known<number>;
  /** Price now, percent of the highest of the last 24 h. */
  priceOfHighPercent: Known<number>;
  priceChange1hPercent: Known<number>;
  priceChange5mPercent: Known<number>;
  volumeGrowth24hPercent: Known<number>;
  buySellRatio1h: Known<number>;
  whaleBuyers1h: Known<number>;
  whaleNetSol1h: Known<number>;
  /** Place by the volume of an hour among live tokens; 1 is the first. */
  volumePlace: Known<number>;
};

type Parts = readonly Part<ScoreInputs>[];

const HOUR_MS = 3_600_000;
const THEME_WITHIN_MS = 6 * HOUR_MS;
const DESCRIPTION_CHARACTERS = 80;
/** The ratio of liquidity and market cap earns nothing under this share of the day's highest price, percent. */
export const RATIO_COUNTS_FROM_HIGH_PERCENT = 50;

type Read = Part<ScoreInputs>['value'];
const ramp =
  (kind: 'linear' | 'log' | 'range') =>
  (name: string, label: string, unit: string, weight: number, [from, to]: [number, number], value: Read) => ({
    name,
    label,
    unit,
    weight,
    scale: { kind, from, to },
    value,
  });
const [linear, log, range] = [ramp('linear'), ramp('log'), ramp('range')];
const flag = (name: string, label: string, weight: number, value: Read) => ({
  name,
  label,
  unit: '',
  weight,
  scale: { kind: 'flag' as const },
  value,
});

/** Of what nobody can know yet. */
const later = (part: Part<ScoreInputs>): Part<ScoreInputs> => ({ ...part, isLater: true });

/** Known as soon as one is not so. */
function areAll(...all: readonly Known<boolean>[]): Known<boolean> {
  if (all.includes(false)) return false;
  return all.includes(null) ? null : true;
}

const isAtLeast = (value: Known<number>, limit: number): Known<boolean> =>
  value === null ? null : value >= limit;

const ratioOf = (a: Known<number>, b: Known<number>): Known<number> =>
  a === null || b === null || b === 0 ? null : a / b;

export const SOCIAL: Parts = [
  log('posts', 'Posts in 24 h', '', 30, [0, 50], (of) => of.posts24h),
  linear('postGrowth', 'Posts this hour vs average hour', 'x', 15, [1, 4], (of) => of.postGrowth),
  flag('verified', 'Verified account', 15, (of) => of.isVerified),
  log('followers', 'Followers', '', 10, [100, 10_000], (of) => of.followers),
  flag('accountAge', 'Account older than 90 days', 10, ({ accountAgeDays }) =>
    accountAgeDays === null ? null : accountAgeDays > 90,
  ),
  log('members', 'Telegram members', '', 10, [50, 2_000], (of) => of.telegramMembers),
  flag('website', 'Website answers', 5, (of) => of.doesWebsiteAnswer),
  flag('document', 'Picture, description and a link', 5, ({ hasPicture, descriptionCharacters, hasLink }) =>
    areAll(hasPicture, isAtLeast(descriptionCharacters, 1), hasLink),
  ),
];

export const PATTERNS = {
  viralMeme: {
    label: 'Viral Meme Launch',
    parts: [
      linear('buyers', 'Organic buyers in 10 min', '', 25, [10, 100], (of) => of.organicBuyers10m),
      linear('inflow', 'Net inflow in 10 min', 'SOL', 20, [3, 25], (of) => of.netInflowSol10m),
      linear('tradeSize', 'SOL per trade', 'SOL', 15, [0.1, 0.5], (of) => of.solPerTrade),
      linear(
        'buyerGrowth',
        'Buyers of 5 min against the 5 before',
        'x',
        15,
        [1, 2],
        (of) => of.buyerGrowth5m,
      ),
      flag('presented', 'Picture and a link', 10, ({ hasPicture, hasLink }) => areAll(hasPicture, hasLink)),
      later(
        linear('fair', "Snipers' and bundles' share", '%', 15, [30, 5], (of) => of.sniperAndBundlePercent),
      ),
    ],
  },
  techUtility: {
    label: 'Tech Utility Play',
    parts: [
      flag('site', 'Website answers and X named', 20, ({ doesWebsiteAnswer, hasTwitter }) =>
        areAll(doesWebsiteAnswer, hasTwitter),
      ),
      flag('use', 'Description that names a use', 10, ({ descriptionCharacters, namesUse }) =>
        areAll(isAtLeast(descriptionCharacters, DESCRIPTION_CHARACTERS), namesUse),
      ),
      flag('creatorHolds', 'Creator holds what it bought', 20, (of) => of.creatorHolds),
      linear('buyShare', 'Buy share of an hour', '%', 15, [52, 65], (of) => of.buySharePercent1h),
      linear('holdersGained', 'Holders gained an hour', '', 20, [5, 60], (of) => of.holdersGained1h),
      linear(
        'flippers',
        'Sellers who had bought within 5 min',
        '%',
        15,
        [60, 20],
        (of) => of.flippersPercent1h,
      ),
    ],
  },
  communityDriven: {
    label: 'Community Driven',
    parts: [
      flag('accounts', 'X and Telegram named', 15, ({ hasTwitter, hasTelegram }) =>
        areAll(hasTwitter, hasTelegram),
      ),
      log('holders', 'Holders', '', 25, [30, 300], (of) => of.holders),
      linear('top10', 'Top 10 hold', '%', 20, [60, 20], (of) => of.top10HolderPercent),
      linear('keepers', 'Buyers who still hold after 10 min', '%', 25, [30, 80], (of) => of.keepersPercent),
      log('posts', 'Posts in 24 h', '', 15, [0, 50], (of) => of.posts24h),
    ],
  },
  trendRiding: {
    label: 'Trend Riding',
    parts: [
      flag('theme', 'Shares a theme of the day', 30, (of) => of.sharesTheme),
      flag('early', 'Launched within 6 h of it', 15, ({ sharesTheme, themeAgeMs }) =>
        areAll(sharesTheme, themeAgeMs === null ? null : themeAgeMs <= THEME_WITHIN_MS),
      ),
      linear('inflow', 'Net inflow in 10 min', 'SOL', 25, [1, 15], (of) => of.netInflowSol10m),
      flag('boosted', 'Paid profile or boost', 15, (of) => of.isBoosted),
      linear('buyers', 'Organic buyers in 10 min', '', 15, [5, 60], (of) => of.organicBuyers10m),
    ],
  },
} as const satisfies Record<string, { label: string; parts: Parts }>;
export type PatternName = keyof typeof PATTERNS;

export const MARKET_HEALTH: Parts = [
  {
    ...linear(
      'liquidityRatio',
      'Liquidity of market cap',
      '%',
      30,
      [5, 20],
      ({ liquidityUsd, marketCapUsd }) => {
        const ratio = ratioOf(liquidityUsd, marketCapUsd);
        return ratio === null ? null : ratio * 100;
      },
    ),
    // It rises as a price falls, since the curve or pool gives quote for tokens.
    countsWhile: ({ priceOfHighPercent }) => isAtLeast(priceOfHighPercent, RATIO_COUNTS_FROM_HIGH_PERCENT),
  },
  log('liquidity', 'Liquidity', '$', 20, [2_000, 20_000], (of) => of.liquidityUsd),
  log('holders', 'Holders', '', 20, [50, 500], (of) => of.holders),
  linear('top10', 'Top 10 hold', '%', 20, [60, 20], (of) => of.top10HolderPercent),
  range('buyShare', 'Buy share of an hour', '%', 10, [45, 75], (of) => of.buySharePercent1h),
];

export const MOMENTUM: Parts = [
  linear('price1h', 'Price over 1 h', '%', 35, [2, 50], (of) => of.priceChange1hPercent),
  linear('volumeGrowth', 'Volume growth over 24 h', '%', 35, [120, 400], (of) => of.volumeGrowth24hPercent),
  linear('price5m', 'Price over 5 min', '%', 15, [0, 15], (of) => of.priceChange5mPercent),
  linear('buySellRatio', 'Buys for each sell over 1 h', 'x', 15, [1, 2], (of) => of.buySellRatio1h),
];

export const WHALE_ACTIVITY: Parts = [
  linear('buyers', 'Whale buyers in 1 h', '', 60, [0, 5], (of) => of.whaleBuyers1h),
  linear('net', 'Whales bought less what they sold', 'SOL', 40, [0, 20], (of) => of.whaleNetSol1h),
];

export const TRENDING: Parts = [
  log('rank', 'Place by volume of 1 h', '', 50, [200, 10], (of) => of.volumePlace),
  flag('boosted', 'Boost or paid profile', 30, (of) => of.isBoosted),
  linear('traderGrowth', 'Traders of 5 min against the 5 before', 'x', 20, [1, 2], (of) => of.traderGrowth5m),
];
