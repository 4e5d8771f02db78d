/** The tables that the sink writes, and their rows' cells in the order in which the contract names the columns. */
import { columnOf, columnTypeOf, MEASURES } from '@cryptonite/contracts/measures';
import { type Row, TABLES, type TableName } from '@cryptonite/contracts/rows';
import type { Cell, Column } from './row-binary.js';

export type TableRow = { table: TableName; cells: readonly Cell[] };

/** Takes the rows of frames as they are; views store them in token_scores and token_scores_latest. */
export const MEASUREMENTS = 'measurements';
export type SinkTable = TableName | typeof MEASUREMENTS;

/** A frame's rows, and behind each where its data come from, which the frame says once. */
export const MEASURED_COLUMNS: readonly Column[] = [
  ...MEASURES.map(({ name, type }) => ({ name: columnOf(name), type: columnTypeOf(type) })),
  { name: 'source_kind', type: 'String' },
  { name: 'source_name', type: 'String' },
];

const COLUMNS = {
  ...(Object.fromEntries(
    Object.entries(TABLES).map(([table, { shape }]) => [table, Object.keys(shape)]),
  ) as Record<TableName, string[]>),
  [MEASUREMENTS]: MEASURED_COLUMNS.map(({ name }) => name),
};

export const columnsOf = (table: SinkTable): readonly string[] => COLUMNS[table];

export const rowOf = <Table extends TableName>(
  table: Table,
  values: Readonly<Record<keyof Row<Table>, Cell>>,
): TableRow => ({ table, cells: COLUMNS[table].map((column) => values[column as keyof Row<Table>]) });
