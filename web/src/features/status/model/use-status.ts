import type { HealthSummary } from '@cryptonite/contracts/api';
import { useQuery } from '@tanstack/react-query';
import { formatShortLag, formatUtcTime } from '../../../lib/format';
import { lastHeardAt, useLinkUp, useOnline, wasAnswered, wasStreamUp } from '../../../lib/live/link';
import { healthDetailsQuery, healthQuery } from '../../../lib/queries';
import { useNow } from '../../../ui/use-now';
import { type Freshness, judgeFreshness } from './freshness';
import { judgeLink, type LinkState } from './link-state';
import { describeProblem } from './problem';

const LINKS: Record<Exclude<LinkState, 'silent'>, string> = {
  live: 'Live updates',
  polling: 'Polling',
  connecting: 'Connecting',
  reconnecting: 'Reconnecting',
  offline: 'Offline',
};

/** What the strip says of the link, and the same for a phone. Where nothing comes, or it is late or nobody knows how late, no update is called live. */
function describeLink(link: LinkState, health: HealthSummary | undefined, freshness: Freshness | null) {
  const dataTime = health?.streamTime ?? null;
  if (link === 'silent') {
    if (dataTime === null) return { linkText: 'No data yet', linkShort: 'No data yet' };
    const time = formatUtcTime(dataTime).slice(0, 8);
    return { linkText: `Last data ${time}`, linkShort: `At ${time}` };
  }
  const lagMs = freshness?.behindMs ?? null;
  const isLive =
    link === 'live' &&
    dataTime !== null &&
    freshness?.state === 'current' &&
    freshness.slowMs === 0 &&
    (health?.awaySince ?? null) === null;
  const linkText = link === 'live' && freshness && !isLive ? 'Connected' : LINKS[link];
  return { linkText, linkShort: isLive && lagMs !== null ? `Live ${formatShortLag(lagMs)}` : linkText };
}

/** Everything the strip says, and whether values are current. `origin` is what the tokens shown say of themselves. An operator is told what is wrong in sentences. */
export function useStatus(origin: HealthSummary['source'], isOperator = false) {
  const { data: health, dataUpdatedAt, isError } = useQuery(healthQuery());
  const { data: details } = useQuery(healthDetailsQuery(isOperator));
  const now = useNow();
  const link = judgeLink({
    isOnline: useOnline(),
    isStreamUp: useLinkUp(),
    wasStreamUp: wasStreamUp(),
    isAnswered: wasAnswered(),
    isPollFailing: isError,
    now,
    heardAt: lastHeardAt(),
  });
  const freshness = health ? judgeFreshness(health, dataUpdatedAt, now) : null;
  return {
    health,
    source: health?.source ?? origin,
    freshness,
    link,
    ...describeLink(link, health, freshness),
    problem: describeProblem(health, freshness, link, details?.problems),
  } as const;
}

export type Status = ReturnType<typeof useStatus>;
