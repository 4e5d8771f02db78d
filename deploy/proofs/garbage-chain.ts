/** The good chain of the garbage test, and how it is sent: garbage among it, slots and times that cannot be. */

import { BOUNDED_START_MS, playBounded } from '@cryptonite/market/market-source.js';
import type { Update } from '@cryptonite/provider/update.js';
import { SubscribeUpdate } from '@triton-one/yellowstone-grpc';

export const FAR_SLOT = 900_000_000_000;
const GOOD_TRANSACTIONS = 2_000;

const slots = [
  ...playBounded({
    seed: 7,
    startMs: BOUNDED_START_MS,
    transactions: GOOD_TRANSACTIONS,
    launches: Number.POSITIVE_INFINITY,
  }),
]
  .map((updates) => updates.filter(({ kind }) => kind === 'transaction' || kind === 'blockMeta'))
  .filter((updates) => updates.some(({ kind }) => kind === 'blockMeta'));
/** The last slots come after everything is compared: they show that the stream still goes on. */
const REST = 10;
export const played = slots.slice(0, -REST);
export const lastSlot = slotOf(played.at(-1)!);
/** Behind a slot that never comes. */
export const afterwards = slots.slice(1 - REST);

export function slotOf(updates: readonly Update[]): number {
  return updates[0]!.slot;
}

const encode = (parts: object): Buffer =>
  Buffer.from(SubscribeUpdate.encode(SubscribeUpdate.fromPartial(parts)).finish());

export const confirmed = (slot: number): Buffer => encode({ slot: { slot: String(slot), status: 1 } });

/** Bytes that go among the updates of a slot, by its index in {@link played}. */
export type Among = { bytes: Buffer; at: number };
export type Frame = { slot: number; bytes: Buffer };

/** The good slots with the pieces among them, each before the end of a slot; and slots and times that cannot be. */
export function makeFrames(among: readonly Among[]): Frame[] {
  const frames: Frame[] = [];
  const meta = (slot: number, parent: number, timeS: number) =>
    encode({
      blockMeta: { slot: String(slot), parentSlot: String(parent), blockTime: { timestamp: String(timeS) } },
    });
  played.forEach((updates, i) => {
    const slot = slotOf(updates);
    const push = (...all: Buffer[]) => frames.push(...all.map((bytes) => ({ slot, bytes })));
    const own = among.filter(({ at }) => at === i);
    const end = updates.findIndex(({ kind }) => kind === 'blockMeta');
    push(...updates.slice(0, end).map(({ body }) => body), ...own.map(({ bytes }) => bytes));
    if (among.length > 0 && i === 5) push(meta(FAR_SLOT, slot - 1, timeOf(updates)), confirmed(FAR_SLOT));
    if (among.length > 0 && i === 8)
      push(meta(slot - 20, slot - 20, timeOf(updates) - 8), confirmed(slot - 20));
    for (const { kind, body } of updates.slice(end))
      push(among.length > 0 && i === 11 && kind === 'blockMeta' ? inYear2100(body) : body);
    push(confirmed(slot));
    if (among.length > 0 && i === 14)
      push(...played[4]!.map(({ body }) => body), confirmed(slotOf(played[4]!)));
  });
  return frames;
}

function timeOf(updates: readonly Update[]): number {
  const found = updates.find((update) => update.kind === 'blockMeta');
  return found?.kind === 'blockMeta' ? (found.blockTimeS ?? 0) : 0;
}

function inYear2100(body: Buffer): Buffer {
  const update = SubscribeUpdate.decode(body);
  update.blockMeta!.blockTime = { timestamp: '4102444800' };
  return Buffer.from(SubscribeUpdate.encode(update).finish());
}
