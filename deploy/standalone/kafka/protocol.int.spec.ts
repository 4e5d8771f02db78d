import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ErrorCode } from './errors.js';
import { buildBatch, sealed } from './testing/build-batch.js';
import { RawClient } from './testing/raw-client.js';
import { Requests } from './testing/requests.js';
import { eventually, openTarget, type Target } from './testing/target.js';
import { Writer } from './wire.js';

// What kafkajs never sends, byte by byte. Runs against Apache Kafka too: see openTarget.

let target: Target;
let ask: Requests;

beforeAll(async () => {
  target = await openTarget();
  ask = await Requests.open(target);
});

afterAll(async () => {
  ask.close();
  await target.close();
});

describe('idempotent produce', () => {
  test('answers a repeated batch with its first offset', async () => {
    const topic = await ask.createTopic();
    const producer = await ask.initProducer();
    const send = (baseSequence: number) =>
      ask.produce(topic, { records: [{ value: 'a' }, { value: 'b' }], ...producer, baseSequence });
    expect(await send(0)).toEqual({ code: 0, baseOffset: 0 });
    expect(await send(2)).toEqual({ code: 0, baseOffset: 2 });
    expect(await send(4)).toEqual({ code: 0, baseOffset: 4 });
    expect(await send(2)).toEqual({ code: 0, baseOffset: 2 });
    expect(await send(0)).toEqual({ code: 0, baseOffset: 0 });
    expect(await ask.endOf(topic)).toBe(6);
  });

  test('refuses a batch after a hole', async () => {
    const topic = await ask.createTopic();
    const producer = await ask.initProducer();
    const send = (baseSequence: number) => ask.produce(topic, { records: [{}], ...producer, baseSequence });
    await send(0);
    expect((await send(2)).code).toBe(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER);
    expect((await send(1)).code).toBe(ErrorCode.NONE);
    expect(await ask.endOf(topic)).toBe(2);
  });

  test('refuses an older epoch, and a new one that does not begin at 0', async () => {
    const topic = await ask.createTopic();
    const { producerId } = await ask.initProducer();
    const send = (producerEpoch: number, baseSequence: number) =>
      ask.produce(topic, { records: [{}], producerId, producerEpoch, baseSequence });
    expect((await send(1, 0)).code).toBe(ErrorCode.NONE);
    expect((await send(0, 1)).code).toBe(ErrorCode.INVALID_PRODUCER_EPOCH);
    expect((await send(2, 5)).code).toBe(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER);
    expect((await send(2, 0)).code).toBe(ErrorCode.NONE);
  });

  test('refuses a resend that it has forgotten, or that is cut differently', async () => {
    const topic = await ask.createTopic();
    const producer = await ask.initProducer();
    const send = (baseSequence: number) =>
      ask.produce(topic, { records: [{}, {}], ...producer, baseSequence });
    for (let i = 0; i < 6; i++) await send(i * 2);
    expect((await send(0)).code).toBe(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER);
    expect((await send(9)).code).toBe(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER);
    expect(await send(2)).toEqual({ code: 0, baseOffset: 2 });
    expect(await ask.endOf(topic)).toBe(12);
  });

  test('begins again at 0 after the last sequence number', async () => {
    const topic = await ask.createTopic();
    const producer = await ask.initProducer();
    const send = (baseSequence: number, count: number) =>
      ask.produce(topic, { records: Array.from({ length: count }, () => ({})), ...producer, baseSequence });
    expect((await send(2 ** 31 - 3, 2)).code).toBe(ErrorCode.NONE);
    expect(await send(2 ** 31 - 1, 3)).toEqual({ code: 0, baseOffset: 2 });
    expect(await send(2 ** 31 - 1, 3)).toEqual({ code: 0, baseOffset: 2 });
    expect(await send(2, 1)).toEqual({ code: 0, baseOffset: 5 });
  });

  test('keeps the order of batches that are sent without waiting', async () => {
    const topic = await ask.createTopic();
    const producer = await ask.initProducer();
    const sent = await Promise.all(
      Array.from({ length: 5 }, (_, i) =>
        ask.produce(topic, { records: [{}], ...producer, baseSequence: i }),
      ),
    );
    expect(sent).toEqual(Array.from({ length: 5 }, (_, baseOffset) => ({ code: 0, baseOffset })));
  });
});

