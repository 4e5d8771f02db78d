import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { UsedSlots } from './used-slots.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'used-slots-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const read = () => UsedSlots.open(folder).read();

it('begins with none', () => expect(read()).toBe(0));

it('has each slot noted before it is published, at the clock one by one', () => {
  const slots = UsedSlots.open(folder);
  for (const slot of [100, 101, 105]) {
    slots.use(slot, slot);
    expect(read()).toBe(slot + 1);
  }
});

it('notes a minute at once behind the clock, never beyond it, and after a kill none comes twice', () => {
  const slots = UsedSlots.open(folder);
  slots.use(1_000, 1_200);
  expect(read()).toBe(1_150);
  slots.use(1_149, 1_200);
  expect(read()).toBe(1_150);
  slots.use(1_150, 1_200);
  expect(read()).toBe(1_200);
});

it('gives back at an orderly stop what was noted ahead', () => {
  const slots = UsedSlots.open(folder);
  slots.use(1_000, 1_200);
  slots.close();
  expect(read()).toBe(1_001);
});
