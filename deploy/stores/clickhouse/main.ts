import { fileURLToPath } from 'node:url';
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { DERIVED, MEASURES } from '@cryptonite/contracts/measures';
import { z } from 'zod';
import { readMigrations } from '../migrations/read-migrations.js';
import { readTaskEnvironment } from '../task-environment.js';
import { alignColumns } from './align-columns.js';
import { migrate } from './migrate.js';

// From deploy/stores/dist/clickhouse, where this runs, to the SQL, which is not compiled.
const FOLDER = fileURLToPath(new URL('../../clickhouse/migrations', import.meta.url));
/** Filling a new table from old rows may take minutes. */
const STATEMENT_TIMEOUT_MS = 600_000;

const environment = z.object({
  CLICKHOUSE_URL: z.url(),
  CLICKHOUSE_USER: z.string().min(1),
  CLICKHOUSE_PASSWORD: z.string().default(''),
  CLICKHOUSE_DATABASE: z.string().min(1).default('cryptonite'),
});

const env = readTaskEnvironment('migrations', environment);

const connect = (database: string) =>
  createClient({
    url: env.CLICKHOUSE_URL,
    username: env.CLICKHOUSE_USER,
    password: env.CLICKHOUSE_PASSWORD,
    database,
    request_timeout: STATEMENT_TIMEOUT_MS,
    log: { level: ClickHouseLogLevel.OFF },
  });

try {
  const applied = await migrate(connect, env.CLICKHOUSE_DATABASE, readMigrations(FOLDER));
  const client = connect(env.CLICKHOUSE_DATABASE);
  const { added, recomputed, explained } = await alignColumns(client, MEASURES, DERIVED).finally(() =>
    client.close(),
  );
  if (added.length > 0) console.log(`migrations: added ${added.join(', ')}`);
  if (recomputed.length > 0) console.log(`migrations: computed anew ${recomputed.join(', ')}`);
  if (explained.length > 0) console.log(`migrations: new meanings of ${explained.join(', ')}`);
  console.log(
    `migrations: ${applied.length ? `applied ${applied.join(', ')}` : `${env.CLICKHOUSE_DATABASE} is up to date`}`,
  );
} catch (error) {
  console.error(`migrations: ${(error as Error).message}`);
  process.exitCode = 1;
}
process.disconnect?.();
