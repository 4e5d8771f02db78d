import { decodeFrame, measurementsOf } from '@cryptonite/contracts/frames';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Chain } from '../testing/facts.js';
import { foldBatch, newFolded, restart } from '../testing/fold.js';
import { marketJournal, mintOf } from '../testing/journal.js';
import { applyRecord } from './facts/apply-fact.js';
import { newPartition } from './partition.js';

fc.configureGlobal({ seed: 13 });

it('are the same, byte by byte, however the journal is cut into batches and wherever it is started again', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000 }),
      fc.array(fc.tuple(fc.integer({ min: 1, max: 60 }), fc.boolean()), { minLength: 1, maxLength: 20 }),
      (seed, batches) => {
        const journal = marketJournal({ seed, slots: 30, tradesPerSlot: 5, partitions: 1 });
        const records = [...journal].map(({ record }) => record);
        const undisturbed = newFolded();
        foldBatch(undisturbed, records);
        const cut = newFolded();
        for (let at = 0, turn = 0; at < records.length; turn += 1) {
          const [size, isRestarted] = batches[turn % batches.length]!;
          foldBatch(cut, records.slice(at, at + size));
          if (isRestarted) restart(cut);
          at += size;
        }
        expect(undisturbed.frames.length).toBeGreaterThan(5);
        expect(cut.frames).toEqual(undisturbed.frames);
      },
    ),
    { numRuns: 10 },
  );
}, 60_000);

it('hold the measurements of one slot, in several where these are many', () => {
  const partition = newPartition(3);
  const chain = new Chain().slot();
  for (let number = 0; number < 650; number += 1) chain.trade(10, { mint: mintOf(number) });
  chain.slot();
  for (const record of chain.records) applyRecord(partition, record);
  const frames = partition.emitted.flatMap(({ key, value }) => {
    if (typeof value === 'string') return [];
    expect(key).toBe('3');
    return [decodeFrame(value)];
  });
  expect(frames.map(({ starts }) => starts.length - 1)).toEqual([300, 300, 50]);
  for (const { slot, time, source } of frames)
    expect({ slot, time, source }).toEqual({
      slot: partition.clock.slot,
      time: partition.clock.time,
      source: { kind: 'market', name: 'test' },
    });
});

it('are each of one source: that of the facts of their tokens', () => {
  const partition = newPartition(0);
  const [first, second] = [mintOf(1), mintOf(2)];
  const chain = new Chain().slot().trade(10, { mint: first }).trade(10, { mint: second }).slot();
  const tape = { kind: 'tape' as const, name: 'other' };
  for (const record of chain.records)
    applyRecord(partition, record.mint === second ? { ...record, source: tape } : record);
  const rows = partition.emitted.flatMap(({ value }) => {
    if (typeof value === 'string') return [];
    const frame = decodeFrame(value);
    return measurementsOf(frame).map(({ mint }) => [mint, frame.source.name]);
  });
  expect(rows).toEqual([
    [first, 'test'],
    [second, 'other'],
  ]);
});
