import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import {
  applyChange,
  HealthSummary,
  LIST_NAMES,
  MonitoringCount,
  PAGE_LISTS,
  ProfileName,
  StreamChange,
  StreamToken,
} from '@cryptonite/contracts/api';
import type { ListLeft } from '@cryptonite/contracts/events';
import { metricsOf } from '@cryptonite/contracts/metrics-server';
import { movedBy, totalOf } from '@cryptonite/contracts/metrics-testing';
import { RULES_VERSION } from '@cryptonite/contracts/rules';
import supertest from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { describeToken, measure, mintOf, REJECTED, START, scanOf } from '../../../testing/measurements.js';
import { EventStreamReader } from '../../../testing/read-stream.js';
import { startApp } from '../../../testing/start-app.js';
import type { Measured } from '../screening/view/said.js';
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
const changesOf = (reader: EventStreamReader) =>
  reader.of('change').map(({ data }) => StreamChange.parse(data));
const opened = (...all: EventStreamReader[]) =>
  Promise.all(all.map((reader) => reader.until(() => reader.of('health').length > 0)));
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
    expect(HealthSummary.parse(reader.of('health')[0]?.data).status).toBe('failed');
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

  it('is counted while it is open, and each writing to all of them told', async () => {
    const { query_api_streams, query_api_stream_delay_seconds } = metricsOf('query-api');
    const [one, another] = [await open(), await open()];
    await opened(one, another);
    expect(await totalOf(query_api_streams)).toBe(2);
    const moved = await movedBy({ query_api_stream_delay_seconds }, async () => {
      running.feed.say(next('a', { ...REJECTED, bondingProgressPercent: 41 }));
      await Promise.all([one, another].map((reader) => reader.until(() => reader.of('token').length > 0)));
    });
    expect(moved.query_api_stream_delay_seconds).toBeGreaterThan(0);
    one.close();
    await expect.poll(() => totalOf(query_api_streams)).toBe(1);
  });

  it('says at once what changes on the lists of its profile', async () => {
    const live = await open();
    const whitepaper = await open('?profile=whitepaper');
    await opened(live, whitepaper);
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
    expect(HealthSummary.parse(reader.of('health')[2]?.data).streamTime).toBe(clock);
  });
});

