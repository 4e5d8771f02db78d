import * as events from '@cryptonite/contracts/events';
import { Fact, ScreeningEvent, SolPriceObserved, screeningSamples } from '@cryptonite/contracts/events';
import { TABLES, type TableName } from '@cryptonite/contracts/rows';
import { EvictedState, evictedStateSamples } from '@cryptonite/contracts/states';
import { describe, expect, it } from 'vitest';
import { rowOfFact } from './fact-rows.js';
import { RowWriter } from './row-binary.js';
import { rowOfEvicted, rowsOfScreening } from './screening-rows.js';
import { columnsOf, type TableRow } from './table-rows.js';

const source = { kind: 'tape', name: 'mainnet-2025-10-07.tape' } as const;
const facts = [
  ...events.launchCreatedSamples,
  ...events.tradeExecutedSamples,
  ...events.curveCompletedSamples,
  ...events.poolCreatedSamples,
  ...events.migratedSamples,
  ...events.liquidityChangedSamples,
  ...events.poolBoostedSamples,
  ...events.feesSweptSamples,
  ...events.balanceChangedSamples,
  ...events.authorityObservedSamples,
  ...events.supplyChangedSamples,
  ...events.slotConfirmedSamples,
  ...events.slotRolledBackSamples,
  ...events.gapDetectedSamples,
  ...events.solPriceObservedSamples,
  ...events.quotePriceObservedSamples,
  ...events.metadataResolvedSamples,
  ...events.tokenBoostedSamples,
  ...events.socialObservedSamples,
  ...events.mintObservedSamples,
  ...events.holdersObservedSamples,
  ...events.likenessObservedSamples,
  ...events.websiteObservedSamples,
  ...events.volumePlaceObservedSamples,
].map((sample) => Fact.parse(sample));

/** But measurements, which are rows already. */
const findings = screeningSamples
  .map((sample) => ScreeningEvent.parse(sample))
  .filter((event) => event.kind !== 'TokenScored');

const byColumn = ({ table, cells }: TableRow) =>
  Object.fromEntries(columnsOf(table).map((column, index) => [column, cells[index]]));

// Whether the engine takes them as they are meant, store.int.spec.ts asks it.
const expectToFit = (row: TableRow) => {
  expect(row.cells).toHaveLength(columnsOf(row.table).length);
  expect(Object.entries(byColumn(row)).filter(([, cell]) => cell === undefined)).toEqual([]);
};

describe('rows', () => {
  it.each(facts.map((fact) => [fact.kind, fact] as const))('of %s fit their table', (_, fact) => {
    expectToFit(rowOfFact(fact, source));
  });

  it.each(findings.map((event) => [event.kind, event] as const))('of %s fit their tables', (_, event) => {
    const rows = rowsOfScreening(event, 'text');
    expect(rows.length).toBeGreaterThan(0);
    rows.forEach(expectToFit);
  });

  it('of findings say where their data come from, empty where an older one does not', () => {
    const kinds = findings.flatMap((event) => {
      const [row] = rowsOfScreening(event);
      return [[event.kind, byColumn(row!).source_kind]];
    });
    expect(Object.fromEntries(kinds)).toEqual({
      ListEntered: 'tape',
      ListLeft: 'tape',
      TokenDescribed: 'tape',
      PriceTrailed: undefined,
      TokenQualified: '',
      TokenRejected: 'tape',
      TokenUnlisted: '',
      LifecycleChanged: '',
      BondingAlertRaised: 'tape',
      LayerAssessed: 'tape',
      OutcomeObserved: 'tape',
      ScanAdvanced: 'market',
    });
  });

  it.each(evictedStateSamples)('of an evicted state fit their table', (sample) => {
    expectToFit(rowOfEvicted(EvictedState.parse(sample)));
  });

  it("cover every table but the sink's own", () => {
    const tables = new Set<TableName>(facts.map((fact) => rowOfFact(fact, source).table));
    for (const event of findings) for (const { table } of rowsOfScreening(event)) tables.add(table);
    for (const sample of evictedStateSamples) tables.add(rowOfEvicted(EvictedState.parse(sample)).table);
    const { sink_progress: _, ...others } = TABLES;
    expect(tables).toEqual(new Set(Object.keys(others)));
  });
});

it('the longest price of the contract fits into its column', () => {
  const sample = SolPriceObserved.parse(events.solPriceObservedSamples[0]);
  const priceUsd = `${'9'.repeat(12)}.${'9'.repeat(18)}`;
  expect(SolPriceObserved.safeParse({ ...sample, priceUsd }).success).toBe(true);
  expect(SolPriceObserved.safeParse({ ...sample, priceUsd: `9${priceUsd}` }).success).toBe(false);
  const writer = new RowWriter([{ name: 'price_usd', type: 'Decimal(38, 12)' }]);
  writer.add([byColumn(rowOfFact({ ...sample, priceUsd }, source)).price_usd as string]);
  expect(writer.rowCount).toBe(1);
});

it('a fact names the columns that its fields go to', () => {
  const trade = facts.find((fact) => fact.kind === 'TradeExecuted') as Extract<
    Fact,
    { kind: 'TradeExecuted' }
  >;
  expect(byColumn(rowOfFact(trade, source))).toMatchObject({
    mint: trade.mint,
    time: trade.time,
    source_kind: 'tape',
    source_name: source.name,
    quote_amount: trade.quoteAmount,
    price_token_reserves: trade.priceTokenReserves,
    is_mayhem: null,
  });
});
