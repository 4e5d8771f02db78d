/** The tables: the only place that speaks to ClickHouse. */
import { Readable } from 'node:stream';
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { TABLES, type TableName } from '@cryptonite/contracts/rows';
import { z } from 'zod';
import type { Column } from './row-binary.js';
import { columnsOf } from './table-rows.js';

/** Of each table the columns that the sink fills, in the order of its rows' cells. */
export type Columns = Readonly<Record<TableName, readonly Column[]>>;

export type Store = {
  /** Asks once which types the tables have. @throws Error where a column is missing */
  columns(): Promise<Columns>;
  /**
   * Stores the rows of one table; under the same token a second time it changes nothing, views included.
   * @param body rows of a {@link RowWriter}
   */
  insert(table: TableName, body: Buffer, token: string): Promise<void>;
  /** The last offset of a partition whose rows are stored; null where there are none. */
  lastOffset(topic: string, partition: number): Promise<number | null>;
  close(): Promise<void>;
};

const ColumnTypes = z.array(z.object({ table: z.string(), name: z.string(), type: z.string() }));
const Progress = z.array(z.object({ last: z.coerce.number(), ranges: z.coerce.number() }));

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
    const columnOf = (table: TableName, name: string): Column => {
      const type = types.get(`${table}.${name}`);
      if (type === undefined)
        throw new Error(`there is no column ${table}.${name}: are the migrations applied?`);
      return { name, type };
    };
    const tables = Object.keys(TABLES) as TableName[];
    return Object.fromEntries(
      tables.map((table) => [table, columnsOf(table).map((name) => columnOf(table, name))]),
    ) as unknown as Columns;
  };
  let columns: Columns | null = null;
  return {
    async columns() {
      columns ??= await readColumns();
      return columns;
    },
    async insert(table, body, token) {
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
