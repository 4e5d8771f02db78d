import { metricsOf } from '@cryptonite/contracts/metrics-server';
import { movedBy, totalOf } from '@cryptonite/contracts/metrics-testing';
import { TOPICS } from '@cryptonite/contracts/topics';
import type { ConsumerConfig, Kafka, Producer, ProducerConfig } from 'kafkajs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Stack, startStack } from '../testing/stack.js';
import type { EvictedStates } from './evicted-states.js';
import type { Fold, FoldOptions } from './fold.js';
import { connectKafka } from './kafka.js';
import type { OutputRecord } from './outputs.js';
import { runFold } from './run-fold.js';
import { sleep } from './service.js';

const INPUT = TOPICS.journal.name;
const OUTPUT = TOPICS.screening.name;
const STATES = TOPICS.screenerState.name;
const CAPTURE_EVERY = 5;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack(1);
});
afterAll(async () => {
  await stack?.stop();
});

/** Sums numbers by key: says each sum, and captures those that changed after every fifth record. */
async function openSums(_partition: number, stored: Map<string, Buffer>): Promise<Fold<[string, number]>> {
  const sums = new Map([...stored].map(([key, value]) => [key, Number(value)]));
  let nextOffset = sums.get('next') ?? 0;
  const changed = new Set<string>();
  let outputs: OutputRecord[] = [];
  const put = (topic: string, key: string, value: number) =>
    outputs.push({ topic, partition: 0, key, value: String(value), timestamp: null });
  return {
    nextOffset,
    warmFrom: nextOffset,
    warm: () => {},
    read: ({ offset, value }) => [String(value).split(' ')[0]!, offset],
    missing: () => [],
    bring: () => {},
    apply([key, offset]) {
      const sum = (sums.get(key) ?? 0) + offset;
      sums.set(key, sum);
      changed.add(key);
      put(OUTPUT, key, sum);
      if ((offset + 1) % CAPTURE_EVERY !== 0) return;
      nextOffset = offset + 1;
      for (const name of changed) put(STATES, name, sums.get(name)!);
      put(STATES, 'next', nextOffset);
      changed.clear();
    },
    take() {
      const taken = outputs;
      outputs = [];
      return taken;
    },
    evicted: () => [],
    release: () => [],
  };
}

const noneEvicted: EvictedStates = {
  find: async () => new Map(),
  findable: async () => [],
  takenOver: () => {},
  close: async () => {},
};

async function produce(keys: readonly string[]): Promise<void> {
  const producer = stack.kafka.producer();
  await producer.connect();
  for (const key of keys) await producer.send({ topic: INPUT, messages: [{ value: key, partition: 0 }] });
  await producer.disconnect();
}

/** All committed records of a topic so far, until there are `count` of them. */
async function readTopic(topic: string, count: number): Promise<[string, string | undefined][]> {
  const consumer = stack.kafka.consumer({ groupId: `read-${topic}-${count}`, maxWaitTimeInMs: 50 });
  const found: [string, string | undefined][] = [];
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: true });
  await consumer.run({
    eachMessage: async ({ message: { key, value } }) => {
      found.push([String(key), value?.toString()]);
    },
  });
  const deadline = Date.now() + 30_000;
  while (found.length < count && Date.now() < deadline) await sleep(50);
  await sleep(500);
  await consumer.disconnect();
  return found;
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(20);
}

/** The client, of which the first transactions with states fail. */
function losingStates(failures: number): { kafka: Kafka; lost: () => number } {
  let lost = 0;
  const producerOf = (config: ProducerConfig): Producer => {
    const producer = stack.kafka.producer(config);
    if (!config.transactionalId?.includes('-states-')) return producer;
    const transaction: Producer['transaction'] = async () => {
      const real = await producer.transaction();
      const send: typeof real.send = async (record) => {
        if (lost === failures) return real.send(record);
        lost += 1;
        throw new Error('lost');
      };
      return { ...real, send };
    };
    return { ...producer, transaction };
  };
  const kafka: Kafka = Object.create(stack.kafka, { producer: { value: producerOf } });
  return { kafka, lost: () => lost };
}

const foldOn = (kafka: Kafka, options: Partial<FoldOptions<[string, number]>> = {}) =>
  runFold({
    kafka,
    groupId: 'sums',
    inputTopic: INPUT,
    stateTopic: STATES,
    openFold: openSums,
    evictedStates: noneEvicted,
    snapshotDir: null,
    traces: null,
    log: () => {},
    onFatal: fail,
    ...options,
  });

function fail(error: Error): void {
  throw error;
}

