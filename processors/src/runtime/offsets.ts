/** Where a group stands in a partition, and where the partition begins. */
import type { Kafka } from 'kafkajs';

export type Committed = {
  /** Next offset to read; null where nothing was committed. */
  offset: number | null;
  metadata: string | null;
  /** First offset that the topic still holds. */
  low: number;
};

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
    const ends = await admin.fetchTopicOffsets(topic);
    const entry = committed?.partitions.find((candidate) => candidate.partition === partition);
    const offset = Number(entry?.offset ?? -1);
    return {
      offset: offset < 0 ? null : offset,
      metadata: entry?.metadata ?? null,
      low: Number(ends.find((candidate) => candidate.partition === partition)?.low ?? 0),
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
