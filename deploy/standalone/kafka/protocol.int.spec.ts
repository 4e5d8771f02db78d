import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ErrorCode } from './errors.js';
import { type BatchPlan, buildBatch, sealed } from './testing/build-batch.js';
import { RawClient } from './testing/raw-client.js';
import { eventually, openTarget, type Target } from './testing/target.js';
import { Writer } from './wire.js';

// What kafkajs never sends, byte by byte. Runs against Apache Kafka too: see openTarget.

let target: Target;
let client: RawClient;

beforeAll(async () => {
  target = await openTarget();
  client = await RawClient.open(target);
});

afterAll(async () => {
  client.close();
  await target.close();
});

async function createTopic(configs: Record<string, string> = {}): Promise<string> {
  const topic = `protocol-${randomUUID()}`;
  const body = new Writer().int32(1).string(topic).int32(1).int16(1).int32(0);
  body.array(Object.entries(configs), ([name, value]) => body.string(name).nullableString(value));
  const answer = await client.send(19, 2, body.int32(5000).boolean(false));
  answer.int32();
  const [code] = answer.array(() => [answer.string(), answer.int16(), answer.nullableString()][1]);
  expect(code).toBe(ErrorCode.NONE);
  await eventually(async () => (await listOffset(topic, -2)).code === ErrorCode.NONE, 5000);
  return topic;
}

interface Produced {
  readonly code: number;
  readonly baseOffset: number;
}

async function produceBytes(
  topic: string,
  bytes: Buffer,
  { transactionalId = null as string | null, acks = -1 } = {},
): Promise<Produced> {
  const body = new Writer().nullableString(transactionalId).int16(acks).int32(5000);
  body.int32(1).string(topic).int32(1).int32(0).bytes(bytes);
  const answer = await client.send(0, 7, body);
  const [produced] = answer.array(() => {
    answer.string();
    return answer.array(() => {
      answer.int32();
      const result = { code: answer.int16(), baseOffset: answer.int64() };
      answer.int64();
      answer.int64();
      return result;
    })[0]!;
  });
  return produced!;
}

const produce = (topic: string, plan: BatchPlan, transactionalId: string | null = null) =>
  produceBytes(topic, buildBatch(plan), { transactionalId });

async function listOffset(
  topic: string,
  timestampMs: number,
  isolation = 0,
): Promise<{ code: number; offset: number }> {
  const body = new Writer()
    .int32(-1)
    .int8(isolation)
    .int32(1)
    .string(topic)
    .int32(1)
    .int32(0)
    .int64(timestampMs);
  const answer = await client.send(2, 2, body);
  answer.int32();
  const [found] = answer.array(() => {
    answer.string();
    return answer.array(() => {
      answer.int32();
      const code = answer.int16();
      answer.int64();
      return { code, offset: answer.int64() };
    })[0]!;
  });
  return found!;
}

const endOf = async (topic: string) => (await listOffset(topic, -1)).offset;

interface FetchPlan {
  readonly offset: number;
  readonly maxBytes?: number;
  readonly minBytes?: number;
  readonly maxWaitMs?: number;
  readonly isolation?: number;
}

async function fetch(topic: string, plan: FetchPlan) {
  const { offset, maxBytes = 1_000_000, minBytes = 1, maxWaitMs = 0, isolation = 0 } = plan;
  const body = new Writer().int32(-1).int32(maxWaitMs).int32(minBytes).int32(maxBytes).int8(isolation);
  body.int32(1).string(topic).int32(1).int32(0).int64(offset).int32(maxBytes);
  const answer = await client.send(1, 4, body);
  answer.int32();
  const [fetched] = answer.array(() => {
    answer.string();
    return answer.array(() => {
      answer.int32();
      return {
        code: answer.int16(),
        highWatermark: answer.int64(),
        lastStableOffset: answer.int64(),
        aborted: answer.nullableArray(() => ({ producerId: answer.int64(), firstOffset: answer.int64() })),
        bytes: answer.nullableBytes() ?? Buffer.alloc(0),
      };
    })[0]!;
  });
  return fetched!;
}

