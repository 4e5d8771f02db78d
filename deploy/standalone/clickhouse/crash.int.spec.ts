import { setTimeout as wait } from 'node:timers/promises';
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

const KILLS = 8;
const ROWS = 1_000;
const dataDir = makeDataDir();
let server: TestServer | undefined;

afterAll(async () => {
  await stopTestServer(server);
  removeDataDir(dataDir);
});

async function connect(): Promise<ClickHouseClient> {
  server = await startTestServer(dataDir);
  return connectTo(server);
}

/** Batch `k` holds the numbers k*ROWS … (k+1)*ROWS-1. */
const insert = (client: ClickHouseClient, batch: number) =>
  client.insert({
    table: 'facts',
    values: Array.from({ length: ROWS }, (_, i) => ({ n: batch * ROWS + i })),
    format: 'JSONEachRow',
    clickhouse_settings: {
      insert_deduplication_token: `batch ${batch}`,
      deduplicate_blocks_in_dependent_materialized_views: 1,
      async_insert: 0,
    },
  });

test('stores every batch exactly once in table and view, however often it is killed between', async () => {
  let client = await connect();
  const window = 'SETTINGS non_replicated_deduplication_window = 100000';
  for (const query of [
    `CREATE TABLE facts (n UInt64) ENGINE = MergeTree ORDER BY n ${window}`,
    `CREATE TABLE sums (key UInt8, total SimpleAggregateFunction(sum, UInt64), facts SimpleAggregateFunction(sum, UInt64))
     ENGINE = AggregatingMergeTree ORDER BY key ${window}`,
    `CREATE MATERIALIZED VIEW sums_mv TO sums AS SELECT n % 10 AS key, sum(n) AS total, count() AS facts FROM facts GROUP BY key`,
  ]) {
    await client.command({ query });
  }

  let batch = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const running = server as TestServer;
    // Later each time, so that kills meet uploads, writes, views and answers.
    const killed = wait(15 + kill * 37).then(() => running.process.kill('SIGKILL'));
    for (;;) {
      const acknowledged = await insert(client, batch).then(
        () => true,
        () => false,
      );
      if (!acknowledged) break;
      batch += 1;
    }
    await killed;
    await running.exited;
    await client.close();
    client = await connect();
    // As the sink does: what was not acknowledged is sent again under its token.
    await insert(client, batch);
    batch += 1;
  }
  await insert(client, batch - 1);

  const total = batch * ROWS;
  const sum = (total * (total - 1)) / 2;
  const read = async (query: string) => (await client.query({ query, format: 'JSONEachRow' })).json();
  expect(
    await read('SELECT count() AS facts, uniqExact(n) AS different, sum(n) AS total FROM facts'),
  ).toEqual([{ facts: total, different: total, total: sum }]);
  expect(await read('SELECT sum(s.facts) AS facts, sum(s.total) AS total FROM sums AS s')).toEqual([
    { facts: total, total: sum },
  ]);
  await client.close();
});
