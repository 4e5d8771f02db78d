import { type Random, sumOfShares } from '@cryptonite/provider/random.js';
import type { SocialsShares } from '../names/identity.js';
import type { Temper } from './holder.js';

/** What a launch really is; the pipeline never learns it. */
export type Label =
  | 'viral-meme'
  | 'tech-utility'
  | 'community'
  | 'trend-riding'
  | 'slow-fade'
  | 'insider-dump-curve'
  | 'insider-dump-pool'
  | 'creator-dump'
  | 'wash-only'
  | 'dead'
  | 'copycat';

/** A median and the deviation of the logarithm around it. */
type Around = readonly [median: number, sigma: number];
type Span = readonly [low: number, high: number];

export interface CrowdTraits {
  size: Around;
  tempoS: Around;
  virality: number;
  ticketSol: number;
  temper: Temper;
  /** How much the crowds of a kind differ in their patience and in the gain they wait for. */
  loyaltySigma?: number;
}

export interface RingTraits {
  entry: 'bundle' | 'spread';
  wallets: Span;
  solEach: Span;
  atRaisedSol: Span;
  afterPoolS: Span;
  afterS: Span;
}

export interface WashTraits {
  chance: number;
  rounds: Around;
  sol: Span;
  pauseS: number;
}

/** Who shows up at a launch. What becomes of it is what they make of it. */
export interface Archetype {
  crowd: CrowdTraits;
  /** People and bots who come when the coin has a pool. */
  pool: { crowd: CrowdTraits; bots: Span; wash: WashTraits };
  /** Mean numbers. */
  snipers: number;
  bots: number;
  whales: Span;
  creator: { isSerial: number; exits: number; atRaisedSol: Span; afterS: Around };
  ring: (RingTraits & { chance: number }) | null;
  wash: WashTraits;
  /** Above 1, creators buy less at the launch than others do; 1 for most. */
  thrift: number;
  /** Chance that it bears the name of a coin that did well lately. */
  copies: number;
  socials: SocialsShares;
}

const QUICK: Temper = { lookS: 8, gain: 0.5, patienceS: 60, keeps: 0.38 };
const STEADY: Temper = { lookS: 25, gain: 2.2, patienceS: 700, keeps: 0.42 };
const FAITHFUL: Temper = { lookS: 45, gain: 4, patienceS: 2_400, keeps: 0.5 };
const WAVERING: Temper = { lookS: 20, gain: 0.9, patienceS: 300, keeps: 0.62 };
const RESTLESS: Temper = { lookS: 15, gain: 0.35, patienceS: 240, keeps: 0.08 };

/** Some crowds stay through anything, others are gone with the first gain. */
const LOYALTY = 0.65;

/** Most pools are left within the hour: the crowd that comes is smaller than the one that wants out. */
const POOL_CROWD: CrowdTraits = {
  size: [58, 1.9],
  tempoS: [900, 0.8],
  virality: 0.3,
  ticketSol: 0.5,
  temper: { lookS: 20, gain: 0.5, patienceS: 420, keeps: 0.05 },
};
const POOL_WASH: WashTraits = { chance: 0.7, rounds: [220, 0.8], sol: [0.3, 2], pauseS: 14 };
const POOL = { crowd: POOL_CROWD, bots: [4, 16] as Span, wash: POOL_WASH };

/** People who find an old token again. */
export const REVIVAL: CrowdTraits = {
  size: [12, 0.9],
  tempoS: [400, 0.8],
  virality: 0.3,
  ticketSol: 0.3,
  temper: RESTLESS,
};

const nobody: CrowdTraits = {
  size: [1.5, 0.9],
  tempoS: [25, 0.8],
  virality: 0.1,
  ticketSol: 0.25,
  temper: QUICK,
};

const ordinary = {
  pool: POOL,
  snipers: 0.9,
  bots: 0.03,
  whales: [0, 0] as Span,
  creator: { isSerial: 0.55, exits: 0.7, atRaisedSol: [3, 12] as Span, afterS: [120, 1] as Around },
  ring: null,
  wash: { chance: 0.1, rounds: [8, 0.7] as Around, sol: [0.1, 0.8] as Span, pauseS: 9 },
  copies: 0.03,
  thrift: 1,
  socials: { none: 0.32, all: 0.43 },
};

const successful = {
  ...ordinary,
  wash: { chance: 0.4, rounds: [60, 0.9] as Around, sol: [0.2, 1.5] as Span, pauseS: 8 },
  snipers: 2,
  bots: 3,
  creator: { isSerial: 0.4, exits: 0.6, atRaisedSol: [60, 400] as Span, afterS: [3_000, 1] as Around },
  copies: 0.16,
  // Of the real launches those with larger initial buys graduated a little less often.
  thrift: 1.5,
  socials: { none: 0.12, all: 0.48 },
};

