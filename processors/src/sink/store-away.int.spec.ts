import { metricsOf } from '@cryptonite/contracts/metrics-server';
import { movedBy, totalOf } from '@cryptonite/contracts/metrics-testing';
import { type EvictedState, encodeEvictedState } from '@cryptonite/contracts/states';
import { TOPICS } from '@cryptonite/contracts/topics';
import { type Consumer, type ConsumerConfig, type Kafka, KafkaJSNonRetriableError } from 'kafkajs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { MEMBERSHIP } from '../runtime/kafka.js';
import { sleep } from '../runtime/service.js';
import { inTransaction, openTransactions, sendOffset } from '../runtime/transactions.js';
import { mintOf } from '../testing/journal.js';
import { type Stack, startStack } from '../testing/stack.js';
import { readTopic, waitForGroup } from '../testing/topics.js';
import { encodeMetadata } from './claim.js';
import { runSink } from './sink.js';
import { connectStore, type Store } from './store.js';

const TOPIC = TOPICS.evicted.name;
const GROUP = 'sink';
const STATE_BYTES = 700_000;
const RECORDS = 56;
/** What a range holds at most (FULL_BYTES of the sink), and with it the record that made it full. */
const RANGE_RECORDS = Math.ceil((16 * 1024 * 1024) / STATE_BYTES);
/** Records in the fetch that filled the second range. */
const FETCH_RECORDS = 2;
/** After so long without a record a partition waits. */
const SETTLE_MS = 500;
/** More than fit into one transaction's time when each goes alone. */
const UNREADABLE = 100_000;
const Origin = z.object({ origin: z.string() });

let stack: Stack;
/** Records in the topic's only partition: while it waits, nothing else of the consumer gives a sign of life. */
let written = 0;
beforeAll(async () => {
  stack = await startStack(1);
});
afterAll(async () => {
  await stack?.stop();
});

let filled = 0;

async function fill(records: number): Promise<void> {
  const producer = stack.kafka.producer();
  await producer.connect();
  filled = records;
  for (const end = written + records; written < end; written += 1) {
    const evicted: EvictedState = {
      v: 1,
      mint: mintOf(written),
      partition: 0,
      evictedOffset: written,
      evictedAt: 1_760_000_000_000,
      part: 0,
      parts: 1,
      state: `${written} `.padEnd(STATE_BYTES, 'state '),
    };
    await producer.send({ topic: TOPIC, messages: [{ value: encodeEvictedState(evicted), partition: 0 }] });
  }
  await producer.disconnect();
}

type Watched = {
  /** Records of the last {@link fill} that its batches have brought. */
  recordsRead: () => number;
  /** Stops its consumer, as kafkajs does after a fault. */
  stopConsumer: () => Promise<void>;
  said: readonly string[];
  /** What the process would have ended with. */
  fatal: readonly string[];
  stop: () => Promise<void>;
};

type Insert = (real: () => Promise<void>, table: string) => Promise<void>;
type LastOffset = (real: () => Promise<number | null>) => Promise<number | null>;
const asIs: Insert = (real) => real();

/**
 * The sink in this process, on the stack's broker and tables, with its inserts as `insert` makes them of the real ones, and
 * what the tables hold as `lastOffset` says.
 */
async function startSink(
  insert: Insert,
  lastOffset: LastOffset = (real) => real(),
  topics: readonly string[] = [TOPIC],
): Promise<Watched> {
  const from = written - filled;
  let read = 0;
  let stopConsumer = async () => {};
  const said: string[] = [];
  const fatal: string[] = [];
  const consumerOf = (config: ConsumerConfig): Consumer => {
    const consumer = stack.kafka.consumer(config);
    consumer.on(consumer.events.START_BATCH_PROCESS, ({ payload }) => {
      read = Number(payload.lastOffset) + 1 - from;
    });
    stopConsumer = () => consumer.stop();
    return consumer;
  };
  const kafka: Kafka = Object.create(stack.kafka, { consumer: { value: consumerOf } });
  const real = connectStore(stack.clickHouseEnvironment);
  const store: Store = {
    ...real,
    insert: (table, body, token) => insert(() => real.insert(table, body, token), table),
    lastOffset: (topic, partition) => lastOffset(() => real.lastOffset(topic, partition)),
  };
  const stop = await runSink({
    kafka,
    groupId: GROUP,
    topics,
    store,
    flushAfterMs: 1_000,
    log: (line) => said.push(line),
    onFatal: (error) => fatal.push(error.message),
  });
  return { recordsRead: () => read, stopConsumer: () => stopConsumer(), said, fatal, stop };
}

