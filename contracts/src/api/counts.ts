/** What the fold counts. */
import { z } from 'zod';
import { ProfileName, Source } from '../events/index.js';
import { ACTIONS, HIDDEN_ABOVE_RISK, LOOKED_AT_MINUTES, ULTIMATE_SCORE_MIN } from '../rules/index.js';
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

const Count = z.int().nullable();

const OF_ALL = 'As of the part of the tokens that is furthest behind';

const looks = {
  scanned: Count.describe(
    `Tokens that were looked at in the last ${LOOKED_AT_MINUTES} minutes of stream time; null until so many minutes are known.`,
  ),
  cadence: z
    .object({ medianMs: z.int(), p95Ms: z.int() })
    .nullable()
    .describe(
      'Ms of stream time between two looks at a token in these minutes, as tokens saw it: half of the times were no longer than medianMs, 95% no longer than p95Ms, each to 10% of itself; null where there was none.',
    ),
};

/** Real counts of the fold, null before it told any. The scan is continuous. */
export const ScanProgress = z.object({
  ...looks,
  total: Count.describe('Tokens followed; of Daily those of which it is known whether they are promoted.'),
  matched: Count.describe('Those of them that the list holds.'),
  shown: Count.describe(
    'Tokens that any list holds which asks for a score or for checks: all but Early Stage, New, Rejected, Shilled and the near misses.',
  ),
  startedAt: Ms.describe('When the scan began.'),
  completedAt: Ms.describe(`When a pass ended last. ${OF_ALL}.`),
  nextAt: Ms.describe('When the next will end, if it takes as long as the last took.'),
  origin: Source.nullable().describe(
    'Where the newest of what was counted comes from; null before the first slot.',
  ),
  asOf: Ms,
});
export type ScanProgress = z.infer<typeof ScanProgress>;

const gateCounts = (failed: string) =>
  z.object({
    gate: z.string().describe('Name of the gate, `score` for the score behind them.'),
    failed: z.int().describe(failed),
    unknown: z.int().describe('The same where its input is not known.'),
  });

/** Of Ultimate in a profile. Counts are null before the fold told any. */
export const UltimateStats = z.object({
  ...looks,
  total: Count.describe(
    'Tokens that its gates divide: those that are shown, those that are filtered and those that are hidden.',
  ),
  shown: Count.describe('Tokens on the list.'),
  filtered: z
    .array(gateCounts('Tokens whose first gate that does not pass is this one, and fails.'))
    .describe('In the order of the gates; empty before the fold told any.'),
  hidden: Count.describe(
    `Tokens that pass every gate and the score and are kept off the list: their rug risk is above ${HIDDEN_ABOVE_RISK}, they have faded, or stand under half of their listing.`,
  ),
  near: z
    .array(gateCounts('Tokens that pass all gates and the score but this one, which fails.'))
    .describe('In the order of the gates: all tokens that show=near lists, by the gate that they miss.'),
  byAction: z
    .object({
      alert: z.int().describe(`Of the tokens shown: those that score ${ACTIONS.alert} and more.`),
      watch: z.int().describe('Of the tokens shown: the others.'),
      ignore: z
        .int()
        .describe(
          `Tokens that pass every gate and are not shown because they score under ${ULTIMATE_SCORE_MIN}.`,
        ),
    })
    .nullable()
    .describe('Tokens that pass every gate, by what the score recommends.'),
  lastScanAt: Ms.describe(`When a pass ended last. ${OF_ALL}.`),
  nextScanAt: Ms.describe('When the next will end, if it takes as long as the last took.'),
  asOf: Ms,
});
export type UltimateStats = z.infer<typeof UltimateStats>;

/** What counts of a profile are asked by. */
export const ProfileQuery = z.object({ profile: ProfileName.default('live') });
