import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import {
  ApiError,
  describeError,
  describeRetried,
  get,
  getUnlessAnonymous,
  postJson,
  sentenceOf,
} from './api';

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
    [new ApiError(503, JSON.stringify(problem), ''), 'The store does not answer'],
    [new ApiError(502, '<html>bad gateway</html>', ''), 'The server cannot be reached'],
    [new ApiError(418, 'a teapot', ''), "The server's answer could not be read"],
    [new TypeError('Failed to fetch'), 'The server cannot be reached'],
    [new DOMException('Connection too slow', 'TimeoutError'), 'Connection too slow'],
    [new Error('schema'), "The server's answer could not be read"],
  ])('are described', (error, text) => expect(describeError(error)).toBe(text));
  it.each([
    [new ApiError(503, JSON.stringify(problem), ''), 'The store does not answer'],
    [new ApiError(502, '<html>bad gateway</html>', ''), null],
    [new TypeError('Failed to fetch'), null],
  ])('say what the server said', (error, sentence) => expect(sentenceOf(error)).toBe(sentence));
  it('are a sentence where it is asked again', () =>
    expect(describeRetried(new DOMException('Connection too slow', 'TimeoutError'))).toBe(
      'Connection too slow, retrying.',
    ));
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

  describe('of a slow server', () => {
    beforeEach(() => vi.useFakeTimers());
    afterEach(() => vi.useRealTimers());
    /** Answers with `parts`, one each `everyMs`, and after them with silence or the end. */
    const answerSlowly = (parts: readonly string[], everyMs: number, isEnded: boolean) =>
      vi.stubGlobal('fetch', async (_path: string, { signal: ends }: { signal: AbortSignal }) => {
        const body = new ReadableStream<Uint8Array>({
          async start(controller) {
            ends.addEventListener('abort', () => controller.error(ends.reason));
            for (const part of parts) {
              await new Promise((resolve) => setTimeout(resolve, everyMs));
              controller.enqueue(new TextEncoder().encode(part));
            }
            if (isEnded) controller.close();
          },
        });
        return new Response(body);
      });

    it('gives up on an answer that does not come', async () => {
      vi.stubGlobal(
        'fetch',
        (_path: string, { signal: ends }: { signal: AbortSignal }) =>
          new Promise((_, reject) => ends.addEventListener('abort', () => reject(ends.reason))),
      );
      const asked = get('/api/x', schema, signal).catch(describeError);
      await vi.advanceTimersByTimeAsync(5_000);
      expect(await asked).toBe('The server did not answer within 5 s');
    });

    it('reads an answer that takes long and never falls silent', async () => {
      answerSlowly(['{"sta', 'tus":', '"ü', '"}'], 4_000, true);
      const asked = get('/api/x', schema, signal);
      await vi.advanceTimersByTimeAsync(16_000);
      expect(await asked).toEqual({ status: 'ü' });
    });

    it('gives up on an answer that falls silent in its midst', async () => {
      answerSlowly(['{"sta'], 4_000, false);
      const asked = get('/api/x', schema, signal).catch(describeError);
      await vi.advanceTimersByTimeAsync(9_000);
      expect(await asked).toBe('Connection too slow');
    });

    it('waits longer for a command that takes longer, and says how long', async () => {
      vi.stubGlobal('document', { cookie: '' });
      vi.stubGlobal('location', { protocol: 'http:' });
      answerSlowly([], 0, false);
      const asked = postJson('/api/x', {}, schema, 120_000).catch(describeError);
      await vi.advanceTimersByTimeAsync(120_000);
      expect(await asked).toBe('The server did not answer within 120 s');
    });
  });

  it('takes an answer that comes with a status of its own', async () => {
    answer(503, { status: 'failed' });
    expect(await get('/api/health', schema, signal, { answers: [503] })).toEqual({ status: 'failed' });
    answer(500, { status: 'failed' });
    await expect(get('/api/health', schema, signal, { answers: [503] })).rejects.toThrow(ApiError);
  });
});

describe('postJson', () => {
  afterEach(() => vi.unstubAllGlobals());
  const asked = (cookie: string, protocol = 'http:') => {
    const fetched = vi.fn(async (_path: string, _init: RequestInit) => new Response('{"ok":true}'));
    vi.stubGlobal('fetch', fetched);
    vi.stubGlobal('document', { cookie });
    vi.stubGlobal('location', { protocol });
    return fetched;
  };
  const schema = z.object({ ok: z.boolean() });

  it('sends JSON, the cookies and the token beside the session', async () => {
    const fetched = asked('theme=dark; csrf=t%2Foken; other=1');
    expect(await postJson('/api/x', { a: 1 }, schema)).toEqual({ ok: true });
    expect(fetched.mock.calls[0]?.[1]).toMatchObject({
      method: 'POST',
      credentials: 'include',
      body: '{"a":1}',
      headers: { 'content-type': 'application/json', 'X-CSRF-Token': 't/oken' },
    });
  });

  it('takes the token on https from a cookie that no other site can set', async () => {
    const fetched = asked('csrf=tossed; __Host-csrf=own', 'https:');
    await postJson('/api/x', {}, schema);
    expect(fetched.mock.calls[0]?.[1].headers).toMatchObject({ 'X-CSRF-Token': 'own' });
  });

  it.each(['', 'xcsrf=1', 'a=csrf=1'])('sends no token where there is none: "%s"', async (cookie) => {
    const fetched = asked(cookie);
    await postJson('/api/x', {}, schema);
    expect(Object.keys(fetched.mock.calls[0]?.[1].headers ?? {})).toEqual(['accept', 'content-type']);
  });

  it('throws the status and body of an answer that is not OK, and on a broken contract', async () => {
    asked('');
    vi.stubGlobal('fetch', async () => new Response('no', { status: 409 }));
    await expect(postJson('/api/x', {}, schema)).rejects.toThrow('409: no');
    vi.stubGlobal('fetch', async () => new Response('{"ok":1}'));
    await expect(postJson('/api/x', {}, schema)).rejects.toThrow(z.ZodError);
  });
});
