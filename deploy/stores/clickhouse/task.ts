import { fileURLToPath } from 'node:url';
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { DERIVED, MEASURES } from '@cryptonite/contracts/measures';
import { z } from 'zod';
import { readMigrations } from '../migrations/read-migrations.js';
import { defineTask } from '../task.js';
import { alignColumns } from './align-columns.js';
import { alignViews } from './align-views.js';
import { migrate } from './migrate.js';
import { ensureUsers, userPasswords } from './users.js';

// From deploy/stores/dist/clickhouse, where this runs, to the SQL, which is not compiled.
const FOLDER = fileURLToPath(new URL('../../clickhouse/migrations', import.meta.url));
/** Filling a new table from old rows may take minutes. */
const STATEMENT_TIMEOUT_MS = 600_000;

const environment = z.object({
  CLICKHOUSE_URL: z.url({ protocol: /^https?$/, error: 'takes an http:// or https:// address' }),
  CLICKHOUSE_USER: z.string({ error: 'takes the name of who owns the tables' }),
  CLICKHOUSE_PASSWORD: z.string().default(''),
  CLICKHOUSE_DATABASE: z.string().default('cryptonite'),
});

const connectTo = (env: z.output<typeof environment>) => (database: string) =>
  createClient({
    url: env.CLICKHOUSE_URL,
    username: env.CLICKHOUSE_USER,
    password: env.CLICKHOUSE_PASSWORD,
    database,
    request_timeout: STATEMENT_TIMEOUT_MS,
    log: { level: ClickHouseLogLevel.OFF },
  });

/** Brings the tables up to date. */
export const migrations = defineTask('migrations', environment, async (env) => {
  const connect = connectTo(env);
  const applied = await migrate(connect, env.CLICKHOUSE_DATABASE, readMigrations(FOLDER));
  const client = connect(env.CLICKHOUSE_DATABASE);
  const align = async () => ({
    ...(await alignColumns(client, MEASURES, DERIVED)),
    views: await alignViews(client),
  });
  const { added, recomputed, explained, views } = await align().finally(() => client.close());
  return [
    ...(added.length > 0 ? [`added ${added.join(', ')}`] : []),
    ...(recomputed.length > 0 ? [`computed anew ${recomputed.join(', ')}`] : []),
    ...(explained.length > 0 ? [`new meanings of ${explained.join(', ')}`] : []),
    ...(views.length > 0 ? [`made the views ${views.join(', ')}`] : []),
    applied.length > 0 ? `applied ${applied.join(', ')}` : `${env.CLICKHOUSE_DATABASE} is up to date`,
  ];
});

/** Makes the users of the services, each with the rights that it needs and no others. */
export const users = defineTask('users', environment.extend(userPasswords), async (env) => {
  const client = connectTo(env)(env.CLICKHOUSE_DATABASE);
  const names = await ensureUsers(client, env.CLICKHOUSE_DATABASE, env).finally(() => client.close());
  return [`${names.join(', ')} may do what they need`];
});
