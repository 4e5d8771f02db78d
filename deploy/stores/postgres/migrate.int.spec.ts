import { mkdtempSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { readMigrations } from '../migrations/read-migrations.js';
import { migrate } from './migrate.js';
import { makeDataDir, removeDataDir, startTestPostgres, type TestPostgres } from './test-server.js';

const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));
const API = { name: 'api"user', password: 'a b%c' };

const dataDir = makeDataDir();
let server: TestPostgres;
let folder: string;
let database: string;
let tests = 0;

const write = (name: string, sql: string) => writeFileSync(join(folder, name), sql);

async function ask(url: string, sql: string, values: unknown[] = []): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql, values)).rows;
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  server = await startTestPostgres(dataDir);
});
afterAll(async () => {
  await server?.stop();
  removeDataDir(dataDir);
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'migrations-test-'));
  tests += 1;
  database = `migrated "${tests}"`;
  write('0001_tables_a.up.sql', 'CREATE TABLE a (n int);\nINSERT INTO a VALUES (1);\n');
});
afterEach(() => rmSync(folder, { recursive: true }));

const url = () => server.url(encodeURIComponent(database));
const as = (name: string, password: string) =>
  Object.assign(new URL(url()), {
    username: encodeURIComponent(name),
    password: encodeURIComponent(password),
  }).href;

test('the database is made, each migration is applied once, in order', async () => {
  const apply = () => migrate(url(), readMigrations(folder), null);
  expect(await apply()).toEqual(['0001_tables_a']);
  expect(await apply()).toEqual([]);
  write('0002_tables_b.up.sql', 'CREATE TABLE b AS SELECT n + 1 AS n FROM a;');
  expect(await apply()).toEqual(['0002_tables_b']);
  expect(await ask(url(), 'SELECT n FROM b')).toEqual([{ n: 2 }]);
});

test('a migration that fails leaves nothing of itself, and says where it failed', async () => {
  write('0002_tables_b.up.sql', 'CREATE TABLE b (n int);\nINSERT INTO missing VALUES (1);\n');
  const failing = () => migrate(url(), readMigrations(folder), null);
  await expect(failing()).rejects.toThrow(
    'migration 0002_tables_b, statement 2: relation "missing" does not exist',
  );
  expect(await ask(url(), `SELECT to_regclass('a') AS a, to_regclass('b') AS b`)).toEqual([
    { a: 'a', b: null },
  ]);
  write('0002_tables_b.up.sql', 'CREATE TABLE b (n int);');
  expect(await failing()).toEqual(['0002_tables_b']);
});

test('an applied migration that was changed, removed or overtaken is refused', async () => {
  const apply = () => migrate(url(), readMigrations(folder), null);
  await apply();
  write('0000_tables_z.up.sql', 'SELECT 1;');
  await expect(apply()).rejects.toThrow('0000_tables_z comes before one that was applied');
  unlinkSync(join(folder, '0000_tables_z.up.sql'));
  write('0001_tables_a.up.sql', 'CREATE TABLE a (n bigint);');
  await expect(apply()).rejects.toThrow('0001_tables_a was changed after it was applied');
  unlinkSync(join(folder, '0001_tables_a.up.sql'));
  await expect(apply()).rejects.toThrow('0001_tables_a was applied but its file is missing');
});

test('of two runners at once one waits', async () => {
  await migrate(url(), [], null);
  const apply = () => migrate(url(), readMigrations(folder), null);
  expect((await Promise.all([apply(), apply()])).flat()).toEqual(['0001_tables_a']);
});

test('the API’s user reads and changes rows, of tables that come later too, and does nothing else', async () => {
  const apply = () => migrate(url(), readMigrations(folder), API);
  await apply();
  write('0002_tables_b.up.sql', 'CREATE TABLE b (id bigint GENERATED ALWAYS AS IDENTITY, n int);');
  await apply();
  const asApi = as(API.name, API.password);
  await ask(asApi, 'INSERT INTO b (n) VALUES ($1)', [7]);
  await ask(asApi, 'UPDATE b SET n = 8');
  expect(await ask(asApi, 'SELECT id, n FROM b')).toEqual([{ id: '1', n: 8 }]);
  await ask(asApi, 'DELETE FROM b');
  for (const refused of [
    'TRUNCATE b',
    'DROP TABLE b',
    'ALTER TABLE b ADD COLUMN m int',
    'CREATE TABLE c (n int)',
    'SELECT * FROM schema_migrations',
    'CREATE DATABASE other',
    'CREATE ROLE other',
    'SELECT rolpassword FROM pg_authid',
    "SELECT pg_read_file('postgresql.conf')",
    "COPY b TO PROGRAM 'true'",
  ])
    await expect(ask(asApi, refused), refused).rejects.toThrow(/permission denied|must be/);
  await expect(ask(asApi.replace('a%20b', 'wrong'), 'SELECT 1')).rejects.toThrow('authentication failed');
});

test('an owner without more rights than it needs migrates again and again, as the API’s user too', async () => {
  const owner = { name: 'plain owner', password: 'its own' };
  await ask(server.url('postgres'), `CREATE ROLE "plain owner" LOGIN CREATEDB CREATEROLE PASSWORD 'its own'`);
  const own = as(owner.name, owner.password);
  const apply = (user: typeof owner) => migrate(own, readMigrations(folder), user);
  expect(await apply(owner)).toEqual(['0001_tables_a']);
  expect(await apply(owner)).toEqual([]);

  const user = { name: 'api of a plain owner', password: 'before' };
  await apply(user);
  const renewed = { ...user, password: 'after' };
  await apply(renewed);
  await apply(renewed);
  expect(await ask(as(user.name, 'after'), 'SELECT n FROM a')).toEqual([{ n: 1 }]);
  await expect(ask(as(user.name, 'before'), 'SELECT n FROM a')).rejects.toThrow('authentication failed');
});

test('what there is can be applied, taken back and applied again', async () => {
  const migrations = readMigrations(MIGRATIONS);
  const names = await migrate(url(), migrations, null);
  expect(names).toEqual(migrations.map(({ name }) => name));
  for (const name of [...names].reverse())
    await ask(url(), readFileSync(join(MIGRATIONS, `${name}.down.sql`), 'utf8'));
  expect(await ask(url(), `SELECT tablename FROM pg_tables WHERE schemaname = 'public'`)).toEqual([
    { tablename: 'schema_migrations' },
  ]);
  await ask(url(), 'TRUNCATE schema_migrations');
  expect(await migrate(url(), migrations, null)).toEqual(names);
});

test('a user who is deleted takes sessions along, and leaves releases', async () => {
  await migrate(url(), readMigrations(MIGRATIONS), null);
  const bytes = Buffer.alloc(32, 7);
  await ask(url(), `INSERT INTO users (wallet_address, username) VALUES ('w', 'name')`);
  await ask(
    url(),
    `INSERT INTO sessions (token_sha256, wallet_address, csrf_sha256, expires_at) VALUES ($1, 'w', $1, now())`,
    [bytes],
  );
  await ask(
    url(),
    `INSERT INTO apk_releases (object_key, version, size_bytes, sha256, uploaded_by, is_current)
     VALUES ('apk/1', '1.0.0', 1, $1, 'w', true)`,
    [bytes],
  );
  await ask(url(), `DELETE FROM users`);
  expect(await ask(url(), 'SELECT FROM sessions')).toEqual([]);
  expect(await ask(url(), 'SELECT uploaded_by, is_current FROM apk_releases')).toEqual([
    { uploaded_by: null, is_current: true },
  ]);
});
