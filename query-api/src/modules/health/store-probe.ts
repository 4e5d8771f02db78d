import { statfs } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import type { Health } from '@cryptonite/contracts/api';
import { PROCESSORS, TOPICS } from '@cryptonite/contracts/topics';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { type Admin, Kafka } from 'kafkajs';
import { CLICKHOUSE } from '../../platform/clickhouse/clickhouse.js';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { ScreeningStore } from '../screening/screening.store.js';
import { type End, sumLag } from './view/sum-lag.js';

const EVERY_MS = 2_000;
const WITHIN_MS = 1_500;

export type Probed = Pick<Health, 'stores' | 'topics' | 'disk'>;
type Store = Health['stores'][number];

/** Every processor is a consumer group of its own name. */
const READERS = Object.entries(PROCESSORS).flatMap(([group, { inputs }]) =>
  inputs.map(({ name }) => ({ group, topic: name })),
);

const TOPICS_READ = [...new Set(READERS.map(({ topic }) => topic))];

/** Asks the stores over and over, so that health answers at once whatever state they are in. */
@Injectable()
export class StoreProbe implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #stop = new AbortController();
  #asking: Promise<void> = Promise.resolve();
  #admin: Admin | null = null;
  #probed: Probed = {
    stores: ['clickhouse', 'kafka'].map((name) => unasked(name)),
    topics: READERS.map((reader) => ({ ...reader, lag: null })),
    disk: null,
  };

  constructor(
    @Inject(CLICKHOUSE) private readonly clickhouse: ClickHouseClient,
    private readonly kafka: Kafka,
    private readonly store: ScreeningStore,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** What the last round of questions brought, at most a few seconds old. */
  get probed(): Probed {
    return this.#probed;
  }

  onApplicationBootstrap(): void {
    this.#asking = this.#askOverAndOver();
  }

  async onApplicationShutdown(): Promise<void> {
    this.#stop.abort();
    await this.#asking;
    await this.#dropAdmin();
  }

  async #askOverAndOver(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      let topics: Health['topics'] = READERS.map((reader) => ({ ...reader, lag: null }));
      const [clickhouse, kafka, disk] = await Promise.all([
        timed('clickhouse', () => this.#pingClickHouse()),
        timed('kafka', async () => {
          topics = await this.#readLags();
        }),
        this.#readDisk(),
      ]);
      if (kafka.status === 'down') await this.#dropAdmin();
      this.#probed = { stores: [clickhouse, kafka], topics, disk };
      await delay(EVERY_MS, undefined, { signal: this.#stop.signal }).catch(() => {});
    }
  }

  async #pingClickHouse(): Promise<void> {
    const ping = await this.clickhouse.ping({ select: true });
    if (!ping.success) throw ping.error;
  }

  async #readLags(): Promise<Health['topics']> {
    if (!this.#admin) {
      this.#admin = this.kafka.admin({ retry: { retries: 0 } });
      await this.#admin.connect();
    }
    const admin = this.#admin;
    const ends = new Map(
      await Promise.all(TOPICS_READ.map(async (topic) => [topic, await this.#endsOf(admin, topic)] as const)),
    );
    return Promise.all(
      READERS.map(async ({ group, topic }) => {
        const [committed] = await admin.fetchOffsets({ groupId: group, topics: [topic] });
        return { group, topic, lag: sumLag(ends.get(topic) ?? [], committed?.partitions ?? []) };
      }),
    );
  }

  async #endsOf(admin: Admin, topic: string): Promise<End[]> {
    const offsets = await admin.fetchTopicOffsets(topic);
    return offsets.map(({ partition, low, high }) => ({
      partition,
      low: Number(low),
      high: this.#recordsEnd(topic, partition, Number(low), Number(high)),
    }));
  }

  /**
   * The screener writes in transactions, whose marks no group reads. `high` is before any that is open (kafkajs asks for
   * the committed end), and one that was aborted is soon followed by the same records again, with their own mark.
   */
  #recordsEnd(topic: string, partition: number, low: number, high: number): number {
    if (topic === TOPICS.screening.name) return this.store.recordsEnd(partition, high);
    return topic === TOPICS.evicted.name ? Math.max(low, high - 1) : high;
  }

  async #readDisk(): Promise<Health['disk']> {
    const { DISK_GUARD_PATH: path, MIN_FREE_BYTES: minFreeBytes } = this.config;
    if (path === undefined || minFreeBytes === undefined) return null;
    try {
      const { bavail, bsize } = await statfs(path);
      const freeBytes = bavail * bsize;
      return { freeBytes, minFreeBytes, isLow: freeBytes < minFreeBytes };
    } catch {
      return null;
    }
  }

  async #dropAdmin(): Promise<void> {
    const admin = this.#admin;
    this.#admin = null;
    await admin?.disconnect().catch(() => {});
  }
}

const unasked = (name: string): Store => ({ name, status: 'down', latencyMs: null, error: 'not asked yet' });

async function timed(name: string, ask: () => Promise<void>): Promise<Store> {
  const startedAt = performance.now();
  const late = new AbortController();
  try {
    await Promise.race([
      ask(),
      delay(WITHIN_MS, undefined, { signal: late.signal }).then(() => {
        throw new Error(`no answer within ${WITHIN_MS} ms`);
      }),
    ]);
    return {
      name,
      status: 'up',
      latencyMs: Math.round((performance.now() - startedAt) * 10) / 10,
      error: null,
    };
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)) || 'no answer';
    return { name, status: 'down', latencyMs: null, error: reason.slice(0, 300) };
  } finally {
    late.abort();
  }
}
