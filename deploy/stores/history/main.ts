/**
 * Watches the ClickHouse tables of one machine once a minute: drops the oldest partitions above the limit, and has what
 * was merged away cleared soon.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { takeFiles } from '@cryptonite/contracts/environment';
import { Outage } from '@cryptonite/contracts/outages';
import { z } from 'zod';
import { partitionsToDrop } from './drop-oldest.js';

const LOOK_EVERY_MS = 60_000;
/**
 * The engine keeps no part that was merged away for its own sake (its `old_parts_lifetime` is 0), but looks for them every
 * five minutes only, where it finds few at a time: most of what lies on the disk then, as rows come in by the second.
 */
const CLEARED_SOON = 'cleanup_delay_period = 10, max_cleanup_delay_period = 10';

const BYTES = 'takes a number of bytes above 0';
const environment = z.object({
  CLICKHOUSE_URL: z.url({ protocol: /^https?$/, error: 'takes an http:// or https:// address' }),
  CLICKHOUSE_USER: z.string({ error: 'takes the name of a user' }),
  CLICKHOUSE_PASSWORD: z.string().default(''),
  CLICKHOUSE_DATABASE: z.string().default('cryptonite'),
  HISTORY_LIMIT_BYTES: z.coerce.number(BYTES).int(BYTES).positive(BYTES),
});
const env = readEnvironment();

/** A wrong value ends the process with one line that names the variable, and status 2. */
function readEnvironment(): z.output<typeof environment> {
  try {
    const { data, error } = environment.safeParse(takeFiles(process.env, Object.keys(environment.shape)));
    if (!error) return data;
    throw new Error(error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; '));
  } catch (error) {
    console.error(`history: ${(error as Error).message}`);
    process.exit(2);
  }
}

const client = createClient({
  url: env.CLICKHOUSE_URL,
  username: env.CLICKHOUSE_USER,
  password: env.CLICKHOUSE_PASSWORD,
  database: env.CLICKHOUSE_DATABASE,
  // What goes wrong is said here, in one line.
  log: { level: ClickHouseLogLevel.OFF },
});

const Rows = z.array(
  z.object({
    table: z.string(),
    partition_id: z.string(),
    oldest_ms: z.coerce.number(),
    bytes: z.coerce.number(),
  }),
);

async function dropOldest(): Promise<void> {
  const answer = await client.query({
    // `partition` is the key's value as text, the start of its hours in UTC.
    query: `SELECT table, partition_id, sum(bytes_on_disk) AS bytes,
                   toUnixTimestamp(parseDateTimeBestEffortOrZero(any(partition), 'UTC')) * 1000 AS oldest_ms
            FROM system.parts
            WHERE active AND database = {database:String} AND match(partition, '^\\\\d{4}-\\\\d\\\\d-\\\\d\\\\d')
            GROUP BY table, partition_id`,
    query_params: { database: env.CLICKHOUSE_DATABASE },
    format: 'JSONEachRow',
  });
  const partitions = Rows.parse(await answer.json()).map((row) => ({
    table: row.table,
    partitionId: row.partition_id,
    oldestMs: row.oldest_ms,
    bytes: row.bytes,
  }));
  for (const { table, partitionId } of partitionsToDrop(partitions, env.HISTORY_LIMIT_BYTES)) {
    await client.command({
      query: 'ALTER TABLE {table:Identifier} DROP PARTITION ID {partition:String}',
      query_params: { table, partition: partitionId },
    });
    console.log(`dropped ${table} ${partitionId}: history is above ${env.HISTORY_LIMIT_BYTES} bytes`);
  }
}

async function clearSoon(): Promise<void> {
  const answer = await client.query({
    query: `SELECT name FROM system.tables
            WHERE database = {database:String} AND engine LIKE '%MergeTree'
              AND engine_full NOT LIKE '%${CLEARED_SOON}%'`,
    query_params: { database: env.CLICKHOUSE_DATABASE },
    format: 'JSONEachRow',
  });
  for (const { name } of z.array(z.object({ name: z.string() })).parse(await answer.json()))
    await client.command({
      query: `ALTER TABLE {table:Identifier} MODIFY SETTING ${CLEARED_SOON}`,
      query_params: { table: name },
    });
}

async function keepSmall(): Promise<void> {
  await dropOldest();
  await clearSoon();
}

const outage = new Outage('ClickHouse', (line) => console.error(line));
const stopped = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const)
  process.once(signal, () => stopped.abort());
process.send?.({ ready: { limit: `${(env.HISTORY_LIMIT_BYTES / 1e9).toFixed(1)} GB of tables` } });
while (!stopped.signal.aborted) {
  const askedMs = Date.now();
  await keepSmall().then(
    () => outage.ended(Date.now()),
    (error: Error) => outage.began(askedMs, error.message),
  );
  await wait(LOOK_EVERY_MS, undefined, { signal: stopped.signal }).catch(() => {});
}
await client.close();
process.disconnect?.();
