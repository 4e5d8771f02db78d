/** Where what values are made of leads: the transactions that tell it, and the span that it speaks of. */
import type { Asked } from '@cryptonite/contracts/asks';
import type { Fact } from '../../screening/words/part-words.js';
import type { Trace } from './traces.js';
import type { WindowName } from './windows.js';

export type Lead = {
  traces: readonly Trace[];
  window?: WindowName;
  /** Who else tells it. */
  told?: readonly Asked[];
  /** Of the pattern: the hour that it is told by. */
  isOfFirstHour?: true;
};

const within = (window: WindowName): Lead => ({ traces: [`trades${window}`], window });
const by = (...traces: Trace[]): Lead => ({ traces });

export const NOWHERE: Lead = { traces: [] };
const told = (...told: Asked[]): Lead => ({ traces: [], told });
const DOCUMENT = told('metadata');
const SOCIAL = told('social');
const MINT = told('mint');
const LIKENESS = told('likeness');
const BALANCES = by('balances');
const PRICED = by('newestTrade', 'launch');
const POOLED = by('liquidity', 'newestTrade', 'launch');
/** Its halves, or two days. */
const GROWTH = by('tradesLife');
const WHALES: Lead = { traces: ['whales1h', 'trades1h'], window: '1h' };

const OF_FACTS: Partial<Record<Fact, Lead>> = {
  organicBuyers: within('10m'),
  inflow: within('10mFine'),
  tradeSize: within('1h'),
  buyerGrowth: within('11m'),
  fair: BALANCES,
  creatorHolds: BALANCES,
  buyShare: within('1h'),
  holdersGained: BALANCES,
  flippers: within('1h'),
  holders: BALANCES,
  top10: BALANCES,
  keepers: BALANCES,
  liquidityRatio: POOLED,
  liquidity: POOLED,
  price1h: within('1h'),
  volumeGrowth: GROWTH,
  price5m: within('5m'),
  buySellRatio: within('1h'),
  whaleBuyers: WHALES,
  whaleNet: WHALES,
  rank: { ...within('1h'), told: ['place'] },
  traderGrowth: within('11m'),
  theme: { traces: ['theme'], told: ['likeness'] },
  early: { traces: ['theme', 'launch'], told: ['likeness'] },
  posts: SOCIAL,
  postGrowth: SOCIAL,
  verified: SOCIAL,
  followers: SOCIAL,
  accountAge: SOCIAL,
  members: SOCIAL,
  website: told('website', 'metadata'),
  site: told('website', 'metadata'),
  document: DOCUMENT,
  presented: DOCUMENT,
  use: DOCUMENT,
  accounts: DOCUMENT,
  boosted: told('boosts'),
};

/** @param isOfFirstHour whether it was kept since the hour that the pattern is told by */
export function leadOfFact(fact: Fact | undefined, isOfFirstHour: boolean): Lead {
  const lead = (fact && OF_FACTS[fact]) ?? NOWHERE;
  return isOfFirstHour && lead.window ? { traces: ['firstHour'], isOfFirstHour } : lead;
}

const OF_CHECKS: Readonly<Record<string, Lead>> = {
  progress: PRICED,
  bonded: by('migration', 'completion', 'newestTrade'),
  momentum: within('5m'),
  buyRatio: within('5m'),
  whaleBuyers: WHALES,
  whale: WHALES,
  whales: { traces: ['whales10m', 'trades10m'], window: '10m' },
  buyShare: within('5m'),
  volumeGrowth: within('10mFine'),
};
export const leadOfCheck = (name: string): Lead => OF_CHECKS[name] ?? NOWHERE;

const OF_GATES: Readonly<Record<string, Lead>> = {
  socialProof: told('social', 'metadata'),
  age: by('launch'),
  volumeGrowth: GROWTH,
  trades: within('5m'),
  marketCap: PRICED,
  marketCapMost: PRICED,
  liquidity: POOLED,
  volume: within('1h'),
  price: within('1h'),
  rugRisk: by('balances', 'trades1h'),
  holders: BALANCES,
  top1: BALANCES,
  top10: BALANCES,
  buySellRatio: within('1h'),
  liquidityPerHolder: by('liquidity', 'newestTrade', 'balances'),
};
export const leadOfGate = (name: string): Lead => OF_GATES[name] ?? NOWHERE;

const OF_FINDINGS: Readonly<Record<string, Lead>> = {
  'liquidity.unlockedLiquidity': by('liquidity', 'migration'),
  'liquidity.liquidity': POOLED,
  'liquidity.thinLiquidity': POOLED,
  'contract.mayhem': by('launch'),
  'social.noLink': DOCUMENT,
  'social.noDocument': DOCUMENT,
  'social.sameName': LIKENESS,
  'social.samePicture': told('likeness', 'metadata'),
  'social.noAccount': SOCIAL,
  'social.youngAccount': SOCIAL,
  'social.sharedAccount': told('likeness', 'metadata'),
  'market.liquidityPulled': by('pulls'),
  'market.fallFromHigh': within('1h'),
  'market.insiderSold': by('creatorSales'),
  'market.creatorSold': by('creatorSales'),
  'market.creatorDumped': by('creatorSales'),
  'market.oneSided': within('5m'),
};
/** What a mint allows is told by its node, holders by balances and, of a token whose launch was not seen, by a node. */
const OF_LAYERS: Readonly<Record<string, Lead>> = {
  holders: { ...BALANCES, told: ['holders'] },
  contract: MINT,
};
export const leadOfFinding = (layer: string, name: string): Lead =>
  OF_FINDINGS[`${layer}.${name}`] ?? OF_LAYERS[layer] ?? NOWHERE;
