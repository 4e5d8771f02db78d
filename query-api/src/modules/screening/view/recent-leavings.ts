import type { ListLeaving } from '@cryptonite/contracts/api';
import type { ListLeft } from '@cryptonite/contracts/events';
import { gatesAsked, isOn, LIST_NAMES, type ListName, sentenceOfMissed } from '@cryptonite/contracts/rules';
import { keepNewest } from '../../../platform/keep-newest.js';
import type { Version } from './known.js';
import { type Listing, listingOf } from './list-places.js';
import type { ShownToken } from './screened-token.js';

/** Nobody asks for more: who was away for long reads the lists anew. */
const KEPT_MAX = 2_000;

/** Who left one of these for the other is told of by that. */
const OTHER: Partial<Record<ListName, ListName>> = {
  liveQualified: 'liveRejected',
  liveRejected: 'liveQualified',
  whitepaperQualified: 'whitepaperRejected',
  whitepaperRejected: 'whitepaperQualified',
};
/** Of near misses nobody is told why they left. */
const TOLD = LIST_NAMES.filter((list) => list !== 'liveNear' && list !== 'whitepaperNear');

/** A token as it left a list, and when that had held it first. */
export type LeftRow = Omit<ShownToken, 'scores'> & { listing: Listing };

type Left = ListLeaving & Version & { row: LeftRow | null };

/** How tokens left lists: what the screener told of it, beside the measurement that is not on the list, of which that speaks. */
export class RecentLeavings {
  /** By list and mint, the last to leave at the end. */
  readonly #left = new Map<string, Left>();

  /** Told before the measurement that is not on the list. */
  note({ mint, list, time, position, reason, values }: ListLeft): void {
    const missed = values.find(({ verdict }) => verdict !== 'pass');
    const rule = gatesAsked(list).find(({ name }) => name === missed?.name);
    // The first gate that it does not pass is the reason where the sentence is of it, as a token of whatever age is told.
    const labels = rule ? [rule.label, ...(rule.young ? [rule.young.label] : [])] : [];
    const isReason = (label: string) =>
      missed && rule && sentenceOfMissed({ ...rule, label }, missed) === reason;
    const gate = missed && labels.some(isReason) ? missed : null;
    this.#keep(list, mint, { time, position, reason, gate, row: null });
  }

  /** `now` is measured after `before`, and may be off lists that this was on. */
  measured(before: Omit<ShownToken, 'scores'>, now: Omit<ShownToken, 'scores'>): void {
    const { mint, time, position, lists } = now.measurement;
    for (const list of TOLD) {
      const other = OTHER[list];
      if (isOn(lists, list) || !isOn(before.measurement.lists, list)) continue;
      if (other && isOn(lists, other)) continue;
      const told = this.#left.get(keyOf(list, mint));
      const isTold = told?.time === time && told.position === position;
      const { reason, gate } = isTold ? told : { reason: null, gate: null };
      const row = { ...now, layers: { ...now.layers }, listing: listingOf(list, before.measurement) };
      this.#keep(list, mint, { time, position, reason, gate, row });
    }
  }

  of(list: ListName, mint: string): Left | undefined {
    return this.#left.get(keyOf(list, mint));
  }

  #keep(list: ListName, mint: string, left: Left): void {
    keepNewest(this.#left, keyOf(list, mint), left, KEPT_MAX);
  }
}

const keyOf = (list: ListName, mint: string): string => `${list} ${mint}`;
