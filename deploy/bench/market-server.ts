/**
 * A market that is played and served at a constant rate, for the bench `market-serve`: slot by slot by the clock, as
 * `market/main.ts` does, but of so many trades a second. The market is first played without being served until that
 * many happen of themselves; from then on launches come as often as keeps it there.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { PUMP, PUMP_SWAP } from '../market/addresses.js';
import { Market, SLOT_MS, slotAt } from '../market/market.js';
import { BOUNDED_START_MS } from '../market/market-source.js';
import { serveYellowstone } from '../yellowstone/server.js';
import { announceReady, onStop, readEnvironment } from '../yellowstone/service.js';
import type { Update } from '../yellowstone/update.js';

const count = z.coerce.number({ error: 'a whole number above 0' }).int().positive();
const env = readEnvironment(z.object({ TRADES_PER_S: count, SEED: count.default(7) }));

export type ServerMessage =
  | { ready: { grpc: string } }
  /** `slot` and those after it are published from this time on, one every 400 ms. */
  | { playing: { slot: number; atMs: number } }
  | { report: ServerReport };

export interface ServerReport {
  /** Since the report before. */
  trades: number;
  transactions: number;
  /** How long after its time a slot was handed to the server, ms: of every slot. */
  lateMs: number[];
  /** Longest time that the process answered nobody, ms. */
  busyMs: number;
  cpuS: number;
  rssMb: number;
  heapMb: number;
}

/** A slot brings at most so much more than its share: what finds no place never happens. */
const MOST_OVER = 1.1;
/** Launches per second begin high, so that the market is soon as busy as wanted, and follow the rate from there. */
const FIRST_ACTIVITY_PER_TRADE = 0.1;
const LEAST_ACTIVITY_PER_TRADE = 0.002;
const CORRECTION = 0.02;
/** The rate that launches follow is smoothed over about so many slots. */
const SMOOTHING = 25;

const wanted = (env.TRADES_PER_S * SLOT_MS) / 1_000;
let activity = env.TRADES_PER_S * FIRST_ACTIVITY_PER_TRADE;
let smoothed = 0;
const market = new Market({ seed: env.SEED, startSlot: slotAt(BOUNDED_START_MS), activity: () => activity });

const isTrade = (update: Update): boolean =>
  update.kind === 'transaction' &&
  !update.failed &&
  update.accounts.some((key) => key === PUMP || key === PUMP_SWAP);

/** The next slot, cut where it has as many trades as wanted and a little more. */
function produce(): { updates: Update[]; trades: number; transactions: number } {
  const updates = market.next(Math.ceil((wanted * MOST_OVER) / tradeShare));
  const trades = updates.filter(isTrade).length;
  const transactions = updates.filter(({ kind }) => kind === 'transaction').length;
  if (updates.length > 0) {
    if (transactions > 0) tradeShare += (trades / transactions - tradeShare) / SMOOTHING;
    smoothed += (trades - smoothed) / SMOOTHING;
    const factor = smoothed < wanted ? 1 + CORRECTION : 1 - CORRECTION;
    const least = env.TRADES_PER_S * LEAST_ACTIVITY_PER_TRADE;
    activity = Math.max(least, Math.min(env.TRADES_PER_S * FIRST_ACTIVITY_PER_TRADE, activity * factor));
  }
  return { updates, trades, transactions };
}
let tradeShare = 0.7;

function warmUp(): void {
  const startedMs = performance.now();
  while (smoothed < wanted) produce();
  const tookS = (performance.now() - startedMs) / 1_000;
  console.error(
    `  the market is as busy as wanted after ${market.launched} launches, played in ${tookS.toFixed(0)} s`,
  );
}

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

async function* play(stopped: AbortSignal): AsyncGenerator<Update[]> {
  const begin = { slot: market.slot, atMs: Date.now() };
  send({ playing: begin });
  delay.enable();
  while (!stopped.aborted) {
    const dueMs = begin.atMs + (market.slot - begin.slot + 1) * SLOT_MS;
    // The slot is made while it lasts, and published at its end.
    const { updates, trades, transactions } = produce();
    const waitMs = dueMs - Date.now();
    if (waitMs > 0) await sleep(waitMs, undefined, { signal: stopped }).catch(() => {});
    since.trades += trades;
    since.transactions += transactions;
    since.lateMs.push(Math.max(0, Date.now() - dueMs));
    yield updates;
  }
}

const send = (message: ServerMessage) => process.send?.(message);

warmUp();
const server = await serveYellowstone({
  source: {
    label: {
      package: 'cryptonite-market',
      version: '0.1.0',
      source: { kind: 'market', name: `market simulator, seed ${env.SEED}` },
    },
    waitsFor: 'first-client',
    firstSlot: market.slot,
    updates: play,
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
