import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@clickhouse/client';
import { type Health, QualifiedTokens, RejectedTokens, StreamToken } from '@cryptonite/contracts/api';
import { encodeScreeningEvent, screeningSamples } from '@cryptonite/contracts/events';
import { TRAIL } from '@cryptonite/contracts/rules';
import { TOPICS } from '@cryptonite/contracts/topics';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Kafka, logLevel } from 'kafkajs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { describeToken, encode, measure, mintOf, START, scanOf } from '../../../../testing/measurements.js';
import { EventStreamReader } from '../../../../testing/read-stream.js';
import { healthOf as tellHealth } from '../../../../testing/start-app.js';
import { storeMeasured, utc } from '../../../../testing/store-measured.js';
import { startStores } from '../../../../testing/stores.js';
import { appWith } from '../../../app.module.js';
import { configureApp } from '../../../configure-app.js';
import { readConfig } from '../../../platform/config/config.js';
import type { Said } from '../view/said.js';

const TOPIC = TOPICS.screening.name;
/** Late in a step of trails: what is stored of 30, 21 and 1 s before lies in three different ones, whenever the test runs. */
const NOW = Math.floor(Date.now() / TRAIL.stepMs) * TRAIL.stepMs - 1_000;
/** Other than the defaults: the groups are those that configuration names. */
const GROUPS = { SCREENER_GROUP_ID: 'screener-2', SINK_GROUP_ID: 'sink-2' };
let stores: Awaited<ReturnType<typeof startStores>>;
let kafka: Kafka;
/** A tape may be as old as it likes. */
const past = { source: { kind: 'tape' as const, name: 'test.tape' } };
const shown = (mint: string, change: Parameters<typeof measure>[1]) =>
  measure(mint, { live: {}, lastTradeAt: NOW, ...change });
/** A row as it was stored before there were frames. */
const before = {
  ...screeningSamples.find(({ kind }) => kind === 'TokenScored'),
  mint: mintOf('w'),
  time: NOW,
  lastTradeAt: NOW,
};
const apps: NestExpressApplication[] = [];

beforeAll(async () => {
  stores = await startStores();
  kafka = new Kafka({
    brokers: [stores.env.KAFKA_BROKERS],
    logLevel: logLevel.NOTHING,
    retry: { initialRetryTime: 5 },
    sasl: { mechanism: 'plain', username: stores.env.KAFKA_USERNAME, password: stores.env.KAFKA_PASSWORD },
  });
  // What the sink has stored: b is in the tables only, a and the scans are behind what the topic holds.
  await publish(0, shown(mintOf('z'), { time: NOW }), shown(mintOf('a'), { time: NOW, buyCount: 1 }));
  await publish(1, scanOf({ ...past, partition: 1, time: NOW, recordsRead: 10 }));
  await store([
    shown(mintOf('a'), { time: NOW - 1, buyCount: 0 }),
    shown(mintOf('a'), { time: NOW, buyCount: 1 }),
    shown(mintOf('b'), { time: NOW - 21_000, priceQuote: 2 }),
    shown(mintOf('b'), {
      live: { listedAt: START + 5 },
      time: NOW - 1_000,
      priceQuote: 3,
      contractRisk: 50,
    }),
    measure(mintOf('y'), { time: NOW - 1_000 }),
  ]);
  await commitSink({ 0: 2, 1: 1 });
  // What it has not stored yet.
  await publish(0, shown(mintOf('a'), { time: NOW + 1, buyCount: 2 }), shown(mintOf('c'), { time: NOW }));
});
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});
afterAll(() => stores.stop());

/** As the screener does it: in a transaction. */
async function publish(partition: number, ...events: Said[]): Promise<void> {
  const producer = kafka.producer({
    transactionalId: `screener-${partition}`,
    idempotent: true,
    maxInFlightRequests: 1,
  });
  await producer.connect();
  const transaction = await producer.transaction();
  await transaction.send({
    topic: TOPIC,
    messages: events.map((event) => ({ partition, value: encode(event) })),
  });
  await transaction.commit();
  await producer.disconnect();
}

async function commitSink(offsets: Record<number, number>): Promise<void> {
  const admin = kafka.admin();
  await admin.connect();
  await admin.setOffsets({
    groupId: GROUPS.SINK_GROUP_ID,
    topic: TOPIC,
    partitions: Object.entries(offsets).map(([partition, offset]) => ({
      partition: Number(partition),
      offset: String(offset),
    })),
  });
  await admin.disconnect();
}

