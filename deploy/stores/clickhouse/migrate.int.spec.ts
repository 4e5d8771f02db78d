import { mkdtempSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { migrate } from './migrate.js';
import { readMigrations } from './read-migrations.js';
import {
  connectTo,
  makeDataDir,
  removeDataDir,
  startTestServer,
  stopTestServer,
  type TestServer,
} from './test-server.js';

const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));

const dataDir = makeDataDir();
let server: TestServer;
let folder: string;
let database: string;
let tests = 0;

const connect = (name: string) => connectTo(server, name);
const write = (name: string, sql: string) => writeFileSync(join(folder, name), sql);
const run = () => migrate(connect, database, readMigrations(folder));

async function read(query: string): Promise<unknown[]> {
  const client = connect(database);
  const result = await client.query({ query, format: 'JSONEachRow' });
  const rows = await result.json();
  await client.close();
  return rows;
}

async function command(query: string): Promise<void> {
  const client = connect(database);
  await client.command({ query });
  await client.close();
}

beforeAll(async () => {
  server = await startTestServer(dataDir);
});
afterAll(async () => {
  await stopTestServer(server);
  removeDataDir(dataDir);
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'migrations-test-'));
  tests += 1;
  database = `migrated_${tests}`;
  write(
    '0001_events_trades.up.sql',
    '-- The raw rows; all of them.\nCREATE TABLE trades (a UInt8) ENGINE = MergeTree ORDER BY a;\n\nINSERT INTO trades VALUES (1);\n',
  );
  write('0001_events_trades.down.sql', 'DROP TABLE trades;');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('applies in order, each once, and what is new later', async () => {
  expect(await run()).toEqual(['0001_events_trades']);
  expect(await run()).toEqual([]);
  write('0010_mv_sums.up.sql', 'CREATE VIEW sums AS\nSELECT sum(a) AS a FROM trades');
  write(
    '0009_events_more.up.sql',
    "INSERT INTO trades SELECT 2;\nINSERT INTO trades\nSELECT length('x;\n') + 1;",
  );
  expect(await run()).toEqual(['0009_events_more', '0010_mv_sums']);
  expect(await read('SELECT toUInt8(a) AS a FROM sums')).toEqual([{ a: 7 }]);
  const recorded = await read(
    'SELECT name, length(checksum) AS n, now() - applied_at < 60 AS fresh FROM schema_migrations FINAL ORDER BY name',
  );
  expect(recorded).toEqual(
    ['0001_events_trades', '0009_events_more', '0010_mv_sums'].map((name) => ({ name, n: 64, fresh: 1 })),
  );
  expect(await read(`SELECT engine FROM system.databases WHERE name = '${database}'`)).toEqual([
    { engine: 'Atomic' },
  ]);
});

test('refuses a changed, a missing and a belated migration', async () => {
  write('0003_events_c.up.sql', 'SELECT 1');
  await run();
  write('0002_events_b.up.sql', 'SELECT 1');
  await expect(run()).rejects.toThrow('migration 0002_events_b comes before one that was applied');
  unlinkSync(join(folder, '0002_events_b.up.sql'));
  write('0003_events_c.up.sql', 'SELECT 2');
  await expect(run()).rejects.toThrow('migration 0003_events_c was changed after it was applied');
  unlinkSync(join(folder, '0003_events_c.up.sql'));
  await expect(run()).rejects.toThrow('migration 0003_events_c was applied but its file is missing');
});

test('names the statement that failed, and goes on from there once it is mended', async () => {
  const create = 'CREATE TABLE half (a UInt8) ENGINE = MergeTree ORDER BY a';
  write('0002_events_half.up.sql', `${create};\nSELECT nonsense;\n`);
  await expect(run()).rejects.toThrow(
    /migration 0002_events_half, statement 2: Unknown expression.*nonsense/s,
  );
  write('0002_events_half.up.sql', `${create};\nINSERT INTO half VALUES (5);\n`);
  expect(await run()).toEqual(['0002_events_half']);
  expect(await read('SELECT a FROM half')).toEqual([{ a: 5 }]);
});

