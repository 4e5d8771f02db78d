import type { HealthConcern, HealthSummary } from '@cryptonite/contracts/api';
import { formatShortLag, formatUtcTime } from '../../../lib/format';
import type { Freshness } from './freshness';
import type { LinkState } from './link-state';

/**
 * What is wrong, in a trader's words and few of them. `kind` stays while the same thing is wrong, whatever its figures:
 * it is announced when it changes. `short` is the text where a phone has room for twelve letters; `details` are
 * sentences for an operator, and for nobody else.
 */
export type PageProblem = {
  kind: string;
  text: string;
  short: string;
  isStale: boolean;
  details: readonly string[];
};

/** In a trader's words: what nobody sees in the values is a fault all the same. */
const CONCERNS: Record<HealthConcern, { text: string; short: string }> = {
  loading: { text: 'Lists are loading', short: 'Loading' },
  'no-trades': { text: 'No new trades', short: 'No trades' },
  'no-history': { text: 'History is missing', short: 'No history' },
  'no-data': { text: 'Part of the data is missing', short: 'Data missing' },
  'low-disk': { text: 'New trades may stop soon', short: 'Disk is low' },
  'late-history': { text: 'History is catching up', short: 'History late' },
  'unread-trades': { text: 'Some trades are not read', short: 'Some unread' },
  other: { text: 'Running with a fault', short: 'Has a fault' },
};

const feedDown = (since: number) => ({
  kind: 'source',
  text: `Data feed down since ${formatUtcTime(since).slice(0, 5)}`,
  short: 'Feed down',
});

/**
 * Null when nothing is wrong. Silence goes first: who hears nothing does not know of anything else.
 * @param details what an operator is told besides
 */
export function describeProblem(
  health: HealthSummary | undefined,
  freshness: Freshness | null,
  link: LinkState,
  details: readonly string[] = [],
): PageProblem | null {
  if (link === 'silent') return { kind: 'silent', text: 'Stale', short: 'Stale', isStale: true, details };
  if (link === 'offline')
    return { kind: 'offline', text: 'No network', short: 'No network', isStale: true, details };
  if (!health) return null;
  const late = freshness && freshness.state !== 'current' && freshness.behindMs;
  if (late) {
    const isStale = freshness.state === 'stale';
    if (health.awaySince !== null) return { ...feedDown(health.awaySince), isStale, details };
    if (health.inStepInMs !== null) {
      const left = formatShortLag(health.inStepInMs);
      return { kind: 'past', text: `Reading past, ${left}`, short: `Live in ${left}`, isStale, details };
    }
    const short = `${formatShortLag(late)} late`;
    const [kind, what] = health.areScoresLate ? ['scores', 'Scores'] : ['late', 'Trades'];
    return { kind, text: `${what} ${short}`, short, isStale, details };
  }
  if (health.awaySince !== null) return { ...feedDown(health.awaySince), isStale: false, details };
  if (freshness && freshness.slowMs > 0) {
    const slow = formatShortLag(freshness.slowMs);
    return { kind: 'clock', text: `Server clock ${slow} slow`, short: 'Clock slow', isStale: false, details };
  }
  if (health.concern === null) return null;
  return { kind: health.concern, ...CONCERNS[health.concern], isStale: false, details };
}
