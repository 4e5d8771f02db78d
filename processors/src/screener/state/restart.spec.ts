import { decodeScreeningEvent, type Fact } from '@cryptonite/contracts/events';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldBatch, newFolded, restart, restoredContents } from '../../testing/fold.js';
import { marketJournal } from '../../testing/journal.js';

const recordsOf = (seed: number, slots: number, tradesPerSlot = 5) =>
  [...marketJournal({ seed, slots, tradesPerSlot, partitions: 1 })].map(({ record }) => record);

// Properties over whole journals: seconds of work, more on a busy machine.
describe('the fold', { timeout: 180_000 }, () => {
  it('says and stores the same however its input is cut and wherever it is started again', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000 }),
        fc.array(fc.integer({ min: 5, max: 80 }), { minLength: 1, maxLength: 30 }),
        (seed, sizes) => {
          const records = recordsOf(seed, 40);
          const undisturbed = newFolded();
          foldBatch(undisturbed, records);
          const cut = newFolded();
          const restarted = newFolded();
          for (let at = 0, turn = 0; at < records.length; turn += 1) {
            const size = sizes[turn % sizes.length] ?? 1;
            foldBatch(cut, records.slice(at, at + size));
            foldBatch(restarted, records.slice(at, at + size));
            restart(restarted);
            at += size;
          }
          expect(restarted.emitted).toEqual(undisturbed.emitted);
          expect(restarted.states).toEqual(cut.states);
          expect(restoredContents(restarted)).toEqual(restoredContents(undisturbed));
        },
      ),
      { numRuns: 6 },
    );
  });

  it('says and stores the same however often states are captured, a gap and the pruning of entries included', () => {
    const records = recordsOf(4, 5_000, 1);
    const middle = records[3_500]!;
    const gap = { afterSlot: middle.slot - 9, beforeSlot: middle.slot, time: middle.time, durationMs: 4_000 };
    const position = middle.facts[0]!.position;
    const facts: Fact[] = [{ kind: 'GapDetected', id: 'gap', position, reason: 'test', ...gap }];
    records.splice(3_500, 0, { ...middle, mint: null, signature: null, feePayer: null, facts });

    const often = newFolded();
    for (let at = 0; at < records.length; at += 300) foldBatch(often, records.slice(at, at + 300));
    const once = newFolded();
    foldBatch(once, records);
    expect(often.emitted).toEqual(once.emitted);
    expect(restoredContents(often)).toEqual(restoredContents(once));
  });

  it('speaks of a token at most once per second of stream time unless it has news, and only on change', () => {
    const folded = newFolded();
    foldBatch(folded, recordsOf(3, 200));
    const said = new Map<string, { second: number; position: string; text: string }>();
    const ids = new Set<string>();
    let events = 0;
    for (const event of folded.emitted) {
      if (event.kind !== 'Measured') {
        expect(decodeScreeningEvent(JSON.stringify(event)).id).toBe(event.id);
        ids.add(event.id);
        events += 1;
        continue;
      }
      const { time, position, solPriceUsd, ...measured } = event;
      const text = JSON.stringify(measured);
      const second = Math.floor(time / 1_000);
      const before = said.get(event.mint);
      if (before?.second === second) expect(position > before.position).toBe(true);
      expect(before?.text).not.toBe(text);
      said.set(event.mint, { second, position, text });
    }
    expect(said.size).toBeGreaterThan(0);
    expect(ids.size).toBe(events);
  });

  it('keeps every state record small', () => {
    const folded = newFolded();
    foldBatch(folded, recordsOf(5, 150));
    for (const text of folded.states.values()) expect(text.length).toBeLessThan(16_000);
  });
});
