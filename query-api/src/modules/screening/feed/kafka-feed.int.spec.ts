import type { AddressInfo } from 'node:net';
import { createClient } from '@clickhouse/client';
import { Health, QualifiedTokens, StreamToken } from '@cryptonite/contracts/api';
import type { ScreeningEvent } from '@cryptonite/contracts/events';
import { TOPICS } from '@cryptonite/contracts/topics';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Kafka, logLevel } from 'kafkajs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { encode, measure, mintOf, positionAt, START, scanOf } from '../../../../testing/measurements.js';
import { EventStreamReader } from '../../../../testing/read-stream.js';
import { startStores } from '../../../../testing/stores.js';
import { appWith } from '../../../app.module.js';
import { configureApp } from '../../../configure-app.js';
import { readConfig } from '../../../platform/config/config.js';

const TOPIC = TOPICS.screening.name;
const NOW = Date.now();
/** Other than the defaults: the groups are those that configuration names. */
const GROUPS = { SCREENER_GROUP_ID: 'screener-2', SINK_GROUP_ID: 'sink-2' };
let stores: Awaited<ReturnType<typeof startStores>>;
let kafka: Kafka;
/** A tape may be as old as it likes. */
const past = { source: { kind: 'tape' as const, name: 'test.tape' } };
const shown = (mint: string, change: Parameters<typeof measure>[1]) =>
  measure(mint, { live: {}, lastTradeAt: NOW, ...change });
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
  await publish(0, shown(mintOf('z'), { time: NOW }), shown(mintOf('a'), { time: NOW, tradeCount: 1 }));
  await publish(1, scanOf({ ...past, partition: 1, time: NOW, recordsRead: 10 }));
  await store(
    shown(mintOf('a'), { time: NOW - 1, tradeCount: 0 }),
    shown(mintOf('a'), { time: NOW, tradeCount: 1 }),
    shown(mintOf('b'), { live: { listedAt: START + 5 }, time: NOW - 1_000 }),
    measure(mintOf('y'), { time: NOW - 1_000 }),
  );
  await commitSink({ 0: 2, 1: 1 });
  // What it has not stored yet.
  await publish(0, shown(mintOf('a'), { time: NOW + 1, tradeCount: 2 }), shown(mintOf('c'), { time: NOW }));
});
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});
afterAll(() => stores.stop());

/** As the screener does it: in a transaction. */
async function publish(partition: number, ...events: ScreeningEvent[]): Promise<void> {
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

async function store(...tokens: ReturnType<typeof measure>[]): Promise<void> {
  const clickhouse = createClient({
    url: stores.env.CLICKHOUSE_URL,
    username: stores.env.CLICKHOUSE_USER,
    password: stores.env.CLICKHOUSE_PASSWORD,
    database: stores.env.CLICKHOUSE_DATABASE,
  });
  const utc = (time: number) => new Date(time).toISOString().replace('T', ' ').replace('Z', '');
  await clickhouse.insert({
    table: 'token_scores_latest',
    format: 'JSONEachRow',
    values: tokens.map((token) => ({
      mint: token.mint,
      time: utc(token.time),
      position: positionAt(1),
      rules_version: 1,
      lifecycle: token.lifecycle,
      bonding_progress_percent: token.bondingProgressPercent,
      live_source: token.profiles.live.listing?.source ?? '',
      live_verdict: token.profiles.live.listing?.verdict ?? '',
      whitepaper_source: '',
      whitepaper_verdict: '',
      event: encode(token),
    })),
  });
  const scan = scanOf({ ...past, partition: 0, time: NOW });
  await clickhouse.insert({
    table: 'scans_latest',
    format: 'JSONEachRow',
    values: [{ partition: 0, time: utc(scan.time), event: encode(scan) }],
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
  configureApp(app, { HOST: '127.0.0.1', WEB_DIST: undefined });
  await app.listen(0, '127.0.0.1');
  return `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`;
}

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

const healthOf = async (url: string) => Health.parse(await (await fetch(`${url}/api/health`)).json());
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
    const reader = await EventStreamReader.open(`${url}/api/stream`);
    await reader.until(() => reader.of('health').length > 0);
    const saidAt = performance.now();
    await publish(0, shown(mintOf('d'), { time: NOW + 5 }));
    await reader.until(() => reader.of('token').length > 0);
    const tookMs = performance.now() - saidAt;
    expect(StreamToken.parse(reader.of('token')[0]?.data)).toMatchObject({
      mint: mintOf('d'),
      list: 'qualified',
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
    await publish(1, shown(mintOf('e'), { time: NOW + 6, tradeCount: 6 }));
    await until(
      () => qualified(url),
      (tokens) => tokens.e === 6,
    );
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
