import { readSourceState, type SourceState } from '@cryptonite/contracts/source-state';
import { TOPICS } from '@cryptonite/contracts/topics';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Kafka } from 'kafkajs';
import { followTopic } from '../../platform/kafka/follow-topic.js';

const TOPIC = TOPICS.sourceState.name;

/** Follows what ingest says of its sources: the newest record of each. */
@Injectable()
export class SourceStates implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #stop = new AbortController();
  readonly #newest = new Map<string, SourceState>();
  #running: Promise<void> = Promise.resolve();

  constructor(private readonly kafka: Kafka) {}

  get states(): readonly SourceState[] {
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
      const state = readSourceState(value);
      if (state !== null) this.#newest.set(state.host, state);
    }
  }
}
