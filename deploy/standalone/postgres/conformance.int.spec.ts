import {
  makeDataDir,
  removeDataDir,
  startTestPostgres,
  type TestPostgres,
} from '@cryptonite/stores/postgres/test-server.js';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

// What the product relies on of Postgres, asked through its usual client alone.
// POSTGRES_CONFORMANCE_URL points it at any other server: the address of a database in which the user may make tables.

const given = process.env.POSTGRES_CONFORMANCE_URL;
const SCHEMA = `conformance_${process.pid}`;
let server: TestPostgres | undefined;
let dataDir: string | undefined;
let url: string;
let client: pg.Client;
const opened: pg.Client[] = [];

async function connect(): Promise<pg.Client> {
  const another = new pg.Client({ connectionString: url, options: `-c search_path=${SCHEMA}` });
  // A connection that the server ends says so, whoever waits.
  another.on('error', () => {});
  await another.connect();
  opened.push(another);
  return another;
}

beforeAll(async () => {
  if (!given) {
    dataDir = makeDataDir();
    server = await startTestPostgres(dataDir);
  }
  url = given ?? server?.url('postgres') ?? '';
  client = new pg.Client({ connectionString: url, options: `-c search_path=${SCHEMA}` });
  await client.connect();
  await client.query(`CREATE SCHEMA ${SCHEMA}`);
  await client.query(`CREATE TABLE accounts (wallet text PRIMARY KEY, name text NOT NULL, at timestamptz)`);
  await client.query(
    `CREATE TABLE visits (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
       wallet text REFERENCES accounts ON DELETE CASCADE, token bytea UNIQUE, is_current boolean)`,
  );
  await client.query('CREATE UNIQUE INDEX one_current ON visits (is_current) WHERE is_current');
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.end().catch(() => {})));
  await client.query('TRUNCATE accounts, visits');
});
afterAll(async () => {
  await client?.query(`DROP SCHEMA IF EXISTS ${SCHEMA} CASCADE`);
  await client?.end();
  await server?.stop();
  if (dataDir) removeDataDir(dataDir);
});

/** The error code that a statement is refused with. */
const refusal = (asked: Promise<unknown>): Promise<string | undefined> =>
  asked.then(
    () => undefined,
    (error: pg.DatabaseError) => error.code,
  );

test('is of a version that migrations are written for', async () => {
  const { rows } = await client.query('SHOW server_version_num');
  expect(Number(rows[0].server_version_num)).toBeGreaterThanOrEqual(150_000);
});

test('values come back as they were given, whatever they hold', async () => {
  const hostile = `Robert'); DROP TABLE accounts;-- \\ "quoted" 🙂 ${'é'.repeat(1_000)}`;
  const at = new Date('2026-10-08T14:10:00.123Z');
  await client.query('INSERT INTO accounts VALUES ($1, $2, $3)', [hostile, hostile, at]);
  const { rows } = await client.query('SELECT * FROM accounts WHERE wallet = $1', [hostile]);
  expect(rows).toEqual([{ wallet: hostile, name: hostile, at }]);
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, i) => i));
  await client.query('INSERT INTO visits (token) VALUES ($1)', [bytes]);
  expect((await client.query('SELECT token FROM visits')).rows[0].token.equals(bytes)).toBe(true);
});

test('text that is no text is refused', async () => {
  expect(await refusal(client.query('SELECT $1::text', ['a\0b']))).toBe('22021');
});

test('what breaks a rule of a table is refused with a code', async () => {
  await client.query(`INSERT INTO accounts VALUES ('w', 'one')`);
  expect(await refusal(client.query(`INSERT INTO accounts VALUES ('w', 'two')`))).toBe('23505');
  expect(await refusal(client.query(`INSERT INTO visits (wallet) VALUES ('stranger')`))).toBe('23503');
  expect(await refusal(client.query(`INSERT INTO accounts (wallet) VALUES ('v')`))).toBe('23502');
  await client.query('INSERT INTO visits (is_current) VALUES (true), (false), (false)');
  expect(await refusal(client.query('INSERT INTO visits (is_current) VALUES (true)'))).toBe('23505');
});

test('an insert says whether it was the first, and what it wrote', async () => {
  const insert = (name: string) =>
    client.query(
      `INSERT INTO accounts VALUES ('w', $1) ON CONFLICT (wallet) DO UPDATE SET name = excluded.name
       RETURNING name, (xmax = 0) AS is_new`,
      [name],
    );
  expect((await insert('one')).rows).toEqual([{ name: 'one', is_new: true }]);
  expect((await insert('two')).rows).toEqual([{ name: 'two', is_new: false }]);
  const again = await client.query(`INSERT INTO accounts VALUES ('w', 'x') ON CONFLICT DO NOTHING`);
  expect(again.rowCount).toBe(0);
});

