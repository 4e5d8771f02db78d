/** The lists: who is in each, and the order. The fold places tokens by it, readers show by it. */

import type { ProfileName } from './checks.js';
import { PROGRESS } from './limits.js';
import { HIDDEN_ABOVE_RISK } from './risk.js';

/** What decides on which lists a token stands. */
export type Standing = {
  lifecycle: 'bonding' | 'migrating' | 'graduated';
  /** Bonding progress in percent. */
  bondingProgressPercent: number | null;
  /** Its verdict in each profile; null where it is in neither window. */
  liveVerdict: 'qualified' | 'rejected' | null;
  whitepaperVerdict: 'qualified' | 'rejected' | null;
  /** 0–100; null where it was not observed. */
  rugRisk: number | null;
};

type List = {
  /** Its bit in a measurement's `lists`; never given to another. */
  bit: number;
  /** The profile by whose verdict a token is in it; null where no verdict counts. */
  profile: ProfileName | null;
  has: (token: Standing) => boolean;
  /** The measure, a time, by which the newest comes first. */
  orderBy: 'liveListedAt' | 'whitepaperListedAt' | 'alertRaisedAt';
};

/** Progress within the alert window while the curve is selling. */
export const isEarlyStage = (lifecycle: Standing['lifecycle'], progress: number | null): boolean =>
  lifecycle === 'bonding' &&
  progress !== null &&
  progress >= PROGRESS.alertFrom &&
  progress <= PROGRESS.alertTo;

export const LISTS = {
  liveQualified: {
    bit: 0,
    profile: 'live',
    has: ({ liveVerdict }) => liveVerdict === 'qualified',
    orderBy: 'liveListedAt',
  },
  liveRejected: {
    bit: 1,
    profile: 'live',
    has: ({ liveVerdict }) => liveVerdict === 'rejected',
    orderBy: 'liveListedAt',
  },
  whitepaperQualified: {
    bit: 2,
    profile: 'whitepaper',
    has: ({ whitepaperVerdict }) => whitepaperVerdict === 'qualified',
    orderBy: 'whitepaperListedAt',
  },
  whitepaperRejected: {
    bit: 3,
    profile: 'whitepaper',
    has: ({ whitepaperVerdict }) => whitepaperVerdict === 'rejected',
    orderBy: 'whitepaperListedAt',
  },
  earlyStage: {
    bit: 4,
    profile: null,
    has: ({ lifecycle, bondingProgressPercent }) => isEarlyStage(lifecycle, bondingProgressPercent),
    orderBy: 'alertRaisedAt',
  },
} as const satisfies Record<string, List>;

export type ListName = keyof typeof LISTS;
export const LIST_NAMES = Object.keys(LISTS) as ListName[];

const lists: readonly List[] = Object.values(LISTS);

/** Too risky for every list, however little of the risk was observed. */
export const isHidden = (rugRisk: number | null): boolean => rugRisk !== null && rugRisk > HIDDEN_ABOVE_RISK;

/** The lists on which a token stands, a bit for each. */
export function listsOf(token: Standing): number {
  if (isHidden(token.rugRisk)) return 0;
  let bits = 0;
  for (const { bit, has } of lists) if (has(token)) bits |= 1 << bit;
  return bits;
}

/** Whether `bits`, a measurement's `lists`, name the list. */
export const isOn = (bits: number, list: ListName): boolean => (bits & (1 << LISTS[list].bit)) !== 0;
