/**
 * What a live token costs the screener: the memory before and after a seeded market of `TOKENS` tokens and ten trades of
 * each on average (half of all launches see five buys or fewer). Started with --expose-gc by the bench `memory`, which
 * hears `{ tokens, bytes }`.
 */
import { setTimeout } from 'node:timers/promises';
import { applyRecord } from '../screener/facts/apply-fact.js';
import { newPartition } from '../screener/partition.js';
import { busyJournal } from '../testing/busy-journal.js';

const TOKENS = 20_000;
const HISTORY_S = 3_600;
const TRADES_PER_STEP = (TOKENS * 10) / (HISTORY_S / 10);

/** On the heap and in typed columns, of which those given up are freed beside the collection. */
const usedBytes = async (): Promise<number> => {
  for (let times = 0; times < 3; times += 1) {
    globalThis.gc?.();
    await setTimeout(100);
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};

const partition = newPartition(0);
let journal: ReturnType<typeof busyJournal> | null = busyJournal({
  seed: 7,
  tokens: TOKENS,
  historyS: HISTORY_S,
  tradesPerHistoryStep: TRADES_PER_STEP,
  tradesPerSecond: 0,
  seconds: 0,
});
const before = await usedBytes();
for (const { records } of journal) {
  for (const record of records) applyRecord(partition, record);
  partition.emitted = [];
  // The screener hands these on with every batch.
  partition.asks = [];
}
// The market's own memory goes with it.
journal = null;
process.send?.({ tokens: partition.tokens.size, bytes: (await usedBytes()) - before });
process.disconnect?.();
