import { randomUUID } from 'node:crypto';
import { decodeFollowed, type FollowedToken } from '@cryptonite/contracts/follows';
import { TOPICS } from '@cryptonite/contracts/topics';
import type { Kafka } from 'kafkajs';
import { FORGOTTEN_AFTER_MS } from './followed-accounts.js';

/**
 * Hears which accounts are to be followed: what was told of late, for a token that is not traded is told again only after a
 * quarter of an hour, and all that is told from now on. A broker that is away is waited for. What is none of these records
 * follows nobody.
 */
export async function readFollowed(
  kafka: Kafka,
  onTold: (told: FollowedToken, toldMs: number) => void,
): Promise<void> {
  const consumer = kafka.consumer({
    // Every ingest hears all of it. Without committed places a group is gone with its member.
    groupId: `ingest-followed-${randomUUID()}`,
    allowAutoTopicCreation: false,
    maxWaitTimeInMs: 1_000,
    retry: { initialRetryTime: 100, retries: 30, maxRetryTime: 2_000, restartOnFailure: async () => true },
  });
  try {
    await consumer.connect();
    await consumer.subscribe({ topic: TOPICS.followed.name, fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      eachMessage: async ({ message: { value, timestamp } }) => {
        if (Date.now() - Number(timestamp) > FORGOTTEN_AFTER_MS) return;
        const told = parseFollowed(value);
        if (told !== null) onTold(told, Number(timestamp));
      },
    });
  } catch (error) {
    await consumer.disconnect().catch(() => {});
    throw error;
  }
}

function parseFollowed(value: Buffer | null): FollowedToken | null {
  try {
    return decodeFollowed(value?.toString() ?? '');
  } catch {
    return null;
  }
}
