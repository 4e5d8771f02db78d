import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClusterRecord, ClusterState, Topic } from './cluster-state.js';
import { DamageError, ErrorCode, KafkaError } from './errors.js';
import { syncFolder } from './files.js';
import type { Journal } from './journal.js';
import { Partition } from './partition.js';
import { checkConfigs, settingsOf, type TopicConfigs, type TopicSettings } from './topic-settings.js';

const MAX_NAME_LENGTH = 249;
/** File systems allow 255 bytes, number included. */
const MAX_FOLDER_NAME_LENGTH = 200;
const MAX_PARTITIONS = 10_000;

/** What the topics need from around them. */
export interface TopicsContext {
  readonly state: ClusterState;
  readonly journal: Journal<ClusterRecord>;
  /** The data folder. */
  readonly folder: string;
  /** Values in place of Kafka's defaults. */
  readonly defaults: TopicConfigs;
  readonly now: () => number;
  readonly onWriteFailure: (error: unknown) => void;
}

interface OpenTopic {
  settings: TopicSettings;
  partitions: Partition[];
}

/** The topics with their open partitions. Changes are made one after the other. */
export class Topics {
  private readonly open = new Map<string, OpenTopic>();
  private change: Promise<unknown> = Promise.resolve();
  private readonly folder: string;

  constructor(private readonly context: TopicsContext) {
    this.folder = join(context.folder, 'topics');
  }

  /** Values in place of Kafka's defaults. */
  get defaults(): TopicConfigs {
    return this.context.defaults;
  }

  /** Opens every topic; folders that belong to none are what a crash left of a creation or deletion. */
  async start(isNew: boolean): Promise<void> {
    const { state, journal } = this.context;
    await mkdir(this.folder, { recursive: true });
    const folders = await readdir(this.folder);
    if (isNew) {
      if (folders.length > 0) {
        throw new DamageError(
          `${this.context.folder} holds topics but no journal.log to say what they are. ` +
            'Put journal.log back from a copy, or use another folder.',
        );
      }
      await journal.append({ kind: 'cluster-created', clusterId: randomBytes(16).toString('base64url') });
    }
    const known = new Set([...state.topics.values()].map((topic) => topic.folder));
    for (const folder of folders) {
      if (!known.has(folder)) await rm(join(this.folder, folder), { recursive: true });
    }
    for (const topic of state.topics.values()) {
      const opened = this.prepare(topic);
      for (let i = 0; i < topic.partitionCount; i++)
        opened.partitions.push(await this.openPartition(topic, i, opened));
      this.open.set(topic.name, opened);
    }
  }

  private prepare(topic: Topic): OpenTopic {
    return { settings: settingsOf(topic.configs, this.context.defaults), partitions: [] };
  }

  private openPartition(topic: Topic, index: number, opened: OpenTopic): Promise<Partition> {
    return Partition.open(join(this.folder, topic.folder, String(index)), topic.logStarts.get(index) ?? 0, {
      settings: () => opened.settings,
      now: this.context.now,
      onWriteFailure: this.context.onWriteFailure,
    });
  }

  /** The names and descriptions of all topics. */
  list(): Topic[] {
    return [...this.open.keys()].map((name) => this.describe(name));
  }

  /** Throws `KafkaError` 3 for a topic that does not exist. */
  describe(name: string): Topic {
    const topic = this.context.state.topics.get(name);
    if (!topic || !this.open.has(name)) {
      throw new KafkaError(
        ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
        'This server does not host this topic-partition.',
      );
    }
    return topic;
  }

  /** The partition, or null if there is no such topic or partition. */
  find(name: string, partition: number): Partition | null {
    return this.open.get(name)?.partitions[partition] ?? null;
  }

  /** Throws `KafkaError` 3 if there is no such topic or partition. */
  get(name: string, partition: number): Partition {
    const found = this.find(name, partition);
    if (found) return found;
    throw new KafkaError(
      ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
      'This server does not host this topic-partition.',
    );
  }

  settings(name: string): TopicSettings | null {
    return this.open.get(name)?.settings ?? null;
  }

  /** Every partition with where it belongs. */
  *all(): Generator<{ topic: string; index: number; partition: Partition }> {
    for (const [topic, { partitions }] of this.open) {
      for (const [index, partition] of partitions.entries()) yield { topic, index, partition };
    }
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.change.then(work);
    this.change = turn.catch(() => undefined);
    return turn;
  }