describe('what a stream says of a token', () => {
  it('is all of it first, then what changed', async () => {
    const reader = await open();
    await opened(reader);
    running.feed.say(next('k', { ...REJECTED, buyCount: 1 }));
    await reader.until(() => reader.of('token').length === 1);
    running.feed.say(next('k', { ...REJECTED, buyCount: 2 }));
    await reader.until(() => reader.of('change').length === 1);
    const [change] = changesOf(reader);
    expect(change?.token).toEqual({ tradeCount: 2, totalTrades: 2, measuredAt: clock });
    expect(change?.lists).toEqual({});
    const whole = applyChange(tokensOf(reader)[0]!, change!);
    expect(whole.token?.tradeCount).toBe(2);
    expect(StreamToken.parse(whole)).toEqual(whole);
    const late = await open();
    await opened(late);
    running.feed.say(next('k', { ...REJECTED, buyCount: 3 }));
    await reader.until(() => reader.of('change').length === 2);
    await late.until(() => late.of('token').length === 1);
    expect(tokensOf(late)).toMatchObject([{ mint: mintOf('k'), token: { tradeCount: 3 } }]);
  });

  it('is of the lists that its client named, and nothing while none of them holds it', async () => {
    const reader = await open('?lists=qualified.pumpfun,earlyStage');
    await opened(reader);
    running.feed.say(next('l', { live: { source: 'bonded' }, buyCount: 1 }));
    running.feed.say(next('m', { live: {} }));
    await reader.until(() => reader.of('token').length === 1);
    running.feed.say(next('l', { live: { source: 'pumpfun' }, buyCount: 2 }));
    await reader.until(() => reader.of('token').length === 2);
    expect(tokensOf(reader)).toMatchObject([
      { mint: mintOf('m'), lists: { qualified: { source: 'pumpfun' } } },
      { mint: mintOf('l'), token: { tradeCount: 2 }, lists: { qualified: { source: 'pumpfun' } } },
    ]);
    expect(reader.of('change')).toEqual([]);
  });

  it('is once more, as it is then, when it leaves the named lists for another', async () => {
    const reader = await open('?lists=rejected.pumpfun');
    await opened(reader);
    running.feed.say(next('s', { ...REJECTED, bondingProgressPercent: 84 }));
    await reader.until(() => reader.of('token').length === 1);
    const migrating = { bondingProgressPercent: 86, live: { ...REJECTED.live, source: 'bonded' } } as const;
    running.feed.say(next('s', { ...REJECTED, ...migrating, buyCount: 1 }));
    await reader.until(() => reader.of('change').length === 1);
    expect(changesOf(reader)).toMatchObject([
      { mint: mintOf('s'), token: { bondingCurveProgress: 86 }, lists: { rejected: null } },
    ]);
    // It is followed no further, and is news when it comes back.
    running.feed.say(next('s', { ...REJECTED, ...migrating, buyCount: 2 }));
    running.feed.say(next('s', { ...REJECTED, bondingProgressPercent: 84, buyCount: 3 }));
    await reader.until(() => reader.of('token').length === 2);
    expect(reader.of('change')).toHaveLength(1);
    expect(tokensOf(reader)[1]).toMatchObject({
      token: { tradeCount: 3 },
      lists: { rejected: { source: 'pumpfun' } },
    });
  });

  it('is at the pace of a second no more than that, but at once that a list takes it in', async () => {
    const reader = await open('?pace=second');
    await opened(reader);
    running.feed.say(next('n', { live: {}, buyCount: 1 }));
    await reader.until(() => reader.of('token').length === 1);
    const toldAt = performance.now();
    for (let buyCount = 2; buyCount < 30; buyCount++) running.feed.say(next('n', { live: {}, buyCount }));
    await reader.until(() => reader.of('change').length === 1);
    expect(performance.now() - toldAt).toBeGreaterThan(500);
    expect(changesOf(reader)[0]?.token).toMatchObject({ tradeCount: 29 });
    const changedAt = performance.now();
    running.feed.say(next('n', { ...REJECTED, buyCount: 30 }));
    await reader.until(() => reader.of('change').length === 2);
    expect(performance.now() - changedAt).toBeLessThan(500);
    expect(changesOf(reader)[1]?.lists).toMatchObject({ qualified: null, rejected: { source: 'pumpfun' } });
  });

  it('goes out compressed where the client takes that, as soon as it is said', async () => {
    const reader = await open('', { 'Accept-Encoding': 'br, gzip' });
    expect(reader.response.headers['content-encoding']).toBe('gzip');
    await opened(reader);
    const plain = await open('', { 'Accept-Encoding': 'gzip;q=0' });
    expect(plain.response.headers['content-encoding']).toBeUndefined();
    const saidAt = performance.now();
    running.feed.say(next('o', { live: {} }));
    await reader.until(() => reader.of('token').length === 1);
    expect(performance.now() - saidAt).toBeLessThan(500);
  });

  it('is refused for a list that there is not', async () => {
    const { status, body } = await supertest(running.server).get('/api/stream?lists=qualified,moon');
    expect(status).toBe(400);
    expect(body.error).toContain('qualified.pumpfun');
  });
});

