import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@cryptonite/stores/free-port.js';
import { type Admin, Kafka, logLevel, type Producer } from 'kafkajs';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type BrokerProcess, compileBroker, startBroker } from './testing/broker-process.js';
import { eventually } from './testing/target.js';

const KILLS = 6;
const MOST_KILLS = 60;

let build: ReturnType<typeof compileBroker>;
let folder: string;
let env: Record<string, string>;
let broker: BrokerProcess;
let kafka: Kafka;
let admin: Admin;

beforeAll(() => {
  build = compileBroker();
});

afterAll(() => build.remove());

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kafka-crash-'));
  // The broker must come back on the port its clients know.
  env = { DATA_DIR: folder, PORT: String(await freePort()) };
  broker = await startBroker(build.mainFile, env);
  kafka = new Kafka({
    brokers: [broker.address],
    logLevel: logLevel.NOTHING,
    // A send never gives up: kafkajs would use its sequence numbers again for other records.
    retry: { initialRetryTime: 20, maxRetryTime: 200, retries: 200 },
  });
  admin = kafka.admin();
  await admin.connect();
});

afterEach(async () => {
  await admin.disconnect();
  await broker.kill();
  rmSync(folder, { recursive: true, force: true });
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Kills the broker again and again while the work goes on; moments differ from run to run on purpose.
 * Goes on until the work has felt it: kafkajs heals about half of the kills by itself.
 */
async function crashRepeatedly(isFelt = () => true): Promise<void> {
  for (let i = 0; i < KILLS || (!isFelt() && i < MOST_KILLS); i++) {
    await pause(150 + Math.random() * 600);
    await broker.kill();
    broker = await startBroker(build.mainFile, env);
  }
  await pause(300);
}

/** Values by partition, committed ones only, up to the end of each partition. */
async function readCommitted(topic: string): Promise<Map<number, string[]>> {
  const ends = new Map(
    (await admin.fetchTopicOffsets(topic)).map(({ partition, high }) => [partition, Number(high)]),
  );
  const consumer = kafka.consumer({ groupId: `reader-${topic}`, maxWaitTimeInMs: 100 });
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: true });
  const values = new Map<number, string[]>([...ends.keys()].map((partition) => [partition, []]));
  await consumer.run({
    eachBatchAutoResolve: true,
    eachBatch: async ({ batch }) => {
      for (const { value } of batch.messages) values.get(batch.partition)!.push(value!.toString());
    },
  });
  // Nothing tells how many records are left after the last one: wait until nothing has come for a while.
  let count = -1;
  await eventually(async () => {
    const sum = [...values.values()].reduce((total, list) => total + list.length, 0);
    const isQuiet = sum === count && sum > 0;
    count = sum;
    await pause(700);
    return isQuiet;
  }, 30_000);
  await consumer.disconnect();
  return values;
}

test('every acknowledged record of an idempotent producer is there exactly once', async () => {
  const topic = 'idempotent';
  await admin.createTopics({ topics: [{ topic, numPartitions: 2, replicationFactor: 1 }] });
  let isOver = false;
  const acknowledged: string[] = [];
  const produce = async (partition: number) => {
    const producer = kafka.producer({
      idempotent: true,
      maxInFlightRequests: 1,
      retry: { retries: 200, maxRetryTime: 100 },
    });
    await producer.connect();
    for (let i = 0; !isOver; i++) {
      const batch = Array.from({ length: 20 }, (_, k) => `${partition}/${i * 20 + k}`);
      await producer.send({ topic, messages: batch.map((value) => ({ partition, value })) });
      acknowledged.push(...batch);
    }
    await producer.disconnect();
  };
  const producing = Promise.all([produce(0), produce(1)]);
  await crashRepeatedly();
  isOver = true;
  await producing;
  const found = [...(await readCommitted(topic)).values()].flat();
  expect(acknowledged.length).toBeGreaterThan(1000);
  expect(found.length).toBe(new Set(found).size);
  expect(new Set(found)).toEqual(new Set(acknowledged));
});

/** Connecting says nothing of the transactional id yet: beginning a transaction does. */
async function begin(producer: Producer): Promise<void> {
  await producer.connect();
  await (await producer.transaction()).abort();
}

test('transactions are whole: outputs and offset move together', async () => {
  const output = 'output';
  const input = 'input';
  const groupId = 'fold';
  const partitions = [0, 1, 2];
  await admin.createTopics({
    topics: [
      { topic: output, numPartitions: partitions.length, replicationFactor: 1 },
      { topic: input, numPartitions: 1, replicationFactor: 1 },
    ],
  });
  const committedOffset = async () => {
    const [found] = await admin.fetchOffsets({ groupId, topics: [input] });
    return Math.max(0, Number(found?.partitions[0]?.offset));
  };
  const openProducer = async (): Promise<Producer> => {
    const producer = kafka.producer({
      transactionalId: 'fold-0',
      idempotent: true,
      maxInFlightRequests: 1,
      retry: { initialRetryTime: 5, retries: 3 },
    });
    await eventually(
      () =>
        begin(producer).then(
          () => true,
          () => false,
        ),
      20_000,
    );
    return producer;
  };
  let isOver = false;
  let failures = 0;
  const work = async () => {
    let producer = await openProducer();
    // Only after the producer has its id: a predecessor's open transaction is decided by then.
    let next = await committedOffset();
    while (!isOver) {
      try {
        const transaction = await producer.transaction();
        await transaction.send({
          topic: output,
          messages: partitions.map((partition) => ({ partition, value: `${next}` })),
        });
        await transaction.sendOffsets({
          consumerGroupId: groupId,
          topics: [{ topic: input, partitions: [{ partition: 0, offset: `${next + 1}` }] }],
        });
        await transaction.commit();
        next++;
      } catch {
        failures++;
        await producer.disconnect().catch(() => undefined);
        producer = await openProducer();
        next = await committedOffset();
      }
    }
    await producer.disconnect();
  };
  const working = work();
  await crashRepeatedly(() => failures > 0);
  isOver = true;
  await working;
  const total = await committedOffset();
  expect(failures).toBeGreaterThan(0);
  expect(total).toBeGreaterThan(20);
  const found = await readCommitted(output);
  const expected = Array.from({ length: total }, (_, i) => `${i}`);
  for (const partition of partitions) expect(found.get(partition)).toEqual(expected);
});

test('a second broker on the folder is refused, one after a kill is not', async () => {
  await expect(startBroker(build.mainFile, { ...env, PORT: '0' })).rejects.toThrow(
    new RegExp(`is in use by process ${broker.process.pid}`),
  );
  await broker.kill();
  broker = await startBroker(build.mainFile, env);
  expect(broker.output()).toContain('not for production');
  expect(await broker.stop()).toBe(0);
});

test('committed offsets, settings and topics survive', async () => {
  const topic = 'kept';
  await admin.createTopics({
    topics: [
      {
        topic,
        numPartitions: 3,
        replicationFactor: 1,
        configEntries: [{ name: 'retention.ms', value: '-1' }],
      },
      { topic: 'deleted', numPartitions: 1, replicationFactor: 1 },
    ],
  });
  await admin.deleteTopics({ topics: ['deleted'] });
  await admin.setOffsets({ groupId: 'g', topic, partitions: [{ partition: 1, offset: '0' }] });
  await broker.kill();
  broker = await startBroker(build.mainFile, env);
  expect(await admin.listTopics()).toEqual([topic]);
  const [offsets] = await admin.fetchOffsets({ groupId: 'g', topics: [topic] });
  expect(offsets?.partitions.find(({ partition }) => partition === 1)?.offset).toBe('0');
});
