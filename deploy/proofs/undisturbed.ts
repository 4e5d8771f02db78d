/** What an ingest publishes that nothing disturbs. */
import { join } from 'node:path';
import type { Kafka } from 'kafkajs';
import type { Played } from './enough.js';
import { countEvents } from './journal.js';
import { runProcess, startProcess } from './process.js';
import { SOL_PRICE_USD } from './proof.js';
import { untilPublished } from './settle.js';
import { type SourceKind, startSource } from './source.js';
import { openKafka } from './stores.js';

export type Undisturbed = Played & { kafka: Kafka };

/** Publishes a market into a broker of its own, with its data in the folder; `discard` ends it. */
export async function publishUndisturbed(options: {
  seed: number;
  transactions: number;
  folder: string;
  limitMs: number;
  kind?: SourceKind;
}): Promise<Undisturbed> {
  const { seed, transactions, folder, limitMs, kind = 'grpc' } = options;
  const broker = await startProcess('broker', {
    DATA_DIR: join(folder, `undisturbed-${transactions}`),
    PORT: '0',
  });
  const source = await startSource({ seed, transactions, kind });
  try {
    const environment = { KAFKA_BROKERS: broker.addresses.kafka ?? '' };
    await runProcess('deploy/stores/dist/kafka/main.js', { ...environment, TOPIC_PARTITIONS: '4' });
    const ingest = await startProcess('ingest', {
      ...environment,
      ...source.ingest,
      SOL_PRICE_USD,
    });
    const kafka = openKafka(environment);
    await untilPublished(kafka, source, limitMs).finally(() => ingest.end());
    return { kafka, transactions, events: await countEvents(kafka), discard: () => broker.end() };
  } catch (error) {
    await broker.end();
    throw error;
  } finally {
    await source.stop();
  }
}
