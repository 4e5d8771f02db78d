import * as events from '@cryptonite/contracts/events';
import { Fact, ScreeningEvent, screeningSamples } from '@cryptonite/contracts/events';
import { decodeFrame, encodeFrame, measurementSample } from '@cryptonite/contracts/frames';
import { columnOf, DERIVED, MEASURES, type Measurement, rowCodecOf } from '@cryptonite/contracts/measures';
import { Bytes } from '@cryptonite/contracts/row-binary';
import { dateTimeOf, TABLES, type TableName } from '@cryptonite/contracts/rows';
import { EvictedState, evictedStateSamples } from '@cryptonite/contracts/states';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { type Stack, startStack } from '../testing/stack.js';
import { rowOfFact } from './fact-rows.js';
import { MeasuredRows } from './measured-rows.js';
import { type Cell, RowWriter } from './row-binary.js';
import { rowOfEvicted, rowsOfScreening } from './screening-rows.js';
import { connectStore, RefusedRows, type Store } from './store.js';
import { columnsOf, rowOf, rowOfMeasurement, type TableRow } from './table-rows.js';

const source = { kind: 'tape', name: 'mainnet-2025-10-07.tape' } as const;
const facts = Object.entries(events)
  .filter(([name]) => name.endsWith('Samples') && name !== 'screeningSamples')
  .flatMap(([, samples]) => z.array(Fact).safeParse(samples).data ?? []);
const rows: TableRow[] = [
  ...facts.map((fact) => rowOfFact(fact, source)),
  ...screeningSamples.flatMap((sample) => {
    const event = ScreeningEvent.parse(sample);
    return event.kind === 'TokenScored' ? [] : rowsOfScreening(event, JSON.stringify(sample));
  }),
  ...evictedStateSamples.map((sample) => rowOfEvicted(EvictedState.parse(sample))),
  rowOf('sink_progress', { topic: 'tokens.journal', partition: 3, last_offset: 2 ** 40 }),
];
const tables = Object.keys(TABLES) as TableName[];

let stack: Stack;
let store: Store;
beforeAll(async () => {
  stack = await startStack(1);
  store = connectStore(stack.clickHouseEnvironment);
});
afterAll(async () => {
  await store?.close();
  await stack?.stop();
});

/** A cell as the engine tells it. */
const told = (column: string, cell: Cell | undefined): unknown => {
  if (typeof cell === 'bigint') return String(cell);
  const isTime = column === 'time' || column.endsWith('_at');
  return isTime && typeof cell === 'number' ? dateTimeOf(cell) : cell;
};

it.each(tables)('%s holds what was written, in the form of its row', async (table) => {
  const written = rows.filter((row) => row.table === table);
  expect(written.length).toBeGreaterThan(0);
  const writer = new RowWriter((await store.columns())[table]);
  for (const { cells } of written) writer.add(cells);
  await store.insert(table, writer.body(), 'token');
  await store.insert(table, writer.body(), 'token');
  const result = await stack.clickHouse.query({ query: `SELECT * FROM ${table}`, format: 'JSONEachRow' });
  const stored = await result.json<Record<string, unknown>>();
  expect(stored.map((row) => normal(row)).sort()).toEqual(
    written
      .map(({ cells }) => normal(Object.fromEntries(columnsOf(table).map((c, i) => [c, told(c, cells[i])]))))
      .sort(),
  );
});

/** Numbers and their texts are the same to a reader: 64-bit ones come as either. */
const normal = (row: Record<string, unknown>) =>
  JSON.stringify(Object.entries(row).sort(), (_, value) =>
    typeof value === 'number' || typeof value === 'bigint' ? String(value) : value,
  );

it('rows of other types than the table has are refused as a whole', async () => {
  const columns = (await store.columns()).sink_progress.map((column) => ({ ...column, type: 'String' }));
  const writer = new RowWriter(columns);
  writer.add(['a', 'b', 'c']);
  await expect(store.insert('sink_progress', writer.body(), 'other')).rejects.toThrow(/type/i);
});

