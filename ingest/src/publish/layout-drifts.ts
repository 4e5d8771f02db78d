import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type LayoutDrift, layoutDriftKey, readLayoutDrift } from '@cryptonite/contracts/events';
import { TOPICS } from '@cryptonite/contracts/topics';
import type { Kafka } from 'kafkajs';

const TOPIC = TOPICS.layoutDrift.name;
const PAUSE_MS = 1_000;

/** What the topic of layout drifts says, the newest of each event. Waits for a broker that does not answer. */
export async function readLayoutDrifts(kafka: Kafka, log: (line: string) => void): Promise<LayoutDrift[]> {
  for (;;) {
    try {
      return await readOnce(kafka);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log(`layout drifts cannot be read: ${reason}; next attempt in ${PAUSE_MS} ms`);
      await sleep(PAUSE_MS);
    }
  }
}

async function readOnce(kafka: Kafka): Promise<LayoutDrift[]> {
  const admin = kafka.admin();
  await admin.connect();
  const groupId = `ingest-drifts-${randomUUID()}`;
  try {
    const [partition] = await admin.fetchTopicOffsets(TOPIC);
    if (partition === undefined || partition.low === partition.high) return [];
    const drifts = await readTo(kafka, groupId, Number(partition.high));
    // The group was only a way to read; a broker that keeps it a while longer does no harm.
    await admin.deleteGroups([groupId]).catch(() => {});
    return drifts;
  } finally {
    await admin.disconnect();
  }
}

async function readTo(kafka: Kafka, groupId: string, end: number): Promise<LayoutDrift[]> {
  const newest = new Map<string, LayoutDrift>();
  const consumer = kafka.consumer({ groupId, maxWaitTimeInMs: 100, allowAutoTopicCreation: false });
  try {
    await consumer.connect();
    await consumer.subscribe({ topic: TOPIC, fromBeginning: true });
    await new Promise<void>((resolve, reject) => {
      consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
      consumer
        .run({
          autoCommit: false,
          eachBatch: async ({ batch }) => {
            for (const { value } of batch.messages) {
              const drift = readLayoutDrift(value);
              if (drift !== null) newest.set(layoutDriftKey(drift), drift);
            }
            if (Number(batch.lastOffset()) + 1 >= end) resolve();
          },
        })
        .catch(reject);
    });
  } finally {
    await consumer.disconnect();
  }
  return [...newest.values()];
}