async function initProducer(transactionalId: string | null = null) {
  return eventually(async () => {
    const body = new Writer().nullableString(transactionalId).int32(60_000);
    const answer = await client.send(22, 1, body);
    answer.int32();
    const code = answer.int16();
    // Apache Kafka loads its coordinators at their first use.
    return code === ErrorCode.NONE && { producerId: answer.int64(), producerEpoch: answer.int16() };
  }, 10_000);
}

interface Producer {
  readonly producerId: number;
  readonly producerEpoch: number;
}

async function addPartition(
  id: string,
  { producerId, producerEpoch }: Producer,
  topic: string,
): Promise<number> {
  const body = new Writer().string(id).int64(producerId).int16(producerEpoch);
  const answer = await client.send(24, 1, body.int32(1).string(topic).int32(1).int32(0));
  answer.int32();
  return answer.array(() => {
    answer.string();
    return answer.array(() => [answer.int32(), answer.int16()][1]!)[0]!;
  })[0]!;
}

async function endTransaction(
  id: string,
  { producerId, producerEpoch }: Producer,
  isCommit: boolean,
): Promise<number> {
  const body = new Writer().string(id).int64(producerId).int16(producerEpoch).boolean(isCommit);
  const answer = await client.send(26, 1, body);
  answer.int32();
  return answer.int16();
}

describe('idempotent produce', () => {
  test('answers a repeated batch with its first offset', async () => {
    const topic = await createTopic();
    const producer = await initProducer();
    const send = (baseSequence: number) =>
      produce(topic, { records: [{ value: 'a' }, { value: 'b' }], ...producer, baseSequence });
    expect(await send(0)).toEqual({ code: 0, baseOffset: 0 });
    expect(await send(2)).toEqual({ code: 0, baseOffset: 2 });
    expect(await send(4)).toEqual({ code: 0, baseOffset: 4 });
    expect(await send(2)).toEqual({ code: 0, baseOffset: 2 });
    expect(await send(0)).toEqual({ code: 0, baseOffset: 0 });
    expect(await endOf(topic)).toBe(6);
  });

  test('refuses a batch after a hole', async () => {
    const topic = await createTopic();
    const producer = await initProducer();
    const send = (baseSequence: number) => produce(topic, { records: [{}], ...producer, baseSequence });
    await send(0);
    expect((await send(2)).code).toBe(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER);
    expect((await send(1)).code).toBe(ErrorCode.NONE);
    expect(await endOf(topic)).toBe(2);
  });

  test('refuses an older epoch, and a new one that does not begin at 0', async () => {
    const topic = await createTopic();
    const { producerId } = await initProducer();
    const send = (producerEpoch: number, baseSequence: number) =>
      produce(topic, { records: [{}], producerId, producerEpoch, baseSequence });
    expect((await send(1, 0)).code).toBe(ErrorCode.NONE);
    expect((await send(0, 1)).code).toBe(ErrorCode.INVALID_PRODUCER_EPOCH);
    expect((await send(2, 5)).code).toBe(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER);
    expect((await send(2, 0)).code).toBe(ErrorCode.NONE);
  });

  test('keeps the order of batches that are sent without waiting', async () => {
    const topic = await createTopic();
    const producer = await initProducer();
    const sent = await Promise.all(
      Array.from({ length: 5 }, (_, i) => produce(topic, { records: [{}], ...producer, baseSequence: i })),
    );
    expect(sent).toEqual(Array.from({ length: 5 }, (_, baseOffset) => ({ code: 0, baseOffset })));
  });
});

