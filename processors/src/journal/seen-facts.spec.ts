import type { Fact, JournalRecord } from '@cryptonite/contracts/events';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MOST_SEEN_SLOTS, SEEN_MS, SeenFacts } from './seen-facts.js';

const slotFact = (slot: number, time = slot * 400): Fact => ({
  kind: 'SlotConfirmed',
  id: `slot:${slot}`,
  position: '000000000000-000000-000-0000',
  time,
  slot,
  parentSlot: null,
});

const recordOf = (slot: number, ...facts: Fact[]): JournalRecord => ({
  v: 1,
  mint: null,
  slot,
  time: slot * 400,
  signature: null,
  feePayer: null,
  source: { kind: 'market', name: 'test' },
  facts,
});

const other = (slot: number, name: string): Fact => ({
  ...slotFact(slot),
  slot,
  kind: 'SlotRolledBack',
  id: name,
});

describe('SeenFacts', () => {
  it('drops what it has seen and keeps what is new in the same record', () => {
    const seen = new SeenFacts();
    seen.admit(recordOf(5, other(5, 'a')), 0);
    const { fresh } = seen.admit(recordOf(5, other(5, 'a'), other(5, 'b')), 1);
    expect(fresh.map((fact) => fact.id)).toEqual(['b']);
  });

  it.each([400, 200])('of slots of %d ms cannot tell of a record from before two minutes', (slotMs) => {
    const seen = new SeenFacts();
    for (let slot = 1; slot <= 2_000; slot += 1)
      seen.admit(recordOf(slot, slotFact(slot, slot * slotMs)), slot);
    const oldest = 2_001 - SEEN_MS / slotMs;
    expect(seen.oldestSlot).toBe(oldest);
    expect(seen.admit(recordOf(oldest - 1, other(oldest - 1, 'a')), 2_001).isTooOld).toBe(true);
    expect(seen.admit(recordOf(oldest, other(oldest, 'b')), 2_002).isTooOld).toBe(false);
  });

  it('remembers so many slots where the time stands still', () => {
    const seen = new SeenFacts();
    for (let slot = 1; slot <= 4_000; slot += 1) seen.admit(recordOf(slot, slotFact(slot, 1_000)), slot);
    expect(seen.oldestSlot).toBe(4_001 - MOST_SEEN_SLOTS);
  });

  it('remembers after a restart exactly what it would have without one', () => {
    const journal = fc.array(
      fc.record({
        step: fc.integer({ min: -400, max: 200 }),
        ids: fc.array(fc.nat(3), { minLength: 1, maxLength: 3 }),
        isConfirmed: fc.boolean(),
        // Block times stray.
        strayMs: fc.integer({ min: -60_000, max: 60_000 }),
      }),
      { minLength: 1, maxLength: 60 },
    );
    fc.assert(
      fc.property(journal, fc.nat(60), (steps, cut) => {
        let slot = 10_000;
        const records = steps.map(({ step, ids, isConfirmed, strayMs }) => {
          const at = slot + step;
          if (isConfirmed) slot = Math.max(slot, at);
          const facts = ids.map((id) => other(at, `${at}:${id}`));
          return recordOf(at, ...(isConfirmed ? [...facts, slotFact(at, at * 400 + strayMs)] : facts));
        });
        const admitted = (seen: SeenFacts, from: number, to: number) =>
          records.slice(from, to).map((record, index) => {
            const { fresh, isTooOld } = seen.admit(record, from + index);
            return { ids: fresh.map((fact) => fact.id), isTooOld };
          });
        const undisturbed = new SeenFacts();
        admitted(undisturbed, 0, cut);
        const warmFrom = undisturbed.warmFrom(cut);
        const expected = admitted(undisturbed, cut, records.length);
        const restarted = new SeenFacts();
        admitted(restarted, warmFrom, cut);
        expect(admitted(restarted, cut, records.length)).toEqual(expected);
        expect(restarted.warmFrom(records.length)).toBe(undisturbed.warmFrom(records.length));
      }),
    );
  });
});
