import { type ListSource, QualifiedTokens, RejectedTokens } from '@cryptonite/contracts/api';
import { LIST_LIMIT_MAX } from '@cryptonite/contracts/rules';
import { queryOptions } from '@tanstack/react-query';
import { get } from '../../../lib/api';
import { fallbackInterval, POLL_MS } from '../../../lib/queries';
import { patchTokenList, type TokenList } from '../model/patch-lists';
import { pendingChanges } from '../model/pending-changes';
import type { ListName } from '../model/url-state';

export const PROFILE = 'live';
const SCHEMAS = { qualified: QualifiedTokens, rejected: RejectedTokens } as const;

/** One list of one source, as long as the server gives it: the gate rail counts over what was loaded. */
export const tokensQuery = (list: ListName, source: ListSource) =>
  queryOptions({
    queryKey: ['tokens', list, source, PROFILE],
    queryFn: ({ signal }): Promise<TokenList> =>
      pendingChanges.overlay<TokenList>(
        () =>
          get(
            `/api/tokens/${list}?${new URLSearchParams({ source, profile: PROFILE, limit: String(LIST_LIMIT_MAX) })}`,
            SCHEMAS[list],
            signal,
          ),
        (answer, change) => patchTokenList(answer, list, source, change),
      ),
    refetchInterval: (query) => {
      const answer = query.state.data;
      // What lies beyond a full answer cannot be kept by changes alone.
      if (answer && answer.total > answer.items.length) return POLL_MS.tokens;
      return fallbackInterval(POLL_MS.tokens)(query);
    },
  });
