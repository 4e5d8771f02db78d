/** Where a group stands in a partition, and where the partition begins and ends. */
import type { Kafka } from 'kafkajs';
import { Unrecoverable } from './unrecoverable.js';

export type Committed = {
  /** Next offset to read; null where nothing was committed. */
  offset: number | null;
  metadata: string | null;
};

const NONE_COMMITTED = -1;

/** Throws where kafkajs has put the topic's start in the place of an offset that the topic no longer holds. */
export async function readCommitted(
  kafka: Kafka,
  groupId: string,
  topic: string,
  partition: number,
): Promise<Committed> {
  const admin = kafka.admin();
  await admin.connect();
  try {
    const [committed] = await admin.fetchOffsets({ groupId, topics: [topic] });
    const entry = committed?.partitions.find((candidate) => candidate.partition === partition);
    const offset = Number(entry?.offset ?? NONE_COMMITTED);
    if (offset < NONE_COMMITTED)
      throw new Unrecoverable(
        `group ${groupId} has no place in ${topic}/${partition} any more: records left the topic before they were read. What was made of them has a hole: rebuild it from the topic, or restore the offset and its metadata.`,
      );
    return {
      offset: offset < 0 ? null : offset,
      metadata: entry?.metadata ?? null,
    };
  } finally {
    await admin.disconnect();
  }
}

export async function countPartitions(kafka: Kafka, topic: string): Promise<number> {
  const admin = kafka.admin();
  await admin.connect();
  try {
    const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
    return topics[0]?.partitions.length ?? 1;
  } finally {
    await admin.disconnect();
  }
}

/** The first offset that a partition holds, and the one that its next record gets. */
export async function readEnds(
  kafka: Kafka,
  topic: string,
  partition: number,
): Promise<{ low: number; high: number }> {
  const admin = kafka.admin();
  await admin.connect();
  try {
    const ends = (await admin.fetchTopicOffsets(topic)).find(
      (candidate) => candidate.partition === partition,
    );
    return { low: Number(ends?.low ?? 0), high: Number(ends?.high ?? 0) };
  } finally {
    await admin.disconnect();
  }
}