it('captures that did not arrive are made again by the records folded again, and every output stands once', async () => {
  const keys = [...'aaaaabbbbbcccccdddddeee'];
  await produce(keys);
  const losing = losingStates(2);
  let stop = async () => {};
  const {
    screener_records_total,
    screener_outputs_total,
    screener_commit_seconds,
    screener_partitions,
    screener_lag_records,
  } = metricsOf('screener');
  const counted = { screener_records_total, screener_commit_seconds };
  const moved = await movedBy({ ...counted, screener_outputs_total }, async () => {
    stop = await foldOn(losing.kafka);
    await readTopic(OUTPUT, keys.length);
  });
  expect(moved.screener_records_total).toBe(keys.length);
  expect(moved.screener_outputs_total).toBeGreaterThan(keys.length);
  expect(moved.screener_commit_seconds).toBeGreaterThan(0);
  expect(await totalOf(screener_partitions)).toBe(1);
  expect((await screener_lag_records.get()).values).toMatchObject([{ value: 0, labels: { partition: 0 } }]);
  await stop();
  expect(await totalOf(screener_partitions)).toBe(0);
  expect((await screener_lag_records.get()).values).toEqual([]);
  expect(losing.lost()).toBeGreaterThan(0);

  const more = [...'eeffffg'];
  await produce(more);
  let isOpened = false;
  const openAtSecondTry: typeof openSums = async (...given) => {
    if (isOpened) return openSums(...given);
    isOpened = true;
    throw new Error('not now');
  };
  let outputs: Awaited<ReturnType<typeof readTopic>> = [];
  const { screener_reloads_total } = metricsOf('screener');
  const again = await movedBy({ screener_reloads_total }, async () => {
    stop = await foldOn(stack.kafka, { openFold: openAtSecondTry });
    outputs = await readTopic(OUTPUT, keys.length + more.length);
  });
  await stop();
  expect(again).toEqual({ screener_reloads_total: 1 });

  const sums = new Map<string, number>();
  const expected = [...keys, ...more].map((key, offset) => {
    sums.set(key, (sums.get(key) ?? 0) + offset);
    return [key, String(sums.get(key))];
  });
  expect(outputs).toEqual(expected);
  const states = new Map(await readTopic(STATES, 1));
  states.delete('restored');
  expect(Object.fromEntries(states)).toEqual({
    ...Object.fromEntries([...sums].map(([key, sum]) => [key, String(sum)])),
    next: '30',
  });
});

it('a member that must join again while it folds again leaves nothing out', async () => {
  await produce([...'zzzz']);
  let stop = await foldOn(stack.kafka);
  await readTopic(OUTPUT, 34);
  await stop();

  // Record by record, and while the second of those folded again is in hand, another member comes.
  const piecewise = (config: ConsumerConfig) => stack.kafka.consumer({ ...config, maxBytesPerPartition: 1 });
  const kafka: Kafka = Object.create(stack.kafka, { consumer: { value: piecewise } });
  // Partitions go to members in the order of their names.
  const newcomer = connectKafka('zzz', { KAFKA_BROKERS: stack.brokers }).consumer({ groupId: 'sums' });
  let joined: Promise<void> | null = null;
  const join = async () => {
    await newcomer.connect();
    await newcomer.subscribe({ topic: INPUT });
    await newcomer.run({ autoCommit: false, eachMessage: async () => {} });
  };
  const evictedStates: EvictedStates = {
    ...noneEvicted,
    find: async () => {
      if (joined === null) {
        joined = join();
        await sleep(1_000);
      }
      return new Map();
    },
  };
  const openAsking: typeof openSums = async (partition, stored) => ({
    ...(await openSums(partition, stored)),
    missing: (reads) => (reads.some(([, offset]) => offset === 31) ? ['z'] : []),
  });
  await produce(['z']);
  stop = await foldOn(kafka, { openFold: openAsking, evictedStates });
  await until(() => joined !== null);
  await joined;
  const outputs = await readTopic(OUTPUT, 35);
  await newcomer.disconnect();
  await stop();
  expect(outputs.slice(-5).map(([, sum]) => sum)).toEqual(['30', '61', '93', '126', '160']);
});

it('who holds the partition no more can commit nothing once its successor has read where it stands', async () => {
  const dead = stack.kafka.producer({ transactionalId: 'sums-0', idempotent: true, maxInFlightRequests: 1 });
  await dead.connect();
  const late = await dead.transaction();
  await late.send({ topic: OUTPUT, messages: [{ key: 'late', value: 'late', partition: 0 }] });
  let stop = async () => {};
  const ended = await new Promise<string>((resolve) => {
    const onLine = (line: string) => {
      if (!line.includes('states restored')) return;
      late.commit().then(
        () => resolve('committed'),
        () => resolve('refused'),
      );
    };
    void produce(['h'])
      .then(() => foldOn(stack.kafka, { log: onLine }))
      .then((stopFold) => {
        stop = stopFold;
      });
  });
  expect(ended).toBe('refused');
  await stop();
  await dead.disconnect();
  expect((await readTopic(OUTPUT, 1)).some(([key]) => key === 'late')).toBe(false);
});

it('records that left before they were folded end the process, and no start goes on without them', async () => {
  await produce(['i', 'j', 'k']);
  const admin = stack.kafka.admin();
  await admin.connect();
  const [end] = await admin.fetchTopicOffsets(INPUT);
  const low = Number(end?.high) - 1;
  await admin.deleteTopicRecords({ topic: INPUT, partitions: [{ partition: 0, offset: String(low) }] });
  await admin.disconnect();
  for (const reason of ['records left their topic before they were read', 'has no place in']) {
    let stop = async () => {};
    const fatal = await new Promise<Error>((resolve) => {
      void foldOn(stack.kafka, { onFatal: resolve }).then((stopFold) => {
        stop = stopFold;
      });
    });
    await stop();
    expect(fatal.message).toContain(reason);
  }
});

it('a consumer that the broker refuses for good ends the process', async () => {
  const refused: Kafka = Object.create(stack.kafka, {
    consumer: {
      value: (config: ConsumerConfig) => stack.kafka.consumer({ ...config, sessionTimeout: 3_600_000 }),
    },
  });
  const fatal = new Promise<Error>((resolve) => {
    void foldOn(refused, { onFatal: resolve });
  });
  expect((await fatal).message).toContain(
    'the consumer has ended: The session timeout is not within the range',
  );
});
