import pg from 'pg';
import { checkApplied } from '../migrations/check-applied.js';
import type { Migration } from '../migrations/read-migrations.js';
import { scramVerifier } from './scram-verifier.js';

/** Held while migrations run, so that of two runners one waits. Any number that nothing else locks. */
const LOCK = 1_129_075_023;

/** Whether the server lets this user in and has no database of the name: INVALID CATALOG NAME of https://www.postgresql.org/docs/18/errcodes-appendix.html */
export const isDatabaseMissing = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '3D000';

/**
 * Brings a database up to date: creates it where it is missing, applies in order what has not been applied, each migration
 * whole or not at all, and lets `user` read and change rows there, nothing else.
 * @param url of the owner, with the database's name
 * @param user who shall use the tables, with this password from then on; made where there is none of this name. The owner keeps its own
 * @returns the names applied now
 * @throws Error when an applied migration was changed or removed, or a new one comes before an applied one
 */
export async function migrate(
  url: string,
  migrations: readonly Migration[],
  user: { name: string; password: string } | null,
): Promise<string[]> {
  const client = await connect(url).catch(async (error: Error) => {
    if (!isDatabaseMissing(error)) throw error;
    await createDatabase(url);
    return connect(url);
  });
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    await client.query(CREATE_TABLE);
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'SELECT name, checksum FROM schema_migrations ORDER BY name',
    );
    const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]));
    checkApplied(applied, migrations);
    const pending = migrations.slice(applied.size);
    for (const migration of pending) await apply(client, migration);
    if (user !== null && user.name !== decodeURIComponent(new URL(url).username)) {
      await letUse(client, user);
      await letIn(client, url, user);
    }
    return pending.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

const CREATE_TABLE = `CREATE TABLE IF NOT EXISTS schema_migrations
(
  name text PRIMARY KEY,
  checksum text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now()
)`;

/** A wrong password, or no way in by one: https://www.postgresql.org/docs/18/errcodes-appendix.html */
const NOT_LET_IN = new Set(['28P01', '28000']);

/** Changes the password where it is another by now; only then, since not every owner may. */
async function letIn(
  client: pg.Client,
  url: string,
  user: { name: string; password: string },
): Promise<void> {
  const own = new URL(url);
  own.username = encodeURIComponent(user.name);
  own.password = encodeURIComponent(user.password);
  const isRefused = await connect(own.href).then(
    (opened) => opened.end().then(() => false),
    (error) => {
      if (error instanceof pg.DatabaseError && NOT_LET_IN.has(error.code ?? '')) return true;
      throw error;
    },
  );
  if (isRefused)
    await client.query(
      `ALTER ROLE ${pg.escapeIdentifier(user.name)} LOGIN PASSWORD ${pg.escapeLiteral(scramVerifier(user.password))}`,
    );
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    application_name: 'migrations',
    // That a table is there already is no news.
    options: '-c client_min_messages=warning',
  });
  await client.connect();
  return client;
}

async function createDatabase(url: string): Promise<void> {
  const name = decodeURIComponent(new URL(url).pathname.slice(1));
  // There on every server, for connections like this one.
  const client = await connect(Object.assign(new URL(url), { pathname: '/postgres' }).href);
  try {
    await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}

async function apply(client: pg.Client, { name, checksum, statements }: Migration): Promise<void> {
  await client.query('BEGIN');
  try {
    for (const [i, statement] of statements.entries())
      await client.query(statement).catch((error: Error) => {
        throw new Error(`migration ${name}, statement ${i + 1}: ${error.message}`, { cause: error });
      });
    await client.query('INSERT INTO schema_migrations (name, checksum) VALUES ($1, $2)', [name, checksum]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

/** Rows of every table but that of migrations. Said anew each time: a migration may have brought a table. */
async function letUse(client: pg.Client, user: { name: string; password: string }): Promise<void> {
  const name = pg.escapeIdentifier(user.name);
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [user.name]);
  if (rowCount === 0)
    await client.query(
      `CREATE ROLE ${name} LOGIN PASSWORD ${pg.escapeLiteral(scramVerifier(user.password))}`,
    );
  await client.query('BEGIN');
  await client.query(`GRANT USAGE ON SCHEMA public TO ${name}`);
  await client.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${name}`);
  await client.query(`REVOKE ALL ON schema_migrations FROM ${name}`);
  await client.query('COMMIT');
}
