/**
 * What became of launches, by the pattern that they matched best in their first hour of trading and by how well: a file,
 * fitted on observed outcomes by `npm run fit:patterns`.
 */
import { z } from 'zod';
import { TimeMs } from '../chain/index.js';
import { HORIZON_NAMES, PATTERN_NAMES, type PatternName, RULES_VERSION } from '../rules/index.js';

/** Least scores of the bands, each up to the next. */
export const HISTORY_BANDS = [0, 40, 70] as const;

/** Of fewer launches nothing is said: a share of 200 is right within 7 points in 95 of 100 cases. */
export const HISTORY_LAUNCHES_MIN = 200;

const Share = z.number().min(0).max(1);

const HistoryBand = z.object({
  scoreFrom: z.literal(HISTORY_BANDS),
  /** Of which all that follows was seen. */
  launches: z.int().min(HISTORY_LAUNCHES_MIN),
  /** Within a day of the launch. */
  graduated: Share,
  /** At twice the price after the first trade, or higher, by each horizon. */
  doubled: z.record(z.enum(HORIZON_NAMES), Share),
  /** Within the hour. */
  dumped: Share,
});
export type HistoryBand = z.infer<typeof HistoryBand>;

export const PatternHistory = z.object({
  v: z.literal(1),
  /** Of the patterns that were matched. */
  rulesVersion: z.int(),
  /** Where the launches come from: of which kind their source is. */
  sourceKind: z.string().max(64),
  /** The end of the newest launch's day. */
  until: TimeMs.nullable(),
  /** Those bands of a pattern that had launches enough. */
  patterns: z.record(z.enum(PATTERN_NAMES), z.array(HistoryBand)),
});
export type PatternHistory = z.infer<typeof PatternHistory>;

const AGAIN = 'npm run fit:patterns makes it anew';

/** Throws an error whose message says what is wrong with the file. */
export function readPatternHistory(text: string): PatternHistory {
  const raw = jsonOf(text);
  const version = z.object({ v: z.int() }).safeParse(raw);
  if (version.success && version.data.v !== PatternHistory.shape.v.value)
    throw new Error(`it is of version ${version.data.v}, and this release reads 1: ${AGAIN}`);
  const parsed = PatternHistory.safeParse(raw);
  if (!parsed.success) throw new Error(`it is no history of patterns: ${AGAIN}`);
  const { rulesVersion } = parsed.data;
  if (rulesVersion !== RULES_VERSION)
    throw new Error(
      `it is of patterns by rules ${rulesVersion}, and the rules are ${RULES_VERSION}: ${AGAIN}`,
    );
  return parsed.data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`it is no JSON: ${AGAIN}`);
  }
}

/** What became of launches that matched the pattern as well; null before enough of them were observed. */
export function historyFor(history: PatternHistory, pattern: PatternName, score: number): HistoryBand | null {
  const scoreFrom = HISTORY_BANDS.findLast((from) => score >= from);
  return history.patterns[pattern].find((band) => band.scoreFrom === scoreFrom) ?? null;
}
