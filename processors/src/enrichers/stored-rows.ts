import { ClickHouseError, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { Deadline } from '@cryptonite/contracts/deadlines';
import { askWithin } from '../runtime/ask-within.js';

const WITHIN_MS = { first: 20_000, most: 120_000 };
/** The sink writes to the same ClickHouse. */
const BOUNDS = { max_threads: 2, max_memory_usage: '400000000' };

/** It took longer than `max_execution_time`. */
const TIMEOUT_EXCEEDED = '159';
const isTooSlow = (error: unknown): boolean =>
  error instanceof ClickHouseError && error.code === TIMEOUT_EXCEEDED;

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
    request_timeout: WITHIN_MS.most,
    log: { level: ClickHouseLogLevel.OFF },
  });
  const deadline = new Deadline(WITHIN_MS.first, WITHIN_MS.most);
  return {
    ask: (query, query_params) =>
      askWithin(
        deadline,
        async (abort_signal, withinMs) => {
          // What a client has given up on ends there by itself.
          const clickhouse_settings = {
            ...BOUNDS,
            max_execution_time: Math.floor((0.75 * withinMs) / 1_000),
          };
          const asked = { query, query_params, clickhouse_settings, abort_signal };
          const result = await client.query({ ...asked, format: 'JSONEachRow' });
          return result.json();
        },
        isTooSlow,
      ),
    close: () => client.close(),
  };
}
