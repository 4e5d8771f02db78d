import { randomUUID } from 'node:crypto';
import {
  type Admin,
  CompressionTypes,
  ConfigResourceTypes,
  type Consumer,
  type ITopicConfig,
  Kafka,
  type KafkaConfig,
  type KafkaMessage,
  logLevel,
  type Producer,
  type ProducerConfig,
  type Transaction,
} from 'kafkajs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eventually, openTarget, type Target } from './testing/target.js';

// The same tests must pass against Apache Kafka: see openTarget.

let target: Target;
let kafka: Kafka;
let admin: Admin;
const opened: { disconnect(): Promise<void> }[] = [];

function connect(overrides: Partial<KafkaConfig> = {}): Kafka {
  return new Kafka({
    brokers: target.brokers,
    logLevel: logLevel.NOTHING,
    retry: { initialRetryTime: 50, retries: 10 },
    ...(target.sasl ? { sasl: { mechanism: 'plain', ...target.sasl } } : {}),
    ...overrides,
  });
}

beforeAll(async () => {
  target = await openTarget();
  kafka = connect();
  admin = kafka.admin();
  await admin.connect();
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map((client) => client.disconnect().catch(() => undefined)));
});

afterAll(async () => {
  await admin.disconnect();
  await target.close();
});

const uniqueName = (what: string) => `conformance-${what}-${randomUUID()}`;

async function createTopic(what: string, options: Partial<ITopicConfig> = {}): Promise<string> {
  const topic = uniqueName(what);
  await admin.createTopics({ topics: [{ topic, numPartitions: 1, replicationFactor: 1, ...options }] });
  return topic;
}

const configs = (entries: Record<string, string>) =>
  Object.entries(entries).map(([name, value]) => ({ name, value }));

async function openProducer(options: ProducerConfig = {}): Promise<Producer> {
  const producer = kafka.producer({
    allowAutoTopicCreation: false,
    retry: { initialRetryTime: 20 },
    ...options,
  });
  await producer.connect();
  opened.push(producer);
  return producer;
}

function openTransactional(transactionalId: string, transactionTimeout = 60_000): Promise<Producer> {
  return openProducer({ transactionalId, idempotent: true, maxInFlightRequests: 1, transactionTimeout });
}

async function begin(producer: Producer): Promise<Transaction> {
  return producer.transaction();
}

type Received = KafkaMessage & { partition: number };

/** Reads the topic from its beginning until `isDone`, then a little longer for what should not be there. */
async function readTopic(
  topic: string,
  isDone: (received: Received[]) => boolean,
  { readUncommitted = false, lingerMs = 300 } = {},
): Promise<Received[]> {
  const consumer = kafka.consumer({ groupId: uniqueName('reader'), readUncommitted, maxWaitTimeInMs: 100 });
  opened.push(consumer);
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: true });
  const received: Received[] = [];
  await consumer.run({
    eachMessage: async ({ partition, message }) => {
      received.push({ ...message, partition });
    },
  });
  await eventually(async () => isDone(received), 30_000);
  await new Promise((resolve) => setTimeout(resolve, lingerMs));
  await consumer.disconnect();
  return received;
}

const values = (messages: readonly KafkaMessage[]) => messages.map(({ value }) => value?.toString() ?? null);

/** Fails unless the promise rejects with this Kafka error. */
async function expectRefusal(promise: Promise<unknown>, type: string): Promise<void> {
  const error = await promise.then(
    () => null,
    (refusal: unknown) => refusal,
  );
  expect(error, `expected ${type}`).not.toBeNull();
  // kafkajs hides the code at various depths: causes, lists of errors, lists of groups with an error each.
  const found: unknown[] = [];
  const visit = (part: unknown) => {
    if (typeof part !== 'object' || part === null || found.includes(part)) return;
    found.push(part);
    if ('type' in part) found.push(part.type);
    for (const name of Object.getOwnPropertyNames(part)) visit((part as Record<string, unknown>)[name]);
  };
  visit(error);
  expect(found).toContain(type);
}