/** Stores measurements as a frame brings them. */
async function storeFrame(token: string, ...measurements: Measurement[]): Promise<void> {
  const head = { partition: 0, slot: 1, time: measurementSample.time, source };
  const rows = new MeasuredRows((await store.columns()).measurements);
  rows.add(decodeFrame(encodeFrame(head, measurements)), 0);
  await store.insert('measurements', rows.body(0, rows.count), token);
}

async function read(query: string): Promise<Record<string, unknown>[]> {
  const result = await stack.clickHouse.query({
    query,
    format: 'JSONEachRow',
    clickhouse_settings: { output_format_json_quote_64bit_integers: 1 },
  });
  return result.json();
}

/** A measurement as the engine tells its columns. */
const toldOf = (measurement: Measurement) =>
  Object.fromEntries([
    ...MEASURES.map(({ name, type }) => {
      const value = measurement[name];
      if (typeof type !== 'string') return [columnOf(name), value ?? ''];
      return [
        columnOf(name),
        type.includes('DateTime') && value !== null ? dateTimeOf(Number(value)) : value,
      ];
    }),
    ...Object.entries(DERIVED).map(([name, derived]) => {
      const value = derived.of(measurement);
      return [columnOf(name), derived.type === 'UInt64' ? String(value) : value];
    }),
    ['source_kind', source.kind],
    ['source_name', source.name],
  ]);

it.each([
  ['in SOL', measurementSample],
  ['in USDC', { ...measurementSample, quote: 'USDC' as const, mint: 'Usdc' }],
  ['in another quote', { ...measurementSample, quote: 'other' as const, mint: 'Other' }],
  [
    'in a coin priced in SOL',
    { ...measurementSample, quote: 'other' as const, quotePriceSol: 0.3, mint: 'InSol' },
  ],
  [
    'in a coin priced in USDC',
    { ...measurementSample, quote: 'other' as const, quotePriceUsdc: 7, mint: 'InUsdc' },
  ],
  [
    'of which little is known',
    {
      ...measurementSample,
      mint: 'Unknown',
      solPriceUsd: null,
      priceQuote: null,
      liveSource: null,
      liveVerdict: null,
      isWhole5m: false,
      holderCoverage: null,
    },
  ],
])(
  'a measurement %s is stored once as its frame says it, with what follows from it',
  async (_, measurement) => {
    const told = toldOf(measurement);
    await storeFrame(`once ${measurement.mint}`, measurement);
    await storeFrame(`once ${measurement.mint}`, measurement);
    for (const table of ['token_scores', 'token_scores_latest'])
      expect(
        await read(`SELECT ${Object.keys(told).join(', ')} FROM ${table} WHERE mint = '${measurement.mint}'`),
      ).toEqual([told]);
  },
);

it('a measurement of before frames is stored in the columns of today', async () => {
  const measurement = { ...measurementSample, mint: 'BeforeFrames' };
  const writer = new RowWriter((await store.columns()).token_scores);
  writer.add(rowOfMeasurement(measurement, source).cells);
  await store.insert('token_scores', writer.body(), 'before frames');
  const told = toldOf(measurement);
  expect(
    await read(`SELECT ${Object.keys(told).join(', ')} FROM token_scores WHERE mint = 'BeforeFrames'`),
  ).toEqual([told]);
});

it('a frame of an earlier schema is stored in the columns of this one, with null in what it lacks', async () => {
  const mint = 'OfSchema1';
  const bytes = new Bytes();
  rowCodecOf(1)!.write(bytes, { ...measurementSample, mint, holderCoverage: 0.25, lists: 5 });
  const measured = new MeasuredRows((await store.columns()).measurements);
  const bare = decodeFrame(encodeFrame({ partition: 0, slot: 1, time: measurementSample.time, source }, []));
  const frame = { ...bare, schema: 1, rows: bytes.buffer.subarray(0, bytes.at) };
  measured.add({ ...frame, starts: Uint32Array.of(0, bytes.at) }, 0);
  await store.insert('measurements', measured.body(0, measured.count), 'schema 1');
  for (const table of ['token_scores', 'token_scores_latest'])
    expect(
      await read(
        `SELECT holder_coverage, lists, alert_market_cap_usd, source_name FROM ${table} WHERE mint = '${mint}'`,
      ),
    ).toEqual([{ holder_coverage: 0.25, lists: 5, alert_market_cap_usd: null, source_name: source.name }]);
});

