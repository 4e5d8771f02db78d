import { ClickHouseLogLevel, createClient } from '@clickhouse/client';

const TIMEOUT_MS = 20_000;
/** The sink writes to the same ClickHouse. What a client has given up on ends there by itself. */
const BOUNDS = { max_execution_time: 15, max_threads: 2, max_memory_usage: '400000000' };

/** Rows of ClickHouse as objects. */
export type AskRows = (query: string, params: Record<string, unknown>) => Promise<unknown>;
export type StoredRows = { ask: AskRows; close: () => Promise<void> };

export function connectStored(env: {
  CLICKHOUSE_URL: string;
  CLICKHOUSE_USER: string;
  CLICKHOUSE_PASSWORD: string;
  CLICKHOUSE_DATABASE: string;
}): StoredRows {
  const client = createClient({
    url: env.CLICKHOUSE_URL,
    username: env.CLICKHOUSE_USER,
    password: env.CLICKHOUSE_PASSWORD,
    database: env.CLICKHOUSE_DATABASE,
    request_timeout: TIMEOUT_MS,
    log: { level: ClickHouseLogLevel.OFF },
  });
  return {
    async ask(query, query_params) {
      const result = await client.query({
        query,
        query_params,
        clickhouse_settings: BOUNDS,
        format: 'JSONEachRow',
      });
      return result.json();
    },
    close: () => client.close(),
  };
}
