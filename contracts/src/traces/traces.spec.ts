import { expect, it } from 'vitest';
import { z } from 'zod';
import { openTraces, traceHeader, tracesVariables } from './index.js';

/** Nothing listens there: what cannot be told is dropped. */
const NOBODY = { TRACES_URL: 'http://127.0.0.1:9', TRACES_SHARE: 1 };
const PARENT = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;

it('is nothing without a collector', async () => {
  expect(await openTraces('ingest', { TRACES_SHARE: 1 })).toBeNull();
});

it.each([
  [0, 0, 0],
  [0.5, 700, 1_300],
  [1, 2_000, 2_000],
])('of %s of 2,000 begins %s to %s', async (share, least, most) => {
  const traces = await openTraces('ingest', { ...NOBODY, TRACES_SHARE: share });
  const begun = Array.from({ length: 2_000 }, () => traces?.begin('journal', Date.now(), {})).filter(Boolean);
  expect(begun.length).toBeGreaterThanOrEqual(least);
  expect(begun.length).toBeLessThanOrEqual(most);
});

it('goes on with each trace that a header names, whatever share begins', async () => {
  const traces = (await openTraces('screener', { ...NOBODY, TRACES_SHARE: 0 }))!;
  const other = PARENT.replaceAll('a', 'c');
  const spans = traces.goOn('fold', Date.now(), Buffer.from(`${PARENT},${other}`));
  expect(spans.map(({ traceparent }) => traceparent.slice(3, 35))).toEqual(['a'.repeat(32), 'c'.repeat(32)]);
  expect(traceHeader(spans)).toBe(spans.map(({ traceparent }) => traceparent).join(','));
});

it('ends though nobody takes what it has to tell', async () => {
  const traces = (await openTraces('ingest', NOBODY))!;
  traces.begin('journal', Date.now(), {})?.end();
  await expect(traces.close()).resolves.toBeUndefined();
});

it.each([undefined, '', 'x', PARENT.replace(/01$/, '00'), `${PARENT}x`, '00-0-0-01'])(
  'goes on with nothing for %s',
  async (header) => {
    const traces = await openTraces('screener', NOBODY);
    expect(traces?.goOn('fold', Date.now(), header)).toEqual([]);
  },
);

it('a header names no more than sixteen', async () => {
  const traces = (await openTraces('screener', NOBODY))!;
  const spans = traces.goOn('fold', Date.now(), Array(40).fill(PARENT).join());
  expect(spans).toHaveLength(16);
  expect(traceHeader([...spans, ...spans])?.split(',')).toHaveLength(16);
  expect(traceHeader([])).toBeUndefined();
});

it.each([
  [{ TRACES_URL: 'collector:4318' }, 'TRACES_URL must be http://host:port'],
  [{ TRACES_SHARE: '2' }, 'TRACES_SHARE must be a share from 0 to 1'],
  [{ TRACES_SHARE: 'all' }, 'TRACES_SHARE must be a share from 0 to 1'],
])('%o is refused', (env, words) => {
  const { error } = z.object(tracesVariables).safeParse(env);
  expect(error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`)).toEqual([words]);
});
