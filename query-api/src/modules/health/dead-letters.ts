import type { Health } from '@cryptonite/contracts/api';
import { DeadLetter } from '@cryptonite/contracts/events';
import { TOPICS } from '@cryptonite/contracts/topics';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Kafka } from 'kafkajs';
import { followTopic, type TopicReader } from '../../platform/kafka/follow-topic.js';
import { LetterKinds } from './view/letter-kinds.js';

const TOPIC = TOPICS.deadLetters.name;

/** Counts the dead letters that their topic holds, and those that come. */
@Injectable()
export class DeadLetters implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #stop = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #kinds: LetterKinds | null = null;

  constructor(private readonly kafka: Kafka) {}

  get summary(): Health['deadLetters'] {
    return this.#kinds?.summary ?? null;
  }

  onApplicationBootstrap(): void {
    this.#running = followTopic(this.kafka, TOPIC, () => this.#begin(), this.#stop.signal);
  }

  async onApplicationShutdown(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  /** The counts of before stay until the topic is read anew. */
  async #begin(): Promise<TopicReader> {
    const kinds = new LetterKinds();
    const end = await this.#endOfTopic();
    // Half a count would be a wrong one.
    const fetched = (lastOffset: bigint) => {
      if (lastOffset + 1n >= end) this.#kinds = kinds;
    };
    fetched(-1n);
    let nextOffset = 0n;
    return {
      read: ({ messages }) => {
        for (const { offset, value, timestamp } of messages) {
          // After a rejoin the group begins at the beginning again.
          if (BigInt(offset) < nextOffset) continue;
          nextOffset = BigInt(offset) + 1n;
          const letter = parseLetter(value);
          kinds.add(letter?.service ?? 'unknown', letter?.reason ?? 'no dead letter', Number(timestamp));
        }
      },
      fetched,
    };
  }

  /** The offset behind the last letter; 0 where there is none. */
  async #endOfTopic(): Promise<bigint> {
    const admin = this.kafka.admin();
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
