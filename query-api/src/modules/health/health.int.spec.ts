import type { AddressInfo } from 'node:net';
import { type Health, HealthSummary, Problem } from '@cryptonite/contracts/api';
import { type DeadLetter, deadLetterSamples } from '@cryptonite/contracts/events';
import { TOPICS } from '@cryptonite/contracts/topics';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Kafka, logLevel } from 'kafkajs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { healthOf } from '../../../testing/start-app.js';
import { startStores } from '../../../testing/stores.js';
import { appWith } from '../../app.module.js';
import { configureApp } from '../../configure-app.js';
import { readConfig } from '../../platform/config/config.js';

let stores: Awaited<ReturnType<typeof startStores>>;
let app: NestExpressApplication;
let url: string;
const said: string[] = [];

beforeAll(async () => {
  stores = await startStores();
  const note = (line: unknown) => void said.push(String(line));
  app = await NestFactory.create<NestExpressApplication>(appWith(readConfig({ ...stores.env })), {
    bodyParser: false,
    forceCloseConnections: true,
    logger: { log: () => {}, warn: note, error: note },
  });
  configureApp(app, {
    HOST: '127.0.0.1',
    WEB_DIST: undefined,
    REQUESTS_PER_SECOND: 50,
    TRUSTED_PROXIES: [],
    STREAMS_MAX: 1_000,
    STREAMS_PER_CALLER: 20,
  });
  await app.listen(0, '127.0.0.1');
  url = `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`;
});
afterAll(async () => {
  await app?.close();
  await stores?.stop();
});

const readHealth = () => healthOf(app);

async function untilHealth(isSo: (health: Health) => boolean): Promise<Health> {
  const giveUpAt = performance.now() + 30_000;
  for (;;) {
    const health = await readHealth();
    if (isSo(health)) return health;
    if (performance.now() > giveUpAt) throw new Error(`not so: ${JSON.stringify(health)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const storeOf = ({ stores: all }: Health, name: string) => all.find((store) => store.name === name)!;

it.each([
  ['kafka', 'Kafka', 'clickhouse'],
  ['clickhouse', 'ClickHouse', 'kafka'],
] as const)(
  'says that a frozen %s is away, with its age, and of the other that it is not',
  async (name, title, other) => {
    await untilHealth((health) => health.stores.every(({ status }) => status === 'up'));
    said.length = 0;
    stores[name].signal('SIGSTOP');
    const frozenMs = Date.now();
    try {
      const down = await untilHealth((health) => storeOf(health, name).status === 'down');
      expect(storeOf(down, name)).toMatchObject({ latencyMs: null, error: 'no answer within 2200 ms' });
      expect(storeOf(down, name).since).toBeGreaterThan(frozenMs - 3_000);
      expect(down.problems.join()).toContain(`${title} does not answer (since `);
      // It grows with the outage: more than the deadline, and later more.
      const { answeredAgoMs } = storeOf(down, name);
      await untilHealth((health) => storeOf(health, name).answeredAgoMs! > answeredAgoMs! + 1_000);
      expect(storeOf(await readHealth(), other)).toMatchObject({ status: 'up', error: null });
    } finally {
      stores[name].signal('SIGCONT');
    }
    const up = await untilHealth((health) => storeOf(health, name).status === 'up');
    expect(storeOf(up, name).since).toBeGreaterThan(frozenMs);
    const own = said.filter((line) => line.startsWith(`${title} is `));
    expect(own).toHaveLength(2);
    expect(own[0]).toMatch(/ is away since 20\d\d-\d\d-\d\dT[\d:.]+Z: no answer within 2200 ms$/);
    expect(own[1]).toMatch(/ is back: it was away from 20[-\dT:.]+Z to 20[-\dT:.]+Z, \d+\.\d s$/);
  },
);

it('tells anybody how late the data are, and nothing of stores, topics, letters and disk', async () => {
  const answer = await fetch(`${url}/api/health`);
  expect(HealthSummary.strict().safeParse(await answer.json()).error).toBeUndefined();
  const details = await fetch(`${url}/api/health/details`);
  expect([details.status, Problem.parse(await details.json()).code]).toEqual([401, 'unauthorized']);
});

it('counts the dead letters of the topic by service and kind', async () => {
  await untilHealth(({ deadLetters }) => deadLetters?.total === 0);
  const letter = (service: string, reason: string): DeadLetter => ({
    ...deadLetterSamples[0]!,
    service,
    reason,
  });
  const kafka = new Kafka({
    brokers: [stores.env.KAFKA_BROKERS],
    logLevel: logLevel.NOTHING,
    sasl: { mechanism: 'plain', username: stores.env.KAFKA_USERNAME, password: stores.env.KAFKA_PASSWORD },
  });
  const producer = kafka.producer();
  await producer.connect();
  const values = [
    JSON.stringify(letter('ingest', 'slot 451000001 was never confirmed')),
    JSON.stringify(letter('ingest', 'slot 451000002 was never confirmed')),
    JSON.stringify(letter('sink', 'not JSON')),
    'no letter',
  ];
  await producer.send({ topic: TOPICS.deadLetters.name, messages: values.map((value) => ({ value })) });
  await producer.disconnect();
  const { deadLetters } = await untilHealth((health) => health.deadLetters?.total === values.length);
  const counts = Object.fromEntries(
    deadLetters!.kinds.map(({ service, reason, count }) => [`${service}: ${reason}`, count]),
  );
  expect(counts).toEqual({
    'ingest: slot … was never confirmed': 2,
    'sink: not JSON': 1,
    'unknown: no dead letter': 1,
  });
});