describe('records', () => {
  test('come back with key, value, headers and timestamp, in order', async () => {
    const topic = await createTopic('records');
    const producer = await openProducer();
    const sent = await producer.send({
      topic,
      messages: [
        { key: 'k', value: 'one', headers: { a: 'x', b: ['y', 'z'] }, timestamp: '1700000000123' },
        { key: null, value: 'two' },
        { key: Buffer.from([0, 255]), value: null },
        { value: '' },
      ],
    });
    expect(sent[0]).toMatchObject({ partition: 0, errorCode: 0, baseOffset: '0' });
    const received = await readTopic(topic, (list) => list.length === 4);
    expect(values(received)).toEqual(['one', 'two', null, '']);
    expect(received.map(({ offset }) => offset)).toEqual(['0', '1', '2', '3']);
    expect(received[0]?.timestamp).toBe('1700000000123');
    expect(received[0]?.headers?.a?.toString()).toBe('x');
    expect(received[0]?.headers?.b?.toString()).toBe('y,z');
    expect(received[1]?.key).toBeNull();
    expect(received[2]?.key).toEqual(Buffer.from([0, 255]));
  });

  test('may be compressed with gzip', async () => {
    const topic = await createTopic('gzip');
    const producer = await openProducer();
    const messages = Array.from({ length: 500 }, (_, i) => ({ value: `value ${i}` }));
    await producer.send({ topic, messages, compression: CompressionTypes.GZIP });
    const received = await readTopic(topic, (list) => list.length === 500);
    expect(values(received)).toEqual(messages.map(({ value }) => value));
  });

  test('larger than max.message.bytes are refused', async () => {
    const topic = await createTopic('size', { configEntries: configs({ 'max.message.bytes': '2000' }) });
    const producer = await openProducer({ retry: { retries: 0 } });
    await expectRefusal(
      producer.send({ topic, messages: [{ value: 'x'.repeat(2000) }] }),
      'MESSAGE_TOO_LARGE',
    );
    await producer.send({ topic, messages: [{ value: 'x'.repeat(1500) }] });
    expect((await admin.fetchTopicOffsets(topic))[0]?.high).toBe('1');
  });

  test('need a key on a compacted topic', async () => {
    const topic = await createTopic('keyless', { configEntries: configs({ 'cleanup.policy': 'compact' }) });
    const producer = await openProducer({ retry: { retries: 0 } });
    await expect(producer.send({ topic, messages: [{ key: null, value: 'x' }] })).rejects.toThrow();
    expect((await admin.fetchTopicOffsets(topic))[0]?.high).toBe('0');
  });

  test('a fetch waits for the first byte', async () => {
    const topic = await createTopic('wait');
    const producer = await openProducer();
    const consumer = kafka.consumer({ groupId: uniqueName('wait'), maxWaitTimeInMs: 5000 });
    opened.push(consumer);
    await consumer.connect();
    await consumer.subscribe({ topic, fromBeginning: true });
    let receivedAtMs = 0;
    await consumer.run({
      eachMessage: async () => {
        receivedAtMs = Date.now();
      },
    });
    await new Promise((resolve) => setTimeout(resolve, 5000));
    const sentAtMs = Date.now();
    await producer.send({ topic, messages: [{ value: 'late' }] });
    await eventually(async () => receivedAtMs > 0, 20_000);
    expect(receivedAtMs - sentAtMs).toBeLessThan(4000);
  });
});

