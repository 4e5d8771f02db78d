import { mkdtempSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  columnOf,
  columnTypeOf,
  DERIVED,
  type Derived,
  MEASURES,
  type Measure,
} from '@cryptonite/contracts/measures';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { readMigrations } from '../migrations/read-migrations.js';
import { alignColumns } from './align-columns.js';
import { alignViews } from './align-views.js';
import { migrate } from './migrate.js';
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

type Column = { name: string; type: string; comment: string; default: string };

/** Each column of a table, with what computes it where something does. */
async function columnsOf(table: string): Promise<Column[]> {
  return (await read(
    `SELECT name, type, comment, default_expression AS default FROM system.columns
     WHERE database = currentDatabase() AND table = '${table}' ORDER BY position`,
  )) as Column[];
}

/** The tables as a start leaves them. */
async function startOn(migrations = readMigrations(MIGRATIONS)): Promise<void> {
  await migrate(connect, database, migrations);
  const client = connect(database);
  await alignColumns(client, MEASURES, DERIVED);
  await alignViews(client);
  await client.close();
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
  const refused: string[] = [];
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
      // As the version before goes on doing until it is stopped; what is refused it tries again.
      const insert = `INSERT INTO token_scores (mint, market_cap_usd, trade_count, live_passed_checks, whitepaper_passed_checks)
        SETTINGS insert_deduplication_token = 'M${interruptions}', deduplicate_blocks_in_dependent_materialized_views = 1
        VALUES ('M${interruptions}', 5, 1, 0, 0)`;
      await command(insert).catch((error: Error) => {
        expect(error.message).toMatch(/Target table .* of view .* doesn't exist/);
        refused.push(insert);
      });
      const [latest] = (await read(
        `SELECT name FROM system.tables
         WHERE database = currentDatabase() AND name LIKE 'token_scores_latest%'`,
      )) as { name: string }[];
      await command(`INSERT INTO ${latest!.name} (mint, market_cap_usd) VALUES ('M${interruptions}', 5)`);
    }
  await startOn(migrations);
  for (const insert of refused) await command(insert);
  expect(await read('SELECT toUInt32(uniqExact(mint)) AS mints FROM bonding_progress')).toEqual([
    { mints: interruptions },
  ]);
  for (const table of ['token_scores', 'token_scores_latest'])
    expect(
      await read(
        `SELECT toUInt32(uniqExact(mint)) AS mints, toUInt32(sum(market_cap_usd)) AS sum FROM ${table}`,
      ),
    ).toEqual([{ mints: interruptions, sum: 5 * interruptions }]);
});

/** The name of each table of newest rows, its key, and two values of that. */
const NEWEST = [
  ['token_scores_latest', 'mint', "'A'", "'B'"],
  ['tokens_described_latest', 'mint', "'A'", "'B'"],
  ['price_trails_latest', 'mint', "'A'", "'B'"],
  ['scans_latest', 'partition', '1', '2'],
] as const;

test('what carries the name of a table of newest rows gives each row once, also those stored before it was a view', async () => {
  const migrations = readMigrations(MIGRATIONS);
  const since = migrations.findIndex(({ name }) => name.endsWith('view_latest'));
  await migrate(connect, database, migrations.slice(0, since));
  for (const [table, key, one] of NEWEST)
    await command(`INSERT INTO ${table} (${key}, time) VALUES (${one}, '2026-08-30 05:00:00')`);
  await startOn(migrations);
  for (const [view, key, one, other] of NEWEST) {
    for (const value of [one, other])
      await command(`INSERT INTO ${view}_unmerged (${key}, time) VALUES (${value}, '2026-08-30 12:00:00')`);
    expect(await read(`SELECT toUInt8(count()) AS rows FROM ${view}_unmerged`)).toEqual([{ rows: 3 }]);
    expect(
      await read(`SELECT toUInt8(count()) AS rows, toString(min(time)) AS oldest FROM ${view}`),
      view,
    ).toEqual([{ rows: 2, oldest: '2026-08-30 12:00:00.000' }]);
    // As a reader wrote it before.
    expect(await read(`SELECT toUInt8(count()) AS rows FROM ${view} FINAL`)).toEqual([{ rows: 2 }]);
  }
});

test('a read of one token through the view looks up its key', async () => {
  await startOn();
  await command(
    "INSERT INTO token_scores_latest_unmerged (mint, time) SELECT toString(number), '2026-08-30 12:00:00' FROM numbers(100000)",
  );
  const [one, all] = await readAmong(
    "SELECT trade_count FROM token_scores_latest WHERE mint = '777'",
    'Granules',
  );
  expect(one).toBe(1);
  expect(all).toBeGreaterThan(5);
});

