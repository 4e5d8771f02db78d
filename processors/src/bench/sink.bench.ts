/**
 * The sink from a full topic to readable rows, every view included: the journal alone, then the screening events, then
 * both as slowly as they come live. Beside it stands what reading the same topic takes without storing anything.
 * The clock starts when the sink is ready, before it has its partitions.
 * Arguments: the seconds of live stream (30), and the slots of 40 transactions each (2500).
 */
import { randomUUID } from 'node:crypto';
import { encodeJournalRecord } from '@cryptonite/contracts/events';
import { TOPICS, type TopicName } from '@cryptonite/contracts/topics';
import type { Kafka, Producer } from 'kafkajs';
import { z } from 'zod';
import { readJournalRecord } from '../journal/read-record.js';
import { sleep } from '../runtime/service.js';
import { applyRecord } from '../screener/facts/apply-fact.js';
import { newPartition } from '../screener/partition.js';
import { Capture } from '../screener/state/capture.js';
import { marketJournal, randomOf, type Written } from '../testing/journal.js';
import { type Stack, startStack } from '../testing/stack.js';
import { waitForGroup } from '../testing/topics.js';
import { cpuSecondsOf, peakMegabytesOf } from './processes.js';

const PARTITIONS = 4;
const TRADES_PER_SLOT = 40;
const SLOT_MS = 400;
const SCREENING_EVENTS = 50_000;
const [liveSeconds = 30, slots = 2_500] = process.argv.slice(2).map(Number);
const note = (line: string) => console.error(`  ${line}`);

type Message = { key: string | null; value: string | Buffer; partition: number; timestamp: string };
type Slot = { journal: Message[]; screening: Message[]; facts: number };

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const filled = new Map<string, string>();

/** Made-up addresses are padded with ones; real ones have digits that no compression guesses. */
const withRandomDigits = (text: string): string =>
  text.replace(/[A-Z][a-z]{1,3}1{6,}[1-9A-Za-z]+/g, (address) => {
    let known = filled.get(address);
    if (known === undefined) {
      let seed = 0;
      for (const letter of address) seed = (Math.imul(seed, 31) + letter.charCodeAt(0)) | 0;
      const random = randomOf(seed);
      known = address.replace(/1{6,}/, (ones) =>
        Array.from(ones, () => ALPHABET[Math.floor(random() * 58)]).join(''),
      );
      if (!address.startsWith('Sig')) filled.set(address, known);
    }
    return known;
  });

/** A market slot by slot, with what the screener says about it. */
function* market(): Generator<Slot> {
  const partitions = Array.from({ length: PARTITIONS }, (_, partition) => newPartition(partition));
  let slot: Slot = { journal: [], screening: [], facts: 0 };
  const counted = new Set<string>();
  const add = ({ partition, record }: Written) => {
    slot.journal.push({
      key: record.mint,
      value: withRandomDigits(encodeJournalRecord(record)),
      partition,
      timestamp: String(record.time),
    });
    for (const fact of record.facts) counted.add(fact.id);
    const folded = partitions[partition];
    if (folded) applyRecord(folded, record);
  };
  const journal = marketJournal({
    seed: 4,
    slots: slots + Math.ceil((liveSeconds * 1_000) / SLOT_MS),
    tradesPerSlot: TRADES_PER_SLOT,
    partitions: PARTITIONS,
  });
  let number: number | null = null;
  for (const written of journal) {
    if (number !== null && written.record.slot !== number) {
      for (const [partition, folded] of partitions.entries()) {
        for (const { key, time, value } of folded.emitted) {
          // Digits are as many as before, so the places in a frame stay.
          const text = withRandomDigits(value.toString('latin1'));
          const bytes = Buffer.from(text, 'latin1');
          slot.screening.push({ key, value: bytes, partition, timestamp: String(time) });
        }
        folded.emitted = [];
        new Capture(folded).advance(Number.POSITIVE_INFINITY);
      }
      slot.facts = counted.size;
      yield slot;
      slot = { journal: [], screening: [], facts: 0 };
      counted.clear();
    }
    number = written.record.slot;
    add(written);
  }
}