/** Claims the newest records as another member does that takes the partition over. */
async function claimNewest(records = 1): Promise<void> {
  const first = written - records;
  const other = await openTransactions(stack.kafka, `${GROUP}-${TOPIC}-0`);
  const metadata = encodeMetadata({ claim: [first, written - 1], after: first - 1, warmFrom: first });
  const place = { partition: 0, offset: String(first), metadata };
  await inTransaction(other, (transaction) => sendOffset(transaction, GROUP, TOPIC, place));
  await other.disconnect();
}

async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`not so: ${what}`);
    await sleep(50);
  }
}

const Stored = z.array(z.object({ rows: z.coerce.number(), states: z.coerce.number() }));

/** Waits until all states are stored, and finds each once. */
async function expectAllStored(): Promise<void> {
  const ask = async () => {
    const result = await stack.clickHouse.query({
      query: `SELECT count() AS rows, uniqExactIf(evicted_offset, length(state) = ${STATE_BYTES}) AS states
              FROM evicted_states`,
      format: 'JSONEachRow',
    });
    return Stored.parse(await result.json())[0];
  };
  await until('all states are stored', async () => (await ask())?.states === written);
  expect(await ask()).toEqual({ rows: written, states: written });
}

/** Who is in the group, as the broker sees it. */
async function membersOf(): Promise<string[]> {
  const admin = stack.kafka.admin();
  await admin.connect();
  const { groups } = await admin.describeGroups([GROUP]);
  await admin.disconnect();
  return (groups[0]?.members ?? []).map(({ memberId }) => memberId);
}

it('while the tables are away a partition takes two ranges and no more, and then goes on', async () => {
  await fill(RECORDS);
  let isAway = true;
  let refusals = 0;
  const sink = await startSink(async (insert) => {
    if (!isAway) return insert();
    refusals += 1;
    throw new Error('away');
  });
  try {
    let steady = { read: 0, since: 0 };
    await until('it reads no further, however often it tries to store', () => {
      const read = sink.recordsRead();
      if (read !== steady.read) steady = { read, since: refusals };
      return read > RANGE_RECORDS && refusals >= steady.since + 4;
    });
    expect(steady.read).toBeLessThanOrEqual(2 * RANGE_RECORDS + FETCH_RECORDS);
    isAway = false;
    await expectAllStored();
  } finally {
    await sink.stop();
  }
});

it('an insert that takes longer than the session keeps the partition', async () => {
  await fill(RECORDS);
  let isFirst = true;
  const members: string[][] = [];
  const sink = await startSink(async (insert) => {
    if (isFirst) {
      isFirst = false;
      // Until then the partition goes on reading, which is a sign of life of its own.
      await until('the next range waits for this insert', async () => {
        const read = sink.recordsRead();
        await sleep(SETTLE_MS);
        return read > RANGE_RECORDS && read === sink.recordsRead();
      });
      members.push(await membersOf());
      await sleep(MEMBERSHIP.sessionTimeout + 2_000);
      members.push(await membersOf());
    }
    return insert();
  });
  try {
    await expectAllStored();
    const [before, after] = members;
    expect(before).toHaveLength(1);
    expect(after).toEqual(before);
  } finally {
    await sink.stop();
  }
});

