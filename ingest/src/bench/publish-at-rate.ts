/**
 * A process of `npm run test:brokers`: plays a seeded chain at a rate, by the Publisher into the journal, and the same records
 * into TOPIC_BESIDE by a producer of kafkajs' own, whose word is taken for it. Over its channel it tells `{ready}`, then
 * `{sent}`: of each slot the partition and id of each fact that the Publisher was given, and `{acknowledged}`: of each send of
 * the other the partition and id of the first fact of each record. Told `stop`, it goes on until all is written, tells `{done}`
 * and ends.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { partitionOf } from '@cryptonite/contracts/chain';
import { encodeJournalRecord, type JournalRecord } from '@cryptonite/contracts/events';
import { Outage } from '@cryptonite/contracts/outages';
import { CompressionTypes, type Producer } from 'kafkajs';
import { readTransaction } from '../decode/transaction.js';
import { normaliseTransaction } from '../normalise/normalise-transaction.js';
import { openKafka } from '../publish/kafka.js';
import { Publisher } from '../publish/publisher.js';
import { viewOf } from '../testing/build-transaction.js';
import { seededSlots } from '../testing/seeded-chain.js';

type Placed = { partition: number; record: JournalRecord };
export type Told = readonly [partition: number, id: string];

const SLOT_MS = 200;
/** 85 of 100 transactions of the seeded chain are trades. */
const TRADE_SHARE = 0.85;
/** As the Publisher sends. */
const BATCH = 500;

const { KAFKA_BROKERS = '', TOPIC_BESIDE: topicBeside = '' } = process.env;
const [seed, tradesPerSecond] = [Number(process.env.SEED), Number(process.env.TRADES_PER_SECOND)];
const say = (line: string): void => console.log(line);
const tell = (what: object): void => void process.send?.(what);

const kafka = openKafka({ KAFKA_BROKERS }, new Outage('Kafka', say));
const publisher = new Publisher(kafka, say);
await publisher.start();
const partitions = publisher.partitions.length;

const waiting: Placed[] = [];
let isStopping = false;
process.on('message', () => {
  isStopping = true;
});

async function openBeside(): Promise<Producer> {
  const producer = kafka.producer({
    idempotent: true,
    maxInFlightRequests: 1,
    allowAutoTopicCreation: false,
  });
  await producer.connect();
  return producer;
}

/** Sends what waits; a send that throws is sent again, whose records may then stand there twice. */
async function sendBeside(): Promise<void> {
  let producer = await openBeside();
  while (!isStopping || waiting.length > 0) {
    const batch = waiting.slice(0, BATCH);
    if (batch.length === 0) {
      await sleep(SLOT_MS / 10);
      continue;
    }
    try {
      const messages = batch.map(({ partition, record }) => ({
        partition,
        key: record.mint,
        value: encodeJournalRecord(record),
        timestamp: String(record.time),
      }));
      await producer.send({ topic: topicBeside, messages, acks: -1, compression: CompressionTypes.GZIP });
      waiting.splice(0, batch.length);
      tell({ acknowledged: batch.map(({ partition, record }): Told => [partition, record.facts[0]!.id]) });
    } catch (error) {
      say(`beside: ${(error as Error).message}`);
      await producer.disconnect().catch(() => undefined);
      producer = await openBeside();
    }
  }
  await producer.disconnect();
}

const source = { kind: 'market' as const, name: 'brokers' };
const beside = sendBeside();
tell({ ready: { partitions } });
const startedMs = performance.now();
let slots = 0;
for (const { transactions, timeMs } of seededSlots(
  seed,
  Math.ceil((tradesPerSecond * SLOT_MS) / 1_000 / TRADE_SHARE),
)) {
  if (isStopping) break;
  const sent: Told[] = [];
  for (const body of transactions)
    for (const record of normaliseTransaction(readTransaction(viewOf(body))!, timeMs, source).records) {
      const partition = partitionOf(record.mint!, partitions);
      for (const { id } of record.facts) sent.push([partition, id]);
      publisher.publish(partition, record, Date.now());
      waiting.push({ partition, record });
    }
  tell({ sent });
  slots += 1;
  await sleep(Math.max(0, startedMs + slots * SLOT_MS - performance.now()));
}
await Promise.all([publisher.flush(), beside]);
await publisher.stop();
process.send?.({ done: true }, () => process.exit(0));
