/** The tables: the only place that speaks to ClickHouse. */
import { Readable } from 'node:stream';
import { type ClickHouseClient, ClickHouseError, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { z } from 'zod';
import type { Column } from './row-binary.js';
import { columnsOf, MEASURED_COLUMNS, MEASUREMENTS, SINK_TABLES, type SinkTable } from './table-rows.js';

/** Of each table the columns that the sink fills, in the order of its rows' cells. */
export type Columns = Readonly<Record<SinkTable, readonly Column[]>>;

/** The engine will never take these rows, or one of them. */
export class RefusedRows extends Error {}

export type Store = {
  /** Asks once which types the tables have. @throws Error where a column is missing */
  columns(): Promise<Columns>;
  /**
   * Stores the rows of one table; under the same token a second time it changes nothing, views included.
   * @param body head and rows (row-binary.ts)
   * @throws RefusedRows where the rows are to blame, of which none is stored then
   */
  insert(table: SinkTable, body: Buffer, token: string): Promise<void>;
  /** The last offset of a partition whose rows are stored; null where there are none. */
  lastOffset(topic: string, partition: number): Promise<number | null>;
  close(): Promise<void>;
};

const ColumnTypes = z.array(z.object({ table: z.string(), name: z.string(), type: z.string() }));
const Progress = z.array(z.object({ last: z.coerce.number(), ranges: z.coerce.number() }));

/**
 * Of bytes that are no row, values that a type or an expression does not take, and violated constraints:
 * https://github.com/ClickHouse/ClickHouse/blob/master/src/Common/ErrorCodes.cpp
 */
const REFUSALS = new Set(['32', '33', '69', '117', '128', '131', '321', '349', '395', '407', '469', '691']);

// One insert must stay one block: a token deduplicates block by block.
const ONE_BLOCK = {
  async_insert: 0 as const,
  input_format_parallel_parsing: 0 as const,
  max_insert_block_size: '1048576',
  min_insert_block_size_rows: '1048576',
  min_insert_block_size_bytes: '1073741824',
};

export function connectStore(env: {
  CLICKHOUSE_URL: string;
  CLICKHOUSE_USER: string;
  CLICKHOUSE_PASSWORD: string;
  CLICKHOUSE_DATABASE: string;
}): Store {
  const client: ClickHouseClient = createClient({
    url: env.CLICKHOUSE_URL,
    username: env.CLICKHOUSE_USER,
    password: env.CLICKHOUSE_PASSWORD,
    database: env.CLICKHOUSE_DATABASE,
    request_timeout: 120_000,
    log: { level: ClickHouseLogLevel.OFF },
  });
  const readColumns = async (): Promise<Columns> => {
    const result = await client.query({
      query: 'SELECT table, name, type FROM system.columns WHERE database = currentDatabase()',
      format: 'JSONEachRow',
    });
    const types = new Map(
      ColumnTypes.parse(await result.json()).map(({ table, name, type }) => [`${table}.${name}`, type]),
    );
    const columnOf = (table: SinkTable, name: string): Column => {
      const type = types.get(`${table}.${name}`);
      if (type === undefined)
        throw new Error(`there is no column ${table}.${name}: are the migrations applied?`);
      return { name, type };
    };
    const columns = Object.fromEntries(
      SINK_TABLES.map((table) => [table, columnsOf(table).map((name) => columnOf(table, name))]),
    ) as unknown as Columns;
    // Bytes as they come: what the list of measures says must be what the table has.
    for (const [index, { name, type }] of MEASURED_COLUMNS.entries())
      if (columns[MEASUREMENTS][index]?.type !== type)
        throw new Error(
          `column ${MEASUREMENTS}.${name} is ${columns[MEASUREMENTS][index]?.type}, and frames bring ${type}: are the migrations applied?`,
        );
    return columns;
  };
  let columns: Columns | null = null;
  return {
    async columns() {
      columns ??= await readColumns();
      return columns;
    },
    async insert(table, body, token) {
      try {
        const { stream } = await client.exec({
          query: `INSERT INTO ${table} (${columnsOf(table).join(', ')}) FORMAT RowBinaryWithNamesAndTypes`,
          values: Readable.from([body]),
          clickhouse_settings: {
            ...ONE_BLOCK,
            insert_deduplication_token: token,
            deduplicate_blocks_in_dependent_materialized_views: 1,
            // A tape may hold two years in a few hundred records.
            max_partitions_per_insert_block: '100000',
          },
        });
        for await (const _ of stream);
      } catch (error) {
        if (!(error instanceof ClickHouseError) || !REFUSALS.has(error.code)) throw error;
        throw new RefusedRows(error.message, { cause: error });
      }
    },
    async lastOffset(topic, partition) {
      const result = await client.query({
        query: `SELECT max(last_offset) AS last, count() AS ranges FROM sink_progress
                WHERE topic = {topic:String} AND partition = {partition:UInt16}`,
        query_params: { topic, partition },
        format: 'JSONEachRow',
      });
      const [progress] = Progress.parse(await result.json());
      return progress && progress.ranges > 0 ? progress.last : null;
    },
    close: () => client.close(),
  };
}
