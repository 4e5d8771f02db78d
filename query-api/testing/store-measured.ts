import type { ClickHouseClient } from '@clickhouse/client';
import { columnOf } from '@cryptonite/contracts/measures';
import type { Measured } from '../src/modules/screening/view/said.js';

/** A time as ClickHouse takes it in JSON. */
export const utc = (time: number): string => new Date(time).toISOString().replace('T', ' ').replace('Z', '');

const stored = (name: string, value: unknown) =>
  typeof value === 'number' && (name === 'time' || name.endsWith('At')) ? utc(value) : value;

/** As the sink stores a measurement: by way of its table, whose views do the rest. */
export async function storeMeasured(
  clickhouse: ClickHouseClient,
  { measurement, source }: Measured,
): Promise<void> {
  const columns = Object.entries(measurement).map(([name, value]) => [
    columnOf(name),
    stored(name, value) ?? (/(Source|Verdict|^pattern)$/.test(name) ? '' : null),
  ]);
  await clickhouse.insert({
    table: 'measurements',
    format: 'JSONEachRow',
    values: [{ ...Object.fromEntries(columns), source_kind: source.kind, source_name: source.name }],
  });
}
