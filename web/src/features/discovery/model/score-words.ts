/** What the dialog of scores says of a score, a part and a finding. */
import type { DetailedFinding, DetailedScore, TokenPage } from '@cryptonite/contracts/api';
import {
  type Action,
  actionOf,
  amountBeside,
  HYPE_BANDS,
  STANDING_PERCENT,
} from '@cryptonite/contracts/rules';
import { formatMeasured, formatPercent, formatPoints, formatScore, UNKNOWN } from '../../../lib/format';
import type { ScoreName } from './opened-scores';

export const SCORE_LABELS: Record<ScoreName, string> = {
  ultimate: 'Ultimate',
  daily: 'Daily',
  hype: 'Hype',
  patterns: 'Patterns',
  social: 'Social',
  security: 'Security',
  rug: 'Rug risk',
};

/** The scores of merit; patterns and the risk have sections of their own. */
export type MeritName = Exclude<ScoreName, 'patterns' | 'rug'>;
export const meritIn = ({ scores }: TokenPage, name: MeritName): DetailedScore => scores[name];

export const ACTION_WORDS: Record<Action, string> = { alert: 'Alert', watch: 'Watch', ignore: 'Ignore' };

function bandOf(score: number): string {
  if (score >= HYPE_BANDS.high) return 'Strong';
  return score >= HYPE_BANDS.medium ? 'Moderate' : 'Weak';
}

/** What a score comes to, in a word: hype has bands, Ultimate an action; of the others the rules say nothing. */
export function wordOf(name: MeritName, score: number): string | null {
  if (name === 'hype') return bandOf(score);
  return name === 'ultimate' ? ACTION_WORDS[actionOf(score)] : null;
}

type Points = { earned: number; lost: number; unobserved: number };

/** Summed over parts, so that what is said of a score adds up to its hundred. */
export const sumOf = (parts: readonly Points[]): Points =>
  parts.reduce(
    (sum, { earned, lost, unobserved }) => ({
      earned: sum.earned + earned,
      lost: sum.lost + lost,
      unobserved: sum.unobserved + unobserved,
    }),
    { earned: 0, lost: 0, unobserved: 0 },
  );

/** Whether its parts are scores of their own. */
export const isOfScores = (name: MeritName): boolean =>
  name === 'hype' || name === 'daily' || name === 'ultimate';

/** "52.4 earned · 28 missed · 19.6 unknown" */
export const pointsWords = ({ earned, lost, unobserved }: Points): string =>
  `${formatPoints(earned)} earned · ${formatPoints(lost)} missed · ${formatPoints(unobserved)} unknown`;

/** "Could reach 72 once the last 19.6% is known"; null where all of it is. */
export const reachOf = ({ earned, unobserved }: Points): string | null =>
  unobserved === 0
    ? null
    : `Could reach ${formatScore(earned + unobserved)} once the last ${formatPoints(unobserved)}% is known`;

/** How much of the pattern counts in hype and Daily, where that is not all; where the price stands follows from it. */
export function standingWords(standing: number | null): string | null {
  if (standing === 1) return null;
  const { from, to } = STANDING_PERCENT;
  const percent = from + (standing ?? 0) * (to - from);
  const counts = standing ? `counts ${formatPercent(standing * 100)}` : 'does not count';
  const price = `the price is at ${formatPercent(percent)} of the day's high${standing === 0 ? ' or less' : ''}`;
  return `In Hype and Daily the pattern ${counts}: ${standing === null ? 'where the price stands is unknown' : price}.`;
}

/** What a finding saw beside its limit: what has none is true or false. */
export function findingWords({ level, value, limit, unit }: DetailedFinding): string {
  if (level === 'unknown' || value === null) return UNKNOWN;
  if (limit === null) return formatMeasured(value !== 0, unit);
  const most = formatMeasured(limit, unit);
  const seen = formatMeasured(value, unit);
  // What is just beyond a limit does not read as the limit.
  return `${seen === most && value !== limit ? amountBeside(value, limit, unit) : seen}, limit ${most}`;
}

export const LEVEL_WORDS: Record<DetailedFinding['level'], string> = {
  danger: 'Danger',
  warning: 'Warning',
  note: 'Note',
  unknown: UNKNOWN,
};