test('does not take over a table that no migration made', async () => {
  await run();
  await command('CREATE TABLE mine (a UInt8) ENGINE = MergeTree ORDER BY a');
  write('0002_events_mine.up.sql', 'CREATE TABLE mine (b UInt8) ENGINE = MergeTree ORDER BY b');
  await expect(run()).rejects.toThrow(/mine already exists/);
});

test('refuses misnamed files and numbers used twice', () => {
  write('0001_events_again.up.sql', 'SELECT 1');
  expect(() => readMigrations(folder)).toThrow(
    '0001_events_again and 0001_events_trades have the same number',
  );
  write('2_x.sql', 'SELECT 1');
  expect(() => readMigrations(folder)).toThrow('2_x.sql is not named');
});

test('a row stored before positions had numbers has one, and the mark of the agent', async () => {
  const migrations = readMigrations(MIGRATIONS);
  const since = migrations.findIndex(({ name }) => name.endsWith('position_numbers'));
  await migrate(connect, database, migrations.slice(0, since));
  await command(
    `INSERT INTO trades_executed (mint, position, trader) VALUES
       ('M', '000451526584-000013-002-0004', 'BwWK17cbHxwWBKZkUYvzxLcNQ1YVyaFezduWbtm2de6s'),
       ('M', '000451526584-000013-999-0004', 'somebody else')`,
  );
  await command("INSERT INTO alerts (mint, position) VALUES ('M', '000000000007-000000-000-0000')");
  await migrate(connect, database, migrations);
  expect(
    await read(
      'SELECT toString(position_number) AS number, is_agent FROM trades_executed ORDER BY position_number',
    ),
  ).toEqual([
    { number: '4515265840000130020004', is_agent: true },
    { number: '4515265840000139990004', is_agent: false },
  ]);
  expect(await read('SELECT toString(position_number) AS number FROM alerts')).toEqual([
    { number: '70000000000000' },
  ]);
});

test('an upgrade that is interrupted after any statement goes on, and loses no row that comes meanwhile', async () => {
  const migrations = readMigrations(MIGRATIONS);
  const since = migrations.findIndex(({ name }) => name.endsWith('fees_swept_and_pools_boosted'));
  await migrate(connect, database, migrations.slice(0, since));
  let interruptions = 0;
  for (const [i, migration] of migrations.slice(since).entries())
    for (let done = 1; done <= migration.statements.length; done += 1) {
      const cut = { ...migration, statements: [...migration.statements.slice(0, done), 'SELECT cut_here'] };
      await expect(migrate(connect, database, [...migrations.slice(0, since + i), cut])).rejects.toThrow(
        `statement ${done + 1}: Unknown expression`,
      );
      interruptions += 1;
      await command(
        `INSERT INTO trades_executed (mint, position, venue, price_token_reserves, real_token_reserves)
         VALUES ('M${interruptions}', '000000000007-000000-000-0000', 'pump-curve', 2, 1)`,
      );
    }
  expect(await migrate(connect, database, migrations)).toHaveLength(1);
  expect(await read('SELECT toUInt32(uniqExact(mint)) AS mints FROM bonding_progress')).toEqual([
    { mints: interruptions },
  ]);
});

test('a trade cut before its reserves, or beyond the curve, leaves the newest known ones of the curve', async () => {
  await migrate(connect, database, readMigrations(MIGRATIONS));
  await command(
    `INSERT INTO trades_executed (mint, position, venue, price_token_reserves, real_token_reserves) VALUES
       ('M', '000000000007-000000-000-0000', 'pump-curve', 676450000000000, 396550000000000),
       ('M', '000000000007-000001-000-0000', 'pump-curve', NULL, NULL),
       ('M', '000000000007-000002-000-0000', 'pump-curve', 5, 5)`,
  );
  expect(await read('SELECT mint, progress_percent FROM v_bonding_progress')).toEqual([
    { mint: 'M', progress_percent: 50 },
  ]);
});
