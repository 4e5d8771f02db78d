/** A row of a table, its cells in the order in which the contract names the columns. */
import { type Row, TABLES, type TableName } from '@cryptonite/contracts/rows';
import type { Cell } from './row-binary.js';

export type TableRow = { table: TableName; cells: readonly Cell[] };

export const columnsOf = (table: TableName): readonly string[] => COLUMNS[table];

const COLUMNS = Object.fromEntries(
  Object.entries(TABLES).map(([table, { shape }]) => [table, Object.keys(shape)]),
) as Record<TableName, string[]>;

export const rowOf = <Table extends TableName>(
  table: Table,
  values: Readonly<Record<keyof Row<Table>, Cell>>,
): TableRow => ({ table, cells: COLUMNS[table].map((column) => values[column as keyof Row<Table>]) });