describe('a token that leaves a list', () => {
  /** As the fold tells it, of the measurement that is not on the list. */
  const leaves = ({ measurement }: Measured, list: 'social' | 'liveDaily', reason: string): ListLeft => ({
    kind: 'ListLeft',
    id: `${measurement.mint}:${list}:${measurement.time}`,
    mint: measurement.mint,
    position: measurement.position,
    time: measurement.time,
    rulesVersion: RULES_VERSION,
    list,
    reason,
    values:
      list === 'social'
        ? [{ name: 'socialProof', verdict: 'fail', value: 4, limit: 5 }]
        : [
            { name: 'promoted', verdict: 'pass', value: 3, limit: 1 },
            { name: 'composite', verdict: 'fail', value: 29.123456789, limit: 30 },
          ],
  });

  it('is told with the first gate that it does not pass, once', async () => {
    const reader = await open();
    await opened(reader);
    running.feed.say(next('t', { on: ['social', 'liveDaily'] }));
    await reader.until(() => reader.of('token').length === 1);
    expect(tokensOf(reader)[0]).not.toHaveProperty('left');
    const lowered = 'Composite 29.1 is below 30';
    // It is measured again before it is told: the reason is beside the numbers that it left with.
    const leaving = next('t', { on: ['social'], buyCount: 7 });
    running.feed.say(leaves(leaving, 'liveDaily', lowered), leaving);
    running.feed.say(next('t', { on: ['social'], buyCount: 8 }));
    await reader.until(() => reader.of('change').length === 1);
    expect(changesOf(reader)[0]?.token).toMatchObject({ tradeCount: 8 });
    expect(changesOf(reader)[0]).toMatchObject({
      lists: { daily: null },
      left: {
        daily: {
          reason: lowered,
          gate: { name: 'composite', verdict: 'fail', value: 29.12346, limit: 30 },
          item: { mint: mintOf('t'), tradeCount: 7, measuredAt: leaving.measurement.time },
        },
      },
    });
    running.feed.say(next('t', { on: ['social'], buyCount: 9 }));
    await reader.until(() => reader.of('change').length === 2);
    expect(changesOf(reader)[1]).not.toHaveProperty('left');

    const hidden = 'Rug risk 83 is above 80';
    const off = next('t');
    running.feed.say(leaves(off, 'social', hidden), off);
    await reader.until(() => reader.of('token').length === 2);
    expect(tokensOf(reader)[1]).toMatchObject({
      token: null,
      lists: {},
      left: { social: { reason: hidden, gate: null, item: { mint: mintOf('t') } } },
    });
    expect(Object.keys(tokensOf(reader)[1]?.left ?? {})).toEqual(['social']);
  });

  it('is told so to one that comes back after it', async () => {
    const before = await open();
    await opened(before);
    running.feed.say(next('u', { on: ['social'] }));
    await before.until(() => tokensOf(before).some(({ mint }) => mint === mintOf('u')));
    const seen = before.lastId ?? expect.fail('no id came');
    before.close();
    const few = 'Social proof 4 posts in 24 h is below 5';
    const off = next('u');
    running.feed.say(leaves(off, 'social', few), off);
    const after = await open('', { 'Last-Event-ID': seen });
    await after.until(() => after.of('token').length === 1);
    expect(tokensOf(after)[0]).toMatchObject({
      token: null,
      left: {
        social: {
          reason: few,
          gate: { name: 'socialProof', value: 4, limit: 5 },
          item: { mint: mintOf('u'), measuredAt: clock },
        },
      },
    });
  });
});

