import { CommitmentLevel, SlotStatus } from '@triton-one/yellowstone-grpc';
import { describe, expect, it } from 'vitest';
import { SlotBuffer, type UpdateLog } from './slot-buffer.js';
import type { Update } from './update.js';

const body = Buffer.alloc(100);
const content = (slot: number): Update => ({ kind: 'entry', slot, body });
const meta = (slot: number): Update => ({
  kind: 'blockMeta',
  slot,
  body,
  blockHash: `hash ${slot}`,
  blockHeight: slot - 10,
  blockTimeS: null,
});
const status = (slot: number, value: SlotStatus): Update => ({ kind: 'slot', slot, body, status: value });
const { SLOT_PROCESSED, SLOT_CONFIRMED, SLOT_FINALIZED, SLOT_DEAD } = SlotStatus;
const { PROCESSED, CONFIRMED, FINALIZED } = CommitmentLevel;

const describeLog = (log: UpdateLog): string[] => {
  const lines: string[] = [];
  for (let sequence = log.start; sequence < log.end; sequence++) {
    const update = log.at(sequence);
    lines.push(`${update.kind}${update.kind === 'slot' ? update.status : ''} ${update.slot}`);
  }
  return lines;
};

function fill(updates: readonly Update[], limits = { slots: 100, bytes: 1_000_000 }): SlotBuffer {
  const buffer = new SlotBuffer(limits);
  for (const update of updates) buffer.append(update);
  return buffer;
}

describe('the slot buffer', () => {
  it('holds a slot back at confirmed: then content, meta, status in one burst', () => {
    const early = [content(5), meta(5), content(5), status(5, SLOT_PROCESSED), content(6)];
    const buffer = fill(early);
    expect(describeLog(buffer.log(PROCESSED))).toEqual([
      'entry 5',
      'blockMeta 5',
      'entry 5',
      'slot0 5',
      'entry 6',
    ]);
    expect(describeLog(buffer.log(CONFIRMED))).toEqual(['slot0 5']);
    buffer.append(status(5, SLOT_CONFIRMED));
    expect(describeLog(buffer.log(CONFIRMED))).toEqual([
      'slot0 5',
      'entry 5',
      'entry 5',
      'blockMeta 5',
      'slot1 5',
    ]);
    expect(describeLog(buffer.log(FINALIZED))).toEqual(['slot0 5', 'slot1 5']);
    buffer.append(status(5, SLOT_FINALIZED));
    expect(describeLog(buffer.log(FINALIZED)).slice(2)).toEqual([
      'entry 5',
      'entry 5',
      'blockMeta 5',
      'slot2 5',
    ]);
  });

  it('takes a finalized slot as confirmed where the confirmation is missing', () => {
    const buffer = fill([content(5), status(5, SLOT_FINALIZED)]);
    expect(describeLog(buffer.log(CONFIRMED))).toEqual(['entry 5', 'slot2 5']);
  });

  it('never confirms the content of a dead slot', () => {
    const buffer = fill([content(5), status(5, SLOT_DEAD), content(6), status(6, SLOT_CONFIRMED)]);
    expect(describeLog(buffer.log(CONFIRMED))).toEqual(['slot6 5', 'entry 6', 'slot1 6']);
  });

  it('keeps what other banks of a slot hold where one of them is dead', () => {
    const inBank = (bankId: number, ...updates: Update[]) => updates.map((each) => ({ ...each, bankId }));
    const buffer = fill([
      ...inBank(8, content(5), meta(5)),
      ...inBank(9, meta(5)),
      ...inBank(8, status(5, SLOT_DEAD)),
      ...inBank(9, status(5, SLOT_CONFIRMED)),
    ]);
    expect(describeLog(buffer.log(CONFIRMED))).toEqual(['slot6 5', 'blockMeta 5', 'slot1 5']);
  });

  it('sends content that comes after its confirmation at once', () => {
    const buffer = fill([content(5), status(5, SLOT_CONFIRMED), content(5)]);
    expect(describeLog(buffer.log(CONFIRMED))).toEqual(['entry 5', 'slot1 5', 'entry 5']);
  });

  it('forgets the oldest slots beyond its limits, whole', () => {
    const slots = Array.from({ length: 5_000 }, (_, slot) => [
      content(slot),
      status(slot, SLOT_CONFIRMED),
    ]).flat();
    const bySlots = fill(slots, { slots: 10, bytes: 1_000_000 });
    expect(bySlots.firstAvailable).toBe(4_990);
    expect(describeLog(bySlots.log(CONFIRMED))).toHaveLength(20);
    const byBytes = fill(slots, { slots: 10_000, bytes: 1_000 });
    expect(byBytes.firstAvailable).toBe(4_995);
    expect(describeLog(byBytes.log(PROCESSED))[0]).toBe('entry 4995');
  });

  it('does not open a forgotten slot again for a late status', () => {
    const slots = Array.from({ length: 20 }, (_, slot) => content(slot));
    const buffer = fill([...slots, status(3, SLOT_FINALIZED)], { slots: 10, bytes: 1_000_000 });
    expect(buffer.firstAvailable).toBe(10);
    expect(describeLog(buffer.log(CONFIRMED))).toEqual(['slot2 3']);
  });

  it('seeks the first update of a slot and knows heads and blocks by commitment', () => {
    const buffer = fill([content(5), meta(5), status(5, SLOT_CONFIRMED), content(7), meta(7)]);
    const log = buffer.log(PROCESSED);
    expect(log.at(log.seek(6))).toMatchObject({ slot: 7 });
    expect(log.seek(8)).toBe(log.end);
    expect([buffer.head(PROCESSED), buffer.head(CONFIRMED), buffer.head(FINALIZED)]).toEqual([7, 5, null]);
    expect(buffer.blocks(PROCESSED)).toHaveLength(2);
    expect(buffer.blocks(CONFIRMED)).toEqual([{ slot: 5, hash: 'hash 5', height: -5 }]);
  });
});
