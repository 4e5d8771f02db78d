import { type ClickHouseClient, ClickHouseError } from '@clickhouse/client';
import { z } from 'zod';
import { checkApplied } from '../migrations/check-applied.js';
import type { Migration } from '../migrations/read-migrations.js';

const Recorded = z.array(z.object({ name: z.string(), checksum: z.string(), finished: z.boolean() }));
type Recorded = z.infer<typeof Recorded>[number];

/**
 * Brings a database up to date: creates it where it is missing and applies, in order, what has not been
 * applied. ClickHouse has no transactions around DDL, so a migration that was interrupted runs again from its
 * start, and what its first run created may be there already.
 * @param connect opens a client on a database; the caller's own may not exist yet
 * @returns the names applied now
 * @throws Error when an applied migration was changed or removed, or a new one comes before an applied one
 */
export async function migrate(
  connect: (database: string) => ClickHouseClient,
  database: string,
  migrations: readonly Migration[],
): Promise<string[]> {
  await withClient(connect('default'), (client) =>
    client.command({
      query: 'CREATE DATABASE IF NOT EXISTS {database:Identifier} ENGINE = Atomic',
      query_params: { database },
    }),
  );
  return withClient(connect(database), async (client) => {
    await client.command({ query: CREATE_TABLE });
    const recorded = await readRecorded(client);
    const applied = new Map(
      recorded.filter(({ finished }) => finished).map((row) => [row.name, row.checksum]),
    );
    checkApplied(applied, migrations);
    const pending = migrations.slice(applied.size);
    for (const migration of pending) {
      const interrupted = recorded.some(({ name, finished }) => name === migration.name && !finished);
      await apply(client, migration, interrupted);
    }
    return pending.map(({ name }) => name);
  });
}

const CREATE_TABLE = `CREATE TABLE IF NOT EXISTS schema_migrations
(
  name String COMMENT 'File name without .up.sql',
  checksum String COMMENT 'SHA-256 of the file, hex',
  applied_at Nullable(DateTime64(3, 'UTC')) COMMENT 'When its last statement had run; null while it is being applied'
)
ENGINE = ReplacingMergeTree ORDER BY name
COMMENT 'Applied migrations, written by the migration runner alone'`;

async function withClient<Result>(
  client: ClickHouseClient,
  work: (client: ClickHouseClient) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

async function readRecorded(client: ClickHouseClient): Promise<Recorded[]> {
  const result = await client.query({
    query: `SELECT name, checksum, isNotNull(applied_at)::Bool AS finished
            FROM schema_migrations FINAL ORDER BY name`,
    format: 'JSONEachRow',
  });
  return Recorded.parse(await result.json());
}

/** TABLE_ALREADY_EXISTS and DUPLICATE_COLUMN. */
const DONE_BEFORE = ['57', '15'];

async function apply(
  client: ClickHouseClient,
  { name, checksum, statements }: Migration,
  interrupted: boolean,
): Promise<void> {
  const record = (appliedAt: Date | null) =>
    client.insert({
      table: 'schema_migrations',
      values: [{ name, checksum, applied_at: appliedAt?.getTime() ?? null }],
      format: 'JSONEachRow',
    });
  await record(null);
  for (const [i, query] of statements.entries()) {
    await client.command({ query }).catch((error: Error) => {
      if (interrupted && error instanceof ClickHouseError && DONE_BEFORE.includes(error.code)) return;
      throw new Error(`migration ${name}, statement ${i + 1}: ${error.message.trim()}`, { cause: error });
    });
  }
  await record(new Date());
}