describe('a stream that comes back', () => {
  it('goes on from where a list was answered', async () => {
    running.feed.say(next('p', { live: {} }));
    const { body } = await supertest(running.server).get('/api/tokens/qualified').expect(200);
    running.feed.say(next('q', { live: {} }));
    const reader = await open(`?pace=second&lists=qualified&after=${encodeURIComponent(body.position)}`);
    await opened(reader);
    expect(reader.of('reset')).toEqual([]);
    expect(tokensOf(reader).map(({ mint }) => mint)).toEqual([mintOf('q')]);
  });

  it('hears at the pace of a second what it had not been told', async () => {
    const before = await open('?pace=second');
    await before.until(() => before.lastId !== null && before.of('health').length > 3);
    running.feed.say(next('r', { live: {}, buyCount: 1 }));
    await before.until(() => tokensOf(before).some(({ mint }) => mint === mintOf('r')));
    running.feed.say(next('r', { live: {}, buyCount: 2 }));
    const seen = before.lastId ?? expect.fail('no id came');
    before.close();
    const after = await open('?pace=second', { 'Last-Event-ID': seen });
    await after.until(() => tokensOf(after).some(({ token }) => token?.tradeCount === 2));
    expect(after.of('reset')).toEqual([]);
  });

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

  it('are of two kinds that nobody else has, of one caller; what others have is open to all', async () => {
    const proxied = await startApp({ TRUSTED_PROXIES: '127.0.0.1' });
    onTestFinished(() => proxied.app.close());
    const openAs = (visitor: string, query: string) =>
      EventStreamReader.open(`${proxied.url}/api/stream${query}`, { 'X-Forwarded-For': visitor });
    await openAs('203.0.113.1', '?lists=qualified');
    const second = await openAs('203.0.113.1', '?lists=ultimate,rejected');
    await openAs('203.0.113.1', '?lists=rejected,ultimate');
    const askThird = () =>
      supertest(proxied.server).get('/api/stream?pace=second').set('X-Forwarded-For', '203.0.113.1');
    const { status, body } = await askThird();
    expect([status, body.code]).toEqual([429, 'rate_limited']);
    expect(body.error).toContain('poll the lists');
    await openAs('203.0.113.2', '?pace=second');
    await openAs('203.0.113.1', '?pace=second');
    expect(proxied.app.get(StreamHub).clientCount).toBe(5);
    second.close();
  });

  describe('of as many kinds as may be', () => {
    /** For each number another, and none that the page asks for: its bits name lists. */
    const kind = (nth: number) =>
      `?lists=${['qualified.bonded', ...LIST_NAMES.filter((_, bit) => (nth >> bit) % 2 === 1)].join()}`;

    async function startForAll() {
      const proxied = await startApp({ TRUSTED_PROXIES: '127.0.0.1' });
      onTestFinished(() => proxied.app.close());
      const kinds = { next: 0 };
      const openAs = (visitor: string, query = kind(kinds.next++)) =>
        EventStreamReader.open(`${proxied.url}/api/stream${query}`, { 'X-Forwarded-For': visitor });
      const isRefused = async (visitor: string, query = kind(kinds.next++)) => {
        const reader = await openAs(visitor, query);
        return reader.response.statusCode === 429;
      };
      return { openAs, isRefused, hub: proxied.app.get(StreamHub) };
    }

    it('a company has four times what a visitor has, by however many networks it asks', async () => {
      const { isRefused, hub } = await startForAll();
      const refused: boolean[] = [];
      for (let subnet = 0; subnet < 32; subnet += 1)
        for (const _ of [1, 2]) refused.push(await isRefused(`2001:db8:7:${(subnet * 256).toString(16)}::1`));
      expect(refused.filter((is) => !is)).toHaveLength(8);
      expect(hub.kindCount).toBe(8);
      expect(await isRefused('198.51.100.1')).toBe(false);
    });

    it('who holds most gives way to who holds fewer, and the page is told whatever others ask for', async () => {
      const { openAs, isRefused, hub } = await startForAll();
      const taken: EventStreamReader[] = [];
      for (let company = 0; company < 6; company += 1)
        for (let nth = 0; nth < 8; nth += 1)
          taken.push(await openAs(`2001:db8:${company}:${(nth * 256).toString(16)}::1`));
      expect(hub.kindCount).toBe(48);
      expect(await isRefused('198.51.100.1')).toBe(false);
      await taken[0]!.until(() => taken[0]!.isClosed);
      expect(taken.slice(1).some(({ isClosed }) => isClosed)).toBe(false);
      expect(hub.kindCount).toBe(48);
      for (const profile of ProfileName.options)
        for (const lists of PAGE_LISTS) {
          const query = `?profile=${profile}&pace=second&lists=${lists.join()}`;
          expect(await isRefused('198.51.100.2', query)).toBe(false);
        }
      expect(hub.kindCount).toBe(64);
    });

    it('they count for who asked first, whoever joins them', async () => {
      const { openAs, isRefused } = await startForAll();
      for (const query of ['?lists=qualified', '?lists=rejected'])
        for (const visitor of ['203.0.113.1', '203.0.113.2']) await openAs(visitor, query);
      expect(await isRefused('203.0.113.1')).toBe(true);
      expect(await isRefused('203.0.113.2')).toBe(false);
    });
  });

  it('go on without a client that does not read', async () => {
    const { host, hostname, port } = new URL(running.url);
    const slow = connect(Number(port), hostname);
    slow.on('error', () => {});
    slow.write(`GET /api/stream HTTP/1.1\r\nHost: ${host}\r\nAccept-Encoding: gzip\r\n\r\n`);
    await new Promise((resolve) => slow.once('data', resolve));
    slow.pause();
    onTestFinished(() => void slow.destroy());
    const quick = await open('', { 'Accept-Encoding': 'gzip' });
    await opened(quick);
    expect(hub().clientCount).toBe(2);
    const letters = [...'123456789abcdefghijkmnopqrstuvwxyz'];
    const mints = letters.flatMap((a) => letters.slice(0, 12).map((b) => mintOf(a + b).slice(1)));
    for (let round = 0; round < 60 && hub().clientCount === 2; round++) {
      const time = ++clock;
      const told = quick.of('token').length + quick.of('change').length;
      for (const mint of mints) {
        // Nothing that packing makes smaller by much.
        const symbol = randomBytes(1_500).toString('base64');
        running.feed.say(describeToken(mint, { symbol, name: symbol }));
      }
      running.feed.say(...mints.map((mint) => measure(mint, { live: {}, time })));
      await quick.until(() => quick.of('token').length + quick.of('change').length === told + mints.length);
    }
    expect(hub().clientCount).toBe(1);
    expect(quick.isClosed).toBe(false);
  });

  it('end with the server, for who has them packed or not', async () => {
    const other = await startApp();
    const open = (encoding: string) =>
      EventStreamReader.open(`${other.url}/api/stream`, { 'Accept-Encoding': encoding });
    const both = await Promise.all([open('identity'), open('gzip')]);
    await opened(...both);
    await other.app.close();
    await Promise.all(both.map((reader) => reader.until(() => reader.isClosed)));
    for (const reader of both) expect(reader.of('reset')).toHaveLength(1);
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
