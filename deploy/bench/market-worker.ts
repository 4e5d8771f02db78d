/**
 * The thread that plays the market for `market-server`: slot by slot on request, so many trades a second. It is first
 * played without being told until that many happen of themselves; from then on launches come as often as keeps it
 * there.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { Market, SLOT_MS, slotAt } from '../market/market.js';
import { BOUNDED_START_MS } from '../market/market-source.js';
import { isForLaunchpads } from '../market/subscribed.js';
import type { Update } from '../yellowstone/update.js';

const { tradesPerS, seed } = z.object({ tradesPerS: z.number(), seed: z.number() }).parse(workerData);

export interface PlayedSlot {
  slot: number;
  updates: Update[];
  trades: number;
  transactions: number;
}

/** A slot brings at most so much more than its share: what finds no place comes later. */
const MOST_OVER = 1.1;
/** Launches per second begin high, so that the market is soon as busy as wanted, and follow the rate from there. */
const FIRST_ACTIVITY_PER_TRADE = 0.1;
const LEAST_ACTIVITY_PER_TRADE = 0.002;
const CORRECTION = 0.02;
/** The rate that launches follow is smoothed over about so many slots. */
const SMOOTHING = 25;

const USUAL_TRADES_PER_S = 100;

/** Trades in a slot that has a block; one in fifty has none. */
const wanted = (tradesPerS * SLOT_MS) / 1_000 / 0.98;
const mostActivity = tradesPerS * FIRST_ACTIVITY_PER_TRADE;
let activity = mostActivity;
let tradesPerSlot = 0;
/** Of all transactions. */
let tradeShare = 0.7;
const market = new Market({
  seed,
  startSlot: slotAt(BOUNDED_START_MS),
  activity: () => activity,
  // As many launches rest as in a market of the usual rate.
  forgetsFaster: tradesPerS / USUAL_TRADES_PER_S,
});

const isTrade = (update: Update): boolean => update.kind === 'transaction' && isForLaunchpads(update);

function play(): PlayedSlot {
  const { slot } = market;
  const updates = market.next(Math.ceil((wanted * MOST_OVER) / tradeShare));
  const trades = updates.filter(isTrade).length;
  const transactions = updates.filter(({ kind }) => kind === 'transaction').length;
  if (transactions > 0) {
    tradeShare += (trades / transactions - tradeShare) / SMOOTHING;
    tradesPerSlot += (trades - tradesPerSlot) / SMOOTHING;
    const factor = tradesPerSlot < wanted ? 1 + CORRECTION : 1 - CORRECTION;
    activity = Math.max(tradesPerS * LEAST_ACTIVITY_PER_TRADE, Math.min(mostActivity, activity * factor));
  }
  return { slot, updates, trades, transactions };
}

const startedMs = performance.now();
while (tradesPerSlot < wanted) play();
const tookS = (performance.now() - startedMs) / 1_000;
console.error(
  `  the market is as busy as wanted after ${market.launched} launches, played in ${tookS.toFixed(0)} s`,
);

parentPort?.on('message', () => parentPort?.postMessage(play()));
parentPort?.postMessage(null);
