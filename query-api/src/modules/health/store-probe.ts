import { statfs } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import { type Health, STORES_WITH_A_PAST } from '@cryptonite/contracts/api';
import { PROCESSORS, TOPICS } from '@cryptonite/contracts/topics';
import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import type { Admin, Kafka } from 'kafkajs';
import { createClickHouse } from '../../platform/clickhouse/clickhouse.js';
import { CONFIG, type Config, groupOf } from '../../platform/config/config.js';
import { createKafka } from '../../platform/kafka/kafka.js';
import { ScreeningStore } from '../screening/screening.store.js';
import { readFolderBytes } from './folder-bytes.js';
import { StoreWatch } from './store-watch.js';
import { DiskGrowth } from './view/disk-growth.js';
import { type End, sumLag } from './view/sum-lag.js';

/** A store that stops answering right after a question is down so long and the deadline later: within 3 s. */
const EVERY_MS = 500;
const WITHIN_MS = 2_200;
const LAGS_EVERY_MS = 2_000;
const LAGS_WITHIN_MS = 5_000;
const DISK_EVERY_MS = 2_000;
const FOLDERS_EVERY_MS = 60_000;
const REACH_EVERY_MS = 60_000;
/** By the bounds of its partitions ClickHouse knows the oldest time without reading rows. */
const REACH_WITHIN_MS = 5_000;

export type Probed = Pick<Health, 'stores' | 'topics' | 'disk' | 'reach'>;

/** The table that each store with a past is read of. */
const TABLES: Record<Health['reach'][number]['store'], string> = {
  trades: 'trades_executed',
  measurements: 'measurements',
};

const TOPICS_READ: readonly string[] = [
  ...new Set(
    [PROCESSORS.screener, PROCESSORS.sink].flatMap(({ inputs }) => inputs.map(({ name }) => name as string)),
  ),
];

/**
 * Asks the stores over and over, so that health answers at once whatever state they are in. Each question has a loop, a
 * client and a deadline of its own: one that hangs holds back no other.
 */
