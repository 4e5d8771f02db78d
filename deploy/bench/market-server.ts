/**
 * A market served at a constant number of trades a second, for the bench `market-serve`: its time runs as fast as that
 * takes, about a hundred times the clock's. So many trades are played on a thread of their own (`market-worker`).
 */
import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { marketLabel } from '@cryptonite/market/market.js';
import { serveYellowstone } from '@cryptonite/provider/server.js';
import { announceReady, onStop, readEnvironment } from '@cryptonite/provider/service.js';
import type { Update } from '@cryptonite/provider/update.js';
import { z } from 'zod';
import type { PlayedSlot } from './market-worker.js';

const count = z.coerce.number({ error: 'a whole number above 0' }).int().positive();
const env = readEnvironment(z.object({ TRADES_PER_S: count, SEED: count.default(7) }));

export type ServerMessage =
  | { ready: { grpc: string } }
  /** The first slot is published. */
  | { playing: true }
  | { report: ServerReport };

export interface ServerReport {
  /** Since the report before. */
  trades: number;
  transactions: number;
  /** How long after its time a slot was handed to the server, ms: of every slot that has trades. */
  lateMs: number[];
  /** Longest time in which the serving thread answered nobody, ms. */
  busyMs: number;
  cpuS: number;
  rssMb: number;
  /** Of the serving thread. */
  heapMb: number;
}

/** Slots that are played before their time, so that one that takes long makes none late: about a second's worth. */
const AHEAD = 300;
/** A young heap as large as a slot's garbage is seldom looked through. */
const YOUNG_HEAP_MB = 128;

const worker = new Worker(new URL('./market-worker.js', import.meta.url), {
  workerData: { seed: env.SEED },
  resourceLimits: { maxYoungGenerationSizeMb: YOUNG_HEAP_MB, maxOldGenerationSizeMb: 2_048 },
});
worker.on('error', (error) => {
  console.error(error);
  process.exit(1);
});

const played: PlayedSlot[] = [];
let wake: () => void = () => {};

async function nextSlot(): Promise<PlayedSlot> {
  while (played.length === 0) {
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  }
  worker.postMessage('next');
  return played.shift()!;
}

/** Buffers become plain arrays of bytes on their way between threads. */
const restore = (update: Update): Update => {
  const { buffer, byteOffset, byteLength } = update.body;
  return { ...update, body: Buffer.from(buffer, byteOffset, byteLength) };
};

const delay = monitorEventLoopDelay({ resolution: 10 });
let since = { trades: 0, transactions: 0, lateMs: [] as number[] };
let cpu = process.cpuUsage();

function report(): ServerReport {
  const used = process.cpuUsage(cpu);
  cpu = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  const message = {
    ...since,
    busyMs: delay.max / 1e6,
    cpuS: (used.user + used.system) / 1e6,
    rssMb: rss / 2 ** 20,
    heapMb: heapUsed / 2 ** 20,
  };
  since = { trades: 0, transactions: 0, lateMs: [] };
  delay.reset();
  return message;
}

async function* publish(stopped: AbortSignal): AsyncGenerator<Update[]> {
  let beganMs: number | null = null;
  let published = 0;
  delay.enable();
  while (!stopped.aborted) {
    const { updates, trades, transactions } = await nextSlot();
    if (beganMs === null) {
      beganMs = Date.now();
      send({ playing: true });
    }
    const dueMs = beganMs + (1_000 * published) / env.TRADES_PER_S;
    const waitMs = dueMs - Date.now();
    if (waitMs > 0) await sleep(waitMs, undefined, { signal: stopped }).catch(() => {});
    published += trades;
    since.trades += trades;
    since.transactions += transactions;
    if (trades > 0) since.lateMs.push(Math.max(0, Date.now() - dueMs));
    yield updates.map(restore);
  }
}

const send = (message: ServerMessage) => process.send?.(message);

await once(worker, 'message');
worker.on('message', (slot: PlayedSlot) => {
  played.push(slot);
  wake();
});
for (let ahead = 0; ahead < AHEAD; ahead++) worker.postMessage('next');

const server = await serveYellowstone({
  source: {
    label: marketLabel(env.SEED),
    waitsFor: 'first-client',
    keepsPace: true,
    firstSlot: null,
    updates: publish,
  },
  port: 0,
  token: undefined,
  // What the live market keeps: here some seconds.
  limits: { slots: 3_000, bytes: 192 << 20 },
  log: (line) => console.error(`  server: ${line}`),
});
process.on('message', () => send({ report: report() }));
onStop(() => server.close());
announceReady('market', { grpc: server.address });
