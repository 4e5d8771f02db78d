/** The lists: who is in each, and the order. The fold places tokens by it, readers show by it. */

import type { ProfileName } from './checks.js';
import { amountBeside } from './figures.js';
import {
  firstMissedOf,
  type Gate,
  type GateInputs,
  gateCodesOf,
  missedIn,
  missedOf,
  passes,
  whyMissed,
} from './gates.js';
import { PROGRESS } from './limits.js';
import {
  BONDED_ANALYZED,
  DAILY,
  HIGH_HYPE,
  MICROCAPS,
  NEW_LAUNCHES,
  SHILLED,
  SOCIAL_LIST,
  STILL_STANDING,
} from './list-gates.js';
import { HIDDEN_ABOVE_RISK, isHidden } from './risk.js';
import { ULTIMATE } from './ultimate.js';

/** What decides whether a token stands in Pre-Migration and Early Stage. */
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

/** A measure, or a value that follows from a measurement: the larger comes first, and what is null last. */
export type Order =
  | 'liveListedAt'
  | 'whitepaperListedAt'
  | 'alertRaisedAt'
  | 'liveUltimateListedAt'
  | 'whitepaperUltimateListedAt'
  | 'newLaunchesListedAt'
  | 'ultimateScore'
  | 'liveDailyScore'
  | 'whitepaperDailyScore'
  | 'socialScore'
  | 'posts24h'
  | 'shillRatio'
  | 'score';

export type List = {
  /** Its bit in a measurement's `lists`; never given to another. */
  bit: number;
  /** As people read it. */
  label: string;
  /** The profile by whose rules a token is in it; null where they are the same in all. */
  profile: ProfileName | null;
  orderBy: Order;
  /** What decides among equals; where nothing does, the mint. */
  thenBy?: Order;
} & (
  | { has: (token: Standing) => boolean }
  /** Of the gates a token misses just so many, and none of {@link STILL_STANDING} where it must still stand. */
  | { gates: readonly Gate[]; misses: 0 | 1; mustStillStand?: true }
);

/** Progress within the alert window while the curve is selling. */
export const isEarlyStage = (lifecycle: Standing['lifecycle'], progress: number | null): boolean =>
  lifecycle === 'bonding' &&
  progress !== null &&
  progress >= PROGRESS.alertFrom &&
  progress <= PROGRESS.alertTo;

