import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Shard, Slots } from './slots.js';

type Entry = { key: string; value: number };
type Step = { put: number; value: number } | { pruneBelow: number } | 'store';
type Stored = Map<number, Shard<Entry>>;

const newSlots = () => new Slots<Entry>(({ key }) => key);

function store(slots: Slots<Entry>, stored: Stored): number {
  const { written, removed } = slots.takeChanges();
  for (const shard of written) stored.set(shard.shard, structuredClone(shard));
  for (const shard of removed) stored.delete(shard);
  return written.length;
}

function run(slots: Slots<Entry>, steps: readonly Step[], stored: Stored): void {
  for (const step of steps) {
    if (step === 'store') store(slots, stored);
    else if ('put' in step) slots.put({ key: `k${step.put}`, value: step.value });
    else slots.prune(({ value }) => value < step.pruneBelow);
  }
  store(slots, stored);
}

function restored(stored: Stored): Slots<Entry> {
  const slots = newSlots();
  slots.restore(
    [...stored.values()].sort((a, b) => a.shard - b.shard).map((shard) => structuredClone(shard)),
  );
  return slots;
}

const STEPS = fc.array(
  fc.oneof(
    { weight: 20, arbitrary: fc.record({ put: fc.nat(200), value: fc.nat(9) }) },
    { weight: 1, arbitrary: fc.record({ pruneBelow: fc.nat(9) }) },
    { weight: 3, arbitrary: fc.constant('store' as const) },
  ),
  { maxLength: 400, size: 'max' },
);

describe('slots', () => {
  it('return from their shards as they were, and go on alike', () => {
    fc.assert(
      fc.property(STEPS, STEPS, (before, after) => {
        const undisturbed = newSlots();
        const expected: Stored = new Map();
        run(undisturbed, before, expected);
        const actual: Stored = new Map(expected);
        const again = restored(expected);
        expect(new Set(again.values())).toEqual(new Set(undisturbed.values()));
        run(undisturbed, after, expected);
        run(again, after, actual);
        expect(actual).toEqual(expected);
        expect(new Set(again.values())).toEqual(new Set(undisturbed.values()));
      }),
    );
  });

  it('hold what a map would', () => {
    fc.assert(
      fc.property(STEPS, (steps) => {
        const map = new Map<string, number>();
        for (const step of steps) {
          if (step === 'store') continue;
          if ('put' in step) map.set(`k${step.put}`, step.value);
          else for (const [key, value] of map) if (value < step.pruneBelow) map.delete(key);
        }
        const stored: Stored = new Map();
        run(newSlots(), steps, stored);
        const held = [...restored(stored).values()].map(({ key, value }): [string, number] => [key, value]);
        expect(new Map(held)).toEqual(map);
        expect([...stored.keys()].sort((a, b) => a - b)).toEqual([...stored.keys()].map((_, shard) => shard));
      }),
    );
  });

  it('write what changed, not what is there', () => {
    const slots = newSlots();
    const stored: Stored = new Map();
    for (let key = 0; key < 3_200; key += 1) slots.put({ key: `k${key}`, value: 0 });
    expect(store(slots, stored)).toBe(100);
    let written = 0;
    for (let turn = 0; turn < 320; turn += 1) {
      // Ten entries from all over.
      for (let at = 0; at < 10; at += 1)
        slots.put({ key: `k${(turn * 10 + at * 331) % 3_200}`, value: turn });
      written += store(slots, stored);
    }
    // One shard or two each time, and all of them once: in the places of the entries it would be ten.
    expect(written).toBeLessThan(320 * 2 + 2 * 100);
  });
});
