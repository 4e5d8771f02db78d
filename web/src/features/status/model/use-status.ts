import type { Health } from '@cryptonite/contracts/api';
import { useQuery } from '@tanstack/react-query';
import { formatShortLag, formatUtcTime } from '../../../lib/format';
import { lastHeardAt, useLinkUp, useOnline, wasAnswered, wasStreamUp } from '../../../lib/live/link';
import { healthQuery } from '../../../lib/queries';
import { useNow } from '../../../ui/use-now';
import { judgeFreshness } from './freshness';
import { judgeLink, type LinkState } from './link-state';
import { describeProblem } from './problem';

const LINKS: Record<Exclude<LinkState, 'silent'>, string> = {
  live: 'Live updates',
  polling: 'Polling',
  connecting: 'Connecting',
  reconnecting: 'Reconnecting',
  offline: 'Offline',
};

/** What the strip says of the link, and the same for a phone. */
function describeLink(link: LinkState, dataTime: number | null, lagMs: number | null) {
  if (link === 'silent') {
    if (dataTime === null) return { linkText: 'No data yet', linkShort: 'No data yet' };
    const time = formatUtcTime(dataTime).slice(0, 8);
    return { linkText: `Last data ${time}`, linkShort: `At ${time}` };
  }
  const linkText = LINKS[link];
  return {
    linkText,
    linkShort: link === 'live' && lagMs !== null ? `Live ${formatShortLag(lagMs)}` : linkText,
  };
}

/** Everything the strip says, and whether values are current. `origin` is what the tokens shown say of themselves. */
export function useStatus(origin: Health['source']) {
  const { data: health, dataUpdatedAt, isError } = useQuery(healthQuery());
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
    ...describeLink(link, health?.streamTime ?? null, freshness?.behindMs ?? null),
    problem: describeProblem(health, freshness, link),
  } as const;
}

export type Status = ReturnType<typeof useStatus>;
