import { playBounded } from '@cryptonite/market/market-source.js';
import { Random } from '@cryptonite/provider/random.js';
import type { Update } from '@cryptonite/provider/update.js';
import { SlotStatus, SubscribeUpdate } from '@triton-one/yellowstone-grpc';
import { describe, expect, it } from 'vitest';
import { type ChainFaults, disturbChain } from './chain-faults.js';

const chain = [
  ...playBounded({
    seed: 5,
    startMs: Date.UTC(2026, 0, 5),
    transactions: 3_000,
    launches: Number.POSITIVE_INFINITY,
  }),
];
const disturbed = (faults: ChainFaults = {}) =>
  [...disturbChain(chain, new Random('chain faults'), faults)].flat();
const signatures = (updates: readonly Update[]) =>
  updates.flatMap((update) => (update.kind === 'transaction' ? [update.signature] : []));
const parentOf = ({ body }: Update) => Number(SubscribeUpdate.decode(body).blockMeta?.parentSlot);
const confirmedAt = (updates: readonly Update[], slot: number) =>
  updates.findIndex(
    (update) => update.kind === 'slot' && update.slot === slot && update.status === SlotStatus.SLOT_CONFIRMED,
  );

describe('disturbChain', () => {
  const forks: number[] = [];
  const late: { signature: Buffer; arrivesIn: number }[] = [];
  const updates = disturbed({
    onFork: (slot) => forks.push(slot),
    onLate: (signature, arrivesIn) => late.push({ signature, arrivesIn }),
  });

  it('is the same again', () => {
    const bytes = (all: readonly Update[]) => Buffer.concat(all.map(({ body }) => body));
    expect(bytes(disturbed()).equals(bytes(updates))).toBe(true);
  });

  it('keeps every transaction of the chain', () => {
    const seen = new Set(signatures(updates));
    for (const signature of signatures(chain.flat())) expect(seen.has(signature)).toBe(true);
  });

  it('confirms blocks that nobody descends from, between their parent and the next', () => {
    expect(forks.length).toBeGreaterThan(0);
    const blocks = updates.filter(({ kind }) => kind === 'blockMeta');
    for (const fork of forks) {
      const own = blocks.find(({ slot }) => slot === fork);
      const next = blocks.find(({ slot }) => slot > fork);
      expect(own && parentOf(own)).toBe(next && parentOf(next));
      expect(blocks.some((block) => parentOf(block) === fork)).toBe(false);
      expect(confirmedAt(updates, fork)).toBeGreaterThan(confirmedAt(updates, parentOf(own!)));
      expect(confirmedAt(updates, fork)).toBeLessThan(confirmedAt(updates, next!.slot));
    }
  });

  it('lets some transactions come after their slot was confirmed, in the slot that it names', () => {
    expect(late.length).toBeGreaterThan(0);
    for (const { signature, arrivesIn } of late) {
      const raw = signature.toString('latin1');
      const at = updates.findIndex((update) => update.kind === 'transaction' && update.signature === raw);
      expect(at).toBeGreaterThan(confirmedAt(updates, updates[at]!.slot));
      const newest = Math.max(
        ...updates
          .slice(0, at)
          .flatMap((update) =>
            update.kind === 'slot' && update.status === SlotStatus.SLOT_CONFIRMED ? [update.slot] : [],
          ),
      );
      expect(newest).toBeGreaterThanOrEqual(Math.min(arrivesIn, updates.at(-1)!.slot - 1));
    }
  });

  it('stands still for more than a day where it is asked to, between two slots', () => {
    const timesOf = (all: readonly Update[]) =>
      all.flatMap((update) =>
        update.kind === 'blockMeta' ? [[update.slot, update.blockTimeS!] as const] : [],
      );
    const usual = timesOf(updates);
    const paused = timesOf(disturbed({ standsStillAfter: 1_000 }));
    expect(paused.map(([slot]) => slot)).toEqual(usual.map(([slot]) => slot));
    const laterBy = paused.map(([, time], index) => time - usual[index]![1]);
    const from = laterBy.findIndex((seconds) => seconds > 0);
    expect(from).toBeGreaterThan(1);
    expect(new Set(laterBy.slice(0, from))).toEqual(new Set([0]));
    expect(new Set(laterBy.slice(from))).toEqual(new Set([25 * 3_600]));
  });

  it('repeats some', () => {
    const all = signatures(updates);
    expect(all.length).toBeGreaterThan(new Set(all).size);
  });

  it('ends with an empty slot, ten seconds on', () => {
    const blocks = updates.filter((update) => update.kind === 'blockMeta');
    const last = blocks.at(-1);
    // A fork of a slot before may come in between.
    const before = blocks.slice(0, -1).reduce((newest, block) => (block.slot > newest.slot ? block : newest));
    expect(last!.slot).toBe(updates.at(-1)!.slot);
    expect(parentOf(last!)).toBe(before.slot);
    expect(last!.blockTimeS! - before.blockTimeS!).toBe(10);
    expect(updates.some(({ kind, slot }) => kind === 'transaction' && slot === last!.slot)).toBe(false);
  });
});