/** As the sink stores what was said before `utc` times: measurements by way of their table, whose views do the rest. */
async function store(tokens: ReturnType<typeof measure>[]): Promise<void> {
  const clickhouse = createClient({
    url: stores.env.CLICKHOUSE_URL,
    username: stores.env.CLICKHOUSE_USER,
    password: stores.env.CLICKHOUSE_PASSWORD,
    database: stores.env.CLICKHOUSE_DATABASE,
  });
  const insert = (table: string, ...values: object[]) =>
    clickhouse.insert({ table, format: 'JSONEachRow', values });
  for (const token of tokens) await storeMeasured(clickhouse, token);
  const { position, ...b } = describeToken(mintOf('b'), { symbol: 'STORED' });
  await insert('tokens_described_latest_unmerged', {
    mint: b.mint,
    time: utc(NOW - 1_000),
    position,
    rules_version: 1,
    source_kind: b.source.kind,
    source_name: b.source.name,
    symbol: b.symbol,
    creator: b.creator,
    seen_since_creation: true,
    quote_mint: b.quoteMint,
    quote_decimals: 9,
    description: 'A stored token.',
  });
  const found = (time: number, points: number) => ({
    mint: b.mint,
    time: utc(time),
    position,
    rules_version: 2,
    source_kind: b.source.kind,
    source_name: b.source.name,
    layer: 'contract',
    layer_points: points,
    name: 'mintAuthority',
    level: points > 0 ? 'danger' : 'note',
    points,
    value: Number(points > 0),
    limit_value: null,
    evidence: [b.mint],
    id: `assessed ${time}`,
  });
  await insert('layers_assessed', found(NOW - 2_000, 0), found(NOW - 1_000, 50), found(NOW - 3_000, 0));
  await insert('price_trails_latest_unmerged', {
    mint: b.mint,
    time: utc(NOW - 30_000),
    position,
    closes: [...Array(29).fill(null), 1],
  });
  const scan = scanOf({ ...past, partition: 0, time: NOW });
  await insert('scans_latest_unmerged', {
    partition: 0,
    time: utc(scan.time),
    event: encodeScreeningEvent(scan),
  });
  await insert('token_scores_latest_unmerged', {
    mint: before.mint,
    time: utc(NOW),
    live_source: 'pumpfun',
    live_verdict: 'rejected',
    event: JSON.stringify(before),
  });
  await clickhouse.close();
}

async function startApp(): Promise<string> {
  const app = await NestFactory.create<NestExpressApplication>(
    appWith(readConfig({ ...stores.env, ...GROUPS })),
    {
      bodyParser: false,
      forceCloseConnections: true,
      logger: false,
    },
  );
  apps.push(app);
  configureApp(app, {
    HOST: '127.0.0.1',
    WEB_DIST: undefined,
    REQUESTS_PER_SECOND: 50,
    TRUSTED_PROXIES: [],
    STREAMS_MAX: 1_000,
    STREAMS_PER_CALLER: 20,
  });
  await app.listen(0, '127.0.0.1');
  return urlOf(app);
}
const urlOf = (app: NestExpressApplication) =>
  `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo | null)?.port}`;

