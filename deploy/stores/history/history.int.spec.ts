import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ClickHouseClient } from '@clickhouse/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '../clickhouse/migrate.js';
import {
  connectTo,
  makeDataDir,
  PASSWORD,
  removeDataDir,
  startTestServer,
  stopTestServer,
  type TestServer,
  USER,
} from '../clickhouse/test-server.js';
import { readMigrations } from '../migrations/read-migrations.js';

const DATABASE = 'cryptonite';
const dataDir = makeDataDir();
let server: TestServer;
let client: ClickHouseClient;
let history: ChildProcess | undefined;

beforeAll(async () => {
  server = await startTestServer(dataDir);
  const connect = (database: string) => connectTo(server, database);
  await migrate(
    connect,
    DATABASE,
    readMigrations(fileURLToPath(new URL('../../stores/clickhouse/migrations', import.meta.url))),
  );
  client = connect(DATABASE);
  await client.command({
    query: `INSERT INTO trades_executed (mint, position, time, id, venue, side, trader, quote_mint, quote_decimals,
                                         token_amount, quote_amount, price_token_reserves, price_quote_reserves,
                                         real_token_reserves)
            SELECT 'm', toString(number), toDateTime64('2026-01-01 00:30:00', 3, 'UTC') + INTERVAL number * 6 HOUR,
                   toString(number), 'pump-curve', 'buy', 't', 'q', 9, 1, 1, 2, 1, 1
            FROM numbers(4)`,
  });
});
afterAll(async () => {
  history?.kill('SIGKILL');
  await client?.close();
  await stopTestServer(server);
  removeDataDir(dataDir);
});

/** Runs the process with a limit until it has said `enough`. */
async function keepWithin(
  limitBytes: number,
  enough: (lines: string[]) => boolean,
  timeout = 20_000,
): Promise<void> {
  const child = fork(fileURLToPath(new URL('../dist/history/main.js', import.meta.url)), {
    env: {
      ...process.env,
      CLICKHOUSE_URL: server.url,
      CLICKHOUSE_USER: USER,
      CLICKHOUSE_PASSWORD: PASSWORD,
      CLICKHOUSE_DATABASE: DATABASE,
      HISTORY_LIMIT_BYTES: String(limitBytes),
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  history = child;
  const exited = once(child, 'exit');
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  await expect.poll(() => enough(said.trimEnd().split('\n')) || said, { timeout }).toBe(true);
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
}

async function countByTable(): Promise<Record<string, number>> {
  const answer = await client.query({
    query: `SELECT table, uniqExact(partition_id) AS periods FROM system.parts
            WHERE active AND database = '${DATABASE}' AND partition != 'tuple()' GROUP BY table`,
    format: 'JSONEachRow',
  });
  const rows = await answer.json<{ table: string; periods: string }>();
  return Object.fromEntries(rows.map(({ table, periods }) => [table, Number(periods)]));
}

it('drops whole periods of raw rows and of views, and keeps the newest of each', async () => {
  const tables = [
    'bonding_progress',
    'candles_1h',
    'candles_1m',
    'candles_1s',
    'trade_flow_1m',
    'trades_executed',
  ];
  const periods = (each: number) => Object.fromEntries(tables.map((table) => [table, each]));
  expect(await countByTable()).toEqual(periods(4));
  await keepWithin(
    1,
    (lines) => lines.filter((line) => line.startsWith('dropped ')).length === 3 * tables.length,
  );
  expect(await countByTable()).toEqual(periods(1));
  const newest = await client.query({ query: 'SELECT id FROM trades_executed', format: 'JSONEachRow' });
  expect(await newest.json()).toEqual([{ id: '3' }]);
});

it('has parts that were merged away cleared soon, of every table', async () => {
  const count = async (query: string) => {
    const answer = await client.query({ query: `SELECT count() AS n FROM ${query}`, format: 'JSONEachRow' });
    return Number((await answer.json<{ n: string }>())[0]?.n);
  };
  const tables = `system.tables WHERE database = '${DATABASE}' AND engine LIKE '%MergeTree'`;
  const parts = `system.parts WHERE database = '${DATABASE}' AND table = 'slots'`;
  expect(await count(tables)).toBeGreaterThan(20);
  const isMergedAway = async () => {
    await expect
      .poll(() => count(`${tables} AND engine_full NOT LIKE '%max_cleanup_delay_period = 10%'`))
      .toBe(0);
    for (const slot of [1, 2])
      await client.command({
        query: `INSERT INTO slots (slot, parent_slot, time, id, position)
                VALUES (${slot}, 0, '2026-01-01 00:00:00', '${slot}', '${slot}')`,
      });
    await client.command({ query: 'OPTIMIZE TABLE slots FINAL' });
    await expect.poll(() => count(`${parts} AND active`)).toBe(1);
    await expect.poll(() => count(`${parts} AND NOT active`), { timeout: 60_000 }).toBe(0);
    return true;
  };
  let isOver = false;
  const looking = isMergedAway().finally(() => {
    isOver = true;
  });
  await Promise.all([looking, keepWithin(1e9, () => isOver, 90_000)]);
});