/** In pieces that stay below what a broker takes as one message. */
async function send(producer: Producer, topic: TopicName, messages: Message[]): Promise<void> {
  for (let at = 0; at < messages.length; at += 100)
    await producer.send({ topic, messages: messages.slice(at, at + 100) });
}

const Numbers = z.array(z.record(z.string(), z.coerce.number()));

async function ask(stack: Stack, query: string): Promise<Record<string, number>> {
  const result = await stack.clickHouse.query({ query, format: 'JSONEachRow' });
  return Numbers.parse(await result.json())[0] ?? {};
}

/** Inserts that the engine has run since it started. */
const insertsOf = async (stack: Stack) =>
  (await ask(stack, `SELECT sum(value) AS inserts FROM system.events WHERE event = 'InsertQuery'`)).inserts ??
  0;

type Taken = {
  seconds: number;
  sink: number | null;
  clickHouse: number | null;
  broker: number | null;
  inserts: number;
  sinkMegabytes: number | null;
};

/** Starts the sink, waits until `until` says that all is stored, and tells what that took from each process. */
async function timeSink(stack: Stack, until: () => Promise<void>): Promise<Taken> {
  const insertsBefore = await insertsOf(stack);
  const sink = await stack.start('sink');
  const cpu = () => [sink, stack.engine, stack.broker].map(({ pid }) => cpuSecondsOf(pid));
  const before = cpu();
  const startedAt = performance.now();
  await until();
  const seconds = (performance.now() - startedAt) / 1_000;
  const insertsAfter = await insertsOf(stack);
  const [ofSink = null, clickHouse = null, broker = null] = cpu().map((after, index) => {
    const from = before[index];
    return after === null || from == null ? null : after - from;
  });
  const taken = {
    seconds,
    sink: ofSink,
    clickHouse,
    broker,
    inserts: insertsAfter - insertsBefore,
    sinkMegabytes: peakMegabytesOf(sink.pid),
  };
  await sink.kill('SIGTERM');
  return taken;
}

/** Reads a topic from its beginning and does nothing with it but `decode`. */
async function readAlone(kafka: Kafka, topic: TopicName, decode: (value: Buffer | null) => void) {
  const admin = kafka.admin();
  await admin.connect();
  const ends = await admin.fetchTopicOffsets(topic);
  await admin.disconnect();
  let left = ends.reduce((sum, { high, low }) => sum + Number(high) - Number(low), 0);
  const consumer = kafka.consumer({ groupId: `alone-${randomUUID()}`, maxWaitTimeInMs: 20 });
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: true });
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  await new Promise<void>((done, fail) => {
    consumer
      .run({
        autoCommit: false,
        partitionsConsumedConcurrently: PARTITIONS,
        eachBatch: async ({ batch }) => {
          for (const { value } of batch.messages) decode(value);
          left -= batch.messages.length;
          if (left <= 0) done();
        },
      })
      .catch(fail);
  });
  const seconds = (performance.now() - startedAt) / 1_000;
  const { user, system } = process.cpuUsage(cpuBefore);
  await consumer.disconnect();
  return { seconds, cpu: (user + system) / 1e6 };
}

