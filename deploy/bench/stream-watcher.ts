/**
 * Watches what the product makes of its trades, as a process of its own: reads the journal and what the screener says
 * as any consumer does, and `/api/stream` as a browser does. All times are of this machine's clock.
 */
import { request } from 'node:http';
import { STREAM_EVENTS, StreamToken } from '@cryptonite/contracts/api';
import { RECEIVED_AT_HEADER } from '@cryptonite/contracts/events';
import { decodeFrame, isFrame, measurementsOf } from '@cryptonite/contracts/frames';
import { isShownOn } from '@cryptonite/contracts/rules';
import { TOPICS } from '@cryptonite/contracts/topics';
import { announceReady, readEnvironment } from '@cryptonite/provider/service.js';
import { type IHeaders, Kafka, type KafkaMessage, logLevel } from 'kafkajs';
import { z } from 'zod';
import {
  type Score,
  type Show,
  type Spread,
  spreadOf,
  type Traced,
  type Trade,
  traceTrades,
} from './trace-trades.js';

const env = readEnvironment(
  z.object({
    PAGE_URL: z.url(),
    KAFKA_BROKERS: z.string(),
    KAFKA_USERNAME: z.string(),
    KAFKA_PASSWORD: z.string(),
  }),
);

export type WatcherReport = Traced & {
  /** Times the stream told its client to read the lists anew. */
  resets: number;
  /** How much later than planned ingest got the end of each slot. */
  late: Spread;
};

/** What was planned: `slot` begins at `atMs`, the others after it every `slotMs`. */
export type Plan = { slot: number; atMs: number; slotMs: number };

const trades = new Map<string, Trade[]>();
const scores = new Map<string, Score[]>();
const shows = new Map<string, Show[]>();
const confirmedMs = new Map<number, number>();
let resets = 0;
let isCounting = false;

const nowMs = (): number => performance.timeOrigin + performance.now();

function pushTo<Entry>(map: Map<string, Entry[]>, key: string, entry: Entry): void {
  const entries = map.get(key);
  if (entries) entries.push(entry);
  else map.set(key, [entry]);
}

const receivedAt = (headers: IHeaders | undefined): number =>
  Number(headers?.[RECEIVED_AT_HEADER]?.toString());

type JournalLine = { mint: string | null; slot: number; facts: { kind: string; position: string }[] };

function noteJournal({ value, headers }: KafkaMessage, readMs: number): void {
  const { mint, slot, facts }: JournalLine = JSON.parse(value?.toString() ?? '');
  const receivedMs = receivedAt(headers);
  for (const { kind, position } of facts) {
    if (kind === 'SlotConfirmed')
      confirmedMs.set(slot, Math.min(receivedMs, confirmedMs.get(slot) ?? receivedMs));
    if (kind === 'TradeExecuted' && mint !== null && isCounting)
      pushTo(trades, mint, { position, slot, receivedMs, writtenMs: readMs });
  }
}

function noteScreening({ value, offset }: KafkaMessage, partition: number, readMs: number): void {
  if (!isCounting || !value || !isFrame(value)) return;
  // Only what a list shows is measured as it trades; a token that is on none but New waits for its turn.
  for (const { mint, position, lists } of measurementsOf(decodeFrame(value)))
    pushTo(scores, mint, { position, partition, offset: Number(offset), readMs, isShown: isShownOn(lists) });
}

/** Mints sent since the last id: the id says up to where the screener's events were shown. */
let unnamed: string[] = [];

function noteFrame(frame: string, atMs: number): void {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(frame)?.[1];
  const event = field('event');
  if (event === STREAM_EVENTS.reset && isCounting) resets += 1;
  if (event === STREAM_EVENTS.token || event === STREAM_EVENTS.change)
    unnamed.push(StreamToken.pick({ mint: true }).parse(JSON.parse(field('data') ?? '')).mint);
  const id = field('id');
  if (id === undefined || !isCounting) return;
  const pairs = id.split(',').map((pair) => pair.split(':').map(Number) as [number, number]);
  const offsets = new Map(pairs);
  for (const mint of unnamed) pushTo(shows, mint, { atMs, offsets });
  unnamed = [];
}

function readStream(): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(`${env.PAGE_URL}/api/stream`, { agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        const atMs = nowMs();
        const frames = (text + chunk).split('\n\n');
        text = frames.pop() ?? '';
        for (const frame of frames) noteFrame(frame, atMs);
      });
      response.on('close', () => {
        console.error('watcher: the stream has ended');
        process.exit(1);
      });
      resolve();
    });
    sent.setNoDelay();
    sent.on('error', reject).end();
  });
}

async function consume(
  topic: string,
  note: (message: KafkaMessage, partition: number, readMs: number) => void,
) {
  const kafka = new Kafka({
    clientId: 'bench',
    brokers: [env.KAFKA_BROKERS],
    logLevel: logLevel.NOTHING,
    sasl: { mechanism: 'plain', username: env.KAFKA_USERNAME, password: env.KAFKA_PASSWORD },
  });
  const consumer = kafka.consumer({ groupId: `bench-${topic}-${process.pid}`, maxWaitTimeInMs: 100 });
  await consumer.connect();
  await consumer.subscribe({ topic });
  const joined = new Promise<void>((resolve) => consumer.on(consumer.events.GROUP_JOIN, () => resolve()));
  await consumer.run({
    autoCommit: false,
    eachBatch: async ({ batch }) => {
      const readMs = nowMs();
      for (const message of batch.messages) note(message, batch.partition, readMs);
    },
  });
  await joined;
}

function report({ slot: first, atMs, slotMs }: Plan): WatcherReport {
  const slots = [...confirmedMs.keys()].filter((slot) => slot >= first).sort((a, b) => a - b);
  // A slot is confirmed when the next one that is not skipped begins; of the last nobody knows.
  const late = slots
    .slice(0, -1)
    .map((slot, index) => confirmedMs.get(slot)! - atMs - (slots[index + 1]! - first) * slotMs);
  return { ...traceTrades(trades, scores, shows, confirmedMs), resets, late: spreadOf(late) };
}

process.on('message', (message: 'count' | { report: Plan }) => {
  if (message === 'count') isCounting = true;
  else process.send?.({ report: report(message.report) });
});
process.on('disconnect', () => process.exit(0));
await Promise.all([
  consume(TOPICS.journal.name, (message, _, readMs) => noteJournal(message, readMs)),
  consume(TOPICS.screening.name, noteScreening),
  readStream(),
]);
announceReady('watcher', { stream: env.PAGE_URL });