it('tells of tables that do not answer, from when they were asked, and when the insert is through', async () => {
  await fill(1);
  let askedMs: number | null = null;
  const sink = await startSink(async (insert) => {
    if (askedMs === null) {
      askedMs = Date.now();
      await until('it is told', () => sink.said.some((line) => line.includes('is away')));
    }
    return insert();
  });
  try {
    await expectAllStored();
    await until('its end is told', () => sink.said.some((line) => line.includes('is back')));
    const told = sink.said.filter((line) => line.startsWith('ClickHouse is '));
    expect(told).toHaveLength(2);
    const [, since = '', why] = /away since (\S+): (.*)$/.exec(told[0] ?? '') ?? [];
    expect(why).toMatch(/is not stored: no answer for 15 s$/);
    // Between the sink's look at the clock and ours lies one call.
    expect(Math.abs(Date.parse(since) - (askedMs ?? 0))).toBeLessThan(2_000);
    expect(told[1]).toContain(`it was away from ${since} to `);
  } finally {
    await sink.stop();
  }
});

it('who has lost a partition commits nothing any more, and what it had claimed stands once', async () => {
  await fill(1);
  let isFirst = true;
  const sink = await startSink(async (insert) => {
    if (isFirst) {
      isFirst = false;
      // As another member does that takes the partition over.
      const successor = await openTransactions(stack.kafka, `${GROUP}-${TOPIC}-0`);
      await successor.disconnect();
    }
    return insert();
  });
  try {
    await until('its commit is refused', () => sink.said.some((line) => line.includes('reading again')));
    await expectAllStored();
  } finally {
    await sink.stop();
  }
});

it('rows, ranges, inserts and those made again are counted, and how far behind it is', async () => {
  await fill(3);
  let failures = 0;
  const sink = await startSink(async (insert) => {
    if (failures < 2) {
      failures += 1;
      throw new Error('away');
    }
    return insert();
  });
  const { sink_rows_total, sink_ranges_total, sink_insert_seconds, sink_retries_total, sink_lag_records } =
    metricsOf('sink');
  try {
    const moved = await movedBy(
      { sink_rows_total, sink_ranges_total, sink_insert_seconds, sink_retries_total },
      async () => {
        const ranges = (await sink_ranges_total.get()).values[0]?.value ?? 0;
        await expectAllStored();
        await until(
          'a range is whole',
          async () => ((await sink_ranges_total.get()).values[0]?.value ?? 0) > ranges,
        );
      },
    );
    // Beside the states the row that says how far it has come.
    expect(moved.sink_rows_total).toBeGreaterThanOrEqual(3 + 1);
    expect(moved.sink_ranges_total).toBeGreaterThanOrEqual(1);
    expect(moved.sink_insert_seconds).toBeGreaterThanOrEqual(2);
    expect(moved.sink_retries_total).toBe(2);
    expect((await sink_lag_records.get()).values).toMatchObject([
      { value: 0, labels: { topic: TOPIC, partition: 0 } },
    ]);
  } finally {
    await sink.stop();
  }
});

it('a fault while a partition is taken over does not end the consumer', async () => {
  await fill(1);
  let faults = 0;
  const sink = await startSink(asIs, async (real) => {
    faults += 1;
    // kafkajs ends a consumer for good on an error that is not marked as worth another try.
    if (faults <= 2) throw new KafkaJSNonRetriableError('the broker answered what nobody expects');
    return real();
  });
  try {
    await expectAllStored();
    expect(faults).toBe(3);
    expect(sink.fatal).toEqual([]);
  } finally {
    await sink.stop();
  }
});

it('an offset that another moves between the two questions is no disagreement', async () => {
  const first = await startSink(asIs);
  await expectAllStored();
  await first.stop();
  await fill(1);
  let isFirst = true;
  const sink = await startSink(asIs, async (real) => {
    if (!isFirst) return real();
    isFirst = false;
    await claimNewest();
    // And has stored it.
    return written - 1;
  });
  try {
    await expectAllStored();
    expect(sink.said.join()).toContain('another has taken the partition over');
    expect(sink.fatal).toEqual([]);
  } finally {
    await sink.stop();
  }
});

