import { z } from 'zod';
import { Slot, TimeMs } from '../chain/index.js';

/** How many lengths of one event are told apart; texts within an event make it as long as they please. */
export const MAX_DRIFT_LENGTHS = 32;

/** A drift that was not seen for so long, in stream time, has ended; seen again, it begins anew. */
export const DRIFT_ENDS_AFTER_MS = 600_000;

/**
 * An event of a launchpad program in a layout that this version does not know: longer than the known one, or under an
 * unknown discriminator. Topic `layout-drift`, one record an event, under {@link layoutDriftKey}; a newer one replaces it.
 */
export const LayoutDrift = z.object({
  v: z.literal(1),
  program: z.enum(['pump', 'pumpswap']),
  /** The event's first eight bytes, hex. */
  discriminator: z.string().regex(/^[0-9a-f]{16}$/),
  /** The event's name in the IDL; null where the discriminator is unknown. */
  event: z.string().max(100).nullable(),
  /** Stream time of the first and the newest one since the drift began. */
  since: TimeMs,
  lastTime: TimeMs,
  lastSlot: Slot,
  /** How many were seen since the drift began, by length in bytes with the discriminator. */
  lengths: z.array(z.object({ bytes: z.int().positive(), count: z.int().positive() })).max(MAX_DRIFT_LENGTHS),
  /** How many of yet other lengths. */
  otherLengths: z.int().nonnegative(),
});
export type LayoutDrift = z.infer<typeof LayoutDrift>;

export const layoutDriftKey = ({
  program,
  discriminator,
}: Pick<LayoutDrift, 'program' | 'discriminator'>): string => `${program}/${discriminator}`;

export const layoutDriftSamples: readonly z.input<typeof LayoutDrift>[] = [
  {
    v: 1,
    program: 'pumpswap',
    discriminator: '67f4521f2cf57777',
    event: 'BuyEvent',
    since: 1_791_389_400_000,
    lastTime: 1_791_389_460_000,
    lastSlot: 454_273_222,
    lengths: [{ bytes: 502, count: 41 }],
    otherLengths: 0,
  },
  {
    v: 1,
    program: 'pump',
    discriminator: '0011223344556677',
    event: null,
    since: 1_791_389_400_000,
    lastTime: 1_791_389_400_000,
    lastSlot: 454_273_222,
    lengths: [{ bytes: 64, count: 1 }],
    otherLengths: 0,
  },
];
