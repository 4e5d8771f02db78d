import * as events from '@cryptonite/contracts/events';
import { Fact, ScreeningEvent, screeningSamples } from '@cryptonite/contracts/events';
import { TABLES, type TableName } from '@cryptonite/contracts/rows';
import { EvictedState, evictedStateSamples } from '@cryptonite/contracts/states';
import { describe, expect, it } from 'vitest';
import { rowOfFact, type TableRow } from './fact-rows.js';
import { rowOfEvicted, rowsOfScreening } from './screening-rows.js';

const source = { kind: 'tape', name: 'mainnet-2025-10-07.tape' } as const;
const facts = [
  ...events.launchCreatedSamples,
  ...events.tradeExecutedSamples,
  ...events.curveCompletedSamples,
  ...events.poolCreatedSamples,
  ...events.migratedSamples,
  ...events.liquidityChangedSamples,
  ...events.balanceChangedSamples,
  ...events.authorityObservedSamples,
  ...events.slotConfirmedSamples,
  ...events.slotRolledBackSamples,
  ...events.gapDetectedSamples,
  ...events.solPriceObservedSamples,
].map((sample) => Fact.parse(sample));

const expectToFit = ({ table, row }: TableRow) => expect(TABLES[table].strict().parse(row)).toEqual(row);

describe('rows', () => {
  it.each(facts.map((fact) => [fact.kind, fact] as const))('of %s fit their table', (_, fact) => {
    expectToFit(rowOfFact(fact, source));
  });

  it.each(screeningSamples.map((sample) => [sample.kind, sample] as const))(
    'of %s fit their tables',
    (_, sample) => {
      const text = JSON.stringify(sample);
      const rows = rowsOfScreening(ScreeningEvent.parse(sample), text);
      expect(rows.length).toBeGreaterThan(0);
      rows.forEach(expectToFit);
    },
  );

  it.each(evictedStateSamples)('of an evicted state fit their table', (sample) => {
    expectToFit(rowOfEvicted(EvictedState.parse(sample)));
  });

  it("cover every table but the sink's own", () => {
    const tables = new Set<TableName>(facts.map((fact) => rowOfFact(fact, source).table));
    for (const sample of screeningSamples)
      for (const { table } of rowsOfScreening(ScreeningEvent.parse(sample), '')) tables.add(table);
    for (const sample of evictedStateSamples) tables.add(rowOfEvicted(EvictedState.parse(sample)).table);
    const { sink_progress: _, ...others } = TABLES;
    expect(tables).toEqual(new Set(Object.keys(others)));
  });
});

it.each([
  ['150.25', '150.25'],
  ['007.5', '7.5'],
  ['0.1234567890123456', '0.123456789012'],
  ['1'.repeat(40), '9'.repeat(26)],
])('a price of %s is stored as %s', (priceUsd, stored) => {
  const price = facts.find((fact) => fact.kind === 'SolPriceObserved');
  const { row } = rowOfFact({ ...price, priceUsd } as Fact, source);
  expect(row).toMatchObject({ price_usd: stored });
});

it('half a surrogate pair in a name does not reach the table', () => {
  const launch = facts.find((fact) => fact.kind === 'LaunchCreated');
  const { row } = rowOfFact({ ...launch, name: 'cat \ud83d', symbol: '😀' } as Fact, source);
  expect(row).toMatchObject({ name: 'cat \ufffd', symbol: '😀' });
});
