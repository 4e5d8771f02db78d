/** Writing and reading whole topics, for tests. */
import { randomUUID } from 'node:crypto';
import { encodeJournalRecord } from '@cryptonite/contracts/events';
import { createProducer } from '@cryptonite/contracts/kafkajs';
import { TOPICS } from '@cryptonite/contracts/topics';
import type { Kafka } from 'kafkajs';
import type { Written } from './journal.js';

export async function writeJournal(kafka: Kafka, records: Iterable<Written>): Promise<number> {
  const producer = createProducer(kafka, { idempotent: true, maxInFlightRequests: 1 });
  await producer.connect();
  let count = 0;
  let messages: { key: string | null; value: string; partition: number; timestamp: string }[] = [];
  const flush = async () => {
    if (messages.length > 0) await producer.send({ topic: TOPICS.journal.name, messages });
    messages = [];
  };
  for (const { partition, record } of records) {
    messages.push({
      key: record.mint,
      value: encodeJournalRecord(record),
      partition,
      timestamp: String(record.time),
    });
    count += 1;
    if (messages.length >= 200) await flush();
  }
  await flush();
  await producer.disconnect();
  return count;
}

export type Read = {
  partition: number;
  key: string | null;
  value: string | null;
  /** The value as it stands there, which need not be text. */
  bytes: Buffer | null;
};

/** Everything that a topic holds now, committed transactions only. The topic must have a record at its end. */
export async function readTopic(kafka: Kafka, topic: string): Promise<Read[]> {
  const admin = kafka.admin();
  await admin.connect();
  const ends = await admin.fetchTopicOffsets(topic);
  await admin.disconnect();
  const left = new Map(
    ends.filter((end) => Number(end.high) > Number(end.low)).map((end) => [end.partition, Number(end.high)]),
  );
  const read: Read[] = [];
  const next = new Map<number, number>();
  if (left.size === 0) return read;
  const consumer = kafka.consumer({ groupId: `read-${randomUUID()}`, maxWaitTimeInMs: 20 });
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: true });
  await new Promise<void>((done, fail) => {
    const reached = (partition: number, next: number) => {
      if (next >= (left.get(partition) ?? 0)) left.delete(partition);
      if (left.size === 0) done();
    };
    // A tail of control records comes as a batch without messages.
    consumer.on(consumer.events.END_BATCH_PROCESS, ({ payload }) =>
      reached(payload.partition, Number(payload.lastOffset) + 1),
    );
    consumer
      .run({
        autoCommit: false,
        eachBatch: async ({ batch }) => {
          const { partition } = batch;
          for (const { key, value, offset } of batch.messages) {
            // Joining its group again, a consumer begins anew.
            if (Number(offset) < (next.get(partition) ?? 0)) continue;
            next.set(partition, Number(offset) + 1);
            read.push({
              partition,
              key: key?.toString() ?? null,
              value: value?.toString() ?? null,
              bytes: value,
            });
          }
        },
      })
      .catch(fail);
  });
  await consumer.disconnect();
  return read;
}

/** Waits until a group has committed everything up to the end of a topic. */
export async function waitForGroup(
  kafka: Kafka,
  groupId: string,
  topic: string,
  withinMs: number,
): Promise<void> {
  const admin = kafka.admin();
  await admin.connect();
  const until = Date.now() + withinMs;
  try {
    for (;;) {
      const ends = await admin.fetchTopicOffsets(topic);
      const [committed] = await admin.fetchOffsets({ groupId, topics: [topic] });
      const behind = ends.filter(({ partition, high, low }) => {
        const entry = committed?.partitions.find((candidate) => candidate.partition === partition);
        const hasClaim = entry?.metadata?.includes('"claim":[') ?? false;
        return hasClaim || (Number(high) > Number(low) && Number(entry?.offset ?? -1) < Number(high) - 1);
      });
      if (behind.length === 0) return;
      if (Date.now() > until)
        throw new Error(`group ${groupId} is behind in ${topic}: ${JSON.stringify({ ends, committed })}`);
      await new Promise((done) => setTimeout(done, 200));
    }
  } finally {
    await admin.disconnect();
  }
}
