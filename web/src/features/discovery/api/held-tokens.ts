import { type QueryClient, queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { type HeldList, type HeldToken, type HeldTokens, holdTokens } from '../model/held-lists';

/** Where the lists that the page holds stand in its cache. */
export const LISTS_KEY = 'list';

const NO_TOKENS: HeldTokens = new Map();

/** Every token of the lists on the page, once. It is never asked for by itself: lists and the stream bring it. */
const heldTokensQuery = () =>
  queryOptions<HeldTokens>({
    queryKey: ['held-tokens'],
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  });

export const useHeldTokens = (): HeldTokens => useQuery(heldTokensQuery()).data ?? NO_TOKENS;

/** Takes tokens in, and lets go of those that no list holds. */
export function holdOnPage(client: QueryClient, tokens: Iterable<HeldToken>): void {
  const lists = client.getQueriesData<HeldList<'earlyStage'>>({ queryKey: [LISTS_KEY] });
  const listed = new Set(lists.flatMap(([, list]) => list?.items.map(({ mint }) => mint) ?? []));
  client.setQueryData(heldTokensQuery().queryKey, (held = NO_TOKENS) => holdTokens(held, tokens, listed));
}
