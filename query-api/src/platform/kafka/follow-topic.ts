import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { EachBatchPayload, Kafka } from 'kafkajs';
import { leave } from './leave.js';

const RETRY_AFTER_MS = 5_000;
const FETCH_WITHIN_MS = 1_000;

/** What reads one pass of a topic. */
export type TopicReader = {
  /** A batch of records, in their order. What was read before may come again after a rejoin. */
  read: (batch: EachBatchPayload['batch']) => void;
  /** All up to and including this offset was fetched; offsets have holes, where no record is read. */
  fetched?: (lastOffset: bigint) => void;
};

/**
 * Reads a topic from its beginning and goes on with what comes, until the signal. Whenever that breaks it begins anew, with a
 * reader of its own for each pass; health says what keeps Kafka from answering.
 */
export async function followTopic(
  kafka: Kafka,
  topic: string,
  begin: () => TopicReader | Promise<TopicReader>,
  stop: AbortSignal,
): Promise<void> {
  while (!stop.aborted) {
    await followUntilBroken(kafka, topic, begin, stop).catch(() => {});
    await delay(RETRY_AFTER_MS, undefined, { signal: stop }).catch(() => {});
  }
}

async function followUntilBroken(
  kafka: Kafka,
  topic: string,
  begin: () => TopicReader | Promise<TopicReader>,
  stop: AbortSignal,
): Promise<void> {
  const consumer = kafka.consumer({
    // A group of its own, so that each replica reads all; it commits nothing.
    groupId: `query-api-${topic}-${randomUUID()}`,
    allowAutoTopicCreation: false,
    maxWaitTimeInMs: FETCH_WITHIN_MS,
    retry: { retries: 3, restartOnFailure: async () => false },
  });
  const ending = new AbortController();
  const ended = new Promise<void>((resolve, reject) => {
    stop.addEventListener('abort', () => resolve(), { signal: ending.signal });
    consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
  });
  ended.catch(() => {});
  try {
    const { read, fetched } = await begin();
    consumer.on(consumer.events.END_BATCH_PROCESS, ({ payload }) => {
      if (!ending.signal.aborted) fetched?.(BigInt(payload.lastOffset));
    });
    await consumer.connect();
    await consumer.subscribe({ topic, fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      eachBatch: async ({ batch }) => {
        if (!ending.signal.aborted) read(batch);
      },
    });
    await ended;
  } finally {
    ending.abort();
    await leave(consumer);
  }
}
