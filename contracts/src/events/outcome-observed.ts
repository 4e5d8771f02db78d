import { z } from 'zod';
import { TimeMs } from '../chain/index.js';
import { HORIZON_NAMES, OUTCOME_STARTS, PATTERN_NAMES } from '../rules/index.js';
import { findingBase } from './screening-shared.js';

/**
 * What had become of a token when a horizon ended, once for each horizon of each start. What was not seen whole from the
 * start to the end is null, unless what was seen tells it.
 */
export const OutcomeObserved = z.object({
  kind: z.literal('OutcomeObserved'),
  ...findingBase,
  since: z.enum(OUTCOME_STARTS),
  /** The launch; of a list, the measurement that first put the token on it. */
  startedAt: TimeMs,
  horizon: z.enum(HORIZON_NAMES),
  /** The highest and the last price, ÷ that at the start: of a launch, the one after its first trade. */
  peakMultiple: z.number().nullable(),
  lastMultiple: z.number().nullable(),
  hasGraduated: z.boolean().nullable(),
  /** Said of the hour alone. */
  hasDumped: z.boolean().nullable(),
  /** Said of the day alone. */
  isDead: z.boolean().nullable(),
  /**
   * What its best pattern was worth as its first hour of trading ended. Said of the launch's day alone, and where it was matched
   * by the same rules.
   */
  pattern: z.enum(PATTERN_NAMES).nullable(),
  patternScore: z.number().nullable(),
  patternCoverage: z.number().nullable(),
});
export type OutcomeObserved = z.infer<typeof OutcomeObserved>;
