import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { lockFolder } from '../folder-lock.js';
import { type ClusterRecord, ClusterState } from './cluster-state.js';
import { Groups } from './groups.js';
import { Journal } from './journal.js';
import { maintainLogs } from './maintenance.js';
import type { TopicConfigs } from './topic-settings.js';
import { Topics } from './topics.js';
import { Transactions } from './transactions.js';

const TICK_MS = 100;
const UPKEEP_MS = 5000;

/** How a broker is set up. */
export interface BrokerOptions {
  readonly folder: string;
  /** Values in place of Kafka's defaults for topics that set none. */
  readonly defaults: TopicConfigs;
  /** Something was written that is not certain to be on disk: the process must end. */
  readonly onWriteFailure: (error: unknown) => void;
}

/** The broker behind the sockets: topics, groups and transactions over one data folder. */
export class Broker {
  /** Where clients are told to connect; set when the server listens. */
  port = 0;
  readonly host = '127.0.0.1';
  readonly nodeId = 1;
  private readonly timers: NodeJS.Timeout[] = [];

  private constructor(
    readonly state: ClusterState,
    readonly journal: Journal<ClusterRecord>,
    readonly topics: Topics,
    readonly transactions: Transactions,
    readonly groups: Groups,
    private readonly unlock: () => void,
  ) {}

  /** Locks and recovers the folder. Throws `DamageError` if it cannot be trusted. */
  static async open({ folder, defaults, onWriteFailure }: BrokerOptions): Promise<Broker> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const unlock = lockFolder(folder);
    try {
      const now = Date.now;
      const state = new ClusterState();
      const { journal, isNew } = await Journal.open<ClusterRecord>(
        join(folder, 'journal.log'),
        state,
        onWriteFailure,
      );
      const topics = new Topics({ state, journal, folder, defaults, now, onWriteFailure });
      await topics.start(isNew);
      const transactions = new Transactions(state, journal, topics, now);
      await transactions.start();
      const broker = new Broker(state, journal, topics, transactions, new Groups(now), unlock);
      broker.startTimers();
      return broker;
    } catch (error) {
      unlock();
      throw error;
    }
  }

  private startTimers(): void {
    this.timers.push(
      setInterval(() => this.groups.tick(), TICK_MS),
      setInterval(
        neverTwiceAtOnce(() => this.transactions.abortOverdue()),
        TICK_MS,
      ),
      setInterval(
        neverTwiceAtOnce(() => maintainLogs(this.topics, this.state, this.journal)),
        UPKEEP_MS,
      ),
    );
  }

  /** Finishes what is queued and gives the folder free. */
  async close(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    await this.topics.close();
    await this.journal.close();
    this.unlock();
  }
}

/** A timer's work that is passed over while its last turn still runs; a failed turn is tried again. */
function neverTwiceAtOnce(work: () => Promise<void>): () => void {
  let isRunning = false;
  return () => {
    if (isRunning) return;
    isRunning = true;
    work()
      .catch((error) => console.error(`upkeep failed: ${error instanceof Error ? error.stack : error}`))
      .finally(() => {
        isRunning = false;
      });
  };
}