describe('a produced batch', () => {
  test('is refused when its bytes are wrong', async () => {
    const topic = await ask.createTopic();
    const good = buildBatch({ records: [{ value: 'a' }, { value: 'b' }] });
    const changed = (change: (batch: Buffer) => void) => {
      const batch = Buffer.from(good);
      change(batch);
      return batch;
    };
    const wrongChecksum = changed((batch) => batch.writeUInt8(batch[65]! ^ 1, 65));
    expect((await ask.produceBytes(topic, wrongChecksum)).code).toBe(ErrorCode.CORRUPT_MESSAGE);
    const wrongCount = sealed(changed((batch) => batch.writeInt32BE(3, 57)));
    expect((await ask.produceBytes(topic, wrongCount)).code).toBe(ErrorCode.INVALID_RECORD);
    const wrongDelta = sealed(changed((batch) => batch.writeInt32BE(5, 23)));
    expect((await ask.produceBytes(topic, wrongDelta)).code).toBe(ErrorCode.INVALID_RECORD);
    const control = sealed(changed((batch) => batch.writeInt16BE(0x20, 21)));
    expect((await ask.produceBytes(topic, control)).code).toBe(ErrorCode.INVALID_RECORD);
    const two = Buffer.concat([good, good]);
    expect((await ask.produceBytes(topic, two)).code).toBe(ErrorCode.INVALID_RECORD);
    expect(await ask.endOf(topic)).toBe(0);
  });

  test('needs a topic that exists, and acks of -1, 0 or 1', async () => {
    expect((await ask.produce(`protocol-none-${randomUUID()}`, { records: [{}] })).code).toBe(
      ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
    );
    const topic = await ask.createTopic();
    const { code } = await ask.produceBytes(topic, buildBatch({ records: [{}] }), { acks: 2 });
    expect(code).toBe(ErrorCode.INVALID_REQUIRED_ACKS);
  });

  test('may hold its records compressed', async () => {
    const topic = await ask.createTopic();
    const records = [
      { value: 'a', timestampMs: 1_700_000_000_000 },
      { value: 'b', timestampMs: 1_700_000_000_500 },
    ];
    expect(await ask.produce(topic, { records, isGzip: true })).toEqual({ code: 0, baseOffset: 0 });
    expect((await ask.listOffset(topic, 1_700_000_000_001)).offset).toBe(1);
  });
});

describe('fetch', () => {
  test('returns whole batches within its limit, the first however large', async () => {
    const topic = await ask.createTopic();
    const size = buildBatch({ records: [{ value: 'x'.repeat(1000) }] }).length;
    for (let i = 0; i < 5; i++) await ask.produce(topic, { records: [{ value: 'x'.repeat(1000) }] });
    expect((await ask.fetch(topic, { offset: 0, maxBytes: 10 })).bytes.length).toBeGreaterThanOrEqual(10);
    const some = await ask.fetch(topic, { offset: 1, maxBytes: size * 3 + 5 });
    expect(some.bytes.readBigInt64BE(0)).toBe(1n);
    expect(some.bytes.length).toBeGreaterThanOrEqual(size * 3);
    expect((await ask.fetch(topic, { offset: 5 })).bytes.length).toBe(0);
  });

  test('returns the batch around an offset in its middle', async () => {
    const topic = await ask.createTopic();
    await ask.produce(topic, { records: [{}, {}, {}] });
    await ask.produce(topic, { records: [{}, {}, {}] });
    expect((await ask.fetch(topic, { offset: 4 })).bytes.readBigInt64BE(0)).toBe(3n);
  });

  test('refuses offsets outside the log', async () => {
    const topic = await ask.createTopic();
    await ask.produce(topic, { records: [{}] });
    expect((await ask.fetch(topic, { offset: 2 })).code).toBe(ErrorCode.OFFSET_OUT_OF_RANGE);
    expect((await ask.fetch(topic, { offset: -1 })).code).toBe(ErrorCode.OFFSET_OUT_OF_RANGE);
  });

  test('waits for minBytes at most as long as it may', async () => {
    const topic = await ask.createTopic();
    await ask.produce(topic, { records: [{}] });
    const startMs = performance.now();
    const { bytes } = await ask.fetch(topic, { offset: 0, minBytes: 100_000, maxWaitMs: 500 });
    expect(performance.now() - startMs).toBeGreaterThan(450);
    expect(bytes.length).toBeGreaterThan(0);
  });
});

