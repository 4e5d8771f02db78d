/**
 * Many clients of `/api/stream`, as a process of its own. All of them read; of some in between the others it is noted when
 * each event came. Beside them it reads the screener's records itself. An event of a token tells those of its records that
 * no id before has covered: of a record before that there was nothing to tell to this client.
 */
import { request } from 'node:http';
import { createGunzip } from 'node:zlib';
import { STREAM_EVENTS } from '@cryptonite/contracts/api';
import { decodeFrame, isFrame, measurementsOf } from '@cryptonite/contracts/frames';
import { TOPICS } from '@cryptonite/contracts/topics';
import { announceReady, readEnvironment } from '@cryptonite/provider/service.js';
import { Kafka, logLevel } from 'kafkajs';
import { z } from 'zod';
import { type Spread, spreadOf } from './trace-trades.js';

const count = z.coerce.number().int().positive();
const env = readEnvironment(
  z.object({
    PAGE_URL: z.url(),
    KAFKA_BROKERS: z.string(),
    KAFKA_USERNAME: z.string(),
    KAFKA_PASSWORD: z.string(),
    CLIENTS: count,
    /** Queries of the stream, which the clients take in turn. */
    QUERIES: z.string(),
  }),
);
/** One of so many clients is looked at. */
const LOOKED_AT_EVERY = 40;
const CONNECTED_AT_ONCE = 50;

export type StreamReport = {
  open: number;
  /** From when a record of the screener could be read to the event of its token that tells it. */
  delivery: Spread;
  deliveries: number;
  mbPerS: number;
  /** Processor time of this process, of a core. */
  cores: number;
};

type Measured = { partition: number; offset: number; time: number; readMs: number };

/** By mint, the oldest first. */
const measured = new Map<string, Measured[]>();
const latencies: number[] = [];
let bytes = 0;
let open = 0;
let isCounting = false;
let countedFromMs = 0;
let countedFrom = process.cpuUsage();

const Told = z.object({ mint: z.string(), token: z.object({ measuredAt: z.int().optional() }).nullable() });

/** One that is looked at. `covered`: by partition, what its newest id says that it was told. */
class Watched {
  #rest = '';
  readonly #covered = new Map<number, number>();

  take(chunk: string): void {
    const frames = (this.#rest + chunk).split('\n\n');
    this.#rest = frames.pop() ?? '';
    for (const frame of frames) {
      const [, event, data = ''] = /^event: (.*)\ndata: (.*)$/m.exec(frame) ?? [];
      if (isCounting && (event === STREAM_EVENTS.token || event === STREAM_EVENTS.change))
        this.#noteTold(Told.parse(JSON.parse(data)));
      // An id stands with the last one of the events that it covers.
      const id = /^id: (.*)$/m.exec(frame)?.[1];
      if (id !== undefined) this.#noteId(id);
    }
  }

  #noteTold({ mint, token }: z.infer<typeof Told>): void {
    const nowMs = performance.now();
    if (token?.measuredAt === undefined || this.#covered.size === 0) return;
    for (const { partition, offset, time, readMs } of (measured.get(mint) ?? []).toReversed()) {
      if ((this.#covered.get(partition) ?? -1) >= offset) return;
      if (time <= token.measuredAt) latencies.push(nowMs - readMs);
    }
  }

  #noteId(id: string): void {
    for (const pair of id.split(',')) {
      const [partition = 0, offset = 0] = pair.split(':').map(Number);
      this.#covered.set(partition, offset);
    }
  }
}

const connect = (query: string, isLookedAt: boolean): Promise<void> =>
  new Promise((resolve, reject) => {
    const headers = { 'Accept-Encoding': 'gzip' };
    const sent = request(`${env.PAGE_URL}/api/stream?${query}`, { agent: false, headers }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`a stream answers ${response.statusCode}`));
      open += 1;
      response.on('close', () => (open -= 1));
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      if (isLookedAt) {
        const watched = new Watched();
        const text =
          response.headers['content-encoding'] === 'gzip' ? response.pipe(createGunzip()) : response;
        text.setEncoding('utf8').on('data', (chunk: string) => watched.take(chunk));
      }
      resolve();
    });
    sent.on('error', reject).end();
  });

async function readRecords(): Promise<void> {
  const kafka = new Kafka({
    clientId: 'bench',
    brokers: [env.KAFKA_BROKERS],
    logLevel: logLevel.NOTHING,
    sasl: { mechanism: 'plain', username: env.KAFKA_USERNAME, password: env.KAFKA_PASSWORD },
  });
  const consumer = kafka.consumer({ groupId: `bench-streams-${process.pid}`, maxWaitTimeInMs: 100 });
  await consumer.connect();
  await consumer.subscribe({ topic: TOPICS.screening.name });
  const joined = new Promise<void>((resolve) => consumer.on(consumer.events.GROUP_JOIN, () => resolve()));
  await consumer.run({
    autoCommit: false,
    eachBatch: async ({ batch }) => {
      const readMs = performance.now();
      for (const { value, offset } of batch.messages) {
        if (!value || !isFrame(value)) continue;
        for (const { mint, time } of measurementsOf(decodeFrame(value))) {
          const own = measured.get(mint) ?? [];
          measured.set(mint, own);
          own.push({ partition: batch.partition, offset: Number(offset), time, readMs });
        }
      }
    },
  });
  await joined;
}

process.on('message', (message: 'count' | 'report') => {
  if (message === 'count') {
    isCounting = true;
    bytes = 0;
    countedFromMs = performance.now();
    countedFrom = process.cpuUsage();
    return;
  }
  const countedMs = performance.now() - countedFromMs;
  const { user, system } = process.cpuUsage(countedFrom);
  const report: StreamReport = {
    open,
    delivery: spreadOf(latencies),
    deliveries: latencies.length,
    mbPerS: bytes / 1_000 / countedMs,
    cores: (user + system) / 1_000 / countedMs,
  };
  process.send?.({ report });
});
process.on('disconnect', () => process.exit(0));

const queries = env.QUERIES.split(' ');
await readRecords();
const clients = Array.from({ length: env.CLIENTS }, (_, client) => client);
for (let from = 0; from < clients.length; from += CONNECTED_AT_ONCE)
  await Promise.all(
    clients
      .slice(from, from + CONNECTED_AT_ONCE)
      .map((client) =>
        connect(queries[client % queries.length] ?? '', client % LOOKED_AT_EVERY === LOOKED_AT_EVERY - 1),
      ),
  );
announceReady('clients', { streams: env.PAGE_URL });