describe('timestamps', () => {
  const dayMs = 24 * 60 * 60 * 1000;

  test('outside the topic’s bounds are refused', async () => {
    const entries = {
      'message.timestamp.before.max.ms': String(dayMs),
      'message.timestamp.after.max.ms': '60000',
    };
    const topic = await createTopic('bounds', { configEntries: configs(entries) });
    const producer = await openProducer({ retry: { retries: 0 } });
    const send = (ms: number) => producer.send({ topic, messages: [{ value: 'x', timestamp: String(ms) }] });
    await expectRefusal(send(Date.now() - 2 * dayMs), 'INVALID_TIMESTAMP');
    await expectRefusal(send(Date.now() + 120_000), 'INVALID_TIMESTAMP');
    await send(Date.now() - dayMs / 2);
    expect((await admin.fetchTopicOffsets(topic))[0]?.high).toBe('1');
  });

  test('may be any where the bounds are at their maximum', async () => {
    const max = '9223372036854775807';
    const entries = {
      'message.timestamp.before.max.ms': max,
      'message.timestamp.after.max.ms': max,
      'retention.ms': '-1',
    };
    const topic = await createTopic('unbounded', { configEntries: configs(entries) });
    const producer = await openProducer();
    await producer.send({ topic, messages: [{ value: 'old', timestamp: '1000' }] });
    await producer.send({ topic, messages: [{ value: 'new', timestamp: String(Date.now() + 400 * dayMs) }] });
    expect(values(await readTopic(topic, (list) => list.length === 2))).toEqual(['old', 'new']);
  });

  test('are the broker’s own with LogAppendTime', async () => {
    const topic = await createTopic('append', {
      configEntries: configs({ 'message.timestamp.type': 'LogAppendTime' }),
    });
    const producer = await openProducer();
    const fromMs = Date.now();
    const [sent] = await producer.send({ topic, messages: [{ value: 'x', timestamp: '1000' }] });
    const [received] = await readTopic(topic, (list) => list.length === 1);
    expect(Number(sent?.logAppendTime)).toBeGreaterThanOrEqual(fromMs - 1000);
    expect(received?.timestamp).toBe(sent?.logAppendTime);
  });

  test('find the first offset at or after them', async () => {
    const topic = await createTopic('by-time');
    const producer = await openProducer();
    const startMs = Date.now() - 100_000;
    const at = (ms: number) => ({ value: 'x', timestamp: String(startMs + ms) });
    await producer.send({ topic, messages: [at(0), at(10), at(20)] });
    // A later batch with earlier times must not hide the first record that is late enough.
    await producer.send({ topic, messages: [at(50), at(5), at(60)] });
    await producer.send({ topic, messages: [at(55)] });
    const find = async (ms: number) =>
      (await admin.fetchTopicOffsetsByTimestamp(topic, startMs + ms))[0]?.offset;
    expect(await find(-5)).toBe('0');
    expect(await find(0)).toBe('0');
    expect(await find(1)).toBe('1');
    expect(await find(20)).toBe('2');
    expect(await find(21)).toBe('3');
    expect(await find(51)).toBe('5');
    expect(await find(61)).toBe('7');
  });
});

