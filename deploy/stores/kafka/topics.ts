/** Makes the topics that `contracts` names, and brings their configs up to date. Safe to run again. */
import { TOPICS, type Topic } from '@cryptonite/contracts/topics';
import kafkajs, { type Kafka } from 'kafkajs';

export type TopicOptions = {
  /** Fixed for a topic's life: a mint's partition depends on it. */
  partitions: number;
  replicationFactor: number;
  /** History to keep of a topic that is not compacted, in bytes over all its partitions; null keeps everything. */
  retentionBytes: Partial<Record<Topic['name'], number>> | null;
};

function configsOf(topic: Topic, { partitions, retentionBytes }: TopicOptions): Record<string, string> {
  const total = retentionBytes?.[topic.name];
  const perPartition = total === undefined ? undefined : Math.floor(total / partitionsOf(topic, partitions));
  return {
    'cleanup.policy': topic.cleanup,
    ...topic.configs,
    ...(perPartition !== undefined && {
      'retention.bytes': String(perPartition),
      // Retention drops whole segments, so they must be small beside what is kept.
      'segment.bytes': String(Math.max(1 << 20, Math.min(64 << 20, Math.floor(perPartition / 4)))),
    }),
  };
}

const partitionsOf = (topic: Topic, partitions: number) => (topic.key === 'none' ? 1 : partitions);

/** Throws when a topic exists with another number of partitions: its records would no longer be found by their key. */
export async function ensureTopics(kafka: Kafka, options: TopicOptions): Promise<void> {
  const admin = kafka.admin({ retry: { initialRetryTime: 50, retries: 12 } });
  await admin.connect();
  try {
    const existing = new Set(await admin.listTopics());
    const topics: Topic[] = Object.values(TOPICS);
    await admin.createTopics({
      waitForLeaders: true,
      topics: topics
        .filter((topic) => !existing.has(topic.name))
        .map((topic) => ({
          topic: topic.name,
          numPartitions: partitionsOf(topic, options.partitions),
          replicationFactor: options.replicationFactor,
          configEntries: Object.entries(configsOf(topic, options)).map(([name, value]) => ({ name, value })),
        })),
    });
    const known = topics.filter((topic) => existing.has(topic.name));
    if (known.length === 0) return;
    const metadata = await admin.fetchTopicMetadata({ topics: known.map((topic) => topic.name) });
    for (const { name, partitions } of metadata.topics) {
      const topic = known.find((candidate) => candidate.name === name);
      const wanted = topic && partitionsOf(topic, options.partitions);
      if (wanted !== undefined && partitions.length !== wanted)
        throw new Error(
          `Topic ${name} has ${partitions.length} partitions and ${wanted} are asked for: a topic's partitions are fixed; use a new topic and replay into it.`,
        );
    }
    await admin.alterConfigs({
      validateOnly: false,
      resources: known.map((topic) => ({
        type: kafkajs.ConfigResourceTypes.TOPIC,
        name: topic.name,
        configEntries: Object.entries(configsOf(topic, options)).map(([name, value]) => ({ name, value })),
      })),
    });
  } finally {
    await admin.disconnect();
  }
}
