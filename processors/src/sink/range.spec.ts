import { encodeJournalRecord } from '@cryptonite/contracts/events';
import { TABLES, type TableName } from '@cryptonite/contracts/rows';
import { TOPICS } from '@cryptonite/contracts/topics';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { marketJournal } from '../testing/journal.js';
import { decodeMetadata, encodeMetadata } from './claim.js';
import { journalReader, Range, type Reader } from './range.js';
import type { Columns } from './store.js';
import { columnsOf } from './table-rows.js';

const records = [...marketJournal({ seed: 2, slots: 40, tradesPerSlot: 4, partitions: 1 })]
  .flatMap(({ record }, index, all) =>
    index % 9 === 8 ? [record, all[index - 5]?.record ?? record] : [record],
  )
  .map((record, offset) => ({ offset, value: Buffer.from(encodeJournalRecord(record)) }));

/** Types that the cells of these tests fit; those of the real columns only the engine knows. */
const typeOf = (column: string) => {
  if (column === 'time') return "DateTime64(3, 'UTC')";
  if (column === 'price_usd') return 'Decimal(38, 12)';
  if (/^is_/.test(column)) return 'Nullable(Bool)';
  if (/amount|reserves|supply|fee|slot|decimals|basis/.test(column) && column !== 'fee_payer')
    return 'Nullable(Int128)';
  return 'Nullable(String)';
};
const columns = Object.fromEntries(
  (Object.keys(TABLES) as TableName[]).map((table) => [
    table,
    columnsOf(table).map((name) => ({ name, type: typeOf(name) })),
  ]),
) as unknown as Columns;

const rangeOf = (reader: Reader, first: number, last: number) => {
  const range = new Range(TOPICS.journal.name, 0, first, reader.warmFrom(first), columns);
  for (const record of records.slice(first, last + 1)) range.add(record, reader);
  return range;
};

const contentsOf = (range: Range) => {
  const { token, bodies } = range.close();
  return { token, bodies: [...bodies].map(([table, body]) => [table, body.toString('latin1')]) };
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
        expect(contentsOf(rangeOf(again, first, last))).toEqual(contentsOf(range));
      }),
      { numRuns: 20 },
    );
  });

  it('has another token when a record of it differs', () => {
    const whole = rangeOf(journalReader(0), 0, 10).close().token;
    const [one, ...others] = records;
    const range = new Range(TOPICS.journal.name, 0, 0, 0, columns);
    const reader = journalReader(0);
    range.add({ offset: 0, value: Buffer.concat([one?.value ?? Buffer.alloc(0), Buffer.from(' ')]) }, reader);
    for (const record of others.slice(0, 10)) range.add(record, reader);
    expect(range.close().token).not.toBe(whole);
  });

  it('sends a fact that a column cannot hold to the dead letters, and stores the others', () => {
    const { record } = [...marketJournal({ seed: 2, slots: 1, tradesPerSlot: 1, partitions: 1 })].find(
      (written) => written.record.mint !== null,
    ) ?? { record: null };
    if (record === null) throw new Error('the market has no trade');
    const far = {
      ...record,
      facts: record.facts.map((fact, index) => (index === 0 ? { ...fact, time: 9e15 } : fact)),
    };
    const range = new Range(TOPICS.journal.name, 0, 7, 0, columns);
    range.add({ offset: 7, value: Buffer.from(encodeJournalRecord(far)) }, journalReader(0));
    expect(range.letters).toHaveLength(1);
    expect(range.letters[0]).toMatchObject({
      origin: 'tokens.journal/0/7',
      reason: 'launches_created.time cannot be 9000000000000000',
    });
    const tables = [...range.close().bodies.keys()];
    expect(tables).toContain('trades_executed');
    expect(tables).not.toContain('launches_created');
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
    const metadata = { claim: [5, 90] as [number, number], after: 4, warmFrom: 2 };
    expect(decodeMetadata(encodeMetadata(metadata))).toEqual({ v: 1, ...metadata });
  });

  it.each([null, '', 'text', '{"v":2}'])('%s is not of this sink', (text) => {
    expect(decodeMetadata(text)).toBeNull();
  });
});
