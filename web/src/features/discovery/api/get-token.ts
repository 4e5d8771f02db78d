import { type ProfileName, TokenPage } from '@cryptonite/contracts/api';
import { queryOptions } from '@tanstack/react-query';
import { AT_LENGTH_SILENT_MS, get } from '../../../lib/api';

/** One token at length. */
export const tokenQuery = (mint: string, profile: ProfileName) =>
  queryOptions({
    queryKey: ['token', mint, profile],
    queryFn: ({ signal }) =>
      get(`/api/tokens/${encodeURIComponent(mint)}?profile=${profile}`, TokenPage, signal, {
        silentMs: AT_LENGTH_SILENT_MS,
      }),
    gcTime: 0,
  });