  /** Creates a topic; with `validateOnly` it only says whether it could. Throws `KafkaError` 17, 36, 37 or 40. */
  create(name: string, partitionCount: number, configs: TopicConfigs, validateOnly: boolean): Promise<void> {
    return this.inTurn(async () => {
      const { state, journal } = this.context;
      checkTopicName(name);
      if (state.topics.has(name)) {
        throw new KafkaError(ErrorCode.TOPIC_ALREADY_EXISTS, `Topic '${name}' already exists.`);
      }
      if (partitionCount < 1 || partitionCount > MAX_PARTITIONS) {
        throw new KafkaError(ErrorCode.INVALID_PARTITIONS, 'Number of partitions must be larger than 0.');
      }
      checkConfigs(configs);
      if (validateOnly) return;
      const folder = `${name.slice(0, MAX_FOLDER_NAME_LENGTH)}.${state.nextFolder}`;
      const topic = { name, folder, partitionCount, configs, logStarts: new Map(), cleanedTo: new Map() };
      const opened = this.prepare(topic);
      for (let i = 0; i < partitionCount; i++)
        opened.partitions.push(await this.openPartition(topic, i, opened));
      await syncFolder(join(this.folder, folder));
      await syncFolder(this.folder);
      await journal.append({ kind: 'topic-created', name, folder, partitionCount, configs });
      this.open.set(name, opened);
    });
  }

  /** Deletes a topic with its records and the offsets committed for it. Throws `KafkaError` 3. */
  delete(name: string): Promise<void> {
    return this.inTurn(async () => {
      const { folder } = this.describe(name);
      const { partitions } = this.open.get(name)!;
      await this.context.journal.append({ kind: 'topic-deleted', name });
      this.open.delete(name);
      for (const partition of partitions) await partition.remove();
      await rm(join(this.folder, folder), { recursive: true, force: true });
    });
  }

  /** Replaces the topic's own settings. Throws `KafkaError` 3 or 40. */
  configure(name: string, configs: TopicConfigs, validateOnly: boolean): Promise<void> {
    return this.inTurn(async () => {
      this.describe(name);
      checkConfigs(configs);
      if (validateOnly) return;
      await this.context.journal.append({ kind: 'topic-configured', name, configs });
      this.open.get(name)!.settings = settingsOf(configs, this.context.defaults);
    });
  }

  /** Raises the number of partitions. Throws `KafkaError` 3 or 37. */
  addPartitions(name: string, partitionCount: number, validateOnly: boolean): Promise<void> {
    return this.inTurn(async () => {
      const topic = this.describe(name);
      if (partitionCount <= topic.partitionCount || partitionCount > MAX_PARTITIONS) {
        throw new KafkaError(
          ErrorCode.INVALID_PARTITIONS,
          `The topic ${name} currently has ${topic.partitionCount} partition(s); ${partitionCount} would not be an increase.`,
        );
      }
      if (validateOnly) return;
      const opened = this.open.get(name)!;
      const added: Partition[] = [];
      for (let i = topic.partitionCount; i < partitionCount; i++)
        added.push(await this.openPartition(topic, i, opened));
      await syncFolder(join(this.folder, topic.folder));
      await this.context.journal.append({ kind: 'partitions-added', name, partitionCount });
      opened.partitions.push(...added);
    });
  }

  /** Deletes records before `offset` (-1: all). Returns the new log start. Throws `KafkaError` 1, 3 or 44. */
  async deleteRecords(name: string, index: number, offset: number): Promise<number> {
    const partition = this.get(name, index);
    if (!this.settings(name)?.isRetained) {
      throw new KafkaError(
        ErrorCode.POLICY_VIOLATION,
        'records can be deleted only with cleanup.policy delete',
      );
    }
    const target = offset === -1 ? partition.highWatermark : offset;
    if (target < 0 || target > partition.highWatermark) {
      throw new KafkaError(
        ErrorCode.OFFSET_OUT_OF_RANGE,
        `offset ${target} is beyond ${partition.highWatermark}`,
      );
    }
    if (target > partition.logStartOffset) {
      await this.context.journal.append({
        kind: 'log-start-moved',
        topic: name,
        partition: index,
        offset: target,
      });
      partition.moveStart(target);
    }
    return partition.logStartOffset;
  }

  async close(): Promise<void> {
    await this.change;
    for (const { partition } of this.all()) await partition.close();
  }
}

/** Throws `KafkaError` INVALID_TOPIC for a name that Kafka would refuse. */
export function checkTopicName(name: string): void {
  const isLegal = /^[a-zA-Z0-9._-]+$/.test(name) && name !== '.' && name !== '..';
  if (!isLegal || name.length > MAX_NAME_LENGTH) {
    throw new KafkaError(
      ErrorCode.INVALID_TOPIC,
      `Topic name is invalid: ${JSON.stringify(name.slice(0, MAX_NAME_LENGTH))}`,
    );
  }
}
