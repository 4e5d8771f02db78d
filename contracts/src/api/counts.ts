/** What the fold counts. */
import { z } from 'zod';
import { ProfileName, Source } from '../events/index.js';
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

/** Of Ultimate in a profile. Counts are null before the fold told any. */
export const UltimateStats = z.object({
  scanned: z.int().nullable().describe('Tokens that its gates were put to.'),
  shown: z.int().nullable().describe('Tokens on the list.'),
  filtered: z
    .array(
      z.object({
        gate: z.string().describe('Name of the gate, `score` for the score behind them.'),
        failed: z.int().describe('Tokens whose first gate that does not pass is this one, and fails.'),
        unknown: z.int().describe('The same where its input is not known.'),
      }),
    )
    .describe('In the order of the gates; empty before the fold told any.'),
  byAction: z
    .object({ alert: z.int(), watch: z.int(), ignore: z.int() })
    .nullable()
    .describe('Tokens with a score by what it recommends.'),
  lastScanAt: Ms,
  nextScanAt: Ms,
  asOf: Ms,
});
export type UltimateStats = z.infer<typeof UltimateStats>;

/** What counts of a profile are asked by. */
export const ProfileQuery = z.object({ profile: ProfileName.default('live') });
