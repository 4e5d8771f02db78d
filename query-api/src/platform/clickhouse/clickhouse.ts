import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import type { Config } from '../config/config.js';

export const CLICKHOUSE = Symbol('clickhouse');

export function createClickHouse(config: Config): ClickHouseClient {
  return createClient({
    url: config.CLICKHOUSE_URL,
    username: config.CLICKHOUSE_USER,
    password: config.CLICKHOUSE_PASSWORD,
    database: config.CLICKHOUSE_DATABASE,
    application: 'query-api',
    // Failures reach the caller, who says them once.
    log: { level: ClickHouseLogLevel.OFF },
  });
}
