/** What became of tokens: from when on and how far each is followed, and what counts as what. */
import { WINDOW_MS } from './limits.js';
import { isShownOn, LIST_NAMES, LISTS, type ListName } from './lists.js';

/** Lists of whose tokens it is told what became of them. What is new is told of as a launch. */
export const FOLLOWED_LISTS = LIST_NAMES.filter((name) => isShownOn(1 << LISTS[name].bit));

/** What an outcome counts from: the launch, or the first listing on a list. */
export const OUTCOME_STARTS = ['launch', ...FOLLOWED_LISTS] as ['launch', ...ListName[]];
export type OutcomeStart = (typeof OUTCOME_STARTS)[number];

/** How long after its start an outcome is told, by what it is called in tables. */
export const HORIZONS = { '5m': WINDOW_MS.m5, '1h': WINDOW_MS.h1, '24h': WINDOW_MS.h24 } as const;
export type Horizon = keyof typeof HORIZONS;
export const HORIZON_NAMES = Object.keys(HORIZONS) as [Horizon, ...Horizon[]];

/**
 * So far under its highest price since the start within an hour a token was dumped. Against the price at the start next to
 * no launch ever could be: that stands close above the least price that a curve has.
 */
export const DUMPED_PERCENT = 60;

/** A token without a trade in so much time before the end of its day is dead. */
export const DEAD_AFTER_MS = WINDOW_MS.h1;

/** Against the price at the start. */
export const DOUBLED_MULTIPLE = 2;
