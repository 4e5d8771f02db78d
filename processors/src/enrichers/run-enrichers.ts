/** Reads asks as they come and writes what was answered into the journal, in the ask's partition. */
import { decodeAsk } from '@cryptonite/contracts/asks';
import { TOPICS } from '@cryptonite/contracts/topics';
import type { EachBatchPayload, Kafka } from 'kafkajs';
import { readOr } from '../journal/read-record.js';
import { deadLetterOf } from '../runtime/dead-letters.js';
import { MEMBERSHIP, tellOutages } from '../runtime/kafka.js';
import { countPartitions } from '../runtime/offsets.js';
import { messageOf, sleep } from '../runtime/service.js';
import { AnswersWriter } from './answers-writer.js';
import { Enricher } from './enricher.js';
import type { Providers } from './provider.js';

/** What is in hand may wait for slow servers longer than anybody waits for a stop: it is asked again. */
const STOP_WITHIN_MS = 3_000;

export type EnrichersOptions = {
  kafka: Kafka;
  groupId: string;
  providers: Providers;
  log: (line: string) => void;
  /** What the service cannot go on from, though the process might live on. */
  onFatal: (error: Error) => void;
};

/**
 * Starts consuming; the returned function stops it. Places are not kept: a start reads what is asked from then on, and what
 * was asked before without an answer is asked again.
 */
export async function runEnrichers(options: EnrichersOptions): Promise<() => Promise<void>> {
  const { kafka, groupId, providers, log, onFatal } = options;
  const topic = TOPICS.asks.name;
  const writer = new AnswersWriter(kafka, log);
  const enricher = new Enricher({
    providers,
    write: (partition, record) => writer.answer(partition, record),
    log,
  });
  const consumer = kafka.consumer({
    groupId,
    maxWaitTimeInMs: 200,
    ...MEMBERSHIP,
    retry: { initialRetryTime: 100, retries: 30, maxRetryTime: 2_000, restartOnFailure: async () => true },
  });

  const takeBatch = async ({ batch, heartbeat, resolveOffset }: EachBatchPayload) => {
    const { partition } = batch;
    for (const { offset, value } of batch.messages) {
      const ask = readOr(value, (bytes) => decodeAsk(bytes.toString()));
      if (typeof ask !== 'string') enricher.take(partition, ask);
      // One after the other: what cannot be read is no more in memory than what can.
      else await writer.letter(deadLetterOf('enrichers', ask, `${topic}/${partition}/${offset}`, value));
      resolveOffset(offset);
    }
    await heartbeat();
  };

  consumer.on(consumer.events.CRASH, ({ payload }) => {
    if (!payload.restart) onFatal(new Error(`the consumer has ended: ${messageOf(payload.error)}`));
  });
  tellOutages(kafka, consumer);
  const partitions = await countPartitions(kafka, topic);
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: false });
  await consumer.run({
    autoCommit: false,
    eachBatchAutoResolve: false,
    partitionsConsumedConcurrently: partitions,
    eachBatch: takeBatch,
  });
  return async () => {
    await Promise.race([consumer.disconnect(), sleep(STOP_WITHIN_MS)]);
    await Promise.race([enricher.close(), sleep(STOP_WITHIN_MS)]);
    await Promise.race([writer.close(), sleep(STOP_WITHIN_MS)]);
  };
}
