import { readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { ClickHouseClient } from '@clickhouse/client';
import {
  connectTo,
  makeDataDir,
  removeDataDir,
  startTestServer,
  stopTestServer,
  type TestServer,
} from '@cryptonite/stores/clickhouse/test-server.js';
import { afterAll, expect, test } from 'vitest';

const dataDir = makeDataDir();
let server: TestServer;

afterAll(async () => {
  await stopTestServer(server);
  removeDataDir(dataDir);
});

async function start(): Promise<ClickHouseClient> {
  server = await startTestServer(dataDir);
  return connectTo(server);
}

async function kill(client: ClickHouseClient): Promise<void> {
  server.process.kill('SIGKILL');
  await server.exited;
  await client.close();
}

async function read(client: ClickHouseClient, query: string): Promise<unknown[]> {
  return (await client.query({ query, format: 'JSONEachRow' })).json();
}

test.each(['default', 'cryptonite'])(
  'rows in %s whose part was lost between its line in the log and its name are stored when they come again',
  async (database) => {
    const table = `${database}.facts`;
    const insert = (client: ClickHouseClient, batch: number) =>
      client.insert({
        table,
        values: ['2026-01-31', '2026-02-01'].map((day) => ({ n: batch, day })),
        format: 'JSONEachRow',
        clickhouse_settings: { insert_deduplication_token: `batch ${batch}`, async_insert: 0 },
      });
    const before = await start();
    await before.command({ query: `CREATE DATABASE IF NOT EXISTS ${database}` });
    await before.command({
      query: `CREATE TABLE ${table} (n UInt32, day Date) ENGINE = MergeTree PARTITION BY toYYYYMM(day) ORDER BY n
              SETTINGS non_replicated_deduplication_window = 1000`,
    });
    for (const batch of [0, 1, 2]) await insert(before, batch);
    // Three blocks of each month become one part, which holds them all.
    await before.command({ query: `OPTIMIZE TABLE ${table} FINAL` });
    await insert(before, 3);
    await insert(before, 4);
    const [{ uuid }] = (await read(
      before,
      `SELECT toString(uuid) AS uuid FROM system.tables WHERE database = '${database}' AND name = 'facts'`,
    )) as [{ uuid: string }];
    await kill(before);

    // As such a kill leaves it: what was written still has the name of work in hand.
    const folder = join(dataDir, 'store', 'store', uuid.slice(0, 3), uuid);
    const blockOf = (part: string) => Number(part.split('_')[1]);
    const parts = readdirSync(folder).filter((name) => name.startsWith('202602_'));
    const last = parts.sort((a, b) => blockOf(a) - blockOf(b)).at(-1);
    renameSync(join(folder, `${last}`), join(folder, `tmp_insert_${last}`));

    const after = await start();
    const stored = (client: ClickHouseClient) =>
      read(
        client,
        `SELECT month(day) AS month, arraySort(groupArray(n)) AS ns FROM ${table} GROUP BY month ORDER BY month`,
      );
    expect(await stored(after)).toEqual([
      { month: 1, ns: [0, 1, 2, 3, 4] },
      { month: 2, ns: [0, 1, 2, 3] },
    ]);
    for (const batch of [0, 1, 2, 3, 4, 4]) await insert(after, batch);
    const whole = [1, 2].map((month) => ({ month, ns: [0, 1, 2, 3, 4] }));
    expect(await stored(after)).toEqual(whole);
    await kill(after);

    const again = await start();
    for (const batch of [0, 1, 2, 3, 4]) await insert(again, batch);
    expect(await stored(again)).toEqual(whole);
    await kill(again);
  },
);
