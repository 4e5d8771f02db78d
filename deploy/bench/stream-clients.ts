/**
 * Many clients of `/api/stream`, as a process of its own. All of them read; of some in between the others it is noted when
 * each id came, which says up to where the screener's records were told. Beside them it reads these records itself.
 */
import { request } from 'node:http';
import { createGunzip } from 'node:zlib';
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

export type StreamReport = {
  open: number;
  /** From when a record of the screener could be read to the event whose id covers it. */
  delivery: Spread;
  deliveries: number;
  mbPerS: number;
};

/** By partition and offset: when the record could be read; of records alone that tell of a token on a list. */
const readAt = new Map<number, Map<number, number>>();
const latencies: number[] = [];
let bytes = 0;
let open = 0;
let isCounting = false;
let countedFromMs = 0;

const offsetsOf = (id: string): [number, number][] =>
  id.split(',').map((pair) => pair.split(':').map(Number) as [number, number]);

/** Notes what an id tells that the one before did not. */
function noteId(told: Map<number, number>, id: string): void {
  const nowMs = performance.now();
  for (const [partition, offset] of offsetsOf(id)) {
    const before = told.get(partition) ?? offset;
    told.set(partition, offset);
    if (!isCounting) continue;
    for (let one = before + 1; one <= offset; one += 1) {
      const readMs = readAt.get(partition)?.get(one);
      if (readMs !== undefined) latencies.push(nowMs - readMs);
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
        const told = new Map<number, number>();
        let rest = '';
        const text =
          response.headers['content-encoding'] === 'gzip' ? response.pipe(createGunzip()) : response;
        text.setEncoding('utf8').on('data', (chunk: string) => {
          const lines = (rest + chunk).split('\n');
          rest = lines.pop() ?? '';
          for (const line of lines) if (line.startsWith('id: ')) noteId(told, line.slice('id: '.length));
        });
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
      const of = readAt.get(batch.partition) ?? new Map<number, number>();
      readAt.set(batch.partition, of);
      for (const { value, offset } of batch.messages)
        if (value && isFrame(value) && measurementsOf(decodeFrame(value)).some(({ lists }) => lists !== 0))
          of.set(Number(offset), readMs);
    },
  });
  await joined;
}

process.on('message', (message: 'count' | 'report') => {
  if (message === 'count') {
    isCounting = true;
    bytes = 0;
    countedFromMs = performance.now();
    return;
  }
  const mbPerS = bytes / 1_000 / (performance.now() - countedFromMs);
  process.send?.({ report: { open, delivery: spreadOf(latencies), deliveries: latencies.length, mbPerS } });
});
process.on('disconnect', () => process.exit(0));

const queries = env.QUERIES.split(' ');
await readRecords();
for (let client = 0; client < env.CLIENTS; client += 1)
  await connect(queries[client % queries.length] ?? '', client % LOOKED_AT_EVERY === LOOKED_AT_EVERY - 1);
announceReady('clients', { streams: env.PAGE_URL });
