import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import type { Config } from '../config/config.js';

export const CLICKHOUSE = Symbol('clickhouse');

/** @param withinMs how long an answer may take; 30 s unless told otherwise */
export function createClickHouse(config: Config, withinMs = 30_000): ClickHouseClient {
  return createClient({
    url: config.CLICKHOUSE_URL,
    username: config.CLICKHOUSE_USER,
    password: config.CLICKHOUSE_PASSWORD,
    database: config.CLICKHOUSE_DATABASE,
    application: 'query-api',
    request_timeout: withinMs,
    // Failures reach the caller, who says them once.
    log: { level: ClickHouseLogLevel.OFF },
  });
}
