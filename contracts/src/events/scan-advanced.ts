import { z } from 'zod';
import { DecimalString } from '../amounts/index.js';
import { Position, TimeMs } from '../chain/index.js';
import { LOOK_INTERVALS } from '../rules/index.js';
import { Source } from './shared.js';

/** How a profile's Ultimate divides the tokens of this partition. */
const UltimateCounts = z.object({
  /** Tokens that its gates were asked of when they were last measured: those below together. */
  scanned: z.int(),
  /** That passed all of them, and the score. */
  shown: z.int(),
  /** By gate in the order of the table, the score last: tokens of which it is the first that they do not pass. */
  filtered: z.array(z.object({ gate: z.string().max(64), failed: z.int(), unknown: z.int() })).max(16),
  /** By what is done of their score: of those shown, and as the last those that fail at the score alone. */
  byAction: z.object({ alert: z.int(), watch: z.int(), ignore: z.int() }),
  /** That passed all of them, and the score, and that their risk hides; absent in older records. */
  hidden: z.int().optional(),
});
export type UltimateCounts = z.infer<typeof UltimateCounts>;

/** What the fold of one partition has done, about once per second of stream time; also its clock for readers. */
export const ScanAdvanced = z.object({
  kind: z.literal('ScanAdvanced'),
  id: z.string().min(1).max(200),
  partition: z.int(),
  position: Position,
  /** Stream time. */
  time: TimeMs,
  source: Source,
  slot: z.int(),
  solPriceUsd: DecimalString.nullable(),
  solPriceFrom: z.string().max(200).nullable(),
  solPriceAt: TimeMs.nullable(),
  /** Tokens of this partition measured anew since the scan before. */
  scanned: z.int(),
  /** Tokens of this partition that are followed. */
  total: z.int(),
  /** Bonding tokens traded within 1 h, and bonded tokens. */
  monitoredPumpfun: z.int(),
  monitoredBonded: z.int(),
  /** Tokens between 30 and 50%. */
  matched: z.int(),
  /** Journal records read so far. */
  recordsRead: z.int(),
  startedAt: TimeMs,
  gaps: z
    .array(
      z.object({ afterSlot: z.int(), beforeSlot: z.int(), time: TimeMs, durationMs: z.int().nullable() }),
    )
    .max(50),
  /** This and what follows is absent in older records. */
  ultimate: z.object({ live: UltimateCounts, whitepaper: UltimateCounts }).optional(),
  /**
   * Tokens of which it is known whether they are promoted, and those of them that Daily shows, by the live profile and by the
   * whitepaper's.
   */
  daily: z.object({ scanned: z.int(), matched: z.int(), whitepaperMatched: z.int().optional() }).optional(),
  /**
   * Tokens looked at in the last ten minutes of stream time, and the times between two looks at a token then, counted by the
   * places of `LOOK_INTERVALS`. Absent until ten minutes of looks are known.
   */
  looked: z.object({ tokens: z.int(), intervals: z.array(z.int()).max(LOOK_INTERVALS.places) }).optional(),
});
export type ScanAdvanced = z.infer<typeof ScanAdvanced>;