@Injectable()
export class StoreProbe implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #stop = new AbortController();
  readonly #clickhouse: ClickHouseClient;
  readonly #kafka: Kafka;
  readonly #watches: StoreWatch[];
  readonly #growths: { path: string; growth: DiskGrowth }[];
  #loops: Promise<void>[] = [];
  /** Which group reads which topic, until it is known how far it is behind. */
  readonly #unknownLags: Health['topics'];
  #topics: Health['topics'];
  #reach: Health['reach'] = STORES_WITH_A_PAST.map((store) => ({ store, from: null }));
  #free: { freeBytes: number; minFreeBytes: number } | null = null;

  constructor(
    private readonly store: ScreeningStore,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.#unknownLags = (['screener', 'sink'] as const).flatMap((processor) =>
      PROCESSORS[processor].inputs.map(({ name }) => ({
        processor,
        group: groupOf(config, processor),
        topic: name,
        lag: null,
      })),
    );
    this.#topics = this.#unknownLags;
    this.#clickhouse = createClickHouse(config, WITHIN_MS);
    this.#kafka = createKafka(config, WITHIN_MS);
    const log = new Logger('health');
    const asked = { everyMs: EVERY_MS, withinMs: WITHIN_MS, say: (line: string) => log.warn(line) };
    this.#watches = [
      new StoreWatch({
        ...asked,
        name: 'clickhouse',
        title: 'ClickHouse',
        ask: (late) => this.#pingClickHouse(late),
      }),
      new StoreWatch({ ...asked, name: 'kafka', title: 'Kafka', ask: () => this.#pingKafka() }),
    ];
    this.#growths = (config.DISK_STORES ?? []).map(({ name, path, limitBytes }) => ({
      path,
      growth: new DiskGrowth(name, limitBytes),
    }));
  }

  /** What the last questions brought. */
  probedAt(nowMs: number): Probed {
    return {
      stores: this.#watches.map((watch) => watch.stateAt(nowMs)),
      topics: this.#topics,
      disk: this.#disk,
      reach: this.#reach,
    };
  }

  onApplicationBootstrap(): void {
    for (const watch of this.#watches) watch.start();
    this.#loops = [
      this.#repeat(LAGS_EVERY_MS, async () => {
        this.#topics = await within(LAGS_WITHIN_MS, this.#readLags()).catch(() => this.#unknownLags);
      }),
      this.#repeat(DISK_EVERY_MS, async () => {
        this.#free = await this.#readFree();
      }),
      this.#repeat(REACH_EVERY_MS, async () => {
        // What was known stays so while nobody can tell.
        this.#reach = await within(REACH_WITHIN_MS, this.#readReach()).catch(() => this.#reach);
      }),
      this.#repeat(FOLDERS_EVERY_MS, async () => {
        for (const { path, growth } of this.#growths) {
          const bytes = await readFolderBytes(path).catch(() => null);
          if (bytes !== null) growth.observe(bytes, Date.now());
        }
      }),
    ];
  }

  async onApplicationShutdown(): Promise<void> {
    this.#stop.abort();
    await Promise.all([...this.#watches.map((watch) => watch.stop()), ...this.#loops]);
    await this.#clickhouse.close();
  }

  async #repeat(everyMs: number, ask: () => Promise<void>): Promise<void> {
    while (!this.#stop.signal.aborted) {
      await ask();
      await delay(everyMs, undefined, { signal: this.#stop.signal }).catch(() => {});
    }
  }

  async #pingClickHouse(late: AbortSignal): Promise<void> {
    const result = await this.#clickhouse.query({ query: 'SELECT 1', abort_signal: late });
    await result.text();
  }

  async #pingKafka(): Promise<void> {
    await this.#asAdmin((admin) => admin.describeCluster());
  }

  #readReach(): Promise<Health['reach']> {
    return Promise.all(
      STORES_WITH_A_PAST.map(async (store) => {
        const result = await this.#clickhouse.query({
          query: `SELECT if(count() = 0, NULL, toUnixTimestamp64Milli(min(time))) AS ms FROM ${TABLES[store]}`,
          format: 'JSONEachRow',
        });
        const [row] = await result.json<{ ms: number | string | null }>();
        return { store, from: row?.ms == null ? null : Number(row.ms) };
      }),
    );
  }

  #readLags(): Promise<Health['topics']> {
    return this.#asAdmin(async (admin) => {
      const ends = new Map(
        await Promise.all(
          TOPICS_READ.map(async (topic) => [topic, await this.#endsOf(admin, topic)] as const),
        ),
      );
      return Promise.all(
        this.#unknownLags.map(async ({ processor, group, topic }) => {
          const [committed] = await admin.fetchOffsets({ groupId: group, topics: [topic] });
          return { processor, group, topic, lag: sumLag(ends.get(topic) ?? [], committed?.partitions ?? []) };
        }),
      );
    });
  }

  /** A connection for each question: one that a broker has let fall says so to nobody, and ending it may hang. */
  async #asAdmin<T>(ask: (admin: Admin) => Promise<T>): Promise<T> {
    const admin = this.#kafka.admin({ retry: { retries: 0 } });
    try {
      await admin.connect();
      return await ask(admin);
    } finally {
      void admin.disconnect().catch(() => {});
    }
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

  async #readFree(): Promise<{ freeBytes: number; minFreeBytes: number } | null> {
    const { DISK_GUARD_PATH: path, MIN_FREE_BYTES: minFreeBytes } = this.config;
    if (path === undefined || minFreeBytes === undefined) return null;
    try {
      const { bavail, bsize } = await statfs(path);
      return { freeBytes: bavail * bsize, minFreeBytes };
    } catch {
      return null;
    }
  }

  get #disk(): Health['disk'] {
    if (this.#free === null) return null;
    const { freeBytes, minFreeBytes } = this.#free;
    const stores = this.#growths.flatMap(({ growth }) => growth.stateWith(freeBytes - minFreeBytes) ?? []);
    return { freeBytes, minFreeBytes, isLow: freeBytes < minFreeBytes, stores };
  }
}

async function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  const answered = new AbortController();
  try {
    return await Promise.race([
      answer,
      delay(ms, undefined, { signal: answered.signal }).then((): never => {
        throw new Error(`no answer within ${ms} ms`);
      }),
    ]);
  } finally {
    answered.abort();
  }
}