export const ARCHETYPES: Readonly<Record<Label, Archetype>> = {
  dead: { ...ordinary, crowd: nobody },
  'creator-dump': {
    ...ordinary,
    crowd: { ...nobody, size: [3.4, 0.8], tempoS: [45, 0.8], virality: 0.15, ticketSol: 0.3 },
    creator: { isSerial: 0.75, exits: 1, atRaisedSol: [2, 7], afterS: [50, 0.9] },
  },
  'slow-fade': {
    ...ordinary,
    crowd: { size: [11, 0.7], tempoS: [150, 0.9], virality: 0.25, ticketSol: 0.35, temper: WAVERING },
    snipers: 1.2,
    bots: 0.2,
    whales: [0, 1],
  },
  'wash-only': {
    ...ordinary,
    crowd: { ...nobody, size: [2, 0.8] },
    wash: { chance: 1, rounds: [11, 0.7], sol: [0.1, 0.8], pauseS: 9 },
  },
  copycat: {
    ...ordinary,
    copies: 1,
    crowd: { size: [3, 1], tempoS: [35, 0.8], virality: 0.2, ticketSol: 0.3, temper: QUICK },
    creator: { isSerial: 0.8, exits: 0.9, atRaisedSol: [3, 10], afterS: [80, 1] },
    snipers: 1.2,
  },
  'insider-dump-curve': {
    ...ordinary,
    crowd: { size: [15, 0.6], tempoS: [90, 0.8], virality: 0.3, ticketSol: 0.35, temper: WAVERING },
    whales: [0, 2],
    ring: {
      chance: 1,
      entry: 'bundle',
      wallets: [4, 9],
      solEach: [0.4, 1.4],
      atRaisedSol: [10, 45],
      afterPoolS: [5, 60],
      afterS: [60, 400],
    },
  },
  'insider-dump-pool': {
    ...successful,
    crowd: {
      size: [900, 0.35],
      tempoS: [1_100, 1.5],
      virality: 0.45,
      ticketSol: 0.5,
      temper: STEADY,
      loyaltySigma: LOYALTY,
    },
    whales: [3, 7],
    ring: {
      chance: 1,
      entry: 'spread',
      wallets: [6, 14],
      solEach: [0.8, 2],
      atRaisedSol: [90, 91],
      afterPoolS: [5, 300],
      afterS: [4_000, 9_000],
    },
  },
  'viral-meme': {
    ...successful,
    crowd: {
      size: [900, 0.35],
      tempoS: [760, 1.5],
      virality: 0.5,
      ticketSol: 0.34,
      temper: STEADY,
      loyaltySigma: LOYALTY,
    },
    pool: { crowd: { ...POOL_CROWD, size: [85, 1.9] }, bots: [6, 22], wash: POOL_WASH },
    whales: [3, 8],
    snipers: 3,
  },
  'tech-utility': {
    ...successful,
    crowd: {
      size: [620, 0.35],
      tempoS: [1_450, 1.45],
      virality: 0.4,
      ticketSol: 0.52,
      temper: FAITHFUL,
      loyaltySigma: LOYALTY,
    },
    whales: [4, 9],
  },
  community: {
    ...successful,
    crowd: {
      size: [940, 0.35],
      tempoS: [1_700, 1.45],
      virality: 0.4,
      ticketSol: 0.31,
      temper: FAITHFUL,
      loyaltySigma: LOYALTY,
    },
    whales: [3, 5],
  },
  'trend-riding': {
    ...successful,
    crowd: {
      size: [850, 0.35],
      tempoS: [600, 1.5],
      virality: 0.5,
      ticketSol: 0.38,
      temper: STEADY,
      loyaltySigma: LOYALTY,
    },
    whales: [3, 6],
    bots: 5,
  },
};

/** Shares of launches that do not set out to graduate. */
const UNSUCCESSFUL: readonly (readonly [Label, number])[] = [
  ['dead', 0.4],
  ['creator-dump', 0.3],
  ['copycat', 0.14],
  ['slow-fade', 0.11],
  ['insider-dump-curve', 0.03],
  ['wash-only', 0.02],
];

/** Shares among launches whose crowd could fill a curve. */
const SUCCESSFUL: readonly (readonly [Label, number])[] = [
  ['viral-meme', 0.3],
  ['trend-riding', 0.22],
  ['community', 0.15],
  ['tech-utility', 0.13],
  ['insider-dump-pool', 0.2],
];

/** Share of launches with such a crowd that graduate; found by running them. */
const GRADUATES_OF_SUCCESSFUL = 0.71;

/** Draws what a launch is, so that `graduationRate` (0.01 is one in a hundred) comes out of what the agents do. */
export function drawLabel(graduationRate: number, random: Random): Label {
  const isSuccessful = random.chance(graduationRate / GRADUATES_OF_SUCCESSFUL);
  const shares = isSuccessful ? SUCCESSFUL : UNSUCCESSFUL;
  return random.pickByShare(shares, sumOfShares(shares)) ?? shares[0]![0];
}
