/** What is said of an earned part. Parts of several scores that look at the same say the same, and it is said once. */
import {
  MARKET_HEALTH,
  MOMENTUM,
  PATTERNS,
  type Part,
  type PatternName,
  type ScoreInputs,
  SOCIAL,
  TRENDING,
  WHALE_ACTIVITY,
} from '@cryptonite/contracts/rules';
import { counted, figureOf } from './figures.js';

/** The tables of parts. */
export const PART_TABLES = {
  social: SOCIAL,
  marketHealth: MARKET_HEALTH,
  momentum: MOMENTUM,
  whaleActivity: WHALE_ACTIVITY,
  trending: TRENDING,
  viralMeme: PATTERNS.viralMeme.parts,
  techUtility: PATTERNS.techUtility.parts,
  communityDriven: PATTERNS.communityDriven.parts,
  trendRiding: PATTERNS.trendRiding.parts,
} as const satisfies Record<string, readonly Part<ScoreInputs>[]> & Record<PatternName, unknown>;
export type PartTable = keyof typeof PART_TABLES;

type Words = (value: number) => string;
const percent: Words = (value) => figureOf(value, '%');
const times: Words = (value) => figureOf(value, 'x');
const sol: Words = (value) => figureOf(value, 'SOL');

const FACTS = {
  posts: (value) => `${counted(value, 'post')} in 24 h`,
  postGrowth: (value) => `posting at ${times(value)} its usual rate`,
  verified: () => 'a verified account',
  followers: (value) => counted(value, 'follower'),
  accountAge: () => 'an account older than 90 days',
  members: (value) => counted(value, 'Telegram member'),
  website: () => 'a website that answers',
  document: () => 'picture, description and a link',
  organicBuyers: (value) => `${counted(value, 'organic buyer')} in 10 min`,
  inflow: (value) => `${sol(value)} net inflow in 10 min`,
  tradeSize: (value) => `${sol(value)} a trade`,
  buyerGrowth: (value) => `buyers of 5 min at ${times(value)} the 5 before`,
  presented: () => 'a picture and a link',
  fair: (value) => `snipers and bundles hold ${percent(value)}`,
  site: () => 'a website that answers and an account on X',
  use: () => 'a description that names a use',
  creatorHolds: () => 'its creator holds what it bought',
  buyShare: (value) => `${percent(value)} buys in 1 h`,
  holdersGained: (value) => `${counted(value, 'holder')} gained in an hour`,
  flippers: (value) => `${percent(value)} of sellers had bought within 5 min`,
  accounts: () => 'accounts on X and Telegram',
  holders: (value) => counted(value, 'holder'),
  top10: (value) => `top 10 hold ${percent(value)}`,
  keepers: (value) => `${percent(value)} of early buyers still hold`,
  theme: () => 'a theme of the day',
  early: () => 'launched within 6 h of its theme',
  boosted: () => 'a boost or paid profile',
  liquidityRatio: (value) => `liquidity at ${percent(value)} of market cap`,
  liquidity: (value) => `${figureOf(value, '$')} liquidity`,
  price1h: (value) => `price up ${percent(value)} over 1 h`,
  volumeGrowth: (value) => `24 h volume up ${percent(value)}`,
  volumeGrowthOfLife: (value) => `volume up ${percent(value)} over its life`,
  price5m: (value) => `price up ${percent(value)} over 5 min`,
  buySellRatio: (value) => `${times(value)} buys to sells over 1 h`,
  whaleBuyers: (value) => counted(value, 'whale buyer'),
  whaleNet: (value) => `whales bought ${sol(value)} more than they sold`,
  rank: (value) => `place ${value} by volume of 1 h`,
  traderGrowth: (value) => `traders of 5 min at ${times(value)} the 5 before`,
} as const satisfies Record<string, Words>;
export type Fact = keyof typeof FACTS;

const FACT_OF: Record<PartTable, Readonly<Record<string, Fact>>> = {
  social: {
    posts: 'posts',
    postGrowth: 'postGrowth',
    verified: 'verified',
    followers: 'followers',
    accountAge: 'accountAge',
    members: 'members',
    website: 'website',
    document: 'document',
  },
  marketHealth: {
    liquidityRatio: 'liquidityRatio',
    liquidity: 'liquidity',
    holders: 'holders',
    top10: 'top10',
    buyShare: 'buyShare',
  },
  momentum: {
    price1h: 'price1h',
    volumeGrowth: 'volumeGrowth',
    price5m: 'price5m',
    buySellRatio: 'buySellRatio',
  },
  whaleActivity: { buyers: 'whaleBuyers', net: 'whaleNet' },
  trending: { rank: 'rank', boosted: 'boosted', traderGrowth: 'traderGrowth' },
  viralMeme: {
    buyers: 'organicBuyers',
    inflow: 'inflow',
    tradeSize: 'tradeSize',
    buyerGrowth: 'buyerGrowth',
    presented: 'presented',
    fair: 'fair',
  },
  techUtility: {
    site: 'site',
    use: 'use',
    creatorHolds: 'creatorHolds',
    buyShare: 'buyShare',
    holdersGained: 'holdersGained',
    flippers: 'flippers',
  },
  communityDriven: {
    accounts: 'accounts',
    holders: 'holders',
    top10: 'top10',
    keepers: 'keepers',
    posts: 'posts',
  },
  trendRiding: {
    theme: 'theme',
    early: 'early',
    inflow: 'inflow',
    boosted: 'boosted',
    buyers: 'organicBuyers',
  },
};

/** What a part looks at; undefined where nothing is said of it. */
export const factOf = (table: PartTable, part: string): Fact | undefined => FACT_OF[table][part];

/** As the middle of a sentence has it. */
export const wordsOf = (fact: Fact, value: number | boolean): string => FACTS[fact](Number(value));
