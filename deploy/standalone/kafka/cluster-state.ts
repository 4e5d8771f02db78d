import type { TopicConfigs } from './topic-settings.js';

/** A topic as it was created and changed since. `folder` is never used again, even by a namesake. */
export interface Topic {
  readonly name: string;
  readonly folder: string;
  readonly partitionCount: number;
  readonly configs: TopicConfigs;
  /** By partition; absent means 0. */
  readonly logStarts: ReadonlyMap<number, number>;
  /** How far compaction went, by partition; absent means 0. */
  readonly cleanedTo: ReadonlyMap<number, number>;
}

export interface TopicPartition {
  readonly topic: string;
  readonly partition: number;
}

export interface CommittedOffset {
  readonly offset: number;
  readonly metadata: string;
}

export interface OffsetCommit extends TopicPartition, CommittedOffset {}

/** A producer with a transactional id. `committing` and `aborting` are decisions still to be carried out. */
export interface Transaction {
  readonly id: string;
  readonly producerId: number;
  readonly epoch: number;
  readonly timeoutMs: number;
  readonly status: 'empty' | 'ongoing' | 'committing' | 'aborting' | 'committed' | 'aborted';
  readonly startedAtMs: number;
  readonly partitions: readonly TopicPartition[];
  /** Offsets that the transaction commits with its records. */
  readonly offsets: readonly { readonly group: string; readonly commits: readonly OffsetCommit[] }[];
}

/** A line of the journal. */
export type ClusterRecord =
  | { kind: 'cluster-created'; clusterId: string }
  | { kind: 'topic-created'; name: string; folder: string; partitionCount: number; configs: TopicConfigs }
  | { kind: 'topic-deleted'; name: string }
  | { kind: 'topic-configured'; name: string; configs: TopicConfigs }
  | { kind: 'partitions-added'; name: string; partitionCount: number }
  | { kind: 'log-start-moved'; topic: string; partition: number; offset: number }
  | { kind: 'log-cleaned'; topic: string; partition: number; offset: number }
  | { kind: 'offsets-committed'; group: string; commits: readonly OffsetCommit[] }
  | { kind: 'group-deleted'; group: string }
  | { kind: 'producer-ids-reserved'; nextProducerId: number }
  | { kind: 'folders-numbered'; nextFolder: number }
  | { kind: 'transaction-written'; transaction: Transaction };

/** All that is remembered besides records, folded from the journal. */
export class ClusterState {
  clusterId = '';
  nextProducerId = 1;
  nextFolder = 1;
  readonly topics = new Map<string, Topic>();
  /** group → topic → partition. */
  readonly offsets = new Map<string, Map<string, Map<number, CommittedOffset>>>();
  readonly transactions = new Map<string, Transaction>();

  apply(record: ClusterRecord): void {
    switch (record.kind) {
      case 'cluster-created':
        this.clusterId = record.clusterId;
        return;
      case 'topic-created': {
        const { name, folder, partitionCount, configs } = record;
        const topic = { name, folder, partitionCount, configs, logStarts: new Map(), cleanedTo: new Map() };
        this.topics.set(name, topic);
        this.nextFolder++;
        return;
      }
      case 'topic-deleted':
        this.topics.delete(record.name);
        for (const [group, topics] of this.offsets) {
          topics.delete(record.name);
          if (topics.size === 0) this.offsets.delete(group);
        }
        return;
      case 'topic-configured':
        this.changeTopic(record.name, { configs: record.configs });
        return;
      case 'partitions-added':
        this.changeTopic(record.name, { partitionCount: record.partitionCount });
        return;
      case 'log-start-moved': {
        const logStarts = new Map(this.topics.get(record.topic)?.logStarts);
        this.changeTopic(record.topic, { logStarts: logStarts.set(record.partition, record.offset) });
        return;
      }
      case 'log-cleaned': {
        const cleanedTo = new Map(this.topics.get(record.topic)?.cleanedTo);
        this.changeTopic(record.topic, { cleanedTo: cleanedTo.set(record.partition, record.offset) });
        return;
      }
      case 'offsets-committed':
        this.commitOffsets(record.group, record.commits);
        return;
      case 'group-deleted':
        this.offsets.delete(record.group);
        return;
      case 'producer-ids-reserved':
        this.nextProducerId = record.nextProducerId;
        return;
      case 'folders-numbered':
        this.nextFolder = record.nextFolder;
        return;
      case 'transaction-written':
        this.writeTransaction(record.transaction);
        return;
    }
  }

  private changeTopic(name: string, change: Partial<Topic>): void {
    const topic = this.topics.get(name);
    if (topic) this.topics.set(name, { ...topic, ...change });
  }

  private commitOffsets(group: string, commits: readonly OffsetCommit[]): void {
    const topics = this.offsets.get(group) ?? new Map<string, Map<number, CommittedOffset>>();
    for (const { topic, partition, offset, metadata } of commits) {
      // The topic may have been deleted while the commit was under way.
      if (!this.topics.has(topic)) continue;
      const partitions = topics.get(topic) ?? new Map<number, CommittedOffset>();
      topics.set(topic, partitions.set(partition, { offset, metadata }));
    }
    if (topics.size > 0) this.offsets.set(group, topics);
  }

  /** The decision to commit is the moment its offsets count; they count once. */
  private writeTransaction(transaction: Transaction): void {
    if (transaction.status !== 'committing') {
      this.transactions.set(transaction.id, transaction);
      return;
    }
    for (const { group, commits } of transaction.offsets) this.commitOffsets(group, commits);
    this.transactions.set(transaction.id, { ...transaction, offsets: [] });
  }

  snapshot(): ClusterRecord[] {
    const records: ClusterRecord[] = [
      { kind: 'cluster-created', clusterId: this.clusterId },
      { kind: 'producer-ids-reserved', nextProducerId: this.nextProducerId },
    ];
    for (const { name, folder, partitionCount, configs, logStarts, cleanedTo } of this.topics.values()) {
      records.push({ kind: 'topic-created', name, folder, partitionCount, configs });
      for (const [partition, offset] of logStarts) {
        records.push({ kind: 'log-start-moved', topic: name, partition, offset });
      }
      for (const [partition, offset] of cleanedTo) {
        records.push({ kind: 'log-cleaned', topic: name, partition, offset });
      }
    }
    records.push({ kind: 'folders-numbered', nextFolder: this.nextFolder });
    for (const [group, topics] of this.offsets) {
      const commits = [...topics].flatMap(([topic, partitions]) =>
        [...partitions].map(([partition, committed]) => ({ topic, partition, ...committed })),
      );
      records.push({ kind: 'offsets-committed', group, commits });
    }
    for (const transaction of this.transactions.values()) {
      records.push({ kind: 'transaction-written', transaction });
    }
    return records;
  }
}