const stack = await startStack(PARTITIONS);
try {
  const producer = stack.kafka.producer({ idempotent: true, maxInFlightRequests: 1 });
  await producer.connect();
  const stream = market();
  const held: Message[] = [];
  let facts = 0;
  let records = 0;
  let events = 0;
  for (let number = 0; number < slots; number += 1) {
    const slot = stream.next().value as Slot;
    await send(producer, TOPICS.journal.name, slot.journal);
    if (held.length < SCREENING_EVENTS) held.push(...slot.screening);
    facts += slot.facts;
    records += slot.journal.length;
  }
  note(`${facts} facts in ${records} records`);

  const plain = await readAlone(stack.kafka, TOPICS.journal.name, () => undefined);
  const decoded = await readAlone(stack.kafka, TOPICS.journal.name, readJournalRecord);
  note(`read alone ${JSON.stringify(plain)}, with decode ${JSON.stringify(decoded)}`);

  const journal = await timeSink(stack, () =>
    waitForGroup(stack.kafka, 'sink', TOPICS.journal.name, 600_000),
  );
  note(JSON.stringify(journal));
  const stored = await ask(
    stack,
    `SELECT (SELECT count() FROM trades_executed) + (SELECT count() FROM balances_changed) + (SELECT count() FROM slots)
      + (SELECT count() FROM launches_created) + (SELECT count() FROM curves_completed) + (SELECT count() FROM tokens_migrated)
      + (SELECT count() FROM sol_prices) AS rows, (SELECT sum(trades) FROM candles_1h) AS in_candles,
      (SELECT count() FROM trades_executed) AS trades`,
  );
  if (stored.rows !== facts || stored.in_candles !== stored.trades)
    throw new Error(`${facts} facts were written, and stored is ${JSON.stringify(stored)}`);
  const disk = await ask(
    stack,
    `SELECT sum(bytes_on_disk) AS bytes FROM system.parts WHERE active AND database = currentDatabase()`,
  );

  await send(producer, TOPICS.screening.name, held);
  events = held.length;
  held.length = 0;
  const screening = await timeSink(stack, () =>
    waitForGroup(stack.kafka, 'sink', TOPICS.screening.name, 600_000),
  );
  note(JSON.stringify(screening));

  const live = await timeSink(stack, async () => {
    const startedAt = performance.now();
    let number = 0;
    for (const slot of stream) {
      number += 1;
      await sleep(Math.max(0, startedAt + number * SLOT_MS - performance.now()));
      await send(producer, TOPICS.journal.name, slot.journal);
      await send(producer, TOPICS.screening.name, slot.screening);
    }
  });
  note(JSON.stringify(live));
  await producer.disconnect();

  const perFact = (seconds: number | null) => seconds && (1e6 * seconds) / facts;
  process.send?.([
    {
      what: 'journal to ClickHouse, all views, wall clock',
      value: facts / journal.seconds,
      unit: 'facts/s',
      ratio: { to: 'reading and decoding the topic alone', value: decoded.seconds / journal.seconds },
    },
    { what: 'reading the journal alone', value: facts / plain.seconds, unit: 'facts/s' },
    { what: 'reading and decoding it alone', value: facts / decoded.seconds, unit: 'facts/s' },
    { what: 'sink, CPU', value: perFact(journal.sink), unit: 'µs/fact' },
    { what: 'ClickHouse, CPU', value: perFact(journal.clickHouse), unit: 'µs/fact' },
    { what: 'broker, CPU', value: perFact(journal.broker), unit: 'µs/fact' },
    { what: 'reading and decoding alone, CPU', value: perFact(decoded.cpu), unit: 'µs/fact' },
    { what: 'rows to an insert while catching up', value: facts / journal.inserts, unit: 'rows' },
    { what: 'sink, most memory while catching up', value: journal.sinkMegabytes, unit: 'MB' },
    { what: 'on disk, views included', value: (disk.bytes ?? 0) / facts, unit: 'bytes/fact' },
    {
      what: 'screening events to ClickHouse',
      value: events / screening.seconds,
      unit: 'events/s',
    },
    {
      what: 'live at 100 transactions/s: sink, CPU',
      value: live.sink && live.sink / live.seconds,
      unit: 'cores',
    },
    {
      what: 'live at 100 transactions/s: ClickHouse, CPU',
      value: live.clickHouse && live.clickHouse / live.seconds,
      unit: 'cores',
    },
    { what: 'live at 100 transactions/s: inserts', value: live.inserts / live.seconds, unit: 'inserts/s' },
  ]);
} finally {
  await stack.stop();
}