it('a claim hides no rows that the tables have lost', async () => {
  await fill(1);
  await claimNewest();
  const lossy = await startSink(asIs, async (real) => Number(await real()) - 1);
  await until('it refuses to go on', () => lossy.fatal.length > 0);
  await lossy.stop();
  expect(lossy.fatal[0]).toContain(`the tables hold rows up to offset ${written - 3}`);
  const sink = await startSink(asIs);
  try {
    await expectAllStored();
    expect(sink.fatal).toEqual([]);
  } finally {
    await sink.stop();
  }
});

it('a backlog of what cannot be read stops no partition, and each record is a dead letter once', async () => {
  const topic = TOPICS.screening.name;
  const groupId = 'unreadable';
  const producer = stack.kafka.producer();
  await producer.connect();
  for (let sent = 0; sent < UNREADABLE; sent += 5_000)
    await producer.send({
      topic,
      messages: Array.from({ length: 5_000 }, () => ({ value: '{"v":2}', partition: 0 })),
    });
  await producer.disconnect();
  const fatal: string[] = [];
  const stop = await runSink({
    kafka: stack.kafka,
    groupId,
    topics: [topic],
    store: connectStore(stack.clickHouseEnvironment),
    flushAfterMs: 1_000,
    log: () => {},
    onFatal: (error) => fatal.push(error.message),
  });
  await waitForGroup(stack.kafka, groupId, topic, 60_000).finally(stop);
  const origins = (await readTopic(stack.kafka, TOPICS.deadLetters.name))
    .map(({ value }) => Origin.parse(JSON.parse(value ?? '')).origin)
    .filter((origin) => origin.startsWith(topic));
  expect(fatal).toEqual([]);
  expect(await totalOf(metricsOf('sink').sink_dead_letters_total)).toBe(UNREADABLE);
  expect(origins).toHaveLength(UNREADABLE);
  expect(new Set(origins).size).toBe(UNREADABLE);
}, 120_000);

it('a claimed range ends where it was claimed to end, however much it holds', async () => {
  await fill(RANGE_RECORDS + 2);
  await claimNewest(RANGE_RECORDS + 2);
  let inserts = 0;
  const sink = await startSink(async (insert, table) => {
    if (table === 'evicted_states') inserts += 1;
    return insert();
  });
  try {
    await expectAllStored();
    expect(inserts).toBe(1);
  } finally {
    await sink.stop();
  }
});

it('a claimed range that is being stored keeps no other partition from being read', async () => {
  const other = TOPICS.journal.name;
  const setAside = async () =>
    (await readTopic(stack.kafka, TOPICS.deadLetters.name)).filter(({ value }) =>
      Origin.parse(JSON.parse(value ?? '')).origin.startsWith(other),
    ).length;
  await fill(1);
  await claimNewest();
  let isStoring = false;
  let isOtherRead = false;
  const sink = await startSink(
    async (insert, table) => {
      if (table !== 'evicted_states') return insert();
      isStoring = true;
      await until('the other partition is read', () => isOtherRead);
      return insert();
    },
    undefined,
    [TOPIC, other],
  );
  try {
    await until('the claimed range is on its way', () => isStoring);
    const producer = stack.kafka.producer();
    await producer.connect();
    await producer.send({ topic: other, messages: [{ value: '{"v":2}', partition: 0 }] });
    await producer.disconnect();
    await until('what came into the other partition is put aside', async () => (await setAside()) === 1);
    isOtherRead = true;
    await expectAllStored();
    await fill(1);
    await expectAllStored();
  } finally {
    isOtherRead = true;
    await sink.stop();
  }
});

it('nothing is stored that was not claimed: the broker is gone, and the consumer stops', async () => {
  await fill(1);
  let inserts = 0;
  const sink = await startSink(async (insert) => {
    inserts += 1;
    return insert();
  });
  await expectAllStored();
  inserts = 0;
  await fill(1);
  await until('the second record waits to be stored', () => sink.recordsRead() === 2);
  await stack.broker.kill('SIGKILL');
  const stopped = sink.stopConsumer();
  await sleep(3_000);
  expect(inserts).toBe(0);
  await Promise.all([stopped, sink.stop()]);
  expect(inserts).toBe(0);
}, 60_000);
