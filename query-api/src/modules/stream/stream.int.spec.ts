import { connect } from 'node:net';
import { Health, MonitoringCount, StreamToken } from '@cryptonite/contracts/api';
import supertest from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { describeToken, measure, mintOf, REJECTED, START, scanOf } from '../../../testing/measurements.js';
import { EventStreamReader } from '../../../testing/read-stream.js';
import { startApp } from '../../../testing/start-app.js';
import { StreamHub } from './stream-hub.js';

let running: Awaited<ReturnType<typeof startApp>>;
let clock = START;
const readers: EventStreamReader[] = [];

async function open(query = '', headers: Record<string, string> = {}): Promise<EventStreamReader> {
  const reader = await EventStreamReader.open(`${running.url}/api/stream${query}`, headers);
  readers.push(reader);
  return reader;
}
const hub = () => running.app.get(StreamHub);
const tokensOf = (reader: EventStreamReader) => reader.of('token').map(({ data }) => StreamToken.parse(data));
/** A newer measurement of a token. */
const next = (letter: string, change: Parameters<typeof measure>[1] = {}) =>
  measure(mintOf(letter), { time: ++clock, ...change });

beforeAll(async () => {
  running = await startApp();
});
afterEach(async () => {
  for (const reader of readers.splice(0)) reader.close();
  while (hub().clientCount > 0) await new Promise((resolve) => setTimeout(resolve, 10));
});
afterAll(() => running.app.close());

