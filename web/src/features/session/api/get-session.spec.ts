import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { sessionQuery } from './get-session';

const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
afterEach(() => {
  vi.unstubAllGlobals();
  logged.mockClear();
});

const readWith = (answer: () => Promise<Response>) => {
  vi.stubGlobal('fetch', answer);
  return new QueryClient().fetchQuery({ ...sessionQuery(), retry: false });
};

it('reads 401 as nobody, and says nothing of it', async () => {
  expect(await readWith(async () => new Response('no', { status: 401 }))).toEqual({
    authenticated: false,
    user: null,
  });
  expect(logged).not.toHaveBeenCalled();
});

it.each([
  ['an outage', async () => new Response('away', { status: 503 })],
  ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
])('logs %s, and ends', async (_what, answer) => {
  await expect(readWith(answer)).rejects.toThrow();
  expect(logged).toHaveBeenCalledOnce();
});
