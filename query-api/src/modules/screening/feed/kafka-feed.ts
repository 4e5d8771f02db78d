import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { TOPICS } from '@cryptonite/contracts/topics';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { type Admin, type Consumer, Kafka } from 'kafkajs';
import { CONFIG, type Config, groupOf } from '../../../platform/config/config.js';
import { leave } from '../../../platform/kafka/leave.js';
import type { ScreeningStore } from '../screening.store.js';
import type { OffsetVector } from '../view/change-log.js';
import { LatestRows } from './latest-rows.js';
import { ReadTraces } from './read-traces.js';
import { ScreeningFeed } from './screening-feed.js';

const TOPIC = TOPICS.screening.name;
const RETRY_AFTER_MS = 1_000;
/** How long a start waits for ClickHouse before it reads the topic from its beginning. */
const ROWS_WITHIN_MS = 5_000;
const ROWS_RETRY_MS = 10_000;
const EVICT_EVERY_MS = 10_000;

type Round = {
  /** By partition: the offset to read first, and the one at which everything has been read. */
  next: OffsetVector;
  ends: OffsetVector;
  /** Whether stored rows, or the whole topic, are behind what is read. */
  hasRows: boolean;
  /** Aborted with the round, by a stop or by what broke it. */
  signal: AbortSignal;
};

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/**
 * Reads `screening.tokens` with a group of its own, so that every replica sees all of it. It uses kafkajs itself:
 * the Kafka transport of @nestjs/microservices gives single messages to its handlers, shows neither a batch's last
 * offset nor control records (the end of the topic would not be recognised), and offers no place to seek from
 * before the first fetch.
 */
