/** The tables that the sink writes, and their rows' cells in the order in which the contract names the columns. */
import type { Source } from '@cryptonite/contracts/events';
import { columnOf, columnTypeOf, MEASURES, type Measurement } from '@cryptonite/contracts/measures';
import { type Row, TABLES, type TableName } from '@cryptonite/contracts/rows';
import type { Cell, Column } from './row-binary.js';

/** Takes the rows of frames as they are; views store them in token_scores and token_scores_latest. */
export const MEASUREMENTS = 'measurements';
/**
 * Takes the measurements of before frames, under the token that they always had: a range that was claimed then may stand
 * there already, and what goes through a view is known by another token.
 */
const SCORES = 'token_scores';

export type CellTable = TableName | typeof SCORES;
export type SinkTable = CellTable | typeof MEASUREMENTS;
export type TableRow = { table: TableName; cells: readonly Cell[] };
export type ScoreRow = { table: typeof SCORES; cells: readonly Cell[] };

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
  [SCORES]: MEASURED_COLUMNS.map(({ name }) => name),
};

export const SINK_TABLES = Object.keys(COLUMNS) as SinkTable[];

export const columnsOf = (table: SinkTable): readonly string[] => COLUMNS[table];

export const rowOf = <Table extends TableName>(
  table: Table,
  values: Readonly<Record<keyof Row<Table>, Cell>>,
): TableRow => ({ table, cells: COLUMNS[table].map((column) => values[column as keyof Row<Table>]) });

/** A measurement of before frames. */
export const rowOfMeasurement = (measurement: Measurement, source: Source): ScoreRow => ({
  table: SCORES,
  cells: [
    ...MEASURES.map(({ name, type }) => measurement[name] ?? (typeof type === 'string' ? null : '')),
    source.kind,
    source.name,
  ],
});
