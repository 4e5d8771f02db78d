/** Transactions of one owner at a time: whoever has a transactional id last is the only one who can commit under it. */
import { createProducer } from '@cryptonite/contracts/kafkajs';
import type { Kafka, Producer, Transaction } from 'kafkajs';
import { tellUnanswered } from './kafka.js';
import { sleep } from './service.js';

/**
 * Connects as the owner of `transactionalId`. From then on no owner of before can commit, and what one of them had decided
 * is carried out.
 */
export async function openTransactions(kafka: Kafka, transactionalId: string): Promise<Producer> {
  const producer = createProducer(kafka, {
    transactionalId,
    idempotent: true,
    maxInFlightRequests: 1,
    transactionTimeout: 60_000,
    // Of sends: the default would wait 300 ms for the transaction before to be marked complete.
    retry: { initialRetryTime: 3, factor: 0.2, multiplier: 1.5, maxRetryTime: 1_000, retries: 25 },
  });
  tellUnanswered(kafka, producer);
  try {
    await producer.connect();
    // Connecting says nothing of the id yet: beginning a transaction does.
    await (await producer.transaction()).abort();
  } catch (error) {
    await producer.disconnect();
    throw error;
  }
  return producer;
}

/** Commits what `work` does with the transaction, or nothing of it. */
export async function inTransaction<Result>(
  producer: Producer,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const transaction = await producer.transaction();
  try {
    const result = await work(transaction);
    await transaction.commit();
    return result;
  } catch (error) {
    if (transaction.isActive()) await transaction.abort().catch(() => undefined);
    throw error;
  }
}

const COMPLETED_WITHIN_MS = 20_000;
const ASK_AGAIN_MS = 10;

/**
 * Moves a group's offset of one partition with the transaction. The one before it may still be on its way to be complete:
 * kafkajs waits for that with records and not with offsets.
 */
export async function sendOffset(
  transaction: Transaction,
  consumerGroupId: string,
  topic: string,
  place: { partition: number; offset: string; metadata: string },
): Promise<void> {
  const deadline = performance.now() + COMPLETED_WITHIN_MS;
  for (;;) {
    try {
      await transaction.sendOffsets({ consumerGroupId, topics: [{ topic, partitions: [place] }] });
      return;
    } catch (error) {
      if (!isConcurrent(error) || performance.now() > deadline) throw error;
      await sleep(ASK_AGAIN_MS);
    }
  }
}

const isConcurrent = (error: unknown): boolean =>
  error instanceof Error && 'type' in error && error.type === 'CONCURRENT_TRANSACTIONS';
