import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { describeError } from '../../../lib/api';
import { tokenQuery } from './get-token';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A server that reads tables for so long before it answers. */
const busyServer = (forMs: number) =>
  vi.stubGlobal(
    'fetch',
    (_path: string, { signal }: { signal: AbortSignal }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        setTimeout(() => resolve(new Response('of a busy server', { status: 404 })), forMs);
      }),
  );
const ask = () =>
  new QueryClient().fetchQuery({ ...tokenQuery('mint', 'live'), retry: false }).catch((error) => error);

it('waits for a server that has to read its tables for seconds', async () => {
  busyServer(15_000);
  const asked = ask();
  await vi.advanceTimersByTimeAsync(15_000);
  expect((await asked).status).toBe(404);
});

it('gives up on one that never answers', async () => {
  busyServer(60_000);
  const asked = ask();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(describeError(await asked)).toBe('The server did not answer within 20 s');
});
