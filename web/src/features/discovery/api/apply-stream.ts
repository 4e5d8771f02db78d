import { Health, MonitoringCount, STREAM_EVENTS, StreamToken } from '@cryptonite/contracts/api';
import type { QueryClient } from '@tanstack/react-query';
import { healthQuery } from '../../../lib/queries';
import { patchEarlyStage, patchTokenList } from '../model/patch-lists';
import { pendingChanges } from '../model/pending-changes';
import { LISTS, SOURCES } from '../model/url-state';
import { earlyStageQuery } from './get-early-stage';
import { monitoringCountQuery } from './get-monitoring-count';
import { PROFILE, tokensQuery } from './get-tokens';

export const STREAM_URL = `/api/stream?profile=${PROFILE}`;

/** Changes within this time enter the lists together: one rendering instead of hundreds. */
const BATCH_MS = 250;

/** Lays what the stream says over what the page has read. Returns the handler of one event. */
export function createStreamHandler(client: QueryClient): (name: string, data: string) => void {
  // Only the newest change of a token matters.
  let pending = new Map<string, StreamToken>();

  const flush = () => {
    const changes = [...pending.values()];
    pending = new Map();
    for (const list of LISTS) {
      for (const source of SOURCES) {
        client.setQueryData(
          tokensQuery(list, source).queryKey,
          (answer) =>
            answer &&
            changes.reduce((result, change) => patchTokenList(result, list, source, change), answer),
        );
      }
    }
    client.setQueryData(
      earlyStageQuery().queryKey,
      (answer) => answer && changes.reduce(patchEarlyStage, answer),
    );
  };

  return (name, data) => {
    try {
      switch (name) {
        case STREAM_EVENTS.reset:
          // What is under way may have been answered before this stream began: it is asked again.
          void client.cancelQueries().then(() => client.invalidateQueries());
          break;
        case STREAM_EVENTS.token: {
          const change = StreamToken.parse(JSON.parse(data));
          pendingChanges.add(change);
          if (pending.size === 0) setTimeout(flush, BATCH_MS);
          pending.set(`${change.mint} ${change.profile}`, change);
          break;
        }
        case STREAM_EVENTS.monitoring:
          client.setQueryData(monitoringCountQuery().queryKey, MonitoringCount.parse(JSON.parse(data)));
          break;
        case STREAM_EVENTS.health:
          client.setQueryData(healthQuery().queryKey, Health.parse(JSON.parse(data)));
          break;
      }
    } catch (error) {
      // An event that breaks its contract is left out; the next answer that is read sets the lists right.
      console.warn(`stream event ${name} was not understood`, error);
    }
  };
}
