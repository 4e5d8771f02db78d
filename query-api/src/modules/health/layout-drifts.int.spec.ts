import { LayoutDrift, layoutDriftKey, layoutDriftSamples } from '@cryptonite/contracts/events';
import { TOPICS } from '@cryptonite/contracts/topics';
import { type Kafka, Partitioners } from 'kafkajs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startStores } from '../../../testing/stores.js';
import { readConfig } from '../../platform/config/config.js';
import { createKafka } from '../../platform/kafka/kafka.js';
import { LayoutDrifts } from './layout-drifts.js';

const WITHIN_MS = 60_000;
const [buy, unknown] = layoutDriftSamples.map((sample) => LayoutDrift.parse(sample)) as [
  LayoutDrift,
  LayoutDrift,
];
const later = { ...buy, lengths: [{ bytes: 502, count: 99 }] };

let stores: Awaited<ReturnType<typeof startStores>>;
let kafka: Kafka;

beforeAll(async () => {
  stores = await startStores();
  kafka = createKafka(readConfig(stores.env));
});
afterAll(async () => {
  await stores?.stop();
});

async function send(...values: (LayoutDrift | string)[]): Promise<void> {
  const producer = kafka.producer({ createPartitioner: Partitioners.DefaultPartitioner });
  await producer.connect();
  const messages = values.map((value) =>
    typeof value === 'string'
      ? { key: 'x', value }
      : { key: layoutDriftKey(value), value: JSON.stringify(value) },
  );
  await producer.send({ topic: TOPICS.layoutDrift.name, messages });
  await producer.disconnect();
}

async function following<T>(use: (drifts: LayoutDrifts) => Promise<T>): Promise<T> {
  const drifts = new LayoutDrifts(kafka);
  drifts.onApplicationBootstrap();
  try {
    return await use(drifts);
  } finally {
    await drifts.onApplicationShutdown();
  }
}

const untilTold = (drifts: LayoutDrifts, expected: LayoutDrift[]) =>
  expect.poll(() => drifts.drifts, { timeout: WITHIN_MS }).toEqual(expected);

it('the newest count of each event is told as it comes, past what is none, and after the broker was away', async () => {
  await following(async (drifts) => {
    expect(drifts.drifts).toEqual([]);
    await send(buy, 'no drift', unknown);
    await untilTold(drifts, [buy, unknown]);
    await stores.kafka.kill();
    await stores.kafka.start();
    await send(later);
    await untilTold(drifts, [later, unknown]);
  });
});

it('one that begins later is told all of it', async () => {
  await following((drifts) => untilTold(drifts, [later, unknown]));
});
