import {
  type ListName,
  type ListSource,
  PAGE_LISTS,
  ProfileName,
  streamListOf,
} from '@cryptonite/contracts/api';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listQuery } from '../api/get-list';
import { useAnnounce } from '../model/use-announce';
import { DailyBoosted } from './daily-boosted';
import { NewestToken } from './newest-token';
import { PreMigration } from './pre-migration';
import { Ultimate } from './ultimate';

const shown = vi.hoisted(() => ({ lists: new Set<string>(), newLaunches: 'folded' }));

// What is drawn to a string reads a store as a browser does.
vi.mock('react', async (load) => {
  const react = await load<typeof import('react')>();
  const read: typeof react.useSyncExternalStore = (subscribe, now) =>
    react.useSyncExternalStore(subscribe, now, now);
  return { ...react, useSyncExternalStore: read };
});
// Nor does it run the effects by which lists come onto the screen.
vi.mock('../api/get-list', async (load) => {
  const real = await load<typeof import('../api/get-list')>();
  const useList: typeof real.useList = (name, source) => {
    shown.lists.add(streamListOf(name, source));
    return real.useList(name, source);
  };
  const useListsToCome = (lists: readonly ListName[]) => {
    for (const name of lists) shown.lists.add(name);
  };
  return { ...real, useList, useListsToCome };
});
vi.mock('../model/preferences', async (load) => ({
  ...(await load<typeof import('../model/preferences')>()),
  useNewLaunches: () => [shown.newLaunches, () => {}],
}));

const client = new QueryClient();
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  shown.lists.clear();
});
afterEach(() => {
  client.clear();
  vi.unstubAllGlobals();
});

function listsOf(page: React.ReactElement, search = ''): string[] {
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[`/discovery?${search}`]}>{page}</MemoryRouter>
    </QueryClientProvider>,
  );
  return [...shown.lists].toSorted();
}
const known = PAGE_LISTS.map((lists) => [...lists].toSorted());

function Announcer() {
  useAnnounce(() => [], false);
  return null;
}
const tab = { isStale: false, status: null, bell: null };

it.each(
  ProfileName.options.flatMap((profile) => [
    ['Ultimate', <Ultimate key="" {...tab} />, `profile=${profile}`, 'folded'] as const,
    ['Daily Boosted', <DailyBoosted key="" {...tab} />, `profile=${profile}`, 'folded'] as const,
    ...(['pumpfun', 'bonded'] satisfies ListSource[]).flatMap((source) =>
      (['folded', 'open'] as const).map(
        (newLaunches) =>
          [
            'High Hype',
            <PreMigration key="" {...tab} />,
            `profile=${profile}&source=${source}`,
            newLaunches,
          ] as const,
      ),
    ),
  ]),
)('the server keeps room for what %s asks for', (_, content, search, newLaunches) => {
  shown.newLaunches = newLaunches;
  const page = (
    <>
      <Announcer />
      {content}
    </>
  );
  expect(known).toContainEqual(listsOf(page, search));
});

it('the server keeps room for what the first page asks for', () => {
  const newest = <NewestToken isStale={false} condition={null} />;
  expect(known).toContainEqual(listsOf(newest));
  const empty = { items: [], total: 0, profile: 'live', asOf: 1 };
  client.setQueryData(listQuery('ultimate', 'live').queryKey, empty as never);
  expect(known).toContainEqual(listsOf(newest));
  expect(listsOf(newest)).toHaveLength(2);
});
