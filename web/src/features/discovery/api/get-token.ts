import { type ProfileName, TokenPage } from '@cryptonite/contracts/api';
import { queryOptions } from '@tanstack/react-query';
import { get } from '../../../lib/api';
import { POLL_MS } from '../../../lib/queries';

/** One token at length, read anew while somebody looks at it. */
export const tokenQuery = (mint: string, profile: ProfileName) =>
  queryOptions({
    queryKey: ['token', mint, profile],
    queryFn: ({ signal }) =>
      get(`/api/tokens/${encodeURIComponent(mint)}?profile=${profile}`, TokenPage, signal),
    gcTime: 0,
    refetchInterval: POLL_MS.lists,
  });
