/** Journal facts as rows of their raw tables. */
import type { Fact, FactKind, Source } from '@cryptonite/contracts/events';
import { dateTimeOf, type Row, TABLES, type TableName } from '@cryptonite/contracts/rows';

const TABLE_OF_KIND = {
  LaunchCreated: 'launches_created',
  TradeExecuted: 'trades_executed',
  CurveCompleted: 'curves_completed',
  PoolCreated: 'pools_created',
  Migrated: 'tokens_migrated',
  LiquidityChanged: 'liquidity_changed',
  BalanceChanged: 'balances_changed',
  AuthorityObserved: 'authorities_observed',
  SlotConfirmed: 'slots',
  SlotRolledBack: 'slots',
  GapDetected: 'gaps',
  SolPriceObserved: 'sol_prices',
} as const satisfies Record<FactKind, TableName>;

export type TableRow = { table: TableName; row: Row };

export function rowOfFact(fact: Fact, source: Source): TableRow {
  const table = TABLE_OF_KIND[fact.kind];
  const fields: Record<string, unknown> = { ...fact, ...namedOtherwise(fact) };
  const values: Record<string, unknown> = { source_kind: source.kind, source_name: source.name };
  for (const [field, value] of Object.entries(fields)) values[columnOf(field)] = storable(value);
  values.time = dateTimeOf(fact.time);
  const columns = Object.keys(TABLES[table].shape).map((column) => [column, values[column] ?? null]);
  // The columns of a table are its event's fields: fact-rows.spec.ts parses every sample's row with its schema.
  return { table, row: Object.fromEntries(columns) as Row };
}

/** Columns whose name or form is not the field's. */
function namedOtherwise(fact: Fact): Record<string, unknown> {
  switch (fact.kind) {
    case 'SlotConfirmed':
      return { status: 'confirmed' };
    case 'SlotRolledBack':
      return { status: 'rolled_back', parentSlot: null };
    case 'SolPriceObserved':
      return { observedBy: fact.from, priceUsd: decimalOf(fact.priceUsd) };
    default:
      return {};
  }
}

const columnOf = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

// Decimal(38, 12) holds 26 whole digits; a price beyond them is shown as the largest.
const WHOLE_DIGITS = 26;
const FRACTION_DIGITS = 12;

function decimalOf(text: string): string {
  const [whole = '0', fraction = ''] = text.replace(/^0+(?=\d)/, '').split('.');
  if (whole.length > WHOLE_DIGITS) return '9'.repeat(WHOLE_DIGITS);
  return fraction === '' ? whole : `${whole}.${fraction.slice(0, FRACTION_DIGITS)}`;
}

/** Half a surrogate pair is no UTF-8: the creators of tokens write such names. */
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\uFFFD');

function storable(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  return typeof value === 'string' ? wellFormed(value) : value;
}
