/** Facts about the stream itself. They name no token and stand in every partition. */
import { z } from 'zod';
import { Slot } from '../chain/index.js';
import { factBase } from './shared.js';

/** A slot was confirmed and everything of it stands before this record: stream time moves here. */
export const SlotConfirmed = z.object({
  kind: z.literal('SlotConfirmed'),
  ...factBase,
  slot: Slot,
  parentSlot: Slot.nullable(),
});
export type SlotConfirmed = z.infer<typeof SlotConfirmed>;

/** A slot that had been published as confirmed vanished from the chain. Its facts were wrong. */
export const SlotRolledBack = z.object({
  kind: z.literal('SlotRolledBack'),
  ...factBase,
  slot: Slot,
});
export type SlotRolledBack = z.infer<typeof SlotRolledBack>;

/** Slots that this product did not see and cannot fetch: everything after the first and before the second is unknown. */
export const GapDetected = z.object({
  kind: z.literal('GapDetected'),
  ...factBase,
  /** The last slot that was published. */
  afterSlot: Slot,
  /** The first slot published again. */
  beforeSlot: Slot,
  /** Chain time between the two, null where the one before the gap is not known. */
  durationMs: z.int().nonnegative().nullable(),
  reason: z.string().max(500),
});
export type GapDetected = z.infer<typeof GapDetected>;

export const slotConfirmedSamples: readonly z.input<typeof SlotConfirmed>[] = [
  {
    kind: 'SlotConfirmed',
    id: 'slot:371820726:SlotConfirmed',
    position: '000371820726-999999-999-0000',
    time: 1759852522000,
    slot: 371820726,
    parentSlot: 371820725,
  },
];
export const slotRolledBackSamples: readonly z.input<typeof SlotRolledBack>[] = [
  {
    kind: 'SlotRolledBack',
    id: 'slot:371820726:SlotRolledBack',
    position: '000371820726-999999-999-0001',
    time: 1759852523000,
    slot: 371820726,
  },
];
export const gapDetectedSamples: readonly z.input<typeof GapDetected>[] = [
  {
    kind: 'GapDetected',
    id: 'slot:371820800:GapDetected',
    position: '000371820800-000000-000-0000',
    time: 1759852560000,
    afterSlot: 371820726,
    beforeSlot: 371820800,
    durationMs: 38000,
    reason: 'the provider keeps no updates before slot 371820800',
  },
];
