import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type BrokerProcess,
  compileBroker,
  startBroker,
} from '@cryptonite/standalone/kafka/testing/broker-process.js';
import { Kafka, logLevel } from 'kafkajs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { streamTopic } from './stores.js';

const folder = mkdtempSync(join(tmpdir(), 'stores-test-'));
let build: ReturnType<typeof compileBroker>;
let broker: BrokerProcess;
let kafka: Kafka;

beforeAll(async () => {
  build = compileBroker();
  broker = await startBroker(build.mainFile, { DATA_DIR: folder, PORT: '0' });
  kafka = new Kafka({ brokers: [broker.address], logLevel: logLevel.NOTHING });
  const admin = kafka.admin();
  await admin.connect();
  await admin.createTopics({ topics: [{ topic: 'ten', numPartitions: 1 }] });
  await admin.disconnect();
  const producer = kafka.producer();
  await producer.connect();
  await producer.send({ topic: 'ten', messages: Array.from({ length: 10 }, (_, i) => ({ value: `${i}` })) });
  await producer.disconnect();
});

afterAll(async () => {
  await broker.kill();
  build.remove();
  rmSync(folder, { recursive: true, force: true });
});

test('hands on every record of a topic', async () => {
  const values: (string | null)[] = [];
  await streamTopic(kafka, 'ten', (records) => {
    values.push(...records.map(({ value }) => value));
  });
  expect(values).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
});

test.each([
  [
    'throws',
    () => {
      throw new Error('cannot be read');
    },
  ],
  ['rejects', () => Promise.reject(new Error('cannot be read'))],
])('does not end as if all were read where its caller %s', async (_, fail) => {
  await expect(streamTopic(kafka, 'ten', fail)).rejects.toThrow('cannot be read');
});
