/**
 * The Publisher into the standalone broker, beside a bare kafkajs producer that sends the same bytes in the same
 * batches: what encoding, dropping known facts and keeping order cost.
 */

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { partitionOf } from '@cryptonite/contracts/chain';
import { encodeJournalRecord, type JournalRecord, RECEIVED_AT_HEADER } from '@cryptonite/contracts/events';
import { Outage } from '@cryptonite/contracts/outages';
import { TOPICS } from '@cryptonite/contracts/topics';
import { CompressionTypes, type Message } from 'kafkajs';
import { readTransaction } from '../decode/transaction.js';
import { normaliseTransaction } from '../normalise/normalise-transaction.js';
import { openKafka } from '../publish/kafka.js';
import { Publisher } from '../publish/publisher.js';
import { viewOf } from '../testing/build-transaction.js';
import { takeSlots } from '../testing/seeded-chain.js';
import { medianOf, type Result } from './measure.js';

const SEED = 3;
const SLOTS = 300;
const TRANSACTIONS_PER_SLOT = 25;
const PARTITIONS = 4;
const ROUNDS = 3;
/** As the Publisher sends, and as many as ingest lets wait for it. */
const BATCH = 500;
const BACKLOG = 5_000;
const RECEIVED_AT_MS = 1_760_000_000_000;

type Placed = { partition: number; record: JournalRecord };
type Cost = { seconds: number; cpuMicros: number };

const source = { kind: 'market' as const, name: 'bench' };
const placed: Placed[] = takeSlots(SEED, SLOTS, TRANSACTIONS_PER_SLOT).flatMap(({ transactions, timeMs }) =>
  transactions.flatMap((body) =>
    normaliseTransaction(readTransaction(viewOf(body))!, timeMs, source).records.map((record) => ({
      partition: partitionOf(record.mint!, PARTITIONS),
      record,
    })),
  ),
);
const facts = placed.reduce((sum, { record }) => sum + record.facts.length, 0);
const messages: Message[] = placed.map(({ partition, record }) => ({
  partition,
  key: record.mint,
  value: encodeJournalRecord(record),
  timestamp: String(record.time),
  headers: { [RECEIVED_AT_HEADER]: String(RECEIVED_AT_MS) },
}));
const bytes = messages.reduce((sum, { value }) => sum + Buffer.byteLength(value!), 0);

const folder = await mkdtemp(join(tmpdir(), 'bench-produce-'));
const broker = fork(
  fileURLToPath(new URL('../../../deploy/standalone/dist/kafka/main.js', import.meta.url)),
  {
    env: { PATH: process.env.PATH, DATA_DIR: folder, PORT: '0' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  },
);
const [{ ready }] = (await once(broker, 'message')) as [{ ready: { kafka: string } }];
const kafka = openKafka({ KAFKA_BROKERS: ready.kafka }, new Outage('Kafka', (line) => console.error(line)));

async function makeEmptyTopics(): Promise<void> {
  const admin = kafka.admin();
  await admin.connect();
  const existing = await admin.listTopics();
  if (existing.length > 0) await admin.deleteTopics({ topics: existing });
  await admin.createTopics({
    topics: [TOPICS.journal, TOPICS.layoutDrift, TOPICS.deadLetters].map(({ name, configs }) => ({
      topic: name,
      numPartitions: PARTITIONS,
      configEntries: Object.entries(configs).map(([key, value]) => ({ name: key, value })),
    })),
  });
  await admin.disconnect();
}

async function costOf(work: () => Promise<void>): Promise<Cost> {
  const at = process.hrtime.bigint();
  const cpu = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return { seconds: Number(process.hrtime.bigint() - at) / 1e9, cpuMicros: user + system };
}

async function publish(): Promise<Cost> {
  const publisher = new Publisher(kafka, (line) => console.error(line));
  await publisher.start();
  const cost = await costOf(async () => {
    for (const { partition, record } of placed) {
      publisher.publish(partition, record, RECEIVED_AT_MS);
      if (publisher.backlog >= BACKLOG) await publisher.flush();
    }
    await publisher.flush();
  });
  await publisher.stop();
  return cost;
}

async function produceBare(): Promise<Cost> {
  const producer = kafka.producer({
    idempotent: true,
    maxInFlightRequests: 1,
    allowAutoTopicCreation: false,
  });
  await producer.connect();
  const cost = await costOf(async () => {
    for (let from = 0; from < messages.length; from += BATCH)
      await producer.sendBatch({
        topicMessages: [{ topic: TOPICS.journal.name, messages: messages.slice(from, from + BATCH) }],
        acks: -1,
        compression: CompressionTypes.GZIP,
      });
  });
  await producer.disconnect();
  return cost;
}

const WAYS = [
  { what: 'the Publisher', run: publish },
  { what: 'a bare kafkajs producer', run: produceBare },
] as const;
const BARE = WAYS[1].what;
const costs = new Map<string, Cost[]>(WAYS.map(({ what }) => [what, []]));
// The first round warms both up and does not count.
for (let round = 0; round <= ROUNDS; round++)
  for (const { what, run } of WAYS) {
    await makeEmptyTopics();
    const cost = await run();
    if (round > 0) costs.get(what)!.push(cost);
  }

const gone = once(broker, 'exit');
broker.kill('SIGTERM');
await gone;
await rm(folder, { recursive: true, force: true });

const median = (what: string, of: (cost: Cost) => number): number => medianOf(costs.get(what)!.map(of));
const about = `${placed.length} records of ${Math.round(bytes / placed.length)} bytes, ${facts} facts`;
process.send?.(
  WAYS.flatMap(({ what }): Result[] => {
    const seconds = median(what, (cost) => cost.seconds);
    const ratio = { to: BARE, value: median(BARE, (cost) => cost.seconds) / seconds };
    return [
      {
        what: `${what}, wall clock (${about})`,
        value: placed.length / seconds,
        unit: 'records/s',
        ...(what !== BARE && { ratio }),
      },
      { what: `${what}, wall clock`, value: facts / seconds, unit: 'facts/s' },
      {
        what: `${what}, this process`,
        value: median(what, (cost) => cost.cpuMicros) / placed.length,
        unit: 'µs of CPU a record',
      },
    ];
  }),
);
process.disconnect?.();
