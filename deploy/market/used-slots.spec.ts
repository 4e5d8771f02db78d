import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SlotClock } from './slot-clock.js';
import { UsedSlots } from './used-slots.js';

const clock = new SlotClock(200);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'used-slots-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const read = () => UsedSlots.open(folder, clock).read();

it('begins with none', () => expect(read()).toBe(0));

it('has each slot noted before it is published, at the clock one by one', () => {
  const slots = UsedSlots.open(folder, clock);
  for (const slot of [100, 101, 105]) {
    slots.use(slot, slot);
    expect(read()).toBe(slot + 1);
  }
});

it('notes a minute at once behind the clock, never beyond it, and after a kill none comes twice', () => {
  const slots = UsedSlots.open(folder, clock);
  slots.use(1_000, 1_400);
  expect(read()).toBe(1_300);
  slots.use(1_299, 1_400);
  expect(read()).toBe(1_300);
  slots.use(1_300, 1_400);
  expect(read()).toBe(1_400);
});

it('gives back at an orderly stop what was noted ahead', () => {
  const slots = UsedSlots.open(folder, clock);
  slots.use(1_000, 1_200);
  slots.close();
  expect(read()).toBe(1_001);
});

it('goes on behind slots of 400 ms with neither a number nor a time of theirs', () => {
  const before = new SlotClock(400);
  const usedUntilMs = Date.UTC(2026, 10, 20);
  // As it was written when all slots took so long.
  writeFileSync(join(folder, 'market.json'), JSON.stringify({ nextSlot: before.slotAt(usedUntilMs) }));
  const next = read();
  expect(next).toBeGreaterThan(before.slotAt(usedUntilMs));
  expect(clock.startMs(next)).toBeGreaterThanOrEqual(usedUntilMs);
  expect(clock.startMs(next)).toBeLessThan(usedUntilMs + 1_000);
});

it('does not go on behind slots that were faster, and says so', () => {
  const slots = UsedSlots.open(folder, clock);
  slots.use(1_000, 1_000);
  expect(() => UsedSlots.open(folder, new SlotClock(400)).read()).toThrow(
    'is of a market with slots of 200 ms; one with slots of 400 ms needs another folder',
  );
});