export const LISTS = {
  liveQualified: {
    bit: 0,
    label: 'Qualified',
    profile: 'live',
    has: ({ liveVerdict }) => liveVerdict === 'qualified',
    orderBy: 'liveListedAt',
  },
  liveRejected: {
    bit: 1,
    label: 'Rejected',
    profile: 'live',
    has: ({ liveVerdict }) => liveVerdict === 'rejected',
    orderBy: 'liveListedAt',
  },
  whitepaperQualified: {
    bit: 2,
    label: 'Qualified of the whitepaper',
    profile: 'whitepaper',
    has: ({ whitepaperVerdict }) => whitepaperVerdict === 'qualified',
    orderBy: 'whitepaperListedAt',
  },
  whitepaperRejected: {
    bit: 3,
    label: 'Rejected of the whitepaper',
    profile: 'whitepaper',
    has: ({ whitepaperVerdict }) => whitepaperVerdict === 'rejected',
    orderBy: 'whitepaperListedAt',
  },
  earlyStage: {
    bit: 4,
    label: 'Early Stage',
    profile: null,
    has: ({ lifecycle, bondingProgressPercent }) => isEarlyStage(lifecycle, bondingProgressPercent),
    orderBy: 'alertRaisedAt',
  },
  liveUltimate: {
    bit: 5,
    label: 'Ultimate',
    profile: 'live',
    gates: ULTIMATE.live,
    misses: 0,
    mustStillStand: true,
    orderBy: 'liveUltimateListedAt',
  },
  whitepaperUltimate: {
    bit: 6,
    label: 'Ultimate of the whitepaper',
    profile: 'whitepaper',
    gates: ULTIMATE.whitepaper,
    misses: 0,
    mustStillStand: true,
    orderBy: 'whitepaperUltimateListedAt',
  },
  liveDaily: {
    bit: 7,
    label: 'Daily',
    profile: 'live',
    gates: DAILY.live,
    misses: 0,
    mustStillStand: true,
    orderBy: 'liveDailyScore',
  },
  whitepaperDaily: {
    bit: 8,
    label: 'Daily of the whitepaper',
    profile: 'whitepaper',
    gates: DAILY.whitepaper,
    misses: 0,
    mustStillStand: true,
    orderBy: 'whitepaperDailyScore',
  },
  social: {
    bit: 9,
    label: 'Social',
    profile: 'live',
    gates: SOCIAL_LIST.live,
    misses: 0,
    mustStillStand: true,
    orderBy: 'socialScore',
    thenBy: 'posts24h',
  },
  shilled: {
    bit: 10,
    label: 'Shilled',
    profile: null,
    gates: SHILLED,
    misses: 0,
    orderBy: 'shillRatio',
  },
  liveHighHype: {
    bit: 11,
    label: 'High Hype',
    profile: 'live',
    gates: HIGH_HYPE.live,
    misses: 0,
    mustStillStand: true,
    orderBy: 'score',
  },
  whitepaperHighHype: {
    bit: 12,
    label: 'High Hype of the whitepaper',
    profile: 'whitepaper',
    gates: HIGH_HYPE.whitepaper,
    misses: 0,
    mustStillStand: true,
    orderBy: 'score',
  },
  bondedAnalyzed: {
    bit: 13,
    label: 'High Hype of bonded tokens',
    profile: null,
    gates: BONDED_ANALYZED,
    misses: 0,
    mustStillStand: true,
    orderBy: 'score',
  },
  microcaps: {
    bit: 14,
    label: 'Micro-caps',
    profile: null,
    gates: MICROCAPS,
    misses: 0,
    orderBy: 'score',
  },
  newLaunches: {
    bit: 15,
    label: 'New',
    profile: null,
    gates: NEW_LAUNCHES,
    misses: 0,
    orderBy: 'newLaunchesListedAt',
  },
  liveNear: {
    bit: 16,
    label: 'Near misses of Ultimate',
    profile: 'live',
    gates: ULTIMATE.live,
    misses: 1,
    mustStillStand: true,
    orderBy: 'ultimateScore',
  },
  whitepaperNear: {
    bit: 17,
    label: 'Near misses of Ultimate of the whitepaper',
    profile: 'whitepaper',
    gates: ULTIMATE.whitepaper,
    misses: 1,
    mustStillStand: true,
    orderBy: 'ultimateScore',
  },
  whitepaperSocial: {
    bit: 18,
    label: 'Social of the whitepaper',
    profile: 'whitepaper',
    gates: SOCIAL_LIST.whitepaper,
    misses: 0,
    mustStillStand: true,
    orderBy: 'socialScore',
    thenBy: 'posts24h',
  },
} as const satisfies Record<string, List>;

export type ListName = keyof typeof LISTS;
export const LIST_NAMES = Object.keys(LISTS) as ListName[];

/** Those whose first listing is kept, and of which every entry and exit is told. */
export const LISTED = [
  'liveUltimate',
  'whitepaperUltimate',
  'liveDaily',
  'whitepaperDaily',
  'social',
  'shilled',
  'liveHighHype',
  'whitepaperHighHype',
  'bondedAnalyzed',
  'microcaps',
  'newLaunches',
  'whitepaperSocial',
] as const satisfies readonly ListName[];
export type ListedName = (typeof LISTED)[number];

/** The lists of High Hype, Ultimate and Daily Boosted: a first listing on one of them is what a token is held to. */
export const HELD_TO_LISTING: readonly ListedName[] = LISTED.filter(
  (name) => 'mustStillStand' in LISTS[name],
);

