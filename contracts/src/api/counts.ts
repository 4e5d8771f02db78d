/** What the fold counts. */
import { z } from 'zod';
import { Source } from '../events/index.js';
import { Ms } from './shared.js';

/** Bonding tokens traded within 1 h, bonded tokens, and their sum. */
export const MonitoringCount = z.object({
  count: z.int(),
  pumpfun: z.int(),
  bonded: z.int(),
  origin: Source.nullable().describe(
    'Where the newest of what was counted comes from; null before the first slot.',
  ),
  asOf: Ms,
});
export type MonitoringCount = z.infer<typeof MonitoringCount>;

/** Real counts of the fold. The scan is continuous: `completedAt` is the newest pass, `nextAt` when the next is due. */
export const ScanProgress = z.object({
  scanned: z.int(),
  total: z.int(),
  matched: z.int(),
  startedAt: Ms,
  completedAt: Ms,
  nextAt: Ms,
  origin: Source.nullable(),
  asOf: Ms,
});
export type ScanProgress = z.infer<typeof ScanProgress>;