describe('topics', () => {
  test('are made with their settings and described with them', async () => {
    const entries = {
      'cleanup.policy': 'compact,delete',
      'retention.bytes': '123456789',
      'segment.bytes': '67108864',
    };
    const topic = await createTopic('settings', { numPartitions: 3, configEntries: configs(entries) });
    const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
    expect(topics[0]?.partitions.map(({ partitionId }) => partitionId).sort()).toEqual([0, 1, 2]);
    const { resources } = await admin.describeConfigs({
      includeSynonyms: false,
      resources: [{ type: ConfigResourceTypes.TOPIC, name: topic }],
    });
    const described = Object.fromEntries(
      resources[0]!.configEntries.map((e) => [e.configName, e.configValue]),
    );
    expect(described).toMatchObject({
      ...entries,
      'max.message.bytes': '1048588',
      'message.timestamp.type': 'CreateTime',
      'retention.ms': '604800000',
      'min.cleanable.dirty.ratio': '0.5',
    });
  });

  test('take new settings', async () => {
    const topic = await createTopic('alter', { configEntries: configs({ 'retention.bytes': '5000000' }) });
    const resource = { type: ConfigResourceTypes.TOPIC, name: topic };
    await admin.alterConfigs({
      validateOnly: false,
      resources: [{ ...resource, configEntries: configs({ 'max.message.bytes': '3000' }) }],
    });
    const read = async () => {
      const { resources } = await admin.describeConfigs({ includeSynonyms: false, resources: [resource] });
      return Object.fromEntries(resources[0]!.configEntries.map((e) => [e.configName, e.configValue]));
    };
    const described = await eventually(async () => {
      const found = await read();
      return found['max.message.bytes'] === '3000' && found;
    }, 20_000);
    expect(described['retention.bytes']).toBe('-1');
  });

  test('are refused with wrong settings, names or counts', async () => {
    const create = (topic: Partial<ITopicConfig>) =>
      admin.createTopics({
        topics: [{ topic: uniqueName('refused'), numPartitions: 1, replicationFactor: 1, ...topic }],
      });
    await expectRefusal(create({ configEntries: configs({ 'no.such.setting': '1' }) }), 'INVALID_CONFIG');
    await expectRefusal(create({ configEntries: configs({ 'retention.ms': 'long' }) }), 'INVALID_CONFIG');
    await expectRefusal(create({ configEntries: configs({ 'cleanup.policy': 'shred' }) }), 'INVALID_CONFIG');
    await expectRefusal(create({ configEntries: configs({ 'segment.bytes': '100' }) }), 'INVALID_CONFIG');
    await expectRefusal(create({ topic: 'no spaces' }), 'INVALID_TOPIC_EXCEPTION');
    await expectRefusal(create({ numPartitions: 0 }), 'INVALID_PARTITIONS');
    await expectRefusal(create({ replicationFactor: 3 }), 'INVALID_REPLICATION_FACTOR');
  });

  test('exist once: a second creation says false', async () => {
    const topic = await createTopic('twice');
    const again = await admin.createTopics({ topics: [{ topic, numPartitions: 1, replicationFactor: 1 }] });
    expect(again).toBe(false);
  });

  test('are not made by asking for them', async () => {
    const topic = uniqueName('never-made');
    await expectRefusal(admin.fetchTopicMetadata({ topics: [topic] }), 'UNKNOWN_TOPIC_OR_PARTITION');
    expect(await admin.listTopics()).not.toContain(topic);
  });

  test('grow by partitions', async () => {
    const topic = await createTopic('grow');
    await admin.createPartitions({ topicPartitions: [{ topic, count: 3 }] });
    const offsets = await eventually(async () => {
      // Apache Kafka names the new partitions a moment before it leads them.
      const found = await admin.fetchTopicOffsets(topic).catch(() => []);
      return found.length === 3 && found;
    }, 20_000);
    expect(offsets.map(({ high }) => high)).toEqual(['0', '0', '0']);
  });

  test('take their records and offsets with them when deleted', async () => {
    const topic = await createTopic('deleted');
    const groupId = uniqueName('deleted');
    const producer = await openProducer();
    await producer.send({ topic, messages: [{ value: 'gone' }, { value: 'gone' }] });
    await admin.setOffsets({ groupId, topic, partitions: [{ partition: 0, offset: '2' }] });
    await admin.deleteTopics({ topics: [topic] });
    await eventually(async () => !(await admin.listTopics()).includes(topic), 30_000);
    const again = { topic, numPartitions: 1, replicationFactor: 1 };
    await eventually(async () => {
      // On a busy machine the topic may be there before its leader is, which is an error of the creation.
      await admin.createTopics({ topics: [again] }).catch(() => false);
      return (await admin.listTopics()).includes(topic);
    }, 30_000);
    const ends = await eventually(() => admin.fetchTopicOffsets(topic).catch(() => null), 30_000);
    expect(ends[0]).toMatchObject({ low: '0', high: '0' });
    const [offsets] = await admin.fetchOffsets({ groupId, topics: [topic] });
    expect(offsets?.partitions[0]?.offset).toBe('-1');
  });

  test('lose their oldest records on request', async () => {
    const topic = await createTopic('delete-records');
    const producer = await openProducer();
    for (let i = 0; i < 10; i++) await producer.send({ topic, messages: [{ value: `${i}` }] });
    // kafkajs finds the leader only of topics it was asked about before.
    await admin.fetchTopicOffsets(topic);
    await admin.deleteTopicRecords({ topic, partitions: [{ partition: 0, offset: '4' }] });
    expect((await admin.fetchTopicOffsets(topic))[0]).toMatchObject({ low: '4', high: '10' });
    expect(values(await readTopic(topic, (list) => list.length === 6))).toEqual([
      '4',
      '5',
      '6',
      '7',
      '8',
      '9',
    ]);
    await admin.deleteTopicRecords({ topic, partitions: [{ partition: 0, offset: '-1' }] });
    expect((await admin.fetchTopicOffsets(topic))[0]).toMatchObject({ low: '10', high: '10' });
  });
});

