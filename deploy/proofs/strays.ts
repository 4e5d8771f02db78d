/** Records in the journal that no reader can read: what is said of them must be said once, whatever fails meanwhile. */
import { setTimeout as wait } from 'node:timers/promises';
import { createProducer } from '@cryptonite/contracts/kafkajs';
import { TOPICS } from '@cryptonite/contracts/topics';
import type { Kafka } from 'kafkajs';

export const STRAY = '{"v":0}';

const EVERY_MS = 500;
/** One alone: an ingest that does not write must not seem to move the others (recoveries.ts). */
const PARTITION = 0;

/**
 * Sends one after the other until the returned function is called, which resolves with how many were acknowledged.
 * `timeMs`: the chain's time, behind which they stay.
 */
export async function sendStrays(kafka: Kafka, timeMs: () => number): Promise<() => Promise<number>> {
  const producer = createProducer(kafka, { allowAutoTopicCreation: false });
  await producer.connect();
  let isStopping = false;
  let acknowledged = 0;
  const sending = (async () => {
    for (; !isStopping; await wait(EVERY_MS)) {
      const messages = [{ value: STRAY, partition: PARTITION, timestamp: String(timeMs() - 1) }];
      // The broker may be down: that is what the test is about. What was written all the same is compared.
      await producer.send({ topic: TOPICS.journal.name, messages }).then(
        () => {
          acknowledged += 1;
        },
        () => undefined,
      );
    }
  })();
  return async () => {
    isStopping = true;
    await sending;
    await producer.disconnect();
    return acknowledged;
  };
}
