import type { ClusterRecord, ClusterState } from './cluster-state.js';
import { compactPartition } from './compaction.js';
import type { Journal } from './journal.js';
import type { Topics } from './topics.js';

/** One round of retention and compaction over all partitions. */
export async function maintainLogs(
  topics: Topics,
  state: ClusterState,
  journal: Journal<ClusterRecord>,
): Promise<void> {
  for (const { topic, index, partition } of [...topics.all()]) {
    await partition.maintain(async () => {
      partition.forgetIdleProducers();
      await partition.removeExpired();
      const settings = topics.settings(topic);
      if (!settings?.isCompacted) return;
      const cleanedTo = state.topics.get(topic)?.cleanedTo.get(index) ?? 0;
      const offset = await compactPartition(partition, settings, cleanedTo, Date.now());
      if (offset > cleanedTo) await journal.append({ kind: 'log-cleaned', topic, partition: index, offset });
    });
  }
}
