/** How the page asks: what every feature's query shares. */
import { Health, HealthSummary, type ListName } from '@cryptonite/contracts/api';
import { QueryCache, QueryClient, queryOptions } from '@tanstack/react-query';
import { get } from './api';
import { isStreamUp, noteAnswered } from './live/link';

/** ms between polls while the stream is down; of what the stream does not carry, always. */
export const POLL_MS = {
  lists: 10_000,
  monitoringCount: 5_000,
  scanProgress: 5_000,
  dailyProgress: 3_000,
  ultimateStats: 3_000,
  health: 5_000,
  /** Of a token at length, while its card has moved on. */
  cardAhead: 2_000,
} as const;

/** Of the lists that are polled less often than the others. */
export const LIST_POLL_MS: Partial<Record<ListName, number>> = {
  ultimate: 60_000,
  ultimateNear: 60_000,
  daily: 300_000,
  social: 300_000,
  shilled: 300_000,
};

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    // Only what was asked and answered comes here, not what the stream sets.
    queryCache: new QueryCache({ onSuccess: () => noteAnswered(Date.now()) }),
    defaultOptions: {
      queries: {
        refetchInterval: false,
        refetchOnWindowFocus: false,
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        // Without a network a query would wait without a word; it shall fail and say so.
        networkMode: 'always',
        // Desktop notifications go on in background tabs, with or without the stream.
        refetchIntervalInBackground: true,
      },
      mutations: { networkMode: 'always' },
    },
  });

/** Polls while the stream is down, and after an answer that failed: then no later than other lists. */
export const fallbackInterval =
  (ms: number) =>
  (query: { state: { status: string } }): number | false => {
    if (query.state.status === 'error') return Math.min(ms, POLL_MS.lists);
    return isStreamUp() ? false : ms;
  };

/** A product that is not well says so with status 503, and why in the same words. */
const NOT_WELL = 503;

export const healthQuery = () =>
  queryOptions({
    queryKey: ['health'],
    queryFn: ({ signal }) => get('/api/health', HealthSummary, signal, { answers: [NOT_WELL] }),
    refetchInterval: fallbackInterval(POLL_MS.health),
  });

/** All of health, for a page whose wallet is an operator's or an admin's: the stream brings what anybody is told. */
export const healthDetailsQuery = (isOperator: boolean) =>
  queryOptions({
    queryKey: ['health', 'details'],
    queryFn: ({ signal }) => get('/api/health/details', Health, signal, { answers: [NOT_WELL] }),
    enabled: isOperator,
    refetchInterval: POLL_MS.health,
  });
