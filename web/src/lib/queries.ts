/** How the page asks: what every feature's query shares. */
import { Health } from '@cryptonite/contracts/api';
import { QueryCache, QueryClient, queryOptions } from '@tanstack/react-query';
import { get } from './api';
import { isStreamUp, noteAnswered } from './live/link';

/** ms between polls while the stream is down. */
export const POLL_MS = {
  lists: 10_000,
  monitoringCount: 5_000,
  scanProgress: 5_000,
  health: 5_000,
} as const;

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
    },
  });

/** Polls while the stream is down, and after an answer that failed. */
export const fallbackInterval =
  (ms: number) =>
  (query: { state: { status: string } }): number | false =>
    isStreamUp() && query.state.status !== 'error' ? false : ms;

/** A product that is not well says so with status 503, and why in the same words. */
const NOT_WELL = 503;

export const healthQuery = () =>
  queryOptions({
    queryKey: ['health'],
    queryFn: ({ signal }) => get('/api/health', Health, signal, [NOT_WELL]),
    refetchInterval: fallbackInterval(POLL_MS.health),
  });