describe('a produced batch', () => {
  test('is refused when its bytes are wrong', async () => {
    const topic = await createTopic();
    const good = buildBatch({ records: [{ value: 'a' }, { value: 'b' }] });
    const changed = (change: (batch: Buffer) => void) => {
      const batch = Buffer.from(good);
      change(batch);
      return batch;
    };
    const wrongChecksum = changed((batch) => batch.writeUInt8(batch[65]! ^ 1, 65));
    expect((await produceBytes(topic, wrongChecksum)).code).toBe(ErrorCode.CORRUPT_MESSAGE);
    const wrongCount = sealed(changed((batch) => batch.writeInt32BE(3, 57)));
    expect((await produceBytes(topic, wrongCount)).code).toBe(ErrorCode.INVALID_RECORD);
    const wrongDelta = sealed(changed((batch) => batch.writeInt32BE(5, 23)));
    expect((await produceBytes(topic, wrongDelta)).code).toBe(ErrorCode.INVALID_RECORD);
    const control = sealed(changed((batch) => batch.writeInt16BE(0x20, 21)));
    expect((await produceBytes(topic, control)).code).toBe(ErrorCode.INVALID_RECORD);
    const two = Buffer.concat([good, good]);
    expect((await produceBytes(topic, two)).code).toBe(ErrorCode.INVALID_RECORD);
    expect(await endOf(topic)).toBe(0);
  });

  test('needs a topic that exists, and acks of -1, 0 or 1', async () => {
    expect((await produce(`protocol-none-${randomUUID()}`, { records: [{}] })).code).toBe(
      ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
    );
    const topic = await createTopic();
    const { code } = await produceBytes(topic, buildBatch({ records: [{}] }), { acks: 2 });
    expect(code).toBe(ErrorCode.INVALID_REQUIRED_ACKS);
  });

  test('may hold its records compressed', async () => {
    const topic = await createTopic();
    const records = [
      { value: 'a', timestampMs: 1_700_000_000_000 },
      { value: 'b', timestampMs: 1_700_000_000_500 },
    ];
    expect(await produce(topic, { records, isGzip: true })).toEqual({ code: 0, baseOffset: 0 });
    expect((await listOffset(topic, 1_700_000_000_001)).offset).toBe(1);
  });
});

describe('fetch', () => {
  test('returns whole batches within its limit, the first however large', async () => {
    const topic = await createTopic();
    const size = buildBatch({ records: [{ value: 'x'.repeat(1000) }] }).length;
    for (let i = 0; i < 5; i++) await produce(topic, { records: [{ value: 'x'.repeat(1000) }] });
    expect((await fetch(topic, { offset: 0, maxBytes: 10 })).bytes.length).toBeGreaterThanOrEqual(10);
    const some = await fetch(topic, { offset: 1, maxBytes: size * 3 + 5 });
    expect(some.bytes.readBigInt64BE(0)).toBe(1n);
    expect(some.bytes.length).toBeGreaterThanOrEqual(size * 3);
    expect((await fetch(topic, { offset: 5 })).bytes.length).toBe(0);
  });

  test('returns the batch around an offset in its middle', async () => {
    const topic = await createTopic();
    await produce(topic, { records: [{}, {}, {}] });
    await produce(topic, { records: [{}, {}, {}] });
    expect((await fetch(topic, { offset: 4 })).bytes.readBigInt64BE(0)).toBe(3n);
  });

  test('refuses offsets outside the log', async () => {
    const topic = await createTopic();
    await produce(topic, { records: [{}] });
    expect((await fetch(topic, { offset: 2 })).code).toBe(ErrorCode.OFFSET_OUT_OF_RANGE);
    expect((await fetch(topic, { offset: -1 })).code).toBe(ErrorCode.OFFSET_OUT_OF_RANGE);
  });

  test('waits for minBytes at most as long as it may', async () => {
    const topic = await createTopic();
    await produce(topic, { records: [{}] });
    const startMs = performance.now();
    const { bytes } = await fetch(topic, { offset: 0, minBytes: 100_000, maxWaitMs: 500 });
    expect(performance.now() - startMs).toBeGreaterThan(450);
    expect(bytes.length).toBeGreaterThan(0);
  });
});