describe('transactions', () => {
  test('show all of their records at their commit, in every partition', async () => {
    const topic = await createTopic('commit', { numPartitions: 2 });
    const producer = await openTransactional(uniqueName('tx'));
    const transaction = await begin(producer);
    await transaction.send({
      topic,
      messages: [
        { partition: 0, value: 'a' },
        { partition: 1, value: 'b' },
      ],
    });
    await transaction.send({ topic, messages: [{ partition: 0, value: 'c' }] });
    await transaction.commit();
    const received = await readTopic(topic, (list) => list.length === 3);
    expect(values(received).sort()).toEqual(['a', 'b', 'c']);
  });

  test('hide open and aborted records from readers of committed ones, not from others', async () => {
    const topic = await createTopic('abort');
    const producer = await openTransactional(uniqueName('tx'));
    const first = await begin(producer);
    await first.send({ topic, messages: [{ value: 'aborted' }] });
    await first.abort();
    const second = await begin(producer);
    await second.send({ topic, messages: [{ value: 'committed' }] });
    await second.commit();
    const open = await begin(producer);
    await open.send({ topic, messages: [{ value: 'open' }] });
    const plain = await openProducer();
    await plain.send({ topic, messages: [{ value: 'behind' }] });
    expect(values(await readTopic(topic, (list) => list.length >= 1))).toEqual(['committed']);
    const uncommitted = await readTopic(topic, (list) => list.length >= 4, { readUncommitted: true });
    expect(values(uncommitted)).toEqual(['aborted', 'committed', 'open', 'behind']);
    // The end that an administrator is told is the readers' too: lag counts nothing that is still open.
    expect((await admin.fetchTopicOffsets(topic))[0]?.high).toBe('4');
    await open.commit();
    const finally_ = await readTopic(topic, (list) => list.length >= 3);
    expect(values(finally_)).toEqual(['committed', 'open', 'behind']);
    expect((await admin.fetchTopicOffsets(topic))[0]?.high).toBe('7');
  });

  test('commit offsets with their records, or neither', async () => {
    const input = await createTopic('input');
    const output = await createTopic('output');
    const groupId = uniqueName('offsets');
    const producer = await openTransactional(uniqueName('tx'));
    const committed = async () => {
      const [found] = await admin.fetchOffsets({ groupId, topics: [input] });
      return found?.partitions[0]?.offset;
    };
    const offsets = (offset: string) => ({
      consumerGroupId: groupId,
      topics: [{ topic: input, partitions: [{ partition: 0, offset }] }],
    });
    const aborted = await begin(producer);
    await aborted.send({ topic: output, messages: [{ value: 'no' }] });
    await aborted.sendOffsets(offsets('7'));
    await aborted.abort();
    expect(await committed()).toBe('-1');
    const kept = await begin(producer);
    await kept.send({ topic: output, messages: [{ value: 'yes' }] });
    await kept.sendOffsets(offsets('5'));
    expect(await committed()).toBe('-1');
    await kept.commit();
    await eventually(async () => (await committed()) === '5', 20_000);
    expect(values(await readTopic(output, (list) => list.length >= 1))).toEqual(['yes']);
  });

  test('of a predecessor are aborted and the predecessor is fenced', async () => {
    const topic = await createTopic('fence');
    const transactionalId = uniqueName('tx');
    const zombie = await openTransactional(transactionalId);
    const left = await begin(zombie);
    await left.send({ topic, messages: [{ value: 'zombie' }] });
    const successor = await openTransactional(transactionalId);
    const transaction = await begin(successor);
    await transaction.send({ topic, messages: [{ value: 'successor' }] });
    await transaction.commit();
    await expectRefusal(
      left.send({ topic, messages: [{ value: 'zombie again' }] }),
      'INVALID_PRODUCER_EPOCH',
    );
    await expectRefusal(left.commit(), 'INVALID_PRODUCER_EPOCH');
    expect(values(await readTopic(topic, (list) => list.length >= 1))).toEqual(['successor']);
  });

  test('are aborted when they take longer than they may', async () => {
    const topic = await createTopic('timeout');
    const producer = await openTransactional(uniqueName('tx'), 1000);
    const slow = await begin(producer);
    await slow.send({ topic, messages: [{ value: 'too slow' }] });
    const plain = await openProducer();
    await plain.send({ topic, messages: [{ value: 'plain' }] });
    // Apache Kafka looks for overdue transactions every ten seconds.
    expect(values(await readTopic(topic, (list) => list.length >= 1))).toEqual(['plain']);
    await expectRefusal(slow.commit(), 'INVALID_PRODUCER_EPOCH');
  });
});

