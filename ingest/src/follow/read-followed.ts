import { randomUUID } from 'node:crypto';
import { decodeFollowed, type FollowedToken } from '@cryptonite/contracts/follows';
import { TOPICS } from '@cryptonite/contracts/topics';
import type { Kafka } from 'kafkajs';

/**
 * Hears which accounts are to be followed, from now on: all is told again within half a minute. A broker that is away is
 * waited for. What is none of these records follows nobody.
 */
export async function readFollowed(kafka: Kafka, onTold: (told: FollowedToken) => void): Promise<void> {
  const consumer = kafka.consumer({
    // Every ingest hears all of it. Without committed places a group is gone with its member.
    groupId: `ingest-followed-${randomUUID()}`,
    allowAutoTopicCreation: false,
    maxWaitTimeInMs: 1_000,
    retry: { initialRetryTime: 100, retries: 30, maxRetryTime: 2_000, restartOnFailure: async () => true },
  });
  await consumer.connect();
  await consumer.subscribe({ topic: TOPICS.followed.name, fromBeginning: false });
  await consumer.run({
    autoCommit: false,
    eachMessage: async ({ message: { value } }) => {
      const told = parseFollowed(value);
      if (told !== null) onTold(told);
    },
  });
}

function parseFollowed(value: Buffer | null): FollowedToken | null {
  try {
    return decodeFollowed(value?.toString() ?? '');
  } catch {
    return null;
  }
}
