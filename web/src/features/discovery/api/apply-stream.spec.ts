import { RejectedToken, type ScreenedToken, StreamToken } from '@cryptonite/contracts/api';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type HeldTokens, joinItems } from '../model/held-lists';
import { createStreamHandler, streamUrlOf } from './apply-stream';
import { listQuery } from './get-list';
import { screened as told } from './screened';

const AT = 1_759_852_522_000;

const place = {
  source: 'pumpfun' as const,
  passedChecks: 1,
  totalChecks: 5,
  checks: [],
  listedAt: AT,
  initialMarketCap: null,
  marketCapChangePercent: null,
  rejectionReason: 'Buy ratio 0.8x is below 1.2x',
};
const item = (mint: string, tradeCount: number): RejectedToken =>
  RejectedToken.parse({ ...told(mint, tradeCount, AT), ...place });
const said = (mint: string, token: ScreenedToken | null, lists: StreamToken['lists']) =>
  StreamToken.parse({ mint, profile: 'live', token, lists, asOf: AT + 1_000 });

let client: QueryClient;
let answer: (body: unknown, status?: number) => void;
let asked: string[];

beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  asked = [];
  vi.stubGlobal('fetch', (path: string, { signal }: RequestInit) => {
    asked.push(path);
    return new Promise((resolve, reject) => {
      answer = (body, status = 200) => resolve(Response.json(body, { status }));
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
  });
});
afterEach(() => {
  client.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

// Nothing shows it here, and it is held all the same.
const options = { ...listQuery('rejected', 'live', 'pumpfun'), gcTime: Number.POSITIVE_INFINITY };
function shown() {
  const list = client.getQueryData(options.queryKey);
  return list && joinItems(list, client.getQueryData(['held-tokens']) ?? new Map()).items;
}
async function reading(...items: RejectedToken[]): Promise<void> {
  const read = client.fetchQuery({ ...options, staleTime: 0 });
  await vi.advanceTimersByTimeAsync(0);
  answer({ items, total: items.length, profile: 'live', asOf: AT, nextCursor: null, position: '0:1' });
  await read;
}

it('the stream is asked for the lists on screen, from where they were answered', () => {
  expect(streamUrlOf('live')({ lists: ['earlyStage', 'qualified.pumpfun'], after: '0:12,1:4' })).toBe(
    '/api/stream?profile=live&pace=second&lists=earlyStage%2Cqualified.pumpfun&after=0%3A12%2C1%3A4',
  );
  expect(streamUrlOf('live')({ lists: ['earlyStage'], after: null })).not.toContain('after');
});

it('a change of the stream is shown in the list, and a token that left is held no longer', async () => {
  const handle = createStreamHandler(client);
  await reading(item('a', 1), item('b', 1));
  expect(shown()).toEqual([item('a', 1), item('b', 1)].map((each) => ({ ...each, listedOn: 'rejected' })));
  handle('token', said('a', told('a', 2, AT + 1_000), { rejected: place }));
  handle('token', said('b', null, {}));
  await vi.advanceTimersByTimeAsync(250);
  expect(shown()).toMatchObject([{ mint: 'a', tradeCount: 2 }]);
  handle('token', said('c', told('c', 1, AT + 1_000), { rejected: place }));
  await vi.advanceTimersByTimeAsync(250);
  expect(shown()).toMatchObject([{ mint: 'a' }, { mint: 'c' }]);
  expect(
    [...(client.getQueryData<Map<string, unknown>>(['held-tokens']) ?? [])].map(([mint]) => mint),
  ).toEqual(['a', 'c']);
});

it('a token that left for a list that the page does not show is held as it is then, to say why', async () => {
  const handle = createStreamHandler(client);
  await reading(item('a', 1), item('b', 1));
  handle('token', said('b', { ...told('b', 2, AT + 1_000), bondingCurveProgress: 86 }, {}));
  await vi.advanceTimersByTimeAsync(250);
  expect(shown()).toMatchObject([{ mint: 'a' }]);
  expect(client.getQueryData<HeldTokens>(['held-tokens'])?.get('b')?.bondingCurveProgress).toBe(86);
});

it('a burst is shown a few tokens at a time, each with its newest change', async () => {
  const handle = createStreamHandler(client);
  const mints = [...'abcdefghijklmn'];
  await reading(...mints.map((mint) => item(mint, 1)));
  const counted = () => shown()?.filter(({ tradeCount }) => tradeCount === 2).length;
  for (const count of [9, 2])
    for (const mint of mints) handle('token', said(mint, told(mint, count, AT + 1_000), { rejected: place }));
  await vi.advanceTimersByTimeAsync(250);
  expect(counted()).toBe(6);
  await vi.advanceTimersByTimeAsync(32);
  expect(counted()).toBe(12);
  await vi.advanceTimersByTimeAsync(32);
  expect(counted()).toBe(14);
});

it('a change while the first answer is under way is in the list, with its token', async () => {
  const handle = createStreamHandler(client);
  const read = client.fetchQuery(options);
  await vi.advanceTimersByTimeAsync(0);
  handle('token', said('late', told('late', 3, AT + 1_000), { rejected: place }));
  await vi.advanceTimersByTimeAsync(250);
  answer({ items: [item('a', 1)], total: 1, profile: 'live', asOf: AT, nextCursor: null, position: '0:1' });
  await read;
  expect(shown()).toMatchObject([{ mint: 'a' }, { mint: 'late', tradeCount: 3 }]);
});

describe('a list of more than its first part', () => {
  const answerOf = (items: RejectedToken[], nextCursor: string | null) => ({
    ...{ items, total: 2, profile: 'live', asOf: AT, nextCursor, position: '0:1' },
  });
  const limitOf = (path: string | undefined) => new URLSearchParams(path?.split('?')[1]).get('limit');
  const mints = () => shown()?.map(({ mint }) => mint);
  /** A first part is shown, and the rest is asked for. */
  async function readFirst(): Promise<() => void> {
    const unsubscribe = new QueryObserver(client, options).subscribe(() => {});
    await vi.advanceTimersByTimeAsync(0);
    answer(answerOf([item('a', 1)], 'after-a'));
    await vi.advanceTimersByTimeAsync(0);
    expect([mints(), asked.map(limitOf)]).toEqual([['a'], ['40', '160']]);
    return unsubscribe;
  }

  it('is shown before the rest is there, and whole after that', async () => {
    const leave = await readFirst();
    expect(asked[1]).toContain('cursor=after-a');
    answer(answerOf([item('b', 1)], null));
    await vi.advanceTimersByTimeAsync(0);
    expect(mints()).toEqual(['a', 'b']);
    expect(client.getQueryData(options.queryKey)?.isPart).toBeUndefined();
    leave();
  });

  it('keeps its first part where the rest fails, which is said', async () => {
    const leave = await readFirst();
    answer({}, 503);
    await vi.advanceTimersByTimeAsync(0);
    expect(mints()).toEqual(['a']);
    expect(client.getQueryState(options.queryKey)).toMatchObject({ status: 'error', data: { isPart: true } });
    leave();
  });

  it('keeps its first part when a stream begins meanwhile, and is read anew at one moment', async () => {
    const handle = createStreamHandler(client);
    const leave = await readFirst();
    handle('reset', {});
    await vi.advanceTimersByTimeAsync(0);
    expect([mints(), asked.map(limitOf)]).toEqual([['a'], ['40', '160', '200']]);
    answer(answerOf([item('a', 2), item('b', 1)], null));
    await vi.advanceTimersByTimeAsync(0);
    expect(shown()).toMatchObject([{ mint: 'a', tradeCount: 2 }, { mint: 'b' }]);
    leave();
  });
});