describe('idempotent producers', () => {
  test('write every record once', async () => {
    const topic = await createTopic('idempotent');
    const producer = await openProducer({ idempotent: true, maxInFlightRequests: 1 });
    for (let i = 0; i < 20; i++) await producer.send({ topic, messages: [{ value: `${i}` }] });
    const received = await readTopic(topic, (list) => list.length >= 20);
    expect(values(received)).toEqual(Array.from({ length: 20 }, (_, i) => `${i}`));
  });
});

describe('consumer groups', () => {
  async function openMember(
    groupId: string,
    topic: string,
    onMessage: (member: Received) => void,
  ): Promise<Consumer> {
    const consumer = kafka.consumer({
      groupId,
      sessionTimeout: 6000,
      heartbeatInterval: 500,
      rebalanceTimeout: 10_000,
      maxWaitTimeInMs: 100,
    });
    opened.push(consumer);
    await consumer.connect();
    await consumer.subscribe({ topic, fromBeginning: true });
    await consumer.run({
      eachMessage: async ({ partition, message }) => onMessage({ ...message, partition }),
    });
    return consumer;
  }

  const membersOf = async (groupId: string) => {
    const { groups } = await admin.describeGroups([groupId]);
    return groups[0];
  };

  test('commit offsets with metadata', async () => {
    const topic = await createTopic('metadata', { numPartitions: 2 });
    const groupId = uniqueName('metadata');
    const producer = await openProducer();
    await producer.send({
      topic,
      messages: [
        { partition: 0, value: 'a' },
        { partition: 1, value: 'b' },
      ],
    });
    const seen: Received[] = [];
    const consumer = await openMember(groupId, topic, (message) => seen.push(message));
    await eventually(async () => seen.length === 2, 20_000);
    await consumer.commitOffsets([{ topic, partition: 0, offset: '1', metadata: '{"claim":[0,1]}' }]);
    const [found] = await admin.fetchOffsets({ groupId, topics: [topic] });
    const first = found?.partitions.find(({ partition }) => partition === 0);
    expect(first).toMatchObject({ offset: '1', metadata: '{"claim":[0,1]}' });
  });

  test('resume where they committed', async () => {
    const topic = await createTopic('resume');
    const groupId = uniqueName('resume');
    const producer = await openProducer();
    await producer.send({ topic, messages: [{ value: '0' }, { value: '1' }] });
    const before: Received[] = [];
    const first = await openMember(groupId, topic, (message) => before.push(message));
    await eventually(async () => before.length === 2, 20_000);
    await first.disconnect();
    await producer.send({ topic, messages: [{ value: '2' }] });
    const after: Received[] = [];
    await openMember(groupId, topic, (message) => after.push(message));
    await eventually(async () => after.length >= 1, 20_000);
    expect(values(after)).toEqual(['2']);
  });

  test('share the partitions between two members and give them back when one leaves', async () => {
    const topic = await createTopic('share', { numPartitions: 4 });
    const groupId = uniqueName('share');
    const assigned = new Map<string, number[]>();
    const follow = (name: string, consumer: Consumer) =>
      consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
        assigned.set(name, payload.memberAssignment[topic] ?? []);
      });
    const first = await openMember(groupId, topic, () => {});
    follow('first', first);
    await eventually(async () => (await membersOf(groupId))?.state === 'Stable', 20_000);
    const second = await openMember(groupId, topic, () => {});
    follow('second', second);
    await eventually(async () => assigned.get('first')?.length === 2, 20_000);
    await eventually(async () => (await membersOf(groupId))?.members.length === 2, 20_000);
    await second.disconnect();
    await eventually(async () => assigned.get('first')?.length === 4, 20_000);
    expect([...assigned.get('first')!].sort()).toEqual([0, 1, 2, 3]);
  });

  test('drop a member that is silent for its session timeout', async () => {
    const topic = await createTopic('silent', { numPartitions: 2 });
    const groupId = uniqueName('silent');
    const silent = kafka.consumer({
      groupId,
      sessionTimeout: 6000,
      rebalanceTimeout: 6000,
      heartbeatInterval: 5900,
      maxWaitTimeInMs: 100,
    });
    opened.push(silent);
    await silent.connect();
    await silent.subscribe({ topic });
    const joined = new Promise((resolve) => silent.on(silent.events.GROUP_JOIN, resolve));
    // Its one message is never done with, so it neither fetches nor sends heartbeats again.
    let release = () => {};
    const stuck = new Promise<void>((resolve) => {
      release = resolve;
    });
    await silent.run({ eachMessage: () => stuck });
    await joined;
    const producer = await openProducer();
    await producer.send({
      topic,
      messages: [
        { partition: 0, value: 'x' },
        { partition: 1, value: 'x' },
      ],
    });
    await eventually(async () => (await membersOf(groupId))?.members.length === 1, 20_000);
    const startMs = Date.now();
    await eventually(async () => (await membersOf(groupId))?.members.length === 0, 20_000);
    expect(Date.now() - startMs).toBeGreaterThan(3000);
    release();
  });

  test('are listed, described and deleted', async () => {
    const topic = await createTopic('list');
    const groupId = uniqueName('list');
    const consumer = await openMember(groupId, topic, () => {});
    const active = await eventually(async () => {
      const group = await membersOf(groupId);
      return group?.state === 'Stable' && group;
    }, 20_000);
    expect(active).toMatchObject({ groupId, protocolType: 'consumer', protocol: 'RoundRobinAssigner' });
    expect((await admin.listGroups()).groups).toContainEqual(
      expect.objectContaining({ groupId, protocolType: 'consumer' }),
    );
    await expectRefusal(admin.deleteGroups([groupId]), 'NON_EMPTY_GROUP');
    await consumer.commitOffsets([{ topic, partition: 0, offset: '0' }]);
    await consumer.disconnect();
    await eventually(async () => (await membersOf(groupId))?.state === 'Empty', 30_000);
    await admin.deleteGroups([groupId]);
    expect((await admin.listGroups()).groups.map((group) => group.groupId)).not.toContain(groupId);
    expect((await membersOf(groupId))?.state).toBe('Dead');
    await expectRefusal(admin.deleteGroups([groupId]), 'GROUP_ID_NOT_FOUND');
  });

  test('have their offsets set and reset from outside', async () => {
    const topic = await createTopic('set');
    const groupId = uniqueName('set');
    const producer = await openProducer();
    await producer.send({ topic, messages: [{ value: '0' }, { value: '1' }, { value: '2' }] });
    await admin.setOffsets({ groupId, topic, partitions: [{ partition: 0, offset: '2' }] });
    const seen: Received[] = [];
    const consumer = await openMember(groupId, topic, (message) => seen.push(message));
    await eventually(async () => seen.length >= 1, 20_000);
    expect(values(seen)).toEqual(['2']);
    await consumer.disconnect();
    await admin.resetOffsets({ groupId, topic, earliest: true });
    const [found] = await admin.fetchOffsets({ groupId, topics: [topic], resolveOffsets: true });
    expect(found?.partitions[0]?.offset).toBe('0');
  });
});

