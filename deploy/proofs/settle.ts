/** When a run over a source that ends is over. */
import { TOPICS } from '@cryptonite/contracts/topics';
import type { Kafka } from 'kafkajs';
import { untilSettled } from './health.js';
import { type Product, until } from './product.js';
import type { Source } from './source.js';
import { openStores } from './stores.js';

/** The answer of health may be a few seconds old, on a busy machine some more. */
const QUIET_MS = 8_000;

/** Waits until every partition of the journal holds the source's last slot: nothing comes after it. */
export async function untilPublished(kafka: Kafka, source: Source, limitMs: number): Promise<void> {
  const admin = kafka.admin();
  await admin.connect();
  const { name } = TOPICS.journal;
  await until(
    'the last slot stands in every partition of the journal',
    async () => {
      const { isOver, timeMs } = source.played();
      if (!isOver) return null;
      // First: the end, which is the answer where no record is so late, would be before one that is asked afterwards.
      const ends = await admin.fetchTopicOffsets(name);
      const found = await admin.fetchTopicOffsetsByTimestamp(name, timeMs);
      const highs = new Map(ends.map(({ partition, high }) => [partition, BigInt(high)]));
      return found.every(({ partition, offset }) => BigInt(offset) < (highs.get(partition) ?? 0n)) || null;
    },
    limitMs,
  ).finally(() => admin.disconnect());
}

/** Waits until a product whose journal does not grow any more has folded and stored all of it. */
export async function untilStored(product: Product, limitMs: number): Promise<void> {
  const admin = openStores(product).kafka.admin();
  await admin.connect();
  const { name } = TOPICS.journal;
  await until(
    'the journal is folded and stored',
    async () => {
      const ends = await admin.fetchTopicOffsets(name);
      for (const groupId of ['screener', 'sink']) {
        const [committed] = await admin.fetchOffsets({ groupId, topics: [name] });
        const places = new Map(committed?.partitions.map(({ partition, offset }) => [partition, offset]));
        if (!ends.every(({ partition, high }) => places.get(partition) === high)) return null;
      }
      return true;
    },
    limitMs,
  ).finally(() => admin.disconnect());
  await untilSettled(product, limitMs, { quietMs: QUIET_MS });
}
