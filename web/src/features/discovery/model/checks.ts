import type { Check, ListSource, ProfileName } from '@cryptonite/contracts/api';
import {
  CHECKS,
  checkRuleOf,
  PROGRESS,
  profileOf,
  sentenceOf,
  totalChecksOf,
} from '@cryptonite/contracts/rules';
import { formatCount, formatPercent } from '../../../lib/format';
import type { ListedToken } from './held-lists';

type CheckName = Check['name'];

export const shortLabelOf = (name: CheckName): string => CHECKS[name].shortLabel;

/** What a failed check saw, as short as a chip: "0.80x", "2/3", "12.9%". Null where there is no number to show. */
export function failedValueOf({ name, value, limit }: Check): string | null {
  return value === null ? null : (checkRuleOf(name).chip?.(value, limit) ?? null);
}

/**
 * What keeps a token from all checks, as short as a column: one failed check with what it saw, of several the first and
 * how many more; without any the first unknown one. Null when all passed.
 */
export function summariseChecks(
  checks: readonly Check[],
): { verdict: 'fail' | 'unknown'; text: string; title: string } | null {
  const failed = checks.filter(({ verdict }) => verdict === 'fail');
  const unknown = checks.filter(({ verdict }) => verdict === 'unknown');
  const [first, ...others] = failed.length > 0 ? failed : unknown;
  if (!first) return null;
  const name = shortLabelOf(first.name);
  const value = first.verdict === 'fail' ? failedValueOf(first) : null;
  const more = others.length > 0 ? `+${others.length}` : (value ?? '');
  return {
    verdict: failed.length > 0 ? 'fail' : 'unknown',
    text: `${name} ${more}`.trimEnd(),
    title: [...failed, ...unknown].map(sentenceOf).join('. '),
  };
}

/** A rejection rests on an unknown when no check failed outright. */
export const isRejectedByUnknown = (checks: readonly Check[]): boolean =>
  !checks.some(({ verdict }) => verdict === 'fail');

export type Gate = {
  name: CheckName;
  label: string;
  shortLabel: string;
  limit: string;
  passed: number;
  unknown: number;
  /** Out of how many: the tokens loaded, or for the window itself all that are monitored, when known. */
  of: number;
};

const WINDOW_GATE = ['progress', `${PROGRESS.windowFrom}–${PROGRESS.migratingFrom}%`] as const;
const BONDED_GATE = ['bonded', 'within 24 h'] as const;

function limitText(name: CheckName, limit: number): string {
  const { comparison, unit, scale = 1 } = checkRuleOf(name);
  return `${comparison === 'above' ? '>' : '≥'} ${limit * scale}${unit}`;
}

/** The quality gates, counted over the tokens that were loaded (qualified and rejected). */
export function countGates(
  profile: ProfileName,
  source: ListSource,
  tokens: readonly ListedToken[],
  monitored: number | null,
): Gate[] {
  const gates = [
    source === 'bonded' ? BONDED_GATE : WINDOW_GATE,
    ...profileOf(profile).checks.map(({ name, limit }) => [name, limitText(name, limit)] as const),
  ];
  return gates.map(([name, limit], index) => {
    const verdicts = tokens.map(({ checks }) => checks.find((check) => check.name === name)?.verdict);
    const count = (wanted: Check['verdict']) => verdicts.filter((verdict) => verdict === wanted).length;
    return {
      name,
      label: CHECKS[name].label,
      shortLabel: CHECKS[name].shortLabel,
      limit,
      passed: count('pass'),
      unknown: count('unknown'),
      of: index === 0 ? Math.max(monitored ?? 0, tokens.length) : tokens.length,
    };
  });
}

/**
 * Why nothing qualified and what is nearest. `rejectedTotal` is null until the other list is there; `nearestBelow` is
 * the highest progress seen below the window.
 */
export function explainEmptyQualified(
  profile: ProfileName,
  source: ListSource,
  rejected: readonly ListedToken[],
  rejectedTotal: number | null,
  nearestBelow: number | null,
): string {
  const window = `${PROGRESS.windowFrom}–${PROGRESS.migratingFrom}% window`;
  if (rejectedTotal === null) return 'How many were rejected, and how near they came, is not known.';
  if (rejectedTotal > 0) {
    const best = Math.max(0, ...rejected.map(({ passedChecks }) => passedChecks));
    const count = `${formatCount(rejectedTotal)} ${rejectedTotal === 1 ? 'token is' : 'tokens are'}`;
    const where = source === 'pumpfun' ? `in the ${window}` : 'migrating or graduated within 24 h';
    return `${count} ${where}. The nearest passes ${best} of ${totalChecksOf(profile)} checks.`;
  }
  if (source === 'bonded') return 'No token is migrating, and none graduated within the last 24 h.';
  const nearest =
    nearestBelow === null || nearestBelow >= PROGRESS.windowFrom
      ? ''
      : ` The nearest below it is at ${formatPercent(nearestBelow)}.`;
  return `No token is in the ${window}.${nearest}`;
}

/** Why nothing was rejected. `qualifiedTotal` is null until the other list is there. */
export function explainEmptyRejected(source: ListSource, qualifiedTotal: number | null): string {
  const which = source === 'pumpfun' ? 'token in the window' : 'bonded token';
  return qualifiedTotal === 0
    ? `There is no ${which} that could fail its checks.`
    : `No ${which} has failed its checks.`;
}