test('a read with the least time, which says so, skips partitions of before through the view', async () => {
  await startOn();
  for (const hour of ['00', '06', '12'])
    await command(
      `INSERT INTO token_scores_latest_unmerged (mint, time) VALUES ('A', '2026-08-30 ${hour}:30:00')`,
    );
  const since = "SELECT mint FROM token_scores_latest WHERE time > '2026-08-30 07:00:00'";
  expect(await readAmong(since, 'Parts')).toEqual([3, 3]);
  const settled = `${since} SETTINGS defer_partition_pruning_after_final = 0`;
  expect(await readAmong(settled, 'Parts')).toEqual([1, 3]);
  expect(await read(settled)).toEqual(await read(since));
});

/** How many parts or granules of a table are left by all its indexes, and how many there are. */
async function readAmong(query: string, unit: 'Parts' | 'Granules'): Promise<[number, number]> {
  const plan = (await read(`EXPLAIN indexes = 1 ${query}`)) as { explain: string }[];
  const numbers = plan.flatMap(
    ({ explain }) => new RegExp(`${unit}: (\\d+)/(\\d+)`).exec(explain)?.slice(1).map(Number) ?? [],
  );
  return [Math.min(...numbers), Math.max(...numbers)];
}

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

/** As the engine keeps an expression that a migration wrote. */
async function asKept(sql: string): Promise<string> {
  const quoted = `SELECT ${sql}`.replaceAll("'", "''");
  const [row] = (await read(`SELECT formatQuerySingleLine('${quoted}') AS sql`)) as { sql: string }[];
  return row!.sql.replace('SELECT ', '');
}

test('every table and column says what it is', async () => {
  await startOn();
  // Views that fill a table are read by nobody; the table of migrations is the tool's own.
  const silent = await read(
    `SELECT name FROM system.tables WHERE database = currentDatabase() AND comment = ''
       AND engine != 'MaterializedView' AND name != 'schema_migrations'
     UNION ALL
     SELECT concat(table, '.', name) FROM system.columns WHERE database = currentDatabase() AND comment = ''
       AND table NOT LIKE 'mv_%' AND table != 'schema_migrations'`,
  );
  expect(silent).toEqual([]);
});

test('the tables of measurements have what the list of measures says: names, types and meanings', async () => {
  await migrate(connect, database, readMigrations(MIGRATIONS));
  const client = connect(database);
  await alignColumns(client, MEASURES, DERIVED);
  await client.close();
  const measures = MEASURES.map(({ name, type, meaning }) => ({
    name: columnOf(name),
    type: columnTypeOf(type),
    comment: meaning,
    default: '',
  }));
  const written = await columnsOf('measurements');
  // What follows the rows of a frame is the sink's.
  expect(written.slice(0, measures.length)).toEqual(measures);
  expect(written.slice(measures.length).map(({ name }) => name)).toEqual(['source_kind', 'source_name']);

  const derived = await Promise.all(
    Object.entries(DERIVED).map(async ([name, { type, meaning, sql }]) => ({
      name: columnOf(name),
      type,
      comment: meaning,
      default: await asKept(sql),
    })),
  );
  for (const table of ['token_scores', 'token_scores_latest_unmerged']) {
    const stored = new Map((await columnsOf(table)).map((column) => [column.name, column]));
    for (const { name, type, comment, default: computed } of [...measures, ...derived]) {
      const column = stored.get(name);
      expect(column, `${table}.${name}`).toMatchObject({ comment, default: computed });
      expect([type, ...inStore(type)], `${table}.${name}`).toContain(column?.type);
    }
  }
});

