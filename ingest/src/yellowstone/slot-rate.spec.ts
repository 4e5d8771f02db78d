import { expect, it } from 'vitest';
import { SlotRate } from './slot-rate.js';

/** Slots of so many ms from a time on, their block times in whole seconds. */
function notes(rate: SlotRate, slots: number, slotMs: number, from = { slot: 1_000, timeMs: 5_000_000 }) {
  for (let n = 0; n < slots; n += 1)
    rate.note(from.slot + n, Math.floor((from.timeMs + n * slotMs) / 1_000) * 1_000);
  return { slot: from.slot + slots, timeMs: from.timeMs + slots * slotMs };
}

it.each([400, 270, 214, 200, 150])('measures slots of %d ms', (slotMs) => {
  const rate = new SlotRate();
  notes(rate, 1_000, slotMs);
  expect(rate.slotsPerSecond! * slotMs).toBeGreaterThan(990);
  expect(rate.slotsPerSecond! * slotMs).toBeLessThan(1_010);
});

it('knows nothing before 20 s of the chain, and takes then as many slots as could be', () => {
  const rate = new SlotRate();
  notes(rate, 90, 200);
  expect(rate.slotsPerSecond).toBeNull();
  expect(rate.slotsIn(1_000)).toBe(10);
});

it('follows a chain that becomes faster within two minutes', () => {
  const rate = new SlotRate();
  const end = notes(rate, 600, 400);
  notes(rate, 600, 200, end);
  expect(rate.slotsIn(10_000)).toBeGreaterThanOrEqual(50);
  expect(rate.slotsIn(10_000)).toBeLessThan(52);
});

it('counts no time in which the chain stood still', () => {
  const rate = new SlotRate();
  const end = notes(rate, 600, 200);
  notes(rate, 300, 200, { slot: end.slot, timeMs: end.timeMs + 600_000 });
  expect(Math.round(rate.slotsPerSecond!)).toBe(5);
});

it('is not moved by a slot that comes again, nor by an earlier time', () => {
  const rate = new SlotRate();
  notes(rate, 600, 200);
  rate.note(1_200, 5_000_000);
  rate.note(1_800, 5_010_000);
  expect(rate.slotsPerSecond).toBeCloseTo(5, 0);
});

it.each([
  { what: 'a block was dated years ahead', slot: 1_600, timeMs: 4_102_444_800_000 },
  { what: 'slots are lower than they were', slot: 900_000_000, timeMs: 5_240_000 },
])('is measured anew where $what', ({ slot, timeMs }) => {
  const rate = new SlotRate();
  const end = notes(rate, 600, 400);
  rate.note(slot, timeMs);
  notes(rate, 300, 200, end);
  expect(rate.slotsPerSecond).toBeCloseTo(5, 0);
});
