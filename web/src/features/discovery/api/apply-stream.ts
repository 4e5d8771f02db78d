import {
  HealthSummary,
  type ListName,
  MonitoringCount,
  type ProfileName,
  STREAM_EVENTS,
  StreamToken,
} from '@cryptonite/contracts/api';
import { notifyManager, type QueryClient } from '@tanstack/react-query';
import type { Wish } from '../../../lib/live/shown-lists';
import { healthQuery } from '../../../lib/queries';
import { type HeldList, patchList } from '../model/held-lists';
import { leavings } from '../model/leavings';
import { pendingChanges } from '../model/pending-changes';
import type { listQuery } from './get-list';
import { monitoringCountQuery } from './get-monitoring-count';
import { holdOnPage, LISTS_KEY } from './held-tokens';

/** The page draws a token once a second at most. */
export const streamUrlOf =
  (profile: ProfileName) =>
  ({ lists, after }: Wish): string => {
    const asked = { profile, pace: 'second', lists: lists.join() };
    return `/api/stream?${new URLSearchParams({ ...asked, ...(after !== null && { after }) })}`;
  };

/** Changes within this time enter the lists together: one rendering instead of hundreds. */
const BATCH_MS = 250;
/** A new price of SOL changes every token at once: so many are drawn in one task, and the others in frames after it. */
const CHANGES_PER_TASK = 6;
const TASKS_APART_MS = 32;

const LISTS = { queryKey: [LISTS_KEY] };

type ListKey = ReturnType<typeof listQuery<ListName>>['queryKey'];

function applyChanges(client: QueryClient, changes: readonly StreamToken[]): void {
  const lists = client.getQueriesData<HeldList<ListName>>(LISTS);
  for (const [queryKey, list] of lists) {
    const [, name, source] = queryKey as ListKey;
    const patched = list && changes.reduce((result, change) => patchList(result, name, source, change), list);
    if (patched !== list) client.setQueryData(queryKey, patched);
  }
  holdOnPage(
    client,
    changes.flatMap(({ token }) => token ?? []),
  );
}

/** Lays what the stream says, with tokens made whole, over what the page has read. Returns the handler of one event. */
export function createStreamHandler(client: QueryClient): (name: string, data: unknown) => void {
  // Only the newest change of a token matters.
  const pending = new Map<string, StreamToken>();

  const flush = () => {
    const next = [...pending].slice(0, CHANGES_PER_TASK);
    for (const [key] of next) pending.delete(key);
    if (pending.size > 0) setTimeout(flush, TASKS_APART_MS);
    const changes = next.map(([, change]) => change);
    notifyManager.batch(() => applyChanges(client, changes));
  };

  return (name, data) => {
    try {
      switch (name) {
        case STREAM_EVENTS.reset:
          // What is under way may have been answered before this stream began: it is asked again. Of a list that shows its
          // first part, asking again ends what is under way, and ending it before would take that part away.
          void client
            .cancelQueries({ ...LISTS, predicate: ({ state }) => state.data === undefined })
            .then(() => client.invalidateQueries(LISTS));
          break;
        case STREAM_EVENTS.token: {
          const change = StreamToken.parse(data);
          // Before the change that takes its rows away: of several of a token only the newest is laid over the lists.
          leavings.take(change);
          pendingChanges.add(change);
          if (pending.size === 0) setTimeout(flush, BATCH_MS);
          pending.set(`${change.mint} ${change.profile}`, change);
          break;
        }
        case STREAM_EVENTS.monitoring:
          client.setQueryData(monitoringCountQuery().queryKey, MonitoringCount.parse(data));
          break;
        case STREAM_EVENTS.health:
          client.setQueryData(healthQuery().queryKey, HealthSummary.parse(data));
          break;
      }
    } catch (error) {
      // An event that breaks its contract is left out; the next answer that is read sets the lists right.
      console.warn(`stream event ${name} was not understood`, error);
    }
  };
}
