import type { Producer, ProducerConfig, RecordMetadata } from 'kafkajs';
// @ts-expect-error kafkajs has types of its whole only
import createLibraryProducer from 'kafkajs/src/producer/index.js';
import { expect, it } from 'vitest';
import { createProducer, NotToldWrittenError } from './index.js';

const TOPIC = 'journal';
const [ANSWERS, DIES] = [1, 2];

type Partition = { partition: number; messages: { value: string }[] };
type Produced = { topicData: { topic: string; partitions: Partition[] }[] };

/** Two brokers, of which one leads partition 0 and the other 1; at the first request to the other its partition moves. */
function cluster() {
  const leaders = [ANSWERS, DIES];
  const written: string[][] = [[], []];
  let requests = 0;
  const told = new Set<() => void>();
  /** Which broker is the first to answer is no matter of luck. */
  const firstAnswer = new Promise<void>((resolve) => told.add(resolve));
  const broker = (nodeId: number) => ({
    nodeId,
    produce: async ({ topicData }: Produced) => {
      requests += 1;
      if (nodeId === DIES) {
        await firstAnswer;
        leaders[1] = ANSWERS!;
        throw Object.assign(new Error('Closed connection'), {
          name: 'KafkaJSConnectionClosedError',
          retriable: true,
        });
      }
      const topics = topicData.map(({ topic, partitions }) => ({
        topicName: topic,
        partitions: partitions.map(({ partition, messages }) => {
          const baseOffset = String(written[partition]!.length);
          written[partition]!.push(...messages.map(({ value }) => value));
          return { partition, errorCode: 0, baseOffset };
        }),
      }));
      for (const tell of told) tell();
      return { topics };
    },
    initProducerId: async () => ({ producerId: 7, producerEpoch: 0 }),
    addPartitionsToTxn: async () => {},
    endTxn: async () => {},
  });
  const brokers = new Map([ANSWERS!, DIES!].map((nodeId) => [nodeId, broker(nodeId)]));
  const coordinator = async () => brokers.get(ANSWERS!)!;
  return {
    written,
    requestCount: () => requests,
    kafka: {
      producer: (config?: ProducerConfig): Producer =>
        createLibraryProducer({
          ...config,
          logger: { namespace: () => silent },
          cluster: {
            retry: { initialRetryTime: 1, maxRetryTime: 1, retries: 5 },
            targetTopics: new Set([TOPIC]),
            connect: async () => {},
            isConnected: () => true,
            removeBroker: () => {},
            addMultipleTargetTopics: async () => {},
            refreshMetadata: async () => {},
            refreshMetadataIfNecessary: async () => {},
            findTopicPartitionMetadata: () => leaders.map((leader, partitionId) => ({ partitionId, leader })),
            findLeaderForPartitions: (_: string, partitions: string[]) => {
              const led: Record<number, number[]> = {};
              for (const partition of partitions.map(Number)) {
                led[leaders[partition]!] ??= [];
                led[leaders[partition]!]!.push(partition);
              }
              return led;
            },
            findBroker: async ({ nodeId }: { nodeId: string }) => brokers.get(Number(nodeId)),
            findControllerBroker: coordinator,
            findGroupCoordinator: coordinator,
          },
        }),
    },
  };
}

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const MESSAGES = ['a', 'b', 'c'].map((value, index) => ({ value, partition: index === 1 ? 1 : 0 }));
const IDEMPOTENT = { idempotent: true, maxInFlightRequests: 1 };
const placesOf = (told: RecordMetadata[]) =>
  told.map(({ topicName, partition }) => `${topicName}/${partition}`);

it('kafkajs alone says that a batch is sent whose partition moved to a broker that had answered, and never sends it', async () => {
  const { kafka, written } = cluster();
  const producer = kafka.producer(IDEMPOTENT);
  await producer.connect();
  expect(placesOf(await producer.send({ topic: TOPIC, messages: MESSAGES }))).toEqual(['journal/0']);
  expect(written).toEqual([['a', 'c'], []]);
});

it('a batch whose partition moves is written whole, in order, once', async () => {
  const { kafka, written, requestCount } = cluster();
  const producer = createProducer(kafka, IDEMPOTENT);
  await producer.connect();
  expect(placesOf(await producer.send({ topic: TOPIC, messages: MESSAGES }))).toEqual([
    'journal/0',
    'journal/1',
  ]);
  expect(written).toEqual([['a', 'c'], ['b']]);
  expect(requestCount()).toBe(3);
});

it('so is one of a transaction', async () => {
  const { kafka, written } = cluster();
  const producer = createProducer(kafka, { ...IDEMPOTENT, transactionalId: 'mine' });
  await producer.connect();
  const transaction = await producer.transaction();
  const told = await transaction.sendBatch({ topicMessages: [{ topic: TOPIC, messages: MESSAGES }] });
  await transaction.commit();
  expect(placesOf(told)).toEqual(['journal/0', 'journal/1']);
  expect(written).toEqual([['a', 'c'], ['b']]);
});

const answering = (answer: () => Promise<RecordMetadata[]>) =>
  createProducer({ producer: () => ({ send: answer }) as unknown as Producer });
const told = (topicName: string, partition: number): RecordMetadata => ({
  topicName,
  partition,
  errorCode: 0,
});

it.each([
  ['of nothing', []],
  ['of another partition', [told(TOPIC, 1)]],
  ['of another topic', [told('other', 0)]],
])('an answer %s is refused', async (_, answer) => {
  const sending = answering(async () => answer).send({
    topic: TOPIC,
    messages: [{ value: 'a', partition: 0 }],
  });
  await expect(sending).rejects.toThrow(NotToldWrittenError);
  await expect(sending).rejects.toThrow('journal/0');
});

it('a send that fails has ended: none of its requests is under way', async () => {
  let resolve: (told: RecordMetadata[]) => void = () => {};
  const answer = new Promise<RecordMetadata[]>((done) => {
    resolve = done;
  });
  let isFirst = true;
  const producer = answering(() => {
    if (!isFirst) return answer;
    isFirst = false;
    return Promise.reject(new Error('refused'));
  });
  let hasFailed = false;
  const sending = producer.send({ topic: TOPIC, messages: MESSAGES }).catch((error: Error) => {
    hasFailed = true;
    return error.message;
  });
  await new Promise(setImmediate);
  expect(hasFailed).toBe(false);
  resolve([told(TOPIC, 1)]);
  expect(await sending).toBe('refused');
});

it('a message that names no partition is refused', async () => {
  const { kafka } = cluster();
  await expect(createProducer(kafka).send({ topic: TOPIC, messages: [{ value: 'a' }] })).rejects.toThrow(
    'a message names no partition',
  );
});