const lists: readonly List[] = Object.values(LISTS);
const standing = lists.flatMap((list) => ('has' in list ? [list] : []));
const gated = lists.flatMap((list) => ('gates' in list ? [list] : []));
/** Those by the gates of Ultimate, and by others. */
const ofUltimate = gated.flatMap((list) =>
  list.profile !== null && list.gates === ULTIMATE[list.profile] ? [{ ...list, profile: list.profile }] : [],
);
const ofOthers = gated.filter(({ bit }) => ofUltimate.every((list) => list.bit !== bit));

/** The lists of Pre-Migration and Early Stage on which a token stands, a bit for each. */
export function listsOf(token: Standing): number {
  if (isHidden(token.rugRisk)) return 0;
  let bits = 0;
  for (const { bit, has } of standing) if (has(token)) bits |= 1 << bit;
  return bits;
}

/** Its verdicts as {@link gateCodesOf} says them. */
export type UltimateCodes = Record<ProfileName, number>;

export const ultimateCodesOf = (inputs: GateInputs): UltimateCodes => ({
  live: gateCodesOf(ULTIMATE.live, inputs),
  whitepaper: gateCodesOf(ULTIMATE.whitepaper, inputs),
});

/**
 * The other lists, by their gates; `known` are Ultimate's verdicts, where they were asked for. Of a token without scores only
 * New can be one.
 */
export function gatedListsOf(
  inputs: GateInputs,
  rugRisk: number | null,
  isScored: boolean,
  known?: UltimateCodes,
): number {
  if (isHidden(rugRisk)) return 0;
  const { newLaunches } = LISTS;
  if (!isScored) return passes(newLaunches.gates, inputs) ? 1 << newLaunches.bit : 0;
  const codes = known ?? ultimateCodesOf(inputs);
  const stands = passes(STILL_STANDING, inputs);
  let bits = 0;
  for (const { bit, profile, gates, misses } of ofUltimate)
    if (stands && missedIn(gates, codes[profile]) === misses) bits |= 1 << bit;
  for (const { bit, gates, misses, mustStillStand = false } of ofOthers)
    if ((stands || !mustStillStand) && missedOf(gates, inputs, misses) === misses) bits |= 1 << bit;
  return bits;
}

/** Whether `bits`, a measurement's `lists`, name the list. */
export const isOn = (bits: number, list: ListName): boolean => (bits & (1 << LISTS[list].bit)) !== 0;

/** Whether a list shows the token in each slot that trades it: New does not, most tokens would be on it. */
export const isShownOn = (bits: number): boolean => (bits & ~(1 << LISTS.newLaunches.bit)) !== 0;

/** Why a token is on no list any more of which nothing was heard for so long that it leaves memory. */
export const LEFT_QUIET = 'Nothing was heard of it for 24 h';

/** Why a token is no more on a list: the first gate that it does not pass, as a sentence. */
export function whyLeft(list: ListedName, inputs: GateInputs, rugRisk: number | null): string {
  if (rugRisk !== null && isHidden(rugRisk))
    return `Rug risk ${amountBeside(rugRisk, HIDDEN_ABOVE_RISK, '')} is above ${HIDDEN_ABOVE_RISK}`;
  const asked = gatesAsked(list);
  return whyMissed(asked[firstMissedOf(asked, inputs) >> 1]!, inputs);
}

/** All that a list asks of a token: its gates, and what it asks besides. */
export function gatesAsked(name: ListedName): readonly Gate[] {
  const { gates } = LISTS[name];
  return HELD_TO_LISTING.includes(name) ? [...gates, ...STILL_STANDING] : gates;
}

/** Why a token is on none of High Hype, Ultimate and Daily Boosted, whatever its scores, as sentences. */
export const reasonsOffLists = (inputs: GateInputs): string[] =>
  STILL_STANDING.filter((each) => !passes([each], inputs)).map((each) => whyMissed(each, inputs));