describe('compaction', () => {
  test('keeps the last record of every key at its offset, and nothing that was aborted', {
    timeout: 120_000,
  }, async () => {
    const entries = {
      'cleanup.policy': 'compact',
      'segment.bytes': '1048576',
      'min.cleanable.dirty.ratio': '0.01',
      'delete.retention.ms': '0',
      'max.compaction.lag.ms': '1000',
    };
    const topic = await createTopic('compact', { configEntries: configs(entries) });
    const producer = await openTransactional(uniqueName('tx'));
    const payload = 'x'.repeat(1000);
    const keys = 50;
    const round = async (name: string, isCommit: boolean) => {
      const transaction = await begin(producer);
      const messages = Array.from({ length: 600 }, (_, i) => ({
        key: `key ${i % keys}`,
        value: `${name} ${i} ${payload}`,
      }));
      await transaction.send({ topic, messages });
      if (isCommit) await transaction.commit();
      else await transaction.abort();
    };
    await round('first', true);
    await round('second', true);
    await round('aborted', false);
    await round('third', true);
    await round('aborted', false);
    // The records after the last roll are never compacted: fill them with something else.
    const plain = await openProducer();
    const filler = () =>
      plain.send({ topic, messages: Array.from({ length: 900 }, () => ({ key: 'filler', value: payload })) });
    await filler();
    await filler();
    const isCompacted = async () => {
      const received = await readTopic(topic, (list) => values(list).at(-1) === payload, { lingerMs: 200 });
      const own = received.filter(({ key }) => key?.toString() !== 'filler');
      return own.length === keys && own;
    };
    const kept = await eventually(isCompacted, 90_000);
    expect(new Set(kept.map(({ key }) => key?.toString())).size).toBe(keys);
    for (const { value } of kept) expect(value?.toString()).toMatch(/^third 5[5-9]\d /);
    // Where its record was: three rounds of 600 with a marker each, an aborted one between them.
    const offsets = kept.map(({ offset }) => Number(offset));
    expect(offsets).toEqual(Array.from({ length: keys }, (_, i) => 3 * 601 + 550 + i));
  });
});

describe('authentication', () => {
  test('is refused with wrong credentials', async ({ skip }) => {
    if (!target.sasl) return skip('the target asks for none');
    for (const wrong of [
      { ...target.sasl, password: 'wrong' },
      { ...target.sasl, username: 'nobody' },
    ]) {
      const stranger = connect({ sasl: { mechanism: 'plain', ...wrong }, retry: { retries: 0 } }).admin();
      await expect(stranger.connect()).rejects.toThrow(/[Aa]uthentication failed|credentials/);
      await stranger.disconnect();
    }
  });

  test('is needed for everything', async ({ skip }) => {
    if (!target.sasl) return skip('the target asks for none');
    const stranger = new Kafka({
      brokers: target.brokers,
      logLevel: logLevel.NOTHING,
      retry: { retries: 0 },
      requestTimeout: 3000,
    });
    const strangersAdmin = stranger.admin();
    await expect(strangersAdmin.connect().then(() => strangersAdmin.listTopics())).rejects.toThrow();
    await strangersAdmin.disconnect();
  });
});