it('of measurements at one stream time the one stored last is the newest, before and after parts are merged', async () => {
  const mint = 'MeasuredOften1111111111111111111111111111111';
  const at = (buyCount: number) => ({ ...measurementSample, mint, buyCount });
  const next = { ...at(4), position: `${measurementSample.position.slice(0, -1)}8` };
  await storeFrame('first', at(1));
  await storeFrame('second', at(2));
  // Two of one frame: the newer fact is the newer measurement.
  await storeFrame('third', next, { ...at(3), position: `${measurementSample.position.slice(0, -1)}9` });
  const newest = () => read(`SELECT buy_count FROM token_scores_latest WHERE mint = '${mint}'`);
  expect(await newest()).toEqual([{ buy_count: 3 }]);
  await stack.clickHouse.command({ query: 'OPTIMIZE TABLE token_scores_latest_unmerged FINAL' });
  expect(await newest()).toEqual([{ buy_count: 3 }]);
  expect(await read(`SELECT buy_count FROM token_scores WHERE mint = '${mint}'`)).toHaveLength(4);
});

it('rows that a table refuses are refused as a whole, and said to be to blame', async () => {
  await stack.clickHouse.command({
    query: "ALTER TABLE token_scores ADD CONSTRAINT refused CHECK mint != 'Refused'",
  });
  const bad = { ...measurementSample, mint: 'Refused' };
  const good = { ...measurementSample, mint: 'BesideRefused' };
  await expect(storeFrame('refused', good, bad)).rejects.toThrow(RefusedRows);
  for (const table of ['token_scores', 'token_scores_latest'])
    expect(await read(`SELECT mint FROM ${table} WHERE mint LIKE '%Refused'`)).toEqual([]);
  await stack.clickHouse.command({ query: 'ALTER TABLE token_scores DROP CONSTRAINT refused' });
});

it('what is bought beyond a curve leaves its progress complete', async () => {
  const mint = 'CompLeted11111111111111111111111111111111111';
  const sample = Fact.parse(events.tradeExecutedSamples[0]) as events.TradeExecuted;
  const trade = (inner: number, reserves: Partial<events.TradeExecuted>): TableRow => {
    const position = `${sample.position.slice(0, -4)}000${inner}`;
    return rowOfFact({ ...sample, mint, position, id: `completing:${inner}`, ...reserves }, source);
  };
  const virtualTokens = 279_900_000_000_000n;
  const toBe = { token: 204_953_358_745_699n, quote: 85_797_596_155n };
  const rows = [
    trade(1, { priceTokenReserves: virtualTokens + 10n ** 12n, realTokenReserves: 10n ** 12n }),
    trade(2, { priceTokenReserves: virtualTokens, realTokenReserves: 0n }),
    trade(3, {
      priceTokenReserves: toBe.token,
      priceQuoteReserves: toBe.quote,
      realTokenReserves: toBe.token,
      realQuoteReserves: toBe.quote,
    }),
  ];
  const writer = new RowWriter((await store.columns()).trades_executed);
  for (const { cells } of rows) writer.add(cells);
  await store.insert('trades_executed', writer.body(), 'completing');
  const query = `SELECT progress_percent FROM v_bonding_progress WHERE mint = '${mint}'`;
  const result = await stack.clickHouse.query({ query, format: 'JSONEachRow' });
  expect(await result.json()).toEqual([{ progress_percent: 100 }]);
});
