/**
 * The checks of the screens, each said once: its names, its unit, what it looks at and how. The profiles at the end say
 * which of them count, and their limits. From here come the verdicts, the reasons, and what the page calls them.
 */
import { withMinus } from './figures.js';

/** Stands on every score and verdict, so that history stays readable when rules change. */
export const RULES_VERSION = 5;

/** What the checks look at. Null is what was not observed. */
export type CheckInputs = {
  /** Bonding progress in percent. */
  progress: number | null;
  /** Migrating, or graduated within 24 h. */
  isBonded: boolean | null;
  /** True for a token whose curve is still selling. */
  isBonding: boolean;
  priceChangePercent: number | null;
  buySellRatio: number | null;
  buyShare: number | null;
  /** Volume of the last 5 minutes ÷ that of the 5 before. */
  volumeGrowth: number | null;
  /** Whale buyers seen within 60 and within 10 minutes; a lower bound where the window was not fully seen. */
  whales: { h1: number; m10: number; isH1Complete: boolean; isM10Complete: boolean };
  score: number | null;
};

type CheckRule = {
  /** On the rail. */
  label: string;
  /** On a card's chip. */
  shortLabel: string;
  /** As a sentence begins: "Buy ratio 0.8x is below 1.2x". */
  subject: string;
  isPlural?: true;
  /** `''` for counts, scores and what is true or false. */
  unit: '%' | 'x' | '';
  /** Times the value, as people read it. */
  scale?: number;
  /** `within`: at least the limit, and under the progress from which a token counts as migrating. */
  comparison: 'atLeast' | 'above' | 'within' | 'isTrue';
  value: (inputs: CheckInputs, limit: number) => number | null;
  /** What a failed check saw, as short as a chip; none where there is no number to show. */
  chip?: (value: number, limit: number | null) => string;
};

const asPercent = (value: number): string => `${withMinus(value.toFixed(1))}%`;
const asRatio = (value: number): string => `${value.toFixed(2)}x`;
const ofLimit = (value: number, limit: number | null): string => `${value}/${limit ?? '?'}`;

/** A count that may be too low passes once it reaches the limit, and is unknown before. */
export const countedOf = (seen: number, isComplete: boolean, limit: number): number | null =>
  isComplete || seen >= limit ? seen : null;

export const CHECKS = {
  progress: {
    label: 'Bonding progress',
    shortLabel: 'Progress',
    subject: 'Bonding progress',
    unit: '%',
    comparison: 'within',
    value: ({ progress }) => progress,
    chip: asPercent,
  },
  bonded: {
    label: 'Migrating or graduated',
    shortLabel: 'Bonded',
    subject: 'Graduation time',
    unit: '',
    comparison: 'isTrue',
    value: ({ isBonded }) => (isBonded === null ? null : Number(isBonded)),
  },
  momentum: {
    label: 'Price momentum',
    shortLabel: 'Momentum',
    subject: 'Price momentum',
    unit: '%',
    comparison: 'atLeast',
    value: ({ priceChangePercent }) => priceChangePercent,
    chip: asPercent,
  },
  buyRatio: {
    label: 'Buy ratio',
    shortLabel: 'Buy ratio',
    subject: 'Buy ratio',
    unit: 'x',
    comparison: 'atLeast',
    value: ({ buySellRatio }) => buySellRatio,
    chip: asRatio,
  },
  whaleBuyers: {
    label: 'Whale buyers',
    shortLabel: 'Whales',
    subject: 'Whale buyers',
    isPlural: true,
    unit: '',
    comparison: 'atLeast',
    value: ({ whales }, limit) => countedOf(whales.h1, whales.isH1Complete, limit),
    chip: ofLimit,
  },
  score: {
    label: 'Score',
    shortLabel: 'Score',
    subject: 'Score',
    unit: '',
    comparison: 'atLeast',
    value: ({ score }) => score,
    chip: (value) => value.toFixed(0),
  },
  whale: {
    label: 'Whale over 5 SOL',
    shortLabel: 'Whale',
    subject: 'Whale buyers',
    isPlural: true,
    unit: '',
    comparison: 'atLeast',
    value: ({ whales }, limit) => countedOf(whales.h1, whales.isH1Complete, limit),
  },
  whales: {
    label: 'Whale buyers',
    shortLabel: 'Whales',
    subject: 'Whale buyers in 10 minutes',
    isPlural: true,
    unit: '',
    comparison: 'atLeast',
    value: ({ whales }, limit) => countedOf(whales.m10, whales.isM10Complete, limit),
    chip: ofLimit,
  },
  buyShare: {
    label: 'Buy share',
    shortLabel: 'Buys',
    subject: 'Buy share',
    unit: '%',
    scale: 100,
    comparison: 'atLeast',
    value: ({ buyShare }) => buyShare,
    chip: (value) => `${(value * 100).toFixed(0)}%`,
  },
  volumeGrowth: {
    label: 'Volume growth',
    shortLabel: 'Volume',
    subject: 'Volume growth',
    unit: 'x',
    comparison: 'above',
    value: ({ volumeGrowth }) => volumeGrowth,
    chip: asRatio,
  },
} as const satisfies Record<string, CheckRule>;

export type CheckName = keyof typeof CHECKS;
export const CHECK_NAMES = Object.keys(CHECKS) as [CheckName, ...CheckName[]];

export const checkRuleOf = (name: CheckName): CheckRule => CHECKS[name];

/* The readings of the pre-migration rules: which checks count, their limits, and how many must pass. */

export type LimitedCheck = { name: CheckName; limit: number };

export type Profile = {
  /**
   * Beside the check of the place, which is the first of every profile. A new one goes to the end: stored verdicts are
   * codes in this order.
   */
  checks: readonly LimitedCheck[];
  /** Asked for on their own, and not counted. */
  separate: readonly LimitedCheck[];
  /** So many pass, the place among them. */
  qualifyFrom: number;
};

export const PROFILES = {
  live: {
    checks: [
      { name: 'momentum', limit: 15 },
      { name: 'buyRatio', limit: 1.2 },
      { name: 'whaleBuyers', limit: 3 },
      { name: 'score', limit: 40 },
    ],
    separate: [],
    qualifyFrom: 4,
  },
  whitepaper: {
    checks: [
      { name: 'whale', limit: 1 },
      { name: 'whales', limit: 2 },
      { name: 'momentum', limit: 25 },
      { name: 'buyShare', limit: 0.6 },
      { name: 'volumeGrowth', limit: 1.5 },
    ],
    separate: [{ name: 'score', limit: 60 }],
    qualifyFrom: 4,
  },
} as const satisfies Record<string, Profile>;

export type ProfileName = keyof typeof PROFILES;
export const PROFILE_NAMES = Object.keys(PROFILES) as [ProfileName, ...ProfileName[]];

export const profileOf = (name: ProfileName): Profile => PROFILES[name];

export const totalChecksOf = (name: ProfileName): number => 1 + profileOf(name).checks.length;

/** The limit of a profile's check. */
export function limitOf(profile: ProfileName, name: CheckName): number {
  const { checks, separate } = profileOf(profile);
  const found = [...checks, ...separate].find((check) => check.name === name);
  if (!found) throw new Error(`profile ${profile} has no check ${name}`);
  return found.limit;
}
