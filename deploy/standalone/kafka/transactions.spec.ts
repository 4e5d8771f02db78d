import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ClusterRecord, ClusterState } from './cluster-state.js';
import { ErrorCode, KafkaError } from './errors.js';
import { Journal } from './journal.js';
import { buildBatch } from './testing/build-batch.js';
import { readAll, temporaryFolder } from './testing/open-partition.js';
import { Topics } from './topics.js';
import { Transactions } from './transactions.js';

let folder: ReturnType<typeof temporaryFolder>;
let nowMs: number;

beforeEach(() => {
  folder = temporaryFolder();
  nowMs = Date.now();
});
afterEach(() => folder.remove());

const onWriteFailure = (error: unknown) => {
  throw error;
};

async function open() {
  const state = new ClusterState();
  const now = () => nowMs;
  const path = join(folder.path, 'journal.log');
  const { journal, isNew } = await Journal.open<ClusterRecord>(path, state, onWriteFailure);
  const topics = new Topics({ state, journal, folder: folder.path, defaults: {}, now, onWriteFailure });
  await topics.start(isNew);
  if (isNew) {
    await topics.create('out', 2, {}, false);
    await topics.create('in', 1, {}, false);
  }
  const transactions = new Transactions(state, journal, topics, now);
  return { state, journal, topics, transactions };
}

type Opened = Awaited<ReturnType<typeof open>>;

async function close({ topics, journal }: Opened): Promise<void> {
  await topics.close();
  await journal.close();
}

/** A transaction with a record in both partitions and an offset, not ended. */
async function begin({ transactions, topics }: Opened) {
  const producer = await transactions.initProducer('tx', 5000);
  const partitions = [0, 1].map((partition) => ({ topic: 'out', partition }));
  await transactions.addPartitions('tx', producer, partitions);
  for (const { topic, partition } of partitions) {
    const { producerId, epoch: producerEpoch } = producer;
    const plan = {
      records: [{ key: 'k' }],
      producerId,
      producerEpoch,
      baseSequence: 0,
      isTransactional: true,
    };
    await topics.get(topic, partition).append(buildBatch(plan), () => {}).synced;
  }
  await transactions.addOffsets('tx', producer);
  const commit = { topic: 'in', partition: 0, offset: 42, metadata: '' };
  await transactions.commitOffsets('tx', producer, 'g', [commit]);
  return producer;
}

/** How many records of each partition are visible, and the committed offset. */
async function outcome({ topics, state }: Opened) {
  const records = await Promise.all([0, 1].map((i) => readAll(topics.get('out', i), true)));
  return {
    visible: records.map(({ length }) => length),
    offset: state.offsets.get('g')?.get('in')?.get(0)?.offset,
  };
}

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 0,
    (error: unknown) => (error as KafkaError).code,
  );

const NOTHING = { visible: [0, 0], offset: undefined };
const EVERYTHING = { visible: [1, 1], offset: 42 };

test('a commit shows records and offset', async () => {
  const broker = await open();
  const producer = await begin(broker);
  expect(await outcome(broker)).toEqual(NOTHING);
  await broker.transactions.end('tx', producer, true);
  expect(await outcome(broker)).toEqual(EVERYTHING);
  await close(broker);
});

test.each([0, 1, 2])(
  'a commit decided before a crash is carried out, %i markers being there',
  async (markers) => {
    const broker = await open();
    const { producerId, epoch } = await begin(broker);
    const transaction = broker.state.transactions.get('tx')!;
    await broker.journal.append({
      kind: 'transaction-written',
      transaction: { ...transaction, status: 'committing' },
    });
    for (let i = 0; i < markers; i++)
      await broker.topics.get('out', i).endTransaction(producerId, epoch, true);
    await close(broker);

    const again = await open();
    await again.transactions.start();
    expect(await outcome(again)).toEqual(EVERYTHING);
    for (const i of [0, 1]) expect(again.topics.get('out', i).highWatermark).toBe(2);
    await close(again);
    expect(again.state.transactions.get('tx')?.status).toBe('committed');
  },
);

test('an open transaction goes on after a restart', async () => {
  const broker = await open();
  const producer = await begin(broker);
  await close(broker);
  const again = await open();
  await again.transactions.start();
  expect(await outcome(again)).toEqual(NOTHING);
  await again.transactions.end('tx', producer, true);
  expect(await outcome(again)).toEqual(EVERYTHING);
  await close(again);
});

test('records that no transaction answers for are aborted at start', async () => {
  const broker = await open();
  const plan = { records: [{}], producerId: 999, producerEpoch: 0, baseSequence: 0, isTransactional: true };
  await broker.topics.get('out', 0).append(buildBatch(plan), () => {}).synced;
  await broker.transactions.start();
  expect(broker.topics.get('out', 0).lastStableOffset).toBe(2);
  expect(await outcome(broker)).toEqual(NOTHING);
  await close(broker);
});

test('a successor aborts and fences its predecessor', async () => {
  const broker = await open();
  const zombie = await begin(broker);
  const successor = await broker.transactions.initProducer('tx', 5000);
  expect(successor.producerId).toBe(zombie.producerId);
  expect(successor.epoch).toBeGreaterThan(zombie.epoch);
  expect(await codeOf(broker.transactions.end('tx', zombie, true))).toBe(ErrorCode.INVALID_PRODUCER_EPOCH);
  expect(() => broker.transactions.assertMayAppend('tx', zombie, 'out', 0)).toThrow(KafkaError);
  expect(await outcome(broker)).toEqual(NOTHING);
  await close(broker);
});

test('an overdue transaction is aborted', async () => {
  const broker = await open();
  const producer = await begin(broker);
  nowMs += 4000;
  await broker.transactions.abortOverdue();
  expect(broker.state.transactions.get('tx')?.status).toBe('ongoing');
  nowMs += 2000;
  await broker.transactions.abortOverdue();
  expect(await codeOf(broker.transactions.end('tx', producer, true))).toBe(ErrorCode.INVALID_PRODUCER_EPOCH);
  expect(await outcome(broker)).toEqual(NOTHING);
  await close(broker);
});

test('a topic deleted meanwhile does not hold up the end', async () => {
  const broker = await open();
  const producer = await begin(broker);
  await broker.topics.delete('in');
  await broker.transactions.end('tx', producer, true);
  expect(await outcome(broker)).toEqual({ visible: [1, 1], offset: undefined });
  await close(broker);
});

test('producer ids are never given twice', async () => {
  const broker = await open();
  const ids = await Promise.all(
    Array.from({ length: 1500 }, () => broker.transactions.initProducer(null, 0)),
  );
  await close(broker);
  const again = await open();
  ids.push(await again.transactions.initProducer(null, 0));
  expect(new Set(ids.map(({ producerId }) => producerId)).size).toBe(1501);
  await close(again);
});
