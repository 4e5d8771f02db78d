import { encodeJournalRecord } from '@cryptonite/contracts/events';
import { TOPICS } from '@cryptonite/contracts/topics';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { marketJournal } from '../testing/journal.js';
import { decodeMetadata, encodeMetadata } from './claim.js';
import { journalReader, Range, type Reader } from './range.js';

const records = [...marketJournal({ seed: 2, slots: 40, tradesPerSlot: 4, partitions: 1 })]
  .flatMap(({ record }, index, all) =>
    index % 9 === 8 ? [record, all[index - 5]?.record ?? record] : [record],
  )
  .map((record, offset) => ({ offset, value: Buffer.from(encodeJournalRecord(record)) }));

const rangeOf = (reader: Reader, first: number, last: number) => {
  const range = new Range(TOPICS.journal.name, 0, first, reader.warmFrom(first));
  for (const record of records.slice(first, last + 1)) range.add(record, reader);
  return range;
};

describe('a claimed range', () => {
  it('read again after a restart has the same token and the same rows', () => {
    const bounds = fc
      .tuple(fc.nat(records.length - 1), fc.nat(records.length - 1))
      .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
    fc.assert(
      fc.property(bounds, ([first, last]) => {
        const reader = journalReader(0);
        for (const record of records.slice(0, first)) reader.read(record);
        const range = rangeOf(reader, first, last);
        const again = journalReader(0);
        for (const record of records.slice(range.warmFrom, first)) again.read(record);
        expect(rangeOf(again, first, last).close()).toEqual(range.close());
      }),
      { numRuns: 20 },
    );
  });

  it('has another token when a record of it differs', () => {
    const whole = rangeOf(journalReader(0), 0, 10).close().token;
    const [one, ...others] = records;
    const range = new Range(TOPICS.journal.name, 0, 0, 0);
    const reader = journalReader(0);
    range.add({ offset: 0, value: Buffer.concat([one?.value ?? Buffer.alloc(0), Buffer.from(' ')]) }, reader);
    for (const record of others.slice(0, 10)) range.add(record, reader);
    expect(range.close().token).not.toBe(whole);
  });

  it('stores facts about no token from partition 0 alone', () => {
    const rowsOf = (partition: number) =>
      records.slice(0, 60).flatMap((record) => journalReader(partition).read(record).rows);
    const tables = (partition: number) => new Set(rowsOf(partition).map(({ table }) => table));
    expect(tables(0)).toContain('slots');
    expect(tables(1)).not.toContain('slots');
    expect(tables(1)).not.toContain('sol_prices');
    expect(tables(1)).toContain('trades_executed');
  });
});

describe('commit metadata', () => {
  it('returns as it was', () => {
    const metadata = { claim: [5, 90] as [number, number], warmFrom: 2 };
    expect(decodeMetadata(encodeMetadata(metadata))).toEqual({ v: 1, ...metadata });
  });

  it.each([null, '', 'text', '{"v":2}'])('%s is not of this sink', (text) => {
    expect(decodeMetadata(text)).toBeNull();
  });
});
