/**
 * `npm run test:brokers -- [--kills K] [--seed S]`: ingest's Publisher against three real brokers of Apache Kafka, three replicas of
 * each partition, two of which must have what is acknowledged. While 500 trades a second of a seeded chain are published, the
 * leader of the journal's busiest partition is killed and started again, K times. Then the journal is read: each fact that was
 * published stands there once, in the order of its slots. Beside it a producer of kafkajs' own sends the same records into a
 * topic of its own: how many of those that it acknowledged are missing is said, and is no failure. Needs Java 17 and Maven.
 * Exits 1 when the journal lacks a fact or has one twice.
 */
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { decodeJournalRecord } from '@cryptonite/contracts/events';
import { TOPICS } from '@cryptonite/contracts/topics';
import { type Admin, Kafka, logLevel } from 'kafkajs';
import { z } from 'zod';
import { NoKafkaError } from './engines/kafka.js';
import { startCluster } from './engines/kafka-cluster.js';
import { root, until } from './product.js';
import { readOptions, wholeNumber } from './proof-options.js';
import { streamTopic } from './stores.js';

const TRADES_PER_SECOND = 500;
const PARTITIONS = 4;
const BESIDE = 'beside';
/** Before the first kill, and after each time that all replicas are there again. */
const CALM_MS = 5_000;
/** Long enough that the partition has another leader, and records go there. */
const AWAY_MS = 6_000;
const LIMIT_MS = 300_000;

const { kills, seed } = readOptions({ kills: wholeNumber(10, 1, 100), seed: wholeNumber(1, 0) });

const Told = z.array(z.tuple([z.number(), z.string()]));
const Message = z.object({
  sent: Told.optional(),
  acknowledged: Told.optional(),
  done: z.boolean().optional(),
});

const folder = mkdtempSync(join(tmpdir(), 'brokers-'));
const cluster = await startCluster(folder).catch((error) => {
  rmSync(folder, { recursive: true, force: true });
  if (!(error instanceof NoKafkaError)) throw error;
  console.error(error.message);
  process.exit(2);
});
const kafka = new Kafka({
  brokers: cluster.brokers.split(','),
  logLevel: logLevel.NOTHING,
  retry: { initialRetryTime: 100, retries: 30, maxRetryTime: 2_000 },
});

async function withAdmin<Result>(work: (admin: Admin) => Promise<Result>): Promise<Result> {
  const admin = kafka.admin();
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.disconnect();
  }
}

const areAllThere = () =>
  until(
    'three replicas of each partition are in sync',
    () =>
      withAdmin(async (admin) => {
        const { topics } = await admin.fetchTopicMetadata({ topics: [TOPICS.journal.name, BESIDE] });
        return topics.every(({ partitions }) => partitions.every(({ isr }) => isr.length === 3))
          ? true
          : null;
      }),
    LIMIT_MS,
  );

/** Of the partition of the journal that holds most. */
const leaderOfBusiest = () =>
  withAdmin(async (admin) => {
    const offsets = await admin.fetchTopicOffsets(TOPICS.journal.name);
    const [busiest] = offsets.sort((a, b) => Number(b.high) - Number(a.high));
    const { topics } = await admin.fetchTopicMetadata({ topics: [TOPICS.journal.name] });
    return topics[0]!.partitions.find(({ partitionId }) => partitionId === busiest!.partition)!.leader;
  });

/** By partition and id how often it stands in the topic, and slots that stand behind a later one. */
async function readIds(topic: string, ofEach: 'all' | 'first') {
  const times = new Map<string, number>();
  const newest = new Map<number, number>();
  let outOfOrder = 0;
  await streamTopic(kafka, topic, (batch) => {
    for (const { partition, value } of batch) {
      const { slot, facts } = decodeJournalRecord(value ?? '');
      if (slot < (newest.get(partition) ?? 0)) outOfOrder += 1;
      newest.set(partition, slot);
      for (const { id } of ofEach === 'all' ? facts : facts.slice(0, 1)) {
        const place = `${partition}/${id}`;
        times.set(place, (times.get(place) ?? 0) + 1);
      }
    }
  });
  return { times, outOfOrder };
}

let isWell = false;
try {
  await until(
    'the brokers serve',
    () =>
      withAdmin(async (admin) => {
        const { brokers } = await admin.describeCluster();
        if (brokers.length < 3) return null;
        const topicOf = (topic: string, numPartitions: number) => ({
          topic,
          numPartitions,
          replicationFactor: 3,
          configEntries: Object.entries(TOPICS.journal.configs).map(([name, value]) => ({ name, value })),
        });
        await admin.createTopics({
          topics: [
            topicOf(TOPICS.journal.name, PARTITIONS),
            topicOf(BESIDE, PARTITIONS),
            topicOf(TOPICS.deadLetters.name, 1),
          ],
        });
        return true;
      }),
    LIMIT_MS,
  );
  await areAllThere();

  const sent = new Set<string>();
  const acknowledged: string[] = [];
  let isDone = false;
  const child = fork(join(root, 'ingest/dist/bench/publish-at-rate.js'), [], {
    env: {
      PATH: process.env.PATH,
      KAFKA_BROKERS: cluster.brokers,
      TOPIC_BESIDE: BESIDE,
      SEED: String(seed),
      TRADES_PER_SECOND: String(TRADES_PER_SECOND),
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  let ended: number | null = null;
  child.once('exit', (status) => {
    ended = status ?? 1;
  });
  child.on('message', (raw) => {
    const message = Message.parse(raw);
    for (const [partition, id] of message.sent ?? []) sent.add(`${partition}/${id}`);
    for (const [partition, id] of message.acknowledged ?? []) acknowledged.push(`${partition}/${id}`);
    isDone ||= message.done ?? false;
  });
  const startedMs = performance.now();
  await until('the first records are written', () => (acknowledged.length > 0 ? true : null), LIMIT_MS);
  for (let kill = 1; kill <= kills; kill += 1) {
    await wait(CALM_MS);
    const leader = await leaderOfBusiest();
    await cluster.kill(leader);
    console.log(`kill ${kill} of ${kills}: broker ${leader}, after ${sent.size} facts`);
    await wait(AWAY_MS);
    cluster.start(leader);
    await areAllThere();
    if (ended !== null) throw new Error(`the publishing process ended with ${ended}`);
  }
  await wait(CALM_MS);
  const seconds = (performance.now() - startedMs) / 1_000;
  child.send('stop');
  await until('all is written', () => (isDone ? true : null), LIMIT_MS);

  const journal = await readIds(TOPICS.journal.name, 'all');
  const missing = [...sent].filter((place) => !journal.times.has(place));
  const twice = [...journal.times].filter(([, times]) => times > 1);
  const unknown = journal.times.size - (sent.size - missing.length);
  console.log(
    `${sent.size} facts in ${seconds.toFixed(0)} s, ${kills} kills: ${missing.length} missing, ${twice.length} twice, ${unknown} that nobody sent, ${journal.outOfOrder} records behind a later slot.`,
  );
  for (const place of [...missing, ...twice.map(([place]) => place)].slice(0, 10)) console.log(`  ${place}`);
  const beside = await readIds(BESIDE, 'first');
  const lost = acknowledged.filter((place) => !beside.times.has(place));
  console.log(
    `kafkajs' own producer beside it: ${lost.length} of ${acknowledged.length} acknowledged records are missing.`,
  );
  isWell = sent.size > 0 && missing.length + twice.length + unknown + journal.outOfOrder === 0;
} finally {
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(isWell ? 0 : 1);
