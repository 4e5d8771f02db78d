import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Health } from '@cryptonite/contracts/api';
import { DeadLetter } from '@cryptonite/contracts/events';
import { TOPICS } from '@cryptonite/contracts/topics';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Kafka } from 'kafkajs';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { createKafka } from '../../platform/kafka/kafka.js';
import { LetterKinds } from './view/letter-kinds.js';

const TOPIC = TOPICS.deadLetters.name;
const RETRY_AFTER_MS = 5_000;
const FETCH_WITHIN_MS = 1_000;

/** Counts the dead letters that their topic holds, and those that come. */
@Injectable()
export class DeadLetters implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #kafka: Kafka;
  readonly #stop = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #kinds: LetterKinds | null = null;

  constructor(@Inject(CONFIG) config: Config) {
    this.#kafka = createKafka(config);
  }

  get summary(): Health['deadLetters'] {
    return this.#kinds?.summary ?? null;
  }

  onApplicationBootstrap(): void {
    this.#running = this.#run();
  }

  async onApplicationShutdown(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      // Health says what keeps Kafka from answering; the counts of before stay until the topic is read anew.
      await this.#readUntilBroken().catch(() => {});
      await delay(RETRY_AFTER_MS, undefined, { signal: this.#stop.signal }).catch(() => {});
    }
  }

  async #readUntilBroken(): Promise<void> {
    const consumer = this.#kafka.consumer({
      // A group of its own, so that each replica counts all; it commits nothing.
      groupId: `query-api-letters-${randomUUID()}`,
      allowAutoTopicCreation: false,
      maxWaitTimeInMs: FETCH_WITHIN_MS,
      retry: { retries: 3, restartOnFailure: async () => false },
    });
    const kinds = new LetterKinds();
    try {
      const ended = new Promise<void>((resolve, reject) => {
        this.#stop.signal.addEventListener('abort', () => resolve(), { once: true });
        consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
      });
      ended.catch(() => {});
      let nextOffset = 0n;
      const end = await this.#endOfTopic();
      const isRead = (offset: bigint) => {
        // Half a count would be a wrong one.
        if (offset >= end) this.#kinds = kinds;
      };
      isRead(0n);
      consumer.on(consumer.events.END_BATCH_PROCESS, ({ payload }) =>
        isRead(BigInt(payload.lastOffset) + 1n),
      );
      await consumer.connect();
      await consumer.subscribe({ topic: TOPIC, fromBeginning: true });
      await consumer.run({
        autoCommit: false,
        eachBatch: async ({ batch }) => {
          for (const { offset, value, timestamp } of batch.messages) {
            // After a rejoin the group begins at the beginning again.
            if (BigInt(offset) < nextOffset) continue;
            nextOffset = BigInt(offset) + 1n;
            const letter = parseLetter(value);
            kinds.add(letter?.service ?? 'unknown', letter?.reason ?? 'no dead letter', Number(timestamp));
          }
        },
      });
      await ended;
    } finally {
      await consumer.disconnect().catch(() => {});
    }
  }

  /** The offset behind the last letter; 0 where there is none. */
  async #endOfTopic(): Promise<bigint> {
    const admin = this.#kafka.admin();
    try {
      await admin.connect();
      const [partition] = await admin.fetchTopicOffsets(TOPIC);
      return partition && partition.low !== partition.high ? BigInt(partition.high) : 0n;
    } finally {
      void admin.disconnect().catch(() => {});
    }
  }
}

function parseLetter(value: Buffer | null): Pick<DeadLetter, 'service' | 'reason'> | null {
  try {
    return DeadLetter.pick({ service: true, reason: true }).parse(JSON.parse(value?.toString() ?? ''));
  } catch {
    return null;
  }
}
