import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { ApiError, describeError, get, getUnlessAnonymous } from './api';

const problem = {
  type: 'about:blank',
  title: 'Service Unavailable',
  status: 503,
  code: 'store_unavailable',
  detail: 'clickhouse: timeout',
  success: false,
  error: 'The store does not answer',
};

describe('errors', () => {
  it('carry status and body', () =>
    expect(new ApiError(503, 'upstream timed out', 'x').message).toBe('503: upstream timed out'));
  it('carry the status text of an empty body', () =>
    expect(new ApiError(404, '', 'Not Found').message).toBe('404: Not Found'));
  it.each([
    [new ApiError(503, JSON.stringify(problem), ''), '503: The store does not answer'],
    [new ApiError(502, '<html>bad gateway</html>', ''), '502: <html>bad gateway</html>'],
    [new TypeError('Failed to fetch'), 'The server cannot be reached'],
    [new DOMException('signal timed out', 'TimeoutError'), 'The server did not answer within 5 s'],
    [new Error('schema'), 'The answer does not match its contract'],
  ])('are described', (error, text) => expect(describeError(error)).toBe(text));
});

describe('get', () => {
  afterEach(() => vi.unstubAllGlobals());
  const answer = (status: number, body: unknown) =>
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status }));
  const schema = z.object({ status: z.string() });
  const { signal } = new AbortController();

  it('throws on any status that is not OK', async () => {
    answer(503, { status: 'failed' });
    await expect(get('/api/x', schema, signal)).rejects.toThrow('503: {"status":"failed"}');
  });

  it('throws on 401, or answers null where that is wanted', async () => {
    answer(401, { status: 'nobody' });
    await expect(get('/api/x', schema, signal)).rejects.toThrow('401: {"status":"nobody"}');
    expect(await getUnlessAnonymous('/api/x', schema, signal)).toBeNull();
    answer(403, { status: 'forbidden' });
    await expect(getUnlessAnonymous('/api/x', schema, signal)).rejects.toThrow(ApiError);
    answer(200, { status: 'somebody' });
    expect(await getUnlessAnonymous('/api/x', schema, signal)).toEqual({ status: 'somebody' });
  });

  it('gives up on an answer that does not come', async () => {
    vi.useFakeTimers();
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const limit = new AbortController();
      setTimeout(() => limit.abort(new DOMException('signal timed out', 'TimeoutError')), ms);
      return limit.signal;
    });
    vi.stubGlobal(
      'fetch',
      (_path: string, { signal: ends }: { signal: AbortSignal }) =>
        new Promise((_, reject) => ends.addEventListener('abort', () => reject(ends.reason))),
    );
    const asked = get('/api/x', schema, signal).catch(describeError);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await asked).toBe('The server did not answer within 5 s');
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('takes an answer that comes with a status of its own', async () => {
    answer(503, { status: 'failed' });
    expect(await get('/api/health', schema, signal, [503])).toEqual({ status: 'failed' });
    answer(500, { status: 'failed' });
    await expect(get('/api/health', schema, signal, [503])).rejects.toThrow(ApiError);
  });
});
