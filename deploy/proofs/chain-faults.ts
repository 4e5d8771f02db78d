/** What a chain and its provider may do to a stream of updates, without either being ill: pure and seeded. */

import { changeMeta, confirmed, forkOf } from '@cryptonite/provider/forks.js';
import type { Random } from '@cryptonite/provider/random.js';
import type { Update } from '@cryptonite/provider/update.js';
import { SlotStatus, type SubscribeUpdate } from '@triton-one/yellowstone-grpc';

/** Of the slot numbers that nobody produced a block for, so many get one that is confirmed and then abandoned. */
const FORK_SHARE = 0.5;
const LATE_SHARE = 0.005;
const REPEATED_SHARE = 0.005;
/** Ingest resumes 13 s back, 64 slots of 200 ms: confirmed content is known to come no later. */
const LATE_SLOTS_MOST = 30;
const REPEATED_SLOTS_MOST = 100;
/** The last block comes so much later that its slot is told to every partition. */
const END_AFTER_S = 10;

/** Longer than any token is kept without a trade. */
const STANDSTILL_S = 25 * 3_600;

export type ChainFaults = {
  /** After so many transactions the chain stands still for 25 hours of its time, and goes on with the next slot. */
  standsStillAfter?: number;
  /** A transaction comes in this slot instead of its own. */
  onLate?: (signature: Buffer, arrivesIn: number) => void;
  onFork?: (slot: number) => void;
};

type Waiting = { update: Update; dueSlot: number };

/**
 * Takes a chain slot by slot, as each is produced, and gives it out with
 *  - forks: a slot is confirmed, and the next confirmed one does not descend from it. Half of them hold the next slot's
 *    own transactions, which are so seen in two places; the others hold transactions that never come again;
 *  - a day on which no block is produced, if asked for;
 *  - transactions that come some slots after their own was confirmed, and others that come twice.
 * An empty slot at the end says to every partition that all before is there.
 */
export function* disturbChain(
  slots: Iterable<readonly Update[]>,
  random: Random,
  { standsStillAfter = Number.POSITIVE_INFINITY, onLate, onFork }: ChainFaults = {},
): Generator<Update[]> {
  let waiting: Waiting[] = [];
  let newest: Update | null = null;
  let transactionsBefore = 0;
  const releaseUpTo = (slot: number): Update[] => {
    const due = waiting.filter(({ dueSlot }) => dueSlot <= slot);
    waiting = waiting.filter(({ dueSlot }) => dueSlot > slot);
    return due.map(({ update }) => update);
  };
  for (const produced of slots) {
    const updates = transactionsBefore < standsStillAfter ? produced : delayed(produced, STANDSTILL_S);
    transactionsBefore += updates.filter(({ kind }) => kind === 'transaction').length;
    const block = updates.find((update) => update.kind === 'blockMeta');
    const parent = newest?.slot ?? null;
    const hasFork = block && parent !== null && block.slot > parent + 1 && random.chance(FORK_SHARE);
    const out: Update[] = [];
    for (const update of updates) {
      if (update.kind === 'transaction') {
        if (random.chance(LATE_SHARE)) {
          const dueSlot = update.slot + 1 + random.below(LATE_SLOTS_MOST);
          waiting.push({ update, dueSlot });
          onLate?.(Buffer.from(update.signature, 'latin1'), dueSlot);
          continue;
        }
        if (random.chance(REPEATED_SHARE))
          waiting.push({ update, dueSlot: update.slot + random.below(REPEATED_SLOTS_MOST) });
      }
      out.push(update);
      if (update.kind !== 'slot' || update.status !== SlotStatus.SLOT_CONFIRMED) continue;
      out.push(...releaseUpTo(update.slot));
      if (!hasFork || update.slot !== parent) continue;
      onFork?.(block.slot - 1);
      const transactions = out.filter(({ kind, slot }) => kind === 'transaction' && slot === block.slot);
      const slot = block.slot - 1;
      out.push(...forkOf(block, transactions, slot, random.chance(0.5)), confirmed(slot, parent));
    }
    if (block) newest = block;
    yield out;
  }
  yield [...releaseUpTo(Number.POSITIVE_INFINITY), ...(newest ? endAfter(newest) : [])];
}

/** A slot some seconds later: its block's time, and that of the events in its transactions, which state it as i64. */
function delayed(updates: readonly Update[], seconds: number): Update[] {
  const block = updates.find((update) => update.kind === 'blockMeta');
  if (!block) return [...updates];
  const time = (atS: number) => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(BigInt(atS));
    return bytes;
  };
  const [before, after] = [time(block.blockTimeS ?? 0), time((block.blockTimeS ?? 0) + seconds)];
  return updates.map((update) => {
    if (update.kind === 'blockMeta') return changeMeta(update, laterBy(seconds));
    if (update.kind !== 'transaction') return update;
    const body = Buffer.from(update.body);
    for (let at = body.indexOf(before); at >= 0; at = body.indexOf(before, at + after.length))
      after.copy(body, at);
    return { ...update, body };
  });
}

const laterBy =
  (seconds: number) =>
  (meta: NonNullable<SubscribeUpdate['blockMeta']>): void => {
    meta.blockTime = { timestamp: String(Number(meta.blockTime?.timestamp ?? 0) + seconds) };
  };

function endAfter(block: Update): Update[] {
  const slot = block.slot + 1;
  const meta = changeMeta(block, (changed) => {
    laterBy(END_AFTER_S)(changed);
    changed.slot = String(slot);
    changed.parentSlot = String(block.slot);
  });
  return [meta, confirmed(slot, block.slot)];
}
