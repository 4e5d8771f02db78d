import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { LayoutDrift, layoutDriftKey } from '@cryptonite/contracts/events';
import { TOPICS } from '@cryptonite/contracts/topics';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Kafka } from 'kafkajs';

const TOPIC = TOPICS.layoutDrift.name;
const RETRY_AFTER_MS = 5_000;
const FETCH_WITHIN_MS = 1_000;

/** Follows what ingest counts of events in layouts that it does not know: the newest record of each event. */
@Injectable()
export class LayoutDrifts implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #stop = new AbortController();
  readonly #newest = new Map<string, LayoutDrift>();
  #running: Promise<void> = Promise.resolve();

  constructor(private readonly kafka: Kafka) {}

  get drifts(): readonly LayoutDrift[] {
    return [...this.#newest.values()];
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
      // Health says what keeps Kafka from answering. What is read again says nothing else than before.
      await this.#followUntilBroken().catch(() => {});
      await delay(RETRY_AFTER_MS, undefined, { signal: this.#stop.signal }).catch(() => {});
    }
  }

  async #followUntilBroken(): Promise<void> {
    const consumer = this.kafka.consumer({
      // A group of its own, so that each replica reads all; it commits nothing.
      groupId: `query-api-layouts-${randomUUID()}`,
      allowAutoTopicCreation: false,
      maxWaitTimeInMs: FETCH_WITHIN_MS,
      retry: { retries: 3, restartOnFailure: async () => false },
    });
    const left = new AbortController();
    const ended = new Promise<void>((resolve, reject) => {
      this.#stop.signal.addEventListener('abort', () => resolve(), { signal: left.signal });
      consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
    });
    ended.catch(() => {});
    try {
      await consumer.connect();
      await consumer.subscribe({ topic: TOPIC, fromBeginning: true });
      await consumer.run({
        autoCommit: false,
        eachMessage: async ({ message }) => {
          const drift = parseDrift(message.value);
          if (drift !== null) this.#newest.set(layoutDriftKey(drift), drift);
        },
      });
      await ended;
    } finally {
      left.abort();
      await consumer.disconnect().catch(() => {});
    }
  }
}

/** Null for what is no drift. */
function parseDrift(value: Buffer | null): LayoutDrift | null {
  try {
    return LayoutDrift.parse(JSON.parse(value?.toString() ?? ''));
  } catch {
    return null;
  }
}
