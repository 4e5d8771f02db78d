import {
  askedOf,
  LISTS,
  type ListItem,
  type ListName,
  type ListSource,
  type ProfileName,
  streamListOf,
} from '@cryptonite/contracts/api';
import { LIST_LIMIT_MAX } from '@cryptonite/contracts/rules';
import { queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import type { z } from 'zod';
import { get } from '../../../lib/api';
import { shownLists } from '../../../lib/live/shown-lists';
import { fallbackInterval, LIST_POLL_MS, POLL_MS } from '../../../lib/queries';
import { turns } from '../../../lib/turns';
import {
  type Answer,
  type HeldItem,
  type HeldList,
  joinItems,
  joinParts,
  patchList,
  splitItem,
} from '../model/held-lists';
import { pendingChanges } from '../model/pending-changes';
import { useProfile } from '../model/use-discovery';
import { holdOnPage, LISTS_KEY, useHeldTokens } from './held-tokens';

type Part<Name extends ListName> = Answer<ListItem<Name>> & { position: string; nextCursor: string | null };

/** So many stand on the page before the rest is asked for. */
const FIRST_PART = 40;

/** One list by the rules of a profile, of one source where it has several, as long as the server gives it. */
export const listQuery = <Name extends ListName>(name: Name, profile: ProfileName, source?: ListSource) => {
  const asked = { profile, ...(source && { source }), ...askedOf(name) };
  const schema = LISTS[name].answer as unknown as z.ZodType<Part<Name>>;
  const queryKey = [LISTS_KEY, name, source, profile] as const;
  return queryOptions({
    queryKey,
    // The stream tells of lists on screen alone: one that comes back is read anew.
    gcTime: 0,
    queryFn: async ({ client, signal }): Promise<HeldList<Name>> => {
      const read = async (limit: number, cursor?: string) => {
        const query = new URLSearchParams({ ...asked, limit: String(limit), ...(cursor && { cursor }) });
        const { nextCursor, ...answer } = await turns(() =>
          get(`${LISTS[name].path}?${query}`, schema, signal),
        );
        const items = answer.items.map((item) => splitItem(name, item));
        const list: HeldList<Name> = { ...answer, items: items.map(({ place }) => place) };
        return { list, nextCursor, tokens: items.map(({ token }) => token) };
      };
      const { answer, missed } = await pendingChanges.during(async () => {
        // What is shown already stays as it is until all of it was read anew, at one moment.
        if (client.getQueryData(queryKey)) return read(LIST_LIMIT_MAX);
        const first = await read(FIRST_PART);
        if (first.nextCursor === null) return first;
        holdOnPage(client, first.tokens);
        client.setQueryData(queryKey, { ...first.list, isPart: true });
        const rest = await read(LIST_LIMIT_MAX - FIRST_PART, first.nextCursor);
        const isWhole = rest.nextCursor === null;
        return {
          list: joinParts(first.list, rest.list, isWhole),
          tokens: [...first.tokens, ...rest.tokens],
        };
      });
      holdOnPage(client, [...answer.tokens, ...missed.flatMap(({ token }) => token ?? [])]);
      return missed.reduce((result, change) => patchList(result, name, source, change), answer.list);
    },
    refetchInterval: (query) => {
      const answer = query.state.data;
      const interval = LIST_POLL_MS[name] ?? POLL_MS.lists;
      // What lies beyond a full answer cannot be kept by changes alone.
      const isFull = answer !== undefined && answer.total > answer.items.length;
      return fallbackInterval(interval)(query) || (isFull && interval);
    },
  });
};

/** A list with its tokens as they are now. */
export function useList<Name extends ListName>(
  name: Name,
  source?: ListSource,
): UseQueryResult<Answer<HeldItem<Name>> & { position?: string }> {
  const held = useHeldTokens();
  const select = useCallback((list: HeldList<Name>) => joinItems(list, held), [held]);
  // What did not change is the same object already.
  const profile = useProfile();
  const query = useQuery({ ...listQuery(name, profile, source), select, structuralSharing: false });
  const list = streamListOf(name, source);
  const isRead = !query.isPending;
  const position = query.data?.position ?? null;
  // Each profile has a stream of its own, for which the lists are read anew.
  useEffect(() => shownLists.show(list), [list, profile]);
  useEffect(() => {
    if (isRead) shownLists.read(list, position);
  }, [list, profile, isRead, position]);
  return query;
}

/** Lists that this part of the page reads once what stands above them was. */
export function useListsToCome(lists: readonly ListName[]): void {
  useEffect(() => shownLists.expect(lists), [lists]);
}
