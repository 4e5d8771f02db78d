import type { Health } from '@cryptonite/contracts/api';
import { useQuery } from '@tanstack/react-query';
import { useLinkUp } from '../../../lib/live/link';
import { healthQuery } from '../../../lib/queries';
import { useNow } from '../../../ui/use-now';
import { judgeFreshness } from './freshness';

const LINKS = {
  live: 'Live updates',
  polling: 'Polling',
  offline: 'Offline',
} as const;

/** Everything the strip says, and whether values are current. `origin` is what the tokens shown say of themselves. */
export function useStatus(origin: Health['source']) {
  const { data: health, dataUpdatedAt, isError } = useQuery(healthQuery());
  const isLinkUp = useLinkUp();
  const now = useNow();
  const link = isLinkUp ? 'live' : isError ? 'offline' : 'polling';
  return {
    health,
    source: health?.source ?? origin,
    freshness: health ? judgeFreshness(health, dataUpdatedAt, now) : null,
    link,
    linkText: LINKS[link],
  } as const;
}

export type Status = ReturnType<typeof useStatus>;
