/** The thread that plays the market for `market-server`, slot by slot on request, once its first hours are over. */
import { parentPort, workerData } from 'node:worker_threads';
import { hourWeight } from '@cryptonite/market/agents/pace.js';
import { Market } from '@cryptonite/market/market.js';
import { BOUNDED_START_MS } from '@cryptonite/market/market-source.js';
import { clockOf } from '@cryptonite/market/slot-clock.js';
import { isForLaunchpads } from '@cryptonite/market/subscribed.js';
import type { Update } from '@cryptonite/provider/update.js';
import { z } from 'zod';

const { seed } = z.object({ seed: z.number() }).parse(workerData);

export interface PlayedSlot {
  updates: Update[];
  trades: number;
  transactions: number;
}

/**
 * A market that has just begun grows: most of what it holds leaves it within hours, the launches that are remembered
 * after a day. Half of one takes minutes to play.
 */
const WARM_UP_HOURS = 12;

const market = new Market({
  seed,
  startSlot: clockOf().slotAt(BOUNDED_START_MS),
  // As many launches as the chain has, at every hour alike.
  activity: (timeMs) => 1 / hourWeight(timeMs),
  // Failed transactions are played, and no client of the bench is sent any.
  encodesAll: false,
});

const isTrade = (update: Update): boolean => update.kind === 'transaction' && isForLaunchpads(update);

function play(): PlayedSlot {
  const updates = market.next();
  const trades = updates.filter(isTrade).length;
  const transactions = updates.filter(({ kind }) => kind === 'transaction').length;
  return { updates, trades, transactions };
}

/** Moves the bodies into memory of their own, to be handed over: a view of a slab is cloned with the whole slab. */
function gather(updates: Update[]): ArrayBuffer {
  const bytes = new ArrayBuffer(updates.reduce((sum, { body }) => sum + body.length, 0));
  let at = 0;
  for (const update of updates) {
    const body = Buffer.from(bytes, at, update.body.length);
    update.body.copy(body);
    update.body = body;
    at += body.length;
  }
  return bytes;
}

const startedMs = performance.now();
while (market.slot < clockOf().slotAt(BOUNDED_START_MS + WARM_UP_HOURS * 3_600_000)) play();
const tookS = (performance.now() - startedMs) / 1_000;
console.error(
  `  ${WARM_UP_HOURS} hours of the market are played, ${market.launched} launches in ${tookS.toFixed(0)} s`,
);

parentPort?.on('message', () => {
  const slot = play();
  const bytes = gather(slot.updates);
  parentPort?.postMessage(slot, [bytes]);
});
parentPort?.postMessage(null);