describe('a stream', () => {
  it('opens before the lists are loaded, and says when they are there', async () => {
    const reader = await open();
    await reader.until(() => reader.of('health').length > 0);
    expect(Health.parse(reader.of('health')[0]?.data).status).toBe('failed');
    expect(reader.of('monitoring')).toEqual([]);
    running.feed.load(scanOf());
    await reader.until(() => reader.of('reset').length === 2);
    expect(reader.lastId).toBe('0:0');
  });

  it('is not to be stored, changed or held back on its way', async () => {
    const { headers } = (await open()).response;
    expect(headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    expect(headers['content-encoding']).toBeUndefined();
  });

  it('says at once what changes on the lists of its profile', async () => {
    const live = await open();
    const whitepaper = await open('?profile=whitepaper');
    await Promise.all([live, whitepaper].map((reader) => reader.until(() => reader.of('health').length > 0)));
    const saidAt = Date.now();
    running.feed.say(next('a', { ...REJECTED, bondingProgressPercent: 42 }));
    await Promise.all([live, whitepaper].map((reader) => reader.until(() => reader.of('token').length > 0)));
    expect(Date.now() - saidAt).toBeLessThan(1_000);
    expect(tokensOf(live)).toMatchObject([
      {
        mint: mintOf('a'),
        profile: 'live',
        token: { bondingCurveProgress: 42 },
        lists: {
          rejected: { rejectionReason: 'Buy ratio 0.8x is below 1.2x' },
          earlyStage: { source: 'discovery' },
        },
        asOf: clock,
      },
    ]);
    expect(tokensOf(whitepaper)).toMatchObject([
      { profile: 'whitepaper', token: { bondingCurveProgress: 42 } },
    ]);
    expect(Object.keys(tokensOf(whitepaper)[0]?.lists ?? {})).toEqual(['earlyStage']);
  });

  it('says of a burst only how each token ends up, and that a token left', async () => {
    running.feed.say(next('b', { live: {} }));
    const reader = await open();
    await reader.until(() => reader.of('health').length > 0);
    running.feed.say(next('c', { live: {}, buyCount: 1 }), next('c', { live: {}, buyCount: 2 }), next('b'));
    await reader.until(() => reader.of('token').length === 2);
    expect(tokensOf(reader)).toMatchObject([
      { mint: mintOf('c'), token: { tradeCount: 2 } },
      { mint: mintOf('b'), token: null, lists: {} },
    ]);
    expect(reader.of('token').map(({ id }) => id !== null)).toEqual([false, true]);
  });

  it('brings counts and health every second', async () => {
    const reader = await open();
    await reader.until(() => reader.of('health').length >= 3);
    expect(MonitoringCount.parse(reader.of('monitoring')[0]?.data)).toMatchObject({ count: 340 });
    expect(Health.parse(reader.of('health')[2]?.data).streamTime).toBe(clock);
  });
});

describe('a stream that comes back', () => {
  it('hears what it has missed, and nothing twice', async () => {
    const before = await open();
    running.feed.say(next('d', { live: {} }));
    await before.until(() => tokensOf(before).some(({ mint }) => mint === mintOf('d')));
    const seen = before.lastId ?? expect.fail('no id came');
    before.close();
    running.feed.say(next('e', { live: {}, buyCount: 1 }), next('e', { live: {}, buyCount: 5 }), next('d'));
    const after = await open('', { 'Last-Event-ID': seen });
    await after.until(() => after.of('health').length > 0);
    expect(after.of('reset')).toEqual([]);
    expect(tokensOf(after)).toMatchObject([
      { mint: mintOf('e'), token: { tradeCount: 5 } },
      { mint: mintOf('d'), token: null },
    ]);
  });

  it.each(['0:999999', '0:0,1:5', 'nonsense', ''])('is told to begin anew after %j', async (seen) => {
    const reader = await open('', { 'Last-Event-ID': seen });
    await reader.until(() => reader.of('health').length > 0);
    expect(reader.events[0]?.event).toBe('reset');
    expect(reader.lastId).toMatch(/^0:\d+$/);
  });
});

describe('streams', () => {
  it('are limited by caller, with a clear refusal', async () => {
    for (let i = 0; i < 20; i++) await open();
    const { status, body, headers } = await supertest(running.server).get('/api/stream');
    expect(status).toBe(429);
    expect(headers['retry-after']).toBe('30');
    expect(body).toMatchObject({ code: 'rate_limited', error: expect.stringContaining('20 streams') });
  });

  it('go on without a client that does not read', async () => {
    const slow = connect(Number(new URL(running.url).port), '127.0.0.1');
    slow.on('error', () => {});
    slow.write('GET /api/stream HTTP/1.1\r\nHost: x\r\n\r\n');
    await new Promise((resolve) => slow.once('data', resolve));
    slow.pause();
    const quick = await open();
    const symbol = '漢'.repeat(2_000);
    const letters = [...'123456789abcdefghijkmnopqrstuvwxyz'];
    const mints = letters.flatMap((a) => letters.slice(0, 12).map((b) => mintOf(a + b).slice(1)));
    running.feed.say(...mints.map((mint) => describeToken(mint, { symbol, name: symbol })));
    for (let round = 0; round < 30 && hub().clientCount === 2; round++) {
      const time = ++clock;
      running.feed.say(...mints.map((mint) => measure(mint, { live: {}, time })));
      await quick.until(() => quick.of('token').length === (round + 1) * mints.length);
    }
    expect(hub().clientCount).toBe(1);
    expect(quick.isClosed).toBe(false);
    slow.destroy();
  });

  it('are told to read the lists anew when very much changes at once', async () => {
    const reader = await open();
    await reader.until(() => reader.of('health').length > 0);
    const letters = [...'123456789abcdefghijkmnopqrstuvwxyz'];
    const mints = letters.flatMap((a) => letters.map((b) => mintOf(a + b).slice(1)));
    const time = ++clock;
    running.feed.say(...mints.map((mint) => measure(mint, { live: {}, time })));
    await reader.until(() => reader.of('reset').length === 2);
    expect(reader.of('token')).toEqual([]);
  });

  it('answer HEAD without opening', async () => {
    await supertest(running.server).head('/api/stream').expect(200);
    expect(hub().clientCount).toBe(0);
  });
});