test('the columns follow the list: a new measure, what follows from it, a new meaning, and another way to compute one', async () => {
  await migrate(connect, database, readMigrations(MIGRATIONS));
  const client = connect(database);
  await alignColumns(client, MEASURES, DERIVED);
  expect(await alignViews(client)).toHaveLength(4);
  expect(await alignColumns(client, MEASURES, DERIVED)).toEqual({ added: [], recomputed: [], explained: [] });
  expect(await alignViews(client)).toEqual([]);
  await client.insert({ table: 'measurements', values: [{ mint: 'before' }], format: 'JSONEachRow' });
  const invented = { name: 'inventedTrades', unit: 'trades', meaning: "A launch's \\ trades", shown: [] };
  const measures: Measure[] = [
    ...MEASURES.map((measure) => (measure.name === 'lists' ? { ...measure, meaning: 'Bits' } : measure)),
    { ...invented, type: 'Nullable(UInt32)', since: 99 },
  ];
  const twice: Derived = {
    ...invented,
    type: 'Nullable(UInt32)',
    sql: 'invented_trades * 2',
    of: () => null,
  };
  const tradeCount = { ...DERIVED.tradeCount, sql: 'buy_count + sell_count + 1' };
  const derived = { ...DERIVED, tradeCount, inventedTwice: twice };
  expect(await alignColumns(client, measures, derived)).toEqual({
    added: [
      'token_scores_latest_unmerged.invented_trades',
      'token_scores_latest_unmerged.invented_twice',
      'token_scores.invented_trades',
      'token_scores.invented_twice',
      'measurements.invented_trades',
    ],
    recomputed: ['token_scores_latest_unmerged.trade_count', 'token_scores.trade_count'],
    explained: ['token_scores_latest_unmerged.lists', 'token_scores.lists', 'measurements.lists'],
  });
  expect(await alignColumns(client, measures, derived)).toEqual({ added: [], recomputed: [], explained: [] });
  expect(await alignViews(client)).toEqual(['token_scores_latest']);
  expect(await alignViews(client)).toEqual([]);
  const written = await columnsOf('measurements');
  expect(written.slice(-3)).toMatchObject([
    { name: 'invented_trades', comment: invented.meaning },
    { name: 'source_kind' },
    { name: 'source_name' },
  ]);
  const values = [{ mint: 'after', invented_trades: 7, buy_count: 1, sell_count: 1 }];
  await client.insert({ table: 'measurements', values, format: 'JSONEachRow' });
  await client.close();
  for (const table of ['token_scores', 'token_scores_latest'])
    expect(
      await read(
        `SELECT mint, invented_trades AS once, toUInt32(invented_twice) AS twice, toUInt32(trade_count) AS trades
         FROM ${table} ORDER BY mint`,
      ),
    ).toEqual([
      { mint: 'after', once: 7, twice: 14, trades: 3 },
      { mint: 'before', once: null, twice: null, trades: 0 },
    ]);
});

/** What a column may be beside a measure's own type: null in rows that are older than it, names in place of codes. */
const inStore = (type: string): string[] =>
  type.startsWith('Enum8')
    ? ['LowCardinality(String)', 'LowCardinality(Nullable(String))']
    : [`Nullable(${type})`];

test('a row stored before frames keeps its values, and what it did not say is unknown', async () => {
  const migrations = readMigrations(MIGRATIONS);
  const since = migrations.findIndex(({ name }) => name.endsWith('derived_measurements'));
  await migrate(connect, database, migrations.slice(0, since));
  const base = "'M', '2026-08-30 12:00:00', '000000000007-000000-000-0000', 1, 'bonding'";
  await command(
    `INSERT INTO token_scores (mint, time, position, rules_version, lifecycle, price_quote, price_usd, market_cap_usd, trade_count, buys_5m, sells_5m, live_passed_checks, whitepaper_passed_checks)
     VALUES (${base}, 2, 300, 3000, 7, 5, 1, 3, 0)`,
  );
  await command(
    `INSERT INTO token_scores_latest (mint, time, position, rules_version, lifecycle, market_cap_usd, event)
     VALUES (${base}, 3000, '{"kind":"TokenScored"}')`,
  );
  await startOn(migrations);
  const kept = { price_usd: 300, market_cap_usd: 3000, trade_count: 7, buys_5m: 5, live_passed_checks: 3 };
  const unknown = ['sol_price_usd', 'quote', 'buys_1m', 'is_whole_5m', 'lists', 'trades_1m', 'buy_share_5m'];
  const nulls = Object.fromEntries(unknown.map((name) => [name, null]));
  expect(
    await read(
      `SELECT price_usd, market_cap_usd, toUInt8(trade_count) AS trade_count, buys_5m, live_passed_checks, ${unknown.join(', ')}
       FROM token_scores`,
    ),
  ).toEqual([{ ...kept, ...nulls }]);
  expect(
    await read(`SELECT market_cap_usd, event, price_usd, ${unknown.join(', ')} FROM token_scores_latest`),
  ).toEqual([{ market_cap_usd: 3000, event: '{"kind":"TokenScored"}', price_usd: null, ...nulls }]);
});
