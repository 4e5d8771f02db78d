import { encodeJournalRecord, screeningSamples } from '@cryptonite/contracts/events';
import { decodeFrame, encodeFrame, measurementSample } from '@cryptonite/contracts/frames';
import { TABLES, type TableName } from '@cryptonite/contracts/rows';
import { TOPICS } from '@cryptonite/contracts/topics';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { marketJournal } from '../testing/journal.js';
import { decodeMetadata, encodeMetadata } from './claim.js';
import { journalReader, Range, type Reader, screeningReader } from './range.js';
import type { Columns } from './store.js';
import { columnsOf, MEASURED_COLUMNS } from './table-rows.js';

const records = [...marketJournal({ seed: 2, slots: 40, tradesPerSlot: 4, partitions: 1 })]
  .flatMap(({ record }, index, all) =>
    index % 9 === 8 ? [record, all[index - 5]?.record ?? record] : [record],
  )
  .map((record, offset) => ({ offset, value: Buffer.from(encodeJournalRecord(record)) }));

/** Types that the cells of these tests fit; those of the real columns only the engine knows. */
const typeOf = (column: string) => {
  if (column === 'rules_version') return 'UInt16';
  if (column === 'closes') return 'Array(Nullable(Float64))';
  if (column === 'time') return "DateTime64(3, 'UTC')";
  if (column === 'price_usd') return 'Decimal(38, 12)';
  if (/^is_|^seen_/.test(column)) return 'Nullable(Bool)';
  if (/amount|reserves|supply|fee|slot|decimals|basis/.test(column) && column !== 'fee_payer')
    return 'Nullable(Int128)';
  return 'Nullable(String)';
};
const columns = {
  ...Object.fromEntries(
    (Object.keys(TABLES) as TableName[]).map((table) => [
      table,
      columnsOf(table).map((name) => ({ name, type: typeOf(name) })),
    ]),
  ),
  measurements: MEASURED_COLUMNS,
  token_scores: MEASURED_COLUMNS,
} as unknown as Columns;

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
      facts: record.facts.map((fact) =>
        fact.kind === 'LaunchCreated' ? { ...fact, creatorFeeBasisPoints: 70_000n } : fact,
      ),
    };
    const narrow = columns.launches_created.map((column) =>
      column.name === 'creator_fee_basis_points' ? { ...column, type: 'UInt16' } : column,
    );
    const range = new Range(TOPICS.journal.name, 0, 7, 0, { ...columns, launches_created: narrow });
    range.add({ offset: 7, value: Buffer.from(encodeJournalRecord(far)) }, journalReader(0));
    expect(range.letters).toHaveLength(1);
    expect(range.letters[0]).toMatchObject({
      origin: 'tokens.journal/0/7',
      reason: 'launches_created.creator_fee_basis_points cannot be 70000',
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

describe('a range of frames', () => {
  const source = { kind: 'market', name: 'market simulator' } as const;
  const frameOf = (mints: readonly string[]) =>
    encodeFrame(
      { partition: 2, slot: 7, time: measurementSample.time, source },
      mints.map((mint) => ({ ...measurementSample, mint })),
    );
  const rangeOfValues = (values: readonly Buffer[]) => {
    const range = new Range(TOPICS.screening.name, 2, 0, 0, columns);
    for (const [offset, value] of values.entries()) range.add({ offset, value }, screeningReader());
    return range;
  };
  const end = (name: string) => Buffer.from(`\x06market${String.fromCharCode(name.length)}${name}`, 'latin1');

  it('holds their rows byte for byte, each with the source of its frame behind it', () => {
    const values = [frameOf(['A', 'B']), frameOf(['C'])];
    const { measured, rowCount, letters } = rangeOfValues(values);
    expect([measured.count, rowCount, letters.length]).toEqual([3, 3, 0]);
    const rows = values.flatMap((value) => {
      const { rows, starts } = decodeFrame(value);
      return Array.from(starts.subarray(1), (to, row) => rows.subarray(starts[row], to));
    });
    const written = rows.map((row) => Buffer.concat([row, end(source.name)]));
    expect([0, 1, 2].map((row) => measured.row(row).bytes)).toEqual(written);
    expect([0, 1, 2].map((row) => measured.row(row).offset)).toEqual([0, 0, 1]);
    const head = measured.body(0, 0);
    expect(measured.body(0, 3)).toEqual(Buffer.concat([head, ...written]));
    expect(measured.body(1, 3)).toEqual(Buffer.concat([head, ...written.slice(1)]));
  });

  // A claimed range may stand there from before the views were: what goes through one is known by another token.
  it('takes a measurement of before as a row of the table that it was always stored in', () => {
    const before = screeningSamples.find(({ kind }) => kind === 'TokenScored');
    const range = rangeOfValues([Buffer.from(JSON.stringify(before))]);
    expect(range.letters).toEqual([]);
    expect(range.measured.count).toBe(0);
    expect([...range.close().bodies.keys()].sort()).toEqual([
      'price_trails_latest_unmerged',
      'token_scores',
      'tokens_described_latest_unmerged',
    ]);
  });

  it('sends a damaged frame to the dead letters, with its reason', () => {
    const frame = frameOf(['A', 'B']);
    const { letters, measured } = rangeOfValues([frame.subarray(0, -1), frameOf(['C'])]);
    expect(measured.count).toBe(1);
    expect(letters).toMatchObject([
      { origin: 'screening.tokens/2/0', reason: 'not a whole frame: the last row is cut short' },
    ]);
  });

  it('sends a row that the engine refuses to the dead letters, by itself', () => {
    const range = rangeOfValues([frameOf(['A']), frameOf(['B', 'C'])]);
    const { bytes } = range.measured.row(2);
    range.refuseMeasured(2, 'has no place');
    expect(range.letters).toMatchObject([
      { origin: 'screening.tokens/2/1', reason: 'has no place', bytes: bytes.toString('base64') },
    ]);
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
