import { BEHIND_FROM_RECORDS, type Health } from '@cryptonite/contracts/api';
import { formatShortLag, formatUtcTime } from '../../../lib/format';
import type { Freshness } from './freshness';
import type { LinkState } from './link-state';

/**
 * What is wrong, in a trader's words and few of them. `kind` stays while the same thing is wrong, whatever its figures:
 * it is announced when it changes. `short` is the text where a phone has room for twelve letters; `details` are the
 * operator's sentences.
 */
export type PageProblem = {
  kind: string;
  text: string;
  short: string;
  isStale: boolean;
  details: readonly string[];
};

type Cause = { kind: string; text: string; short: string; is: (health: Health) => boolean };

/** The worst first: one is shown. Beside a kind stands whoever sees it in health. */
const CAUSES: readonly Cause[] = [
  {
    kind: 'loading',
    text: 'Lists are loading',
    short: 'Loading',
    is: ({ streamTime }) => streamTime === null,
  },
  { kind: 'kafka', text: 'No new trades', short: 'No trades', is: isDown('kafka') },
  { kind: 'clickhouse', text: 'History is missing', short: 'No history', is: isDown('clickhouse') },
  {
    kind: 'store',
    text: 'Part of the data is missing',
    short: 'Data missing',
    is: ({ stores }) => stores.some(({ status }) => status === 'down'),
  },
  {
    kind: 'disk',
    text: 'New trades may stop soon',
    short: 'Disk is low',
    is: ({ disk }) => disk?.isLow ?? false,
  },
  {
    // After a start or an outage: tables are filled up to what the lists show already.
    kind: 'behind',
    text: 'History is catching up',
    short: 'History late',
    is: ({ topics }) => topics.some(({ lag }) => (lag ?? 0) > BEHIND_FROM_RECORDS),
  },
  {
    kind: 'layouts',
    text: 'Some trades are not read',
    short: 'Some unread',
    is: ({ unknownLayouts }) => unknownLayouts.length > 0,
  },
];

const feedDown = ({ since }: NonNullable<Health['sourceAway']>) => ({
  kind: 'source',
  text: `Data feed down since ${formatUtcTime(since).slice(0, 5)}`,
  short: 'Feed down',
});

/** At 100 trades a second a screener in step is some hundred records behind at most. */
const SCREENER_BEHIND_RECORDS = 2_000;

/** Whether the journal waits for the screener. */
const isScreenerBehind = ({ topics }: Health): boolean =>
  topics.some(({ processor, lag }) => processor === 'screener' && (lag ?? 0) > SCREENER_BEHIND_RECORDS);

function isDown(store: string) {
  return ({ stores }: Health) => stores.some(({ name, status }) => name === store && status === 'down');
}

/** Null when nothing is wrong. Silence goes first: who hears nothing does not know of anything else. */
export function describeProblem(
  health: Health | undefined,
  freshness: Freshness | null,
  link: LinkState,
): PageProblem | null {
  const details = health?.problems ?? [];
  if (link === 'silent') return { kind: 'silent', text: 'Stale', short: 'Stale', isStale: true, details };
  if (link === 'offline')
    return { kind: 'offline', text: 'No network', short: 'No network', isStale: true, details };
  if (!health) return null;
  const late = freshness && freshness.state !== 'current' && freshness.behindMs;
  if (late) {
    const isStale = freshness.state === 'stale';
    if (health.sourceAway) return { ...feedDown(health.sourceAway), isStale, details };
    if (health.inStepInMs !== null) {
      const left = formatShortLag(health.inStepInMs);
      return { kind: 'past', text: `Reading past, ${left}`, short: `Live in ${left}`, isStale, details };
    }
    const short = `${formatShortLag(late)} late`;
    const [kind, what] = isScreenerBehind(health) ? ['scores', 'Scores'] : ['late', 'Trades'];
    return { kind, text: `${what} ${short}`, short, isStale, details };
  }
  if (health.sourceAway) return { ...feedDown(health.sourceAway), isStale: false, details };
  if (freshness && freshness.slowMs > 0) {
    const slow = formatShortLag(freshness.slowMs);
    return { kind: 'clock', text: `Server clock ${slow} slow`, short: 'Clock slow', isStale: false, details };
  }
  const cause = CAUSES.find(({ is }) => is(health));
  if (cause) {
    const { kind, text, short } = cause;
    return { kind, text, short, isStale: false, details };
  }
  // Something that no trader sees in the values; whoever runs the product does, behind it.
  return details.length > 0
    ? { kind: 'other', text: 'Running with a fault', short: 'Has a fault', isStale: false, details }
    : null;
}