describe('transactions', () => {
  test('hold back the stable end and name what was aborted', async () => {
    const topic = await createTopic();
    const id = `tx-${randomUUID()}`;
    const producer = await initProducer(id);
    await produce(topic, { records: [{ value: 'before' }] });
    expect(await eventually(async () => (await addPartition(id, producer, topic)) === 0, 5000)).toBe(true);
    await produce(topic, { records: [{}, {}], ...producer, baseSequence: 0, isTransactional: true }, id);
    await produce(topic, { records: [{ value: 'after' }] });
    expect(await fetch(topic, { offset: 0, isolation: 1 })).toMatchObject({
      highWatermark: 4,
      lastStableOffset: 1,
    });
    expect((await listOffset(topic, -1, 1)).offset).toBe(1);
    expect(await endTransaction(id, producer, false)).toBe(ErrorCode.NONE);
    await eventually(async () => (await listOffset(topic, -1, 1)).offset === 5, 5000);
    const fetched = await fetch(topic, { offset: 0, isolation: 1 });
    expect(fetched.aborted).toEqual([{ producerId: producer.producerId, firstOffset: 1 }]);
    expect((await fetch(topic, { offset: 0 })).aborted ?? []).toEqual([]);
  });

  test('refuse batches for partitions that were not added', async () => {
    const topic = await createTopic();
    const id = `tx-${randomUUID()}`;
    const producer = await initProducer(id);
    const plan = { records: [{}], ...producer, baseSequence: 0, isTransactional: true };
    expect((await produce(topic, plan, id)).code).toBe(ErrorCode.INVALID_TXN_STATE);
    expect(await endOf(topic)).toBe(0);
  });

  test('refuse producers that do not own the id', async () => {
    const topic = await createTopic();
    const id = `tx-${randomUUID()}`;
    const old = await initProducer(id);
    const producer = await initProducer(id);
    expect(producer.producerId).toBe(old.producerId);
    expect(producer.producerEpoch).toBeGreaterThan(old.producerEpoch);
    expect(await addPartition(id, old, topic)).toBe(ErrorCode.INVALID_PRODUCER_EPOCH);
    expect(await endTransaction(id, old, true)).toBe(ErrorCode.INVALID_PRODUCER_EPOCH);
    expect(await addPartition(`tx-${randomUUID()}`, producer, topic)).toBe(
      ErrorCode.INVALID_PRODUCER_ID_MAPPING,
    );
    expect(await addPartition(id, producer, `protocol-none-${randomUUID()}`)).toBe(
      ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
    );
  });

  test('end once: the same end again is fine, another is not', async () => {
    const topic = await createTopic();
    const id = `tx-${randomUUID()}`;
    const producer = await initProducer(id);
    expect(await endTransaction(id, producer, true)).toBe(ErrorCode.INVALID_TXN_STATE);
    await eventually(async () => (await addPartition(id, producer, topic)) === 0, 5000);
    await produce(topic, { records: [{}], ...producer, baseSequence: 0, isTransactional: true }, id);
    expect(await endTransaction(id, producer, true)).toBe(ErrorCode.NONE);
    await eventually(async () => (await endTransaction(id, producer, true)) === ErrorCode.NONE, 5000);
    expect(await endTransaction(id, producer, false)).toBe(ErrorCode.INVALID_TXN_STATE);
  });
});

describe('offsets', () => {
  async function commit(group: string, generation: number, member: string, topic: string, metadata: string) {
    const body = new Writer().string(group).int32(generation).string(member);
    body.int32(1).string(topic).int32(1).int32(0).int64(5).nullableString(metadata);
    const answer = await client.send(8, 5, body);
    answer.int32();
    return answer.array(() => {
      answer.string();
      return answer.array(() => [answer.int32(), answer.int16()][1]!)[0]!;
    })[0]!;
  }

  test('are committed without a group’s members, but not by strangers or for nothing', async () => {
    const topic = await createTopic();
    const group = `group-${randomUUID()}`;
    expect(await eventually(async () => (await commit(group, -1, '', topic, 'm')) === 0, 10_000)).toBe(true);
    expect(await commit(group, 3, 'stranger', topic, 'm')).toBe(ErrorCode.UNKNOWN_MEMBER_ID);
    expect(await commit(group, -1, '', `protocol-none-${randomUUID()}`, 'm')).toBe(
      ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
    );
    expect(await commit(group, -1, '', topic, 'm'.repeat(5000))).toBe(ErrorCode.OFFSET_METADATA_TOO_LARGE);
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
    const topic = await createTopic();
    expect((await produce(topic, { records: [{}] })).code).toBe(ErrorCode.NONE);
  });

  test('is told the versions for a newer ApiVersions', async () => {
    const stranger = await RawClient.connect(target.brokers[0]!);
    // Its header ends with a field count that older ones do not have.
    const answer = await stranger.send(18, 99, new Writer().int8(0));
    expect(answer.int16()).toBe(ErrorCode.UNSUPPORTED_VERSION);
    stranger.close();
  });
});
