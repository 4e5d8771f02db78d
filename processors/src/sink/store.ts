/** The tables: the only place that speaks to ClickHouse. */
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import type { Row, TableName } from '@cryptonite/contracts/rows';
import { z } from 'zod';

export type Store = {
  /** Stores the rows of one table; under the same token a second time it changes nothing, views included. */
  insert(table: TableName, rows: readonly Row[], token: string): Promise<void>;
  /** The last offset of a partition whose rows are stored; null where there are none. */
  lastOffset(topic: string, partition: number): Promise<number | null>;
  close(): Promise<void>;
};

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
  return {
    async insert(table, rows, token) {
      await client.insert({
        table,
        values: [...rows],
        format: 'JSONEachRow',
        clickhouse_settings: {
          ...ONE_BLOCK,
          insert_deduplication_token: token,
          deduplicate_blocks_in_dependent_materialized_views: 1,
          // A tape may hold two years in a few hundred records.
          max_partitions_per_insert_block: '100000',
        },
      });
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
