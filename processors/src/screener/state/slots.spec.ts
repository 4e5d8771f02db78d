import { SHARD_SIZE } from '@cryptonite/contracts/states';
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
          else {
            const dead = [...map].filter(([, value]) => value < step.pruneBelow);
            if (2 * dead.length >= map.size) for (const [key] of dead) map.delete(key);
          }
        }
        const stored: Stored = new Map();
        run(newSlots(), steps, stored);
        const held = [...restored(stored).values()].map(({ key, value }): [string, number] => [key, value]);
        expect(new Map(held)).toEqual(map);
        const places = [...stored.values()].reduce((sum, { entries }) => sum + entries.length, 0);
        expect(stored.size).toBe(Math.ceil(places / SHARD_SIZE));
        expect(places).toBeLessThanOrEqual(2 * map.size + SHARD_SIZE);
      }),
    );
  });

  it('cost what changes, not what is there, and keep no more than twice of it', () => {
    const slots = newSlots();
    const stored: Stored = new Map();
    for (let key = 0; key < 3_200; key += 1) slots.put({ key: `k${key}`, value: 1 });
    expect(store(slots, stored)).toBe(100);
    let written = 0;
    for (let turn = 0; turn < 960; turn += 1) {
      // Ten entries from all over, one of which is dead until it is next put in.
      for (let at = 0; at < 10; at += 1)
        slots.put({ key: `k${(turn * 10 + at * 331) % 3_200}`, value: Math.min(at, 1) });
      slots.prune(({ value }) => value === 0);
      written += store(slots, stored);
      expect(stored.size).toBeLessThanOrEqual(2 * 100 + 1);
    }
    // A shard or two each time, and all of them after each 3,200 changes: where each entry keeps its place, it is ten.
    expect(written).toBeLessThan(960 * 2 + 3 * 100);
    expect(written).toBeGreaterThan(960 + 2 * 100);
  });

  it('of a few entries are one shard, however often they change', () => {
    const slots = newSlots();
    const stored: Stored = new Map();
    for (let turn = 0; turn < 100; turn += 1) {
      slots.put({ key: `k${turn % 7}`, value: turn });
      expect(store(slots, stored)).toBe(1);
    }
    expect(stored.get(0)?.entries).toHaveLength(7);
  });

  it('drop the dead once they are half of all', () => {
    const slots = newSlots();
    for (let key = 0; key < 100; key += 1) slots.put({ key: `k${key}`, value: key });
    slots.prune(({ value }) => value < 49);
    expect([...slots.values()]).toHaveLength(100);
    slots.prune(({ value }) => value < 50);
    expect([...slots.values()]).toHaveLength(50);
  });

  it('refuse shards of which one is missing or not full', () => {
    const slots = newSlots();
    for (let key = 0; key < 100; key += 1) slots.put({ key: `k${key}`, value: key });
    const shards = slots.takeChanges().written;
    expect(() => newSlots().restore([shards[0]!, shards[2]!])).toThrow('shard 2');
    const [first, second] = shards;
    const short = { shard: 0, entries: first!.entries.slice(1) };
    expect(() => newSlots().restore([short, second!])).toThrow('shard 1');
  });
});