@Injectable()
export class KafkaFeed extends ScreeningFeed {
  readonly #log = new Logger('feed');
  readonly #stop = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(
    private readonly kafka: Kafka,
    private readonly rows: LatestRows,
    private readonly traces: ReadTraces,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super();
  }

  start(store: ScreeningStore): void {
    const evict = setInterval(() => store.evictQuiet(), EVICT_EVERY_MS);
    this.#running = this.#run(store).finally(() => clearInterval(evict));
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(store: ScreeningStore): Promise<void> {
    while (!this.#stop.signal.aborted) {
      try {
        await this.#readUntilBroken(store);
      } catch (error) {
        if (this.#stop.signal.aborted) return;
        const trouble = `The screening topic cannot be read: ${reasonOf(error)}.`;
        if (store.trouble !== trouble) this.#log.warn(trouble);
        store.trouble = trouble;
        await delay(RETRY_AFTER_MS, undefined, { signal: this.#stop.signal }).catch(() => {});
      }
    }
  }

  /** One generation of the store. Resolves when stopped or when stored rows can be had at last; rejects when the topic breaks off. */
  async #readUntilBroken(store: ScreeningStore): Promise<void> {
    const over = new AbortController();
    const signal = AbortSignal.any([this.#stop.signal, over.signal]);
    const admin = this.kafka.admin();
    const consumer = this.kafka.consumer({
      groupId: `query-api-${randomUUID()}`,
      allowAutoTopicCreation: false,
      // An answer comes as soon as there is something; this bounds how long one partition waits for the others.
      maxWaitTimeInMs: 100,
      retry: { retries: 3, restartOnFailure: async () => false },
    });
    try {
      await admin.connect();
      const { next, hasRows } = await this.#load(admin, store, signal);
      const ends = mapOffsets(await admin.fetchTopicOffsets(TOPIC), ({ high }) => high);
      await this.#consume(consumer, store, { next, ends, hasRows, signal });
    } finally {
      over.abort();
      await leave(consumer, admin);
    }
  }

  /**
   * Fills a new generation with the stored rows. What the sink has committed is in the rows, so reading goes on from
   * there: the commits are looked up first, and what is read twice is harmless.
   */
  async #load(
    admin: Admin,
    store: ScreeningStore,
    signal: AbortSignal,
  ): Promise<{ next: OffsetVector; hasRows: boolean }> {
    const offsets = await admin.fetchTopicOffsets(TOPIC);
    const starts = mapOffsets(offsets, ({ low }) => low);
    const stored = await storedOffsets(admin, groupOf(this.config, 'sink'), offsets);
    store.begin(stored);
    const count = await this.#addRows(store, signal);
    if (count !== null && count > 0) return { next: stored, hasRows: true };
    store.begin(starts);
    const isWhole = [...starts.values()].every((offset) => offset === 0);
    if (count === null && !isWhole)
      store.trouble =
        'ClickHouse did not answer at the start and the topic no longer goes back to its beginning: tokens measured long ago are missing until it answers.';
    return { next: starts, hasRows: count !== null || isWhole };
  }

  /** @returns how many rows there were, null when they could not be read */
  async #addRows(store: ScreeningStore, signal: AbortSignal): Promise<number | null> {
    const giveUpAt = Date.now() + ROWS_WITHIN_MS;
    for (;;) {
      try {
        let count = 0;
        for await (const read of this.rows.read(signal)) {
          store.addRow(read);
          count++;
        }
        return count;
      } catch (error) {
        if (Date.now() < giveUpAt) await delay(500, undefined, { signal });
        else {
          this.#log.warn(
            `stored rows cannot be read, reading the topic from its beginning: ${reasonOf(error)}`,
          );
          return null;
        }
      }
    }
  }

  async #consume(
    consumer: Consumer,
    store: ScreeningStore,
    { next, ends, hasRows, signal }: Round,
  ): Promise<void> {
    if (signal.aborted) return;
    const read = new Map([...next].map(([partition, offset]) => [partition, offset - 1]));
    const finishAtEnd = () => {
      if ([...ends].some(([partition, end]) => (read.get(partition) ?? -1) < end - 1)) return;
      ends = new Map();
      store.finishLoading(performance.now());
      if (hasRows) store.trouble = null;
    };
    const broken = new Promise<never>((_, reject) => {
      consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
      // Also after every rejoin: nothing is committed, so the group itself would begin at the beginning.
      consumer.on(consumer.events.GROUP_JOIN, () => {
        for (const [partition, offset] of read)
          consumer.seek({ topic: TOPIC, partition, offset: String(offset + 1) });
      });
      consumer.on(consumer.events.END_BATCH_PROCESS, ({ payload: { partition, lastOffset } }) => {
        if (signal.aborted) return;
        const offset = Number(lastOffset);
        if (offset < (read.get(partition) ?? -1)) return reject(new Error(`${TOPIC} has begun anew`));
        read.set(partition, offset);
        store.advance(partition, offset);
        if (ends.size > 0) finishAtEnd();
      });
    });
    broken.catch(() => {});
    const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    await consumer.connect();
    await consumer.subscribe({ topic: TOPIC, fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      eachBatch: async ({ batch }) => {
        if (signal.aborted) return;
        const now = Date.now();
        const monotonicMs = performance.now();
        for (const { offset, value, headers } of batch.messages) {
          store.addRecord(batch.partition, Number(offset), value ?? Buffer.alloc(0), monotonicMs);
          this.traces.read(headers, now);
        }
        // Changes may be sent from here on, with the id up to which they go.
        const last = batch.messages.at(-1);
        if (last) store.advance(batch.partition, Number(last.offset));
      },
    });
    finishAtEnd();
    await Promise.race([broken, stopped, ...(hasRows ? [] : [this.#rowsAnswer(signal)])]);
  }

  async #rowsAnswer(signal: AbortSignal): Promise<void> {
    do await delay(ROWS_RETRY_MS, undefined, { signal }).catch(() => {});
    while (!signal.aborted && !(await this.rows.isReadable()));
  }
}

type PartitionOffsets = Awaited<ReturnType<Admin['fetchTopicOffsets']>>;

const mapOffsets = (
  offsets: PartitionOffsets,
  of: (partition: PartitionOffsets[number]) => string,
): OffsetVector => new Map(offsets.map((entry) => [entry.partition, Number(of(entry))]));

/** Up to where the sink has stored the topic; the topic's start where it has stored nothing, or another topic of that name. */
async function storedOffsets(
  admin: Admin,
  sinkGroup: string,
  offsets: PartitionOffsets,
): Promise<OffsetVector> {
  const [topic] = await admin.fetchOffsets({ groupId: sinkGroup, topics: [TOPIC] });
  const committed = new Map(topic?.partitions.map(({ partition, offset }) => [partition, Number(offset)]));
  return mapOffsets(offsets, ({ partition, low, high }) => {
    const stored = committed.get(partition) ?? -1;
    return stored >= Number(low) && stored <= Number(high) ? String(stored) : low;
  });
}
