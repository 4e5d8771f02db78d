import { positionOf, SLOT_END } from '@cryptonite/contracts/chain';
import type { Fact, JournalRecord, Source } from '@cryptonite/contracts/events';
import type { Gap } from '../yellowstone/slot-assembler.js';

/** Empty slots are confirmed at most this often, so that quiet partitions learn the time and do not fill up with it. */
const HEARTBEAT_MS = 2_000;
/** A price that does not change is told again this often, so that readers that begin anywhere soon know it. */
const PRICE_REPEAT_MS = 60_000;

export type SolPrice = { priceUsd: string; from: string };
export type ToldPrice = { priceUsd: string; timeMs: number };

export function gapDetected(slot: number, time: number, gap: Gap, reason: string): Fact {
  return {
    kind: 'GapDetected',
    id: `slot:${slot}:GapDetected`,
    position: positionOf({ slot, transaction: 0, instruction: 0, inner: 0 }),
    time,
    afterSlot: gap.afterSlot,
    beforeSlot: slot,
    durationMs: gap.durationMs,
    reason: reason.slice(0, 500),
  };
}

export const slotConfirmed = (slot: number, parentSlot: number | null, time: number): Fact => ({
  kind: 'SlotConfirmed',
  id: `slot:${slot}:SlotConfirmed`,
  position: positionOf({ slot, ...SLOT_END, inner: 0 }),
  time,
  slot,
  parentSlot,
});

export const slotRolledBack = (slot: number, time: number): Fact => ({
  kind: 'SlotRolledBack',
  id: `slot:${slot}:SlotRolledBack`,
  position: positionOf({ slot, ...SLOT_END, inner: 1 }),
  time,
  slot,
});

export const solPriceObserved = (slot: number, time: number, { priceUsd, from }: SolPrice): Fact => ({
  kind: 'SolPriceObserved',
  id: `sol-price:${slot}:${from}`.slice(0, 200),
  position: positionOf({ slot, ...SLOT_END, inner: 2 }),
  time,
  priceUsd,
  from: from.slice(0, 200),
});

/**
 * Whether a slot is confirmed in the journal: every slot that holds facts, and the first of each two seconds of chain
 * time. It follows from the chain alone, so that a slot read again after a restart gets the same answer.
 */
export const isConfirmedInJournal = (
  hasFacts: boolean,
  timeMs: number,
  previousTimeMs: number | null,
): boolean => hasFacts || (previousTimeMs !== null && isLaterPeriod(HEARTBEAT_MS, timeMs, previousTimeMs));

/** Whether a partition whose last told price is `told` is told this one: when it is another, and once a minute. */
export const isPriceDue = (price: SolPrice, timeMs: number, told: ToldPrice | null): boolean =>
  told === null ||
  (timeMs >= told.timeMs &&
    (price.priceUsd !== told.priceUsd || isLaterPeriod(PRICE_REPEAT_MS, timeMs, told.timeMs)));

const isLaterPeriod = (periodMs: number, timeMs: number, thanMs: number): boolean =>
  Math.floor(timeMs / periodMs) > Math.floor(thanMs / periodMs);

/** The record of facts about no token, as it stands in every partition. */
export const streamRecord = (slot: number, time: number, source: Source, facts: Fact[]): JournalRecord => ({
  v: 1,
  mint: null,
  slot,
  time,
  signature: null,
  feePayer: null,
  source,
  facts,
});
