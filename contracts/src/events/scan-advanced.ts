import { z } from 'zod';
import { DecimalString } from '../amounts/index.js';
import { Position, TimeMs } from '../chain/index.js';
import { Source } from './shared.js';

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
});
export type ScanAdvanced = z.infer<typeof ScanAdvanced>;
