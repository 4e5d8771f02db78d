import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import type { Kafka } from 'kafkajs';
import { followTopic } from '../../platform/kafka/follow-topic.js';

/** Follows a compacted topic: the newest record under each key. */
export abstract class NewestRecords<Said> implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #stop = new AbortController();
  readonly #newest = new Map<string, Said>();
  #running: Promise<void> = Promise.resolve();

  /** @param read null for what is none of these records */
  protected constructor(
    private readonly kafka: Kafka,
    private readonly topic: string,
    private readonly read: (value: Buffer | null) => Said | null,
    private readonly keyOf: (said: Said) => string,
  ) {}

  get newest(): readonly Said[] {
    return [...this.#newest.values()];
  }

  onApplicationBootstrap(): void {
    this.#running = followTopic(
      this.kafka,
      this.topic,
      () => ({ read: (batch) => this.#take(batch) }),
      this.#stop.signal,
    );
  }

  async onApplicationShutdown(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  /** What is read again says nothing else than before. */
  #take({ messages }: { messages: readonly { value: Buffer | null }[] }): void {
    for (const { value } of messages) {
      const said = this.read(value);
      if (said !== null) this.#newest.set(this.keyOf(said), said);
    }
  }
}
