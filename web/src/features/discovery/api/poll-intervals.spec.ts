import {
  LIST_NAMES,
  LISTS,
  MonitoringCount,
  ProfileQuery,
  ScanProgress,
  UltimateStats,
} from '@cryptonite/contracts/api';
import {
  environmentManager,
  type QueryClient,
  QueryObserver,
  type QueryObserverOptions,
} from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setLinkUp } from '../../../lib/live/link';
import { createQueryClient } from '../../../lib/queries';
import { listQuery } from './get-list';
import { monitoringCountQuery } from './get-monitoring-count';
import { dailyProgressQuery, scanProgressQuery, ultimateStatsQuery } from './get-scan-progress';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** product.md §7, and New, which is ours. */
const INTERVALS: Record<string, number> = {
  '/api/tokens/qualified': 10 * SECOND,
  '/api/tokens/rejected': 10 * SECOND,
  '/api/discovery/qualified': 10 * SECOND,
  '/api/bonded/analyzed': 10 * SECOND,
  '/api/discovery/early-stage': 10 * SECOND,
  '/api/discovery/early-stage-progress': 5 * SECOND,
  '/api/discovery/microcaps': 10 * SECOND,
  '/api/discovery/daily': 5 * MINUTE,
  '/api/discovery/social': 5 * MINUTE,
  '/api/discovery/daily-progress': 3 * SECOND,
  '/api/tokens/monitoring-count': 5 * SECOND,
  '/api/discovery/ultimate': MINUTE,
  '/api/discovery/ultimate-stats': 3 * SECOND,
  '/api/discovery/shilled': 5 * MINUTE,
  '/api/discovery/new': 10 * SECOND,
};
const LIST_PATHS = new Set<string>(LIST_NAMES.map((name) => LISTS[name].path));
/** Those that the stream brings. */
const isStreamed = (path: string) => LIST_PATHS.has(path) || path === '/api/tokens/monitoring-count';

const counts = { startedAt: null, completedAt: null, nextAt: null, origin: null, asOf: null };
const progress = ScanProgress.parse({
  ...{ scanned: null, cadence: null, total: null, matched: null, shown: null },
  ...counts,
});
const stats = UltimateStats.parse({
  ...{
    scanned: null,
    cadence: null,
    total: null,
    shown: null,
    filtered: [],
    hidden: null,
    near: [],
    byAction: null,
  },
  ...{ lastScanAt: null, nextScanAt: null, asOf: null },
});
const monitored = MonitoringCount.parse({ count: 0, pumpfun: 0, bonded: 0, origin: null, asOf: null });

/** So many tokens each list has beyond its answer. */
let beyond = 0;
function answerTo(path: string): object {
  if (path === '/api/tokens/monitoring-count') return monitored;
  if (path === '/api/discovery/ultimate-stats') return stats;
  if (path.endsWith('-progress')) return progress;
  return { items: [], total: beyond, profile: 'live', asOf: null, nextCursor: null, position: '0:1' };
}

let client: QueryClient;
/** By path, the moments at which it was asked, ms from the beginning. */
let asked: Map<string, number[]>;
let beganAt: number;
const parameters = new Map<string, Set<string>>();

beforeEach(() => {
  vi.useFakeTimers();
  // Outside of a browser nothing is polled.
  environmentManager.setIsServer(() => false);
  client = createQueryClient();
  asked = new Map();
  beganAt = Date.now();
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    asked.set(pathname, [...(asked.get(pathname) ?? []), Date.now() - beganAt]);
    parameters.set(pathname, new Set([...(parameters.get(pathname) ?? []), ...searchParams.keys()]));
    return Response.json(answerTo(pathname));
  });
});
afterEach(() => {
  client.clear();
  environmentManager.setIsServer(() => true);
  setLinkUp(false);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Looks at all that the page asks for again and again, but for near misses, which share a path with Ultimate. */
async function look(forMs: number): Promise<void> {
  const queries = [
    ...LIST_NAMES.filter((name) => name !== 'ultimateNear').map((name) => listQuery(name, 'live')),
    monitoringCountQuery(),
    scanProgressQuery(),
    dailyProgressQuery('live'),
    ultimateStatsQuery('live'),
  ] as unknown as QueryObserverOptions[];
  const ends = queries.map((query) => new QueryObserver(client, query).subscribe(() => {}));
  await vi.advanceTimersByTimeAsync(forMs);
  for (const end of ends) end();
}

/** Within ten minutes and a bit, which begin with the first question. */
const momentsOf = (interval: number) =>
  Array.from({ length: Math.floor((10 * MINUTE) / interval) + 1 }, (_, place) => place * interval);

it.each([
  ['are whole', 0],
  ['have more than their answers', 500],
])(
  'while the stream is down each path is polled at the interval that the specification names: lists %s',
  async (_, more) => {
    beyond = more;
    await look(10 * MINUTE + 1);
    expect(Object.fromEntries(asked)).toEqual(
      Object.fromEntries(Object.entries(INTERVALS).map(([path, interval]) => [path, momentsOf(interval)])),
    );
  },
);

it('while the stream is up lists are polled that have more than their answers, no oftener than otherwise', async () => {
  setLinkUp(true);
  beyond = 500;
  await look(10 * MINUTE + 1);
  for (const [path, interval] of Object.entries(INTERVALS))
    expect([path, asked.get(path)]).toEqual([
      path,
      path === '/api/tokens/monitoring-count' ? [0] : momentsOf(interval),
    ]);
});

it('while the stream is up what it brings is asked for once', async () => {
  setLinkUp(true);
  beyond = 0;
  await look(10 * MINUTE + 1);
  for (const [path, interval] of Object.entries(INTERVALS))
    expect([path, asked.get(path)]).toEqual([path, isStreamed(path) ? [0] : momentsOf(interval)]);
});

it('nothing is asked by a parameter that the server would refuse', async () => {
  await look(1);
  const acceptedAt = (path: string): string[] => {
    const name = LIST_NAMES.find((one) => LISTS[one].path === path);
    return Object.keys((name ? LISTS[name].query : ProfileQuery).shape);
  };
  for (const [path, names] of parameters)
    expect(acceptedAt(path)).toEqual(expect.arrayContaining([...names]));
});