test('a row goes with the row that it belongs to', async () => {
  await client.query(`INSERT INTO accounts VALUES ('w', 'one')`);
  await client.query(`INSERT INTO visits (wallet) VALUES ('w'), ('w')`);
  await client.query(`DELETE FROM accounts WHERE wallet = 'w'`);
  expect((await client.query('SELECT FROM visits')).rowCount).toBe(0);
});

test('of many who use up the same thing at once one succeeds', async () => {
  await client.query(`INSERT INTO visits (is_current) VALUES (true)`);
  const many = await Promise.all(Array.from({ length: 8 }, connect));
  const used = await Promise.all(
    many.map((each) => each.query('UPDATE visits SET is_current = false WHERE is_current RETURNING id')),
  );
  expect(used.map(({ rowCount }) => rowCount).sort()).toEqual([0, 0, 0, 0, 0, 0, 0, 1]);
});

test('a transaction is seen whole once it is committed, and not at all when it is not', async () => {
  const other = await connect();
  const count = async () => (await client.query('SELECT FROM accounts')).rowCount;
  await other.query('BEGIN');
  await other.query(`INSERT INTO accounts VALUES ('a', 'one'), ('b', 'two')`);
  expect(await count()).toBe(0);
  await other.query('COMMIT');
  expect(await count()).toBe(2);
  await other.query('BEGIN');
  await other.query('DELETE FROM accounts');
  await other.query('ROLLBACK');
  expect(await count()).toBe(2);
});

test('after a statement that failed the transaction is over', async () => {
  await client.query('BEGIN');
  expect(await refusal(client.query('SELECT 1/0'))).toBe('22012');
  expect(await refusal(client.query('SELECT 1'))).toBe('25P02');
  await client.query('ROLLBACK');
  expect((await client.query('SELECT 1 AS n')).rows).toEqual([{ n: 1 }]);
});

test('a connection that breaks leaves nothing of its transaction', async () => {
  const other = await connect();
  const { rows } = await other.query('SELECT pg_backend_pid() AS pid');
  await other.query('BEGIN');
  await other.query(`INSERT INTO accounts VALUES ('w', 'one')`);
  await client.query('SELECT pg_terminate_backend($1, 5000)', [rows[0].pid]);
  expect((await client.query('SELECT FROM accounts')).rowCount).toBe(0);
  await client.query(`INSERT INTO accounts VALUES ('w', 'two')`);
});

test('a statement that takes too long is ended, and so is one that waits for a lock', async () => {
  const other = await connect();
  await other.query('SET statement_timeout = 50');
  expect(await refusal(other.query('SELECT pg_sleep(10)'))).toBe('57014');
  await other.query('SET statement_timeout = 0; SET lock_timeout = 50');
  await client.query('BEGIN');
  await client.query('LOCK TABLE accounts');
  expect(await refusal(other.query('SELECT FROM accounts'))).toBe('55P03');
  await client.query('ROLLBACK');
});

test('rows that are expired are found by the server’s clock', async () => {
  await client.query(
    `INSERT INTO accounts VALUES ('old', 'x', now() - interval '1 minute'), ('new', 'x', now() + interval '1 minute')`,
  );
  const { rows } = await client.query('DELETE FROM accounts WHERE at < now() RETURNING wallet');
  expect(rows).toEqual([{ wallet: 'old' }]);
});

test('a lock that a session holds is let go with it', async () => {
  const [first, second] = [await connect(), await connect()];
  const tryLock = async (by: pg.Client) =>
    (await by.query('SELECT pg_try_advisory_lock(4711) AS got')).rows[0].got;
  expect(await tryLock(first)).toBe(true);
  expect(await tryLock(second)).toBe(false);
  await first.end();
  await expect.poll(() => tryLock(second)).toBe(true);
});

test('forty connections at once are let in', async () => {
  const many = await Promise.all(Array.from({ length: 40 }, connect));
  const answers = await Promise.all(many.map((each) => each.query('SELECT 1 AS n')));
  expect(answers.every(({ rows }) => rows[0].n === 1)).toBe(true);
});

test('who does not know the password is not let in', async () => {
  const wrong = Object.assign(new URL(url), { password: 'wrong' }).href;
  const stranger = new pg.Client({ connectionString: wrong });
  expect(await refusal(stranger.connect())).toBe('28P01');
});
