import { QueryClient } from '@tanstack/react-query';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStreamHandler } from './apply-stream';
import { listQuery } from './get-list';

fc.configureGlobal({ seed: 4 });

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('a message of the stream', () => {
  const answer = { items: [], total: 0, profile: 'live' as const, asOf: null, nextCursor: null };

  it('that breaks its contract leaves the page as it is, whatever it holds', () => {
    const client = new QueryClient();
    const { queryKey } = listQuery('qualified', 'live', 'pumpfun');
    client.setQueryData(queryKey, answer as never);
    const before = client.getQueryData(queryKey);
    const handle = createStreamHandler(client);
    const name = fc.constantFrom('token', 'monitoring', 'health', 'unheard of');
    const data = fc.oneof(
      fc.string(),
      fc.json(),
      fc.constantFrom('null', '[]', '{"mint":7}', '{"__proto__":1}'),
    );
    fc.assert(
      fc.property(name, data, (event, text) => {
        handle(event, text);
        vi.runOnlyPendingTimers();
        expect(client.getQueryData(queryKey)).toEqual(before);
      }),
      { numRuns: 300 },
    );
  });
});