describe('transactions', () => {
  test('hold back the stable end and name what was aborted', async () => {
    const topic = await ask.createTopic();
    const id = `tx-${randomUUID()}`;
    const producer = await ask.initProducer(id);
    await ask.produce(topic, { records: [{ value: 'before' }] });
    expect(await eventually(async () => (await ask.addPartition(id, producer, topic)) === 0, 20_000)).toBe(
      true,
    );
    await ask.produce(topic, { records: [{}, {}], ...producer, baseSequence: 0, isTransactional: true }, id);
    await ask.produce(topic, { records: [{ value: 'after' }] });
    expect(await ask.fetch(topic, { offset: 0, isolation: 1 })).toMatchObject({
      highWatermark: 4,
      lastStableOffset: 1,
    });
    expect((await ask.listOffset(topic, -1, 1)).offset).toBe(1);
    expect(await ask.endTransaction(id, producer, false)).toBe(ErrorCode.NONE);
    await eventually(async () => (await ask.listOffset(topic, -1, 1)).offset === 5, 20_000);
    const fetched = await ask.fetch(topic, { offset: 0, isolation: 1 });
    expect(fetched.aborted).toEqual([{ producerId: producer.producerId, firstOffset: 1 }]);
    expect((await ask.fetch(topic, { offset: 0 })).aborted ?? []).toEqual([]);
  });

  test('let the stable end go on to the next that is open, and stop there', async () => {
    const topic = await ask.createTopic();
    const [first, second] = [`tx-${randomUUID()}`, `tx-${randomUUID()}`];
    const producers = { [first]: await ask.initProducer(first), [second]: await ask.initProducer(second) };
    const send = async (id: string, baseSequence: number) => {
      const producer = producers[id]!;
      await eventually(async () => (await ask.addPartition(id, producer, topic)) === 0, 20_000);
      return ask.produce(topic, { records: [{}], ...producer, baseSequence, isTransactional: true }, id);
    };
    const stableEnd = async () => (await ask.fetch(topic, { offset: 0, isolation: 1 })).lastStableOffset;
    await send(first, 0);
    await send(second, 0);
    await send(first, 1);
    expect(await stableEnd()).toBe(0);
    // Beyond the stable end there is nothing yet, and that is no mistake of the reader.
    expect(await ask.fetch(topic, { offset: 2, isolation: 1 })).toMatchObject({
      code: 0,
      bytes: Buffer.alloc(0),
    });
    await ask.endTransaction(first, producers[first]!, true);
    expect(await eventually(async () => (await stableEnd()) === 1, 20_000)).toBe(true);
    await ask.endTransaction(second, producers[second]!, false);
    expect(await eventually(async () => (await stableEnd()) === 5, 20_000)).toBe(true);
    expect(await ask.endOf(topic)).toBe(5);
  });

  test('let no zombie write, add, commit offsets or end', async () => {
    const topic = await ask.createTopic();
    const [id, group] = [`tx-${randomUUID()}`, `group-${randomUUID()}`];
    const zombie = await ask.initProducer(id);
    await eventually(async () => (await ask.addPartition(id, zombie, topic)) === 0, 20_000);
    await ask.produce(topic, { records: [{}], ...zombie, baseSequence: 0, isTransactional: true }, id);
    await eventually(async () => (await ask.addOffsets(id, zombie, group)) === 0, 20_000);
    await eventually(
      async () => (await ask.commitInTransaction(id, zombie, { group, topic, offset: 9 })) === 0,
      20_000,
    );
    const successor = await ask.initProducer(id);
    const late = { records: [{}], ...zombie, baseSequence: 1, isTransactional: true };
    expect((await ask.produce(topic, late, id)).code).toBe(ErrorCode.INVALID_PRODUCER_EPOCH);
    expect(await ask.addPartition(id, zombie, topic)).toBe(ErrorCode.INVALID_PRODUCER_EPOCH);
    expect(await ask.addOffsets(id, zombie, group)).toBe(ErrorCode.INVALID_PRODUCER_EPOCH);
    expect(await ask.commitInTransaction(id, zombie, { group, topic, offset: 9 })).toBe(
      ErrorCode.INVALID_PRODUCER_EPOCH,
    );
    expect(await ask.endTransaction(id, zombie, true)).toBe(ErrorCode.INVALID_PRODUCER_EPOCH);
    // What the zombie left was aborted, its offset with its record.
    expect((await ask.committed(group, topic)).offset).toBe(-1);
    await eventually(async () => (await ask.addOffsets(id, successor, group)) === 0, 20_000);
    await eventually(
      async () => (await ask.commitInTransaction(id, successor, { group, topic, offset: 4 })) === 0,
      20_000,
    );
    expect(await ask.endTransaction(id, successor, true)).toBe(ErrorCode.NONE);
    await eventually(async () => (await ask.committed(group, topic)).offset === 4, 20_000);
    const fetched = await ask.fetch(topic, { offset: 0, isolation: 1 });
    expect(fetched.aborted).toEqual([{ producerId: zombie.producerId, firstOffset: 0 }]);
  });

  test('may not be open longer than the broker allows', async () => {
    const body = new Writer().nullableString(`tx-${randomUUID()}`).int32(24 * 60 * 60 * 1000);
    const answer = await ask.client.send(22, 1, body);
    answer.int32();
    expect(answer.int16()).toBe(ErrorCode.INVALID_TRANSACTION_TIMEOUT);
  });

  test('refuse batches for partitions that were not added', async () => {
    const topic = await ask.createTopic();
    const id = `tx-${randomUUID()}`;
    const producer = await ask.initProducer(id);
    const plan = { records: [{}], ...producer, baseSequence: 0, isTransactional: true };
    expect((await ask.produce(topic, plan, id)).code).toBe(ErrorCode.INVALID_TXN_STATE);
    expect(await ask.endOf(topic)).toBe(0);
  });

  test('refuse producers that do not own the id', async () => {
    const topic = await ask.createTopic();
    const id = `tx-${randomUUID()}`;
    const old = await ask.initProducer(id);
    const producer = await ask.initProducer(id);
    expect(producer.producerId).toBe(old.producerId);
    expect(producer.producerEpoch).toBeGreaterThan(old.producerEpoch);
    expect(await ask.addPartition(id, old, topic)).toBe(ErrorCode.INVALID_PRODUCER_EPOCH);
    expect(await ask.endTransaction(id, old, true)).toBe(ErrorCode.INVALID_PRODUCER_EPOCH);
    expect(await ask.addPartition(`tx-${randomUUID()}`, producer, topic)).toBe(
      ErrorCode.INVALID_PRODUCER_ID_MAPPING,
    );
    expect(await ask.addPartition(id, producer, `protocol-none-${randomUUID()}`)).toBe(
      ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
    );
  });

  test('end once: the same end again is fine, another is not', async () => {
    const topic = await ask.createTopic();
    const id = `tx-${randomUUID()}`;
    const producer = await ask.initProducer(id);
    expect(await ask.endTransaction(id, producer, true)).toBe(ErrorCode.INVALID_TXN_STATE);
    await eventually(async () => (await ask.addPartition(id, producer, topic)) === 0, 20_000);
    await ask.produce(topic, { records: [{}], ...producer, baseSequence: 0, isTransactional: true }, id);
    expect(await ask.endTransaction(id, producer, true)).toBe(ErrorCode.NONE);
    await eventually(async () => (await ask.endTransaction(id, producer, true)) === ErrorCode.NONE, 20_000);
    expect(await ask.endTransaction(id, producer, false)).toBe(ErrorCode.INVALID_TXN_STATE);
  });
});

