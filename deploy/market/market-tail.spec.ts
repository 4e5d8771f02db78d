import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProviderFaults } from '@cryptonite/provider/provider-faults.js';
import { Random } from '@cryptonite/provider/random.js';
import type { Update } from '@cryptonite/provider/update.js';
import { SlotStatus, SubscribeUpdate } from '@triton-one/yellowstone-grpc';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type LayoutName, NEWEST_LAYOUT } from './layouts.js';
import { liveMarket } from './market-source.js';
import { MarketTail } from './market-tail.js';
import { clockOf } from './slot-clock.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'market-tail-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

let nextSlot = 0;
async function open(layout: LayoutName = NEWEST_LAYOUT) {
  const tail = await MarketTail.open(folder, clockOf(layout));
  const usedSlots = { read: () => nextSlot, use: (slot: number) => (nextSlot = slot + 1), close: () => {} };
  return liveMarket({ seed: 7, layout, rate: 1, pace: 'clients', pastMinutes: 40, usedSlots, tail });
}

/** Of a source the updates of so many steps. */
async function play(
  source: { updates(stopped: AbortSignal): AsyncIterable<readonly Update[]> },
  steps: number,
) {
  const stopped = new AbortController();
  const updates: Update[] = [];
  for await (const some of source.updates(stopped.signal)) {
    updates.push(...some);
    if (--steps === 0) break;
  }
  return updates;
}

const metasOf = (updates: readonly Update[]) => updates.filter(({ kind }) => kind === 'blockMeta');
const parentOf = ({ body }: Update) => Number(SubscribeUpdate.decode(body).blockMeta?.parentSlot);

it('goes on behind the last block of an orderly stop, and keeps what was not read yet', async () => {
  nextSlot = 0;
  const first = await open();
  const played = await play(first, 50);
  first.close?.();
  const lastBlock = metasOf(played).at(-1)!;

  const second = await open();
  expect(metasOf(second.past ?? []).map(({ slot }) => slot)).toEqual(metasOf(played).map(({ slot }) => slot));
  expect(second.past?.filter(({ kind }) => kind === 'transaction').map(({ body }) => body)).toEqual(
    played.filter(({ kind }) => kind === 'transaction').map(({ body }) => body),
  );
  // Nothing is left open: the last block too is confirmed.
  const isConfirmed = (update: Update) =>
    update.kind === 'slot' && update.status === SlotStatus.SLOT_CONFIRMED;
  expect(second.past?.some((update) => isConfirmed(update) && update.slot === lastBlock.slot)).toBe(true);
  const [next] = metasOf(await play(second, 5));
  expect(next!.slot).toBeGreaterThan(lastBlock.slot);
  expect(parentOf(next!)).toBe(lastBlock.slot);
  // Also where the stream's faults are switched.
  expect(new ProviderFaults(new Random('faults')).disturb(second).past).toBe(second.past);
});

it('leaves a gap behind a market whose slots took longer', async () => {
  nextSlot = 0;
  const first = await open('2026-07');
  const played = await play(first, 50);
  first.close?.();
  nextSlot = 0;
  const [next] = metasOf(await play(await open(), 5));
  expect(next!.slot).toBeGreaterThan(metasOf(played).at(-1)!.slot);
  expect(parentOf(next!)).toBe(next!.slot - 1);
});

it('knows of no last block after a crash, though there was a stop before', async () => {
  nextSlot = 0;
  const first = await open();
  await play(first, 20);
  first.close?.();
  expect(existsSync(join(folder, 'tail.tape'))).toBe(true);
  await play(await open(), 20);

  const third = await open();
  expect(third.past).toEqual([]);
  const [next] = metasOf(await play(third, 1));
  expect(parentOf(next!)).toBe(next!.slot - 1);
});

it('takes a damaged tail for none', async () => {
  writeFileSync(join(folder, 'tail.tape'), Buffer.from([0, 0, 0, 9, 1, 2]));
  const tail = await MarketTail.open(folder, clockOf());
  expect(tail.updates).toEqual([]);
  expect(tail.block).toBeNull();
});
