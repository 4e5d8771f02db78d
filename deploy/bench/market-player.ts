/**
 * A Yellowstone server for benches: records a market of a wanted rate, then plays it for next to nothing (a market costs
 * 250 µs a transaction). First the history, as fast as it is read, so that there are tokens of every age; then, when the
 * parent says `go`, a slot every 200 ms, each confirmed in one burst.
 *
 * The rate: launches for somewhat more trades than wanted, and slots that are full. What finds no place comes later.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PUMP } from '@cryptonite/market/addresses.js';
import { Market } from '@cryptonite/market/market.js';
import { BOUNDED_START_MS } from '@cryptonite/market/market-source.js';
import { clockOf } from '@cryptonite/market/slot-clock.js';
import { isForLaunchpads } from '@cryptonite/market/subscribed.js';
import { lengthTag, varintTag } from '@cryptonite/market/wire-writer.js';
import { readFields, readVarint } from '@cryptonite/provider/protobuf.js';
import { serveYellowstone } from '@cryptonite/provider/server.js';
import { announceReady, onStop, readEnvironment } from '@cryptonite/provider/service.js';
import { readTape, TapeWriter } from '@cryptonite/provider/tape.js';
import { parseUpdate, type Update } from '@cryptonite/provider/update.js';
import { z } from 'zod';

const count = z.coerce.number({ error: 'a whole number above 0' }).int().positive();
const env = readEnvironment(
  z.object({
    TRADES_PER_S: count,
    SECONDS: count,
    HISTORY_SECONDS: count.default(180),
    SEED: count.default(7),
  }),
);

/** A market of this activity brings one trade per second and a tenth more, once it is three minutes old. */
const ACTIVITY_PER_TRADE = 0.065;
/** Beside each trade there are failed ones and transfers, which nobody is sent, launches, and slots that are skipped. */
const TRANSACTIONS_PER_TRADE = 1.45;

const folder = mkdtempSync(join(tmpdir(), 'cryptonite-player-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const tape = join(folder, 'market.tape');
const historyEnd = clockOf().slotAt(BOUNDED_START_MS + env.HISTORY_SECONDS * 1_000);

/** The messages between a bench and this process. */
export type PlayerMessage =
  | { ready: { grpc: string } }
  /** The history has been read by the client. */
  | { historyRead: true }
  /** `slot` and those after it are confirmed from this time on, one every 200 ms. */
  | { playing: { slot: number; atMs: number } }
  | { ended: true };

async function record(): Promise<void> {
  const { TRADES_PER_S, SECONDS, SEED } = env;
  const writer = await TapeWriter.create(tape);
  const activity = TRADES_PER_S * ACTIVITY_PER_TRADE;
  const market = new Market({ seed: SEED, startSlot: clockOf().slotAt(BOUNDED_START_MS), activity });
  const most = Math.round((TRADES_PER_S * TRANSACTIONS_PER_TRADE * clockOf().slotMs) / 1_000);
  const end = historyEnd + Math.ceil((SECONDS * 1_000) / clockOf().slotMs);
  const isSent = (update: Update) => update.kind !== 'transaction' || isForLaunchpads(update);
  while (market.slot < end) for (const { body } of market.next(most).filter(isSent)) await writer.write(body);
  for (const { body } of market.settle()) await writer.write(body);
  await writer.close();
}

// In SubscribeUpdate, and in its SubscribeUpdateTransaction.
const TRANSACTION_TAG = lengthTag(4);
const SLOT_TAG = varintTag(2);

/** As {@link parseUpdate}, without reading into transactions: all of this tape are a launchpad's that succeeded. */
function readUpdate(body: Buffer): Update {
  for (const { tag, value, end } of readFields(body)) {
    if (tag !== TRANSACTION_TAG) continue;
    const transaction = body.subarray(value, end);
    for (const field of readFields(transaction))
      if (field.tag === SLOT_TAG) {
        const slot = readVarint(transaction, field.value).value;
        return {
          kind: 'transaction',
          slot,
          body,
          isVote: false,
          failed: false,
          signature: '',
          accounts: [PUMP],
        };
      }
  }
  const { update } = parseUpdate(body, 0);
  if (!update) throw new Error('the tape holds an update of no kind');
  return update;
}

/** The tape, cut where a slot begins. */
async function* readSlots(): AsyncGenerator<{ slot: number; updates: Update[] }> {
  let slot = 0;
  let updates: Update[] = [];
  for await (const frame of readTape(tape)) {
    const update = readUpdate(frame);
    if (update.slot > slot && updates.length > 0) {
      yield { slot, updates };
      updates = [];
    }
    slot = Math.max(slot, update.slot);
    updates.push(update);
  }
  yield { slot, updates };
}

async function* play(stopped: AbortSignal): AsyncGenerator<Update[]> {
  let begin: { slot: number; atMs: number } | null = null;
  for await (const { slot, updates } of readSlots()) {
    if (stopped.aborted) return;
    if (slot >= historyEnd && begin === null) {
      const go = once(process, 'message');
      send({ historyRead: true });
      await go;
      begin = { slot, atMs: Date.now() };
      send({ playing: begin });
    }
    if (begin !== null) {
      const waitMs = begin.atMs + (slot - begin.slot) * clockOf().slotMs - Date.now();
      if (waitMs > 0) await sleep(waitMs, undefined, { signal: stopped }).catch(() => {});
    }
    yield updates;
  }
  send({ ended: true });
}

const send = (message: PlayerMessage) => process.send?.(message);

const startedAt = performance.now();
await record();
const server = await serveYellowstone({
  source: {
    label: {
      package: 'cryptonite-market',
      version: '0.1.0',
      source: { kind: 'market', name: `recorded market simulator, seed ${env.SEED}` },
    },
    waitsFor: 'slowest-client',
    firstSlot: clockOf().slotAt(BOUNDED_START_MS),
    updates: play,
  },
  port: 0,
  token: undefined,
  // What ingest may ask for again after a reconnect; not the whole tape.
  limits: { slots: 2_000, bytes: 256 << 20 },
  log: (line) => console.log(`player: ${line}`),
});
console.error(`market recorded in ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`);
onStop(() => server.close());
announceReady('player', { grpc: server.address });