describe('offsets', () => {
  test('are committed without a group’s members, but not by strangers or for nothing', async () => {
    const topic = await ask.createTopic();
    const group = `group-${randomUUID()}`;
    await eventually(async () => (await ask.commit({ group, topic })) === ErrorCode.NONE, 30_000);
    const stranger = { group, topic, generation: 3, memberId: 'stranger' };
    expect(await ask.commit(stranger)).toBe(ErrorCode.UNKNOWN_MEMBER_ID);
    expect(await ask.commit({ group, topic: `protocol-none-${randomUUID()}` })).toBe(
      ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
    );
    const metadata = 'm'.repeat(5000);
    expect(await ask.commit({ group, topic, metadata })).toBe(ErrorCode.OFFSET_METADATA_TOO_LARGE);
  });

  test('come back with what was said with them', async () => {
    const topic = await ask.createTopic();
    const group = `group-${randomUUID()}`;
    expect(await eventually(() => ask.committed(group, topic), 30_000)).toEqual({ offset: -1, metadata: '' });
    const metadata = `{"claim":[0,${'1'.repeat(4000)}]}`;
    await eventually(async () => (await ask.commit({ group, topic, offset: 3, metadata })) === 0, 30_000);
    expect(await ask.committed(group, topic)).toEqual({ offset: 3, metadata });
    await ask.commit({ group, topic, offset: 1, metadata: null });
    expect(await ask.committed(group, topic)).toEqual({ offset: 1, metadata: '' });
  });
});

