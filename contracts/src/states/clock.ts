import { z } from 'zod';
import { DecimalString } from '../amounts/index.js';
import { Position, TimeMs } from '../chain/index.js';
import { Source } from '../events/index.js';

/** What the screener knows of the stream of one partition. Key `clock`. */
export const ScreenerClock = z.object({
  kind: z.literal('clock'),
  v: z.literal(1),
  partition: z.int(),
  /** Stream time: the newest confirmed block time; null before the first. */
  time: TimeMs.nullable(),
  slot: z.int().nullable(),
  position: Position.nullable(),
  source: Source.nullable(),
  startedAt: TimeMs.nullable(),
  /** From here on the stream was seen without a gap. */
  watchedFrom: TimeMs.nullable(),
  /** The first slot after the newest gap. */
  gapSlot: z.int().nullable(),
  gaps: z
    .array(
      z.object({ afterSlot: z.int(), beforeSlot: z.int(), time: TimeMs, durationMs: z.int().nullable() }),
    )
    .max(50),
  solPrice: z.object({ usd: DecimalString, from: z.string(), at: TimeMs }).nullable(),
  recordsRead: z.int(),
  scannedSince: z.int(),
  scanAt: TimeMs.nullable(),
  /** The journal offset after the last one folded. */
  nextOffset: z.int(),
  /** The journal offset from which a restart reads again to know the ids of the last slots. */
  warmFrom: z.int(),
});
export type ScreenerClock = z.infer<typeof ScreenerClock>;

export const screenerClockSamples: readonly z.input<typeof ScreenerClock>[] = [
  {
    kind: 'clock',
    v: 1,
    partition: 2,
    time: 1759852522000,
    slot: 371820726,
    position: '000371820726-999999-999-0000',
    source: { kind: 'tape', name: 'mainnet-2025-10-07.tape' },
    startedAt: 1759852400000,
    watchedFrom: 1759852500000,
    gapSlot: 371820650,
    gaps: [{ afterSlot: 371820600, beforeSlot: 371820650, time: 1759852500000, durationMs: 20000 }],
    solPrice: { usd: '150.25', from: '--sol-price', at: 1759852522000 },
    recordsRead: 10440,
    scannedSince: 12,
    scanAt: 1759852522000,
    nextOffset: 10440,
    warmFrom: 9000,
  },
];