async function until<T>(
  look: () => Promise<T>,
  isThere: (seen: T) => boolean,
  withinMs = 20_000,
): Promise<T> {
  const giveUpAt = Date.now() + withinMs;
  for (;;) {
    const seen = await look();
    if (isThere(seen)) return seen;
    if (Date.now() > giveUpAt)
      throw new Error(`not so after ${withinMs} ms: ${JSON.stringify(seen).slice(0, 3_000)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const healthOf = (url: string): Promise<Health> => {
  const app = apps.find((each) => urlOf(each) === url);
  if (!app) throw new Error(`nothing was started at ${url}`);
  return tellHealth(app);
};
const untilHealth = (url: string, isThere: (health: Health) => boolean) =>
  until(() => healthOf(url), isThere);

async function qualified(url: string) {
  const { items } = QualifiedTokens.parse(await (await fetch(`${url}/api/tokens/qualified`)).json());
  return Object.fromEntries(items.map(({ mint, tradeCount }) => [mint.at(-5), tradeCount]));
}

describe('the feed', () => {
  it('joins what is stored with what the topic holds behind it', async () => {
    const url = await startApp();
    await untilHealth(url, ({ problems }) => problems.length === 0);
    expect(await qualified(url)).toEqual({ a: 2, b: 1, c: 1 });
    const { items } = QualifiedTokens.parse(await (await fetch(`${url}/api/tokens/qualified`)).json());
    const b = items.find(({ mint }) => mint === mintOf('b'));
    expect(b).toMatchObject({ symbol: 'STORED', description: 'A stored token.' });
    expect(b?.indicators).toContain('Mint authority');
    expect(b?.priceTrail).toHaveLength(30);
    expect([...new Set(b?.priceTrail)]).toEqual([null, 1, 2, 3]);
    const rejected = RejectedTokens.parse(await (await fetch(`${url}/api/tokens/rejected`)).json());
    expect(rejected.items).toMatchObject([
      { mint: mintOf('w'), rejectionReason: 'Buy ratio 1.0x is below 1.2x', priceTrail: [null, 6.0737e-8] },
    ]);
    const reader = await EventStreamReader.open(`${url}/api/stream`);
    await reader.until(() => reader.of('health').length > 0);
    const saidAt = performance.now();
    await publish(0, shown(mintOf('d'), { time: NOW + 5 }));
    await reader.until(() => reader.of('token').length > 0);
    const tookMs = performance.now() - saidAt;
    expect(StreamToken.parse(reader.of('token')[0]?.data)).toMatchObject({
      mint: mintOf('d'),
      lists: { qualified: { source: 'pumpfun' } },
    });
    expect(tookMs).toBeLessThan(2_000);
    reader.close();
  });

  it('tells how much the sink has still to store, without the marks of transactions', async () => {
    const url = await startApp();
    const { topics, stores: probed } = await untilHealth(
      url,
      (health) => health.problems.length === 0 && health.topics.some(({ lag }) => lag !== null),
    );
    expect(probed).toMatchObject([
      { name: 'clickhouse', status: 'up' },
      { name: 'kafka', status: 'up' },
    ]);
    // The journal is empty: nobody is behind.
    const journalLag = topics.find(
      ({ group, topic }) => group === GROUPS.SCREENER_GROUP_ID && topic === 'tokens.journal',
    )?.lag;
    expect(journalLag).toBe(0);
    await commitSink({ 0: 7, 1: 0 });
    const lagOf = ({ topics: all }: Health) => all.find(({ topic }) => topic === TOPIC)?.lag;
    await untilHealth(url, (health) => lagOf(health) === 1);
    await commitSink({ 0: 7, 1: 1 });
    await untilHealth(url, (health) => lagOf(health) === 0);
  });

  it('goes on when Kafka was killed and is back, and says so in between', async () => {
    const url = await startApp();
    await untilHealth(url, ({ problems }) => problems.length === 0);
    await stores.kafka.kill();
    await untilHealth(url, ({ status, problems }) => status === 'failed' && /Kafka/.test(problems.join()));
    expect(await qualified(url)).toMatchObject({ b: 1 });
    await stores.kafka.start();
    await untilHealth(url, ({ problems }) => problems.length === 0);
    await publish(1, shown(mintOf('e'), { time: NOW + 6, buyCount: 6 }));
    await until(
      () => qualified(url),
      (tokens) => tokens.e === 6,
    );
  });

  it('stops while Kafka is frozen, without waiting for its answers', async () => {
    const url = await startApp();
    await untilHealth(url, ({ problems }) => problems.length === 0);
    stores.kafka.signal('SIGSTOP');
    try {
      const stopped = apps
        .pop()!
        .close()
        .then(() => 'stopped');
      // An answer is waited for 30 s, several times over.
      expect(await Promise.race([stopped, delay(15_000, 'still waits')])).toBe('stopped');
    } finally {
      stores.kafka.signal('SIGCONT');
    }
  });

  it('reads the topic from its beginning while ClickHouse is away', async () => {
    await stores.clickhouse.kill();
    const url = await startApp();
    const startedAt = Date.now();
    expect(await healthOf(url)).toMatchObject({ status: 'failed' });
    expect(Date.now() - startedAt).toBeLessThan(2_000);
    await until(
      () => fetch(`${url}/api/tokens/qualified`),
      ({ status }) => status === 200,
    );
    expect(await qualified(url)).toMatchObject({ z: 1, a: 2 });
    const { status, problems } = await healthOf(url);
    expect(status).toBe('degraded');
    expect(problems).toEqual([expect.stringMatching(/^ClickHouse does not answer/)]);
    await stores.clickhouse.start();
    await untilHealth(url, (health) => health.problems.length === 0);
  });
});