describe('deleting records', () => {
  test('moves the start, never back and never beyond the end', async () => {
    const topic = await ask.createTopic();
    for (let i = 0; i < 3; i++) await ask.produce(topic, { records: [{}, {}] });
    expect(await ask.deleteRecords(topic, 3)).toEqual({ code: 0, low: 3 });
    expect(await ask.deleteRecords(topic, 1)).toEqual({ code: 0, low: 3 });
    expect((await ask.deleteRecords(topic, 7)).code).toBe(ErrorCode.OFFSET_OUT_OF_RANGE);
    expect((await ask.listOffset(topic, -2)).offset).toBe(3);
    expect((await ask.fetch(topic, { offset: 2 })).code).toBe(ErrorCode.OFFSET_OUT_OF_RANGE);
    expect((await ask.fetch(topic, { offset: 3 })).bytes.length).toBeGreaterThan(0);
    const missing = `protocol-none-${randomUUID()}`;
    expect((await ask.deleteRecords(missing, 1)).code).toBe(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION);
  });
});

describe('settings of topics', () => {
  test('are told with where they come from, all or those asked for', async () => {
    const topic = await ask.createTopic({ 'retention.ms': '1234' });
    const { code, configs } = await ask.describeConfigs(topic, ['retention.ms', 'max.message.bytes']);
    expect(code).toBe(ErrorCode.NONE);
    expect(configs.sort((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
      { name: 'max.message.bytes', value: '1048588', source: 5 },
      { name: 'retention.ms', value: '1234', source: 1 },
    ]);
    expect((await ask.describeConfigs(topic)).configs.length).toBeGreaterThan(20);
    const missing = `protocol-none-${randomUUID()}`;
    expect(await ask.describeConfigs(missing)).toEqual({
      code: ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
      configs: [],
    });
  });
});

describe('offsets by time', () => {
  test('are none where every record is earlier, and an error where there is no topic', async () => {
    const topic = await ask.createTopic();
    expect(await ask.listOffset(topic, 1)).toEqual({ code: 0, offset: -1 });
    await ask.produce(topic, {
      records: [{ timestampMs: 1000 }, { timestampMs: 3000 }, { timestampMs: 2000 }],
    });
    expect(await ask.listOffset(topic, 3001)).toEqual({ code: 0, offset: -1 });
    expect(await ask.listOffset(topic, 2001)).toEqual({ code: 0, offset: 1 });
    expect((await ask.listOffset(`protocol-none-${randomUUID()}`, -1)).code).toBe(
      ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
    );
  });

  test('know nothing of what is not decided, for readers of committed records', async () => {
    const topic = await ask.createTopic();
    const id = `tx-${randomUUID()}`;
    const producer = await ask.initProducer(id);
    await ask.produce(topic, { records: [{ timestampMs: 1000 }] });
    await eventually(async () => (await ask.addPartition(id, producer, topic)) === 0, 20_000);
    const open = { records: [{ timestampMs: 2000 }], ...producer, baseSequence: 0, isTransactional: true };
    await ask.produce(topic, open, id);
    expect(await ask.listOffset(topic, 1500, 1)).toEqual({ code: 0, offset: -1 });
    expect(await ask.listOffset(topic, 1500, 0)).toEqual({ code: 0, offset: 1 });
    await eventually(async () => (await ask.endTransaction(id, producer, true)) === ErrorCode.NONE, 20_000);
    await eventually(async () => (await ask.listOffset(topic, 1500, 1)).offset === 1, 20_000);
  });
});

describe('a size limit', () => {
  test('counts the batch as it is sent: compressed, and all of its records', async () => {
    const topic = await ask.createTopic({ 'max.message.bytes': '2000' });
    const records = Array.from({ length: 10 }, () => ({ value: 'x'.repeat(300) }));
    expect((await ask.produce(topic, { records })).code).toBe(ErrorCode.MESSAGE_TOO_LARGE);
    expect((await ask.produce(topic, { records, isGzip: true })).code).toBe(ErrorCode.NONE);
    expect(await ask.endOf(topic)).toBe(10);
  });
});

describe('a connection', () => {
  test('is closed for a request that cannot be, and only that one', async () => {
    const bad: Buffer[] = [
      Buffer.from([0x7f, 0xff, 0xff, 0xff]),
      Buffer.from([0xff, 0xff, 0xff, 0xff]),
      Buffer.from([0, 0, 0, 2, 0, 3]),
      Buffer.from([0, 0, 0, 10, 0, 99, 0, 0, 0, 0, 0, 1, 0xff, 0xff]),
    ];
    for (const bytes of bad) {
      const stranger = await RawClient.open(target);
      const closed = new Promise((resolve) => stranger.socket.once('close', resolve));
      stranger.socket.write(bytes);
      await closed;
    }
    const broken = await RawClient.open(target);
    // An array that claims two billion topics.
    await expect(broken.send(3, 4, new Writer().int32(2_000_000_000))).rejects.toThrow('closed');
    const topic = await ask.createTopic();
    expect((await ask.produce(topic, { records: [{}] })).code).toBe(ErrorCode.NONE);
  });

  test('is told the versions for a newer ApiVersions', async () => {
    const stranger = await RawClient.connect(target.brokers[0]!);
    // Its header ends with a field count that older ones do not have.
    const answer = await stranger.send(18, 99, new Writer().int8(0));
    expect(answer.int16()).toBe(ErrorCode.UNSUPPORTED_VERSION);
    stranger.close();
  });
});
