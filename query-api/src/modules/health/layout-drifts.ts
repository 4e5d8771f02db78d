import { type LayoutDrift, layoutDriftKey, readLayoutDrift } from '@cryptonite/contracts/events';
import { TOPICS } from '@cryptonite/contracts/topics';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Kafka } from 'kafkajs';
import { followTopic } from '../../platform/kafka/follow-topic.js';

const TOPIC = TOPICS.layoutDrift.name;

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
    this.#running = followTopic(
      this.kafka,
      TOPIC,
      () => ({ read: (batch) => this.#read(batch) }),
      this.#stop.signal,
    );
  }

  async onApplicationShutdown(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  /** What is read again says nothing else than before. */
  #read({ messages }: { messages: readonly { value: Buffer | null }[] }): void {
    for (const { value } of messages) {
      const drift = readLayoutDrift(value);
      if (drift !== null) this.#newest.set(layoutDriftKey(drift), drift);
    }
  }
}
