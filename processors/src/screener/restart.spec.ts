import { decodeScreeningEvent } from '@cryptonite/contracts/events';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldBatch, newFolded, restart } from '../testing/fold.js';
import { marketJournal } from '../testing/journal.js';

const recordsOf = (seed: number, slots: number) =>
  [...marketJournal({ seed, slots, tradesPerSlot: 5, partitions: 1 })].map(({ record }) => record);

// Properties over whole journals: seconds of work, more on a busy machine.
describe('the fold', { timeout: 60_000 }, () => {
  it('says and stores the same however its input is cut and wherever it is started again', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000 }),
        fc.array(fc.integer({ min: 5, max: 80 }), { minLength: 1, maxLength: 30 }),
        (seed, sizes) => {
          const records = recordsOf(seed, 40);
          const undisturbed = newFolded();
          foldBatch(undisturbed, records);
          const restarted = newFolded();
          for (let at = 0, turn = 0; at < records.length; turn += 1) {
            const size = sizes[turn % sizes.length] ?? 1;
            foldBatch(restarted, records.slice(at, at + size));
            restart(restarted);
            at += size;
          }
          expect(restarted.emitted).toEqual(undisturbed.emitted);
          expect(restarted.states).toEqual(undisturbed.states);
        },
      ),
      { numRuns: 6 },
    );
  });

  it('speaks of a token at most once per second of stream time unless it has news, and only on change', () => {
    const folded = newFolded();
    foldBatch(folded, recordsOf(3, 200));
    const said = new Map<string, { second: number; position: string; text: string }>();
    for (const event of folded.emitted) {
      expect(decodeScreeningEvent(JSON.stringify(event)).id).toBe(event.id);
      if (event.kind !== 'TokenScored') continue;
      const { id, time, position, ...measured } = event;
      const text = JSON.stringify(measured);
      const second = Math.floor(time / 1_000);
      const before = said.get(event.mint);
      if (before?.second === second) expect(position > before.position).toBe(true);
      expect(before?.text).not.toBe(text);
      said.set(event.mint, { second, position, text });
    }
    expect(new Set(folded.emitted.map(({ id }) => id)).size).toBe(folded.emitted.length);
  });

  it('keeps every state record small', () => {
    const folded = newFolded();
    foldBatch(folded, recordsOf(5, 150));
    for (const text of folded.states.values()) expect(text.length).toBeLessThan(16_000);
  });
});
