import { execFile } from 'node:child_process';
import { createReadStream, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { migrate } from '@cryptonite/stores/clickhouse/migrate.js';
import {
  connectTo,
  makeDataDir,
  removeDataDir,
  startTestServer,
  stopTestServer,
  type TestServer,
} from '@cryptonite/stores/clickhouse/test-server.js';
import { readMigrations } from '@cryptonite/stores/migrations/read-migrations.js';
import { afterAll, beforeAll, expect, test } from 'vitest';

const COMMAND = fileURLToPath(new URL('./dist/command.js', import.meta.url));
const MIGRATIONS = fileURLToPath(new URL('../stores/clickhouse/migrations', import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'market-generate-'));
const dataDir = makeDataDir();
let server: TestServer;

const play = (out: string, format: string) =>
  promisify(execFile)(process.execPath, [
    COMMAND,
    ...['--launches', '60', '--seed', '11', '--regime', 'high'],
    ...['--out', join(folder, out), '--format', format],
  ]);

const tablesIn = (out: string): string[] =>
  readdirSync(join(folder, out)).filter((file) => file.endsWith('.rowbinary'));

beforeAll(async () => {
  server = await startTestServer(dataDir);
  await Promise.all([play('journal', 'journal'), play('tables', 'rowbinary')]);
}, 120_000);

afterAll(async () => {
  await stopTestServer(server);
  removeDataDir(dataDir);
  rmSync(folder, { recursive: true, force: true });
});

test('the same seed gives the same bytes of every table', async () => {
  await play('again', 'rowbinary');
  expect(tablesIn('again')).toEqual(tablesIn('tables'));
  for (const file of tablesIn('tables'))
    expect(readFileSync(join(folder, 'again', file)).equals(readFileSync(join(folder, 'tables', file)))).toBe(
      true,
    );
});

test('ClickHouse takes the tables, and holds each fact of the journal once', async () => {
  const connect = (database: string) => connectTo(server, database);
  await migrate(connect, 'market', readMigrations(MIGRATIONS));
  const client = connect('market');
  const ids: string[] = [];
  for (const file of tablesIn('tables')) {
    const table = basename(file, '.rowbinary');
    const { stream } = await client.exec({
      query: `INSERT INTO ${table} FORMAT RowBinaryWithNamesAndTypes`,
      values: createReadStream(join(folder, 'tables', file)),
    });
    stream.resume();
    const rows = await client.query({ query: `SELECT id FROM ${table}`, format: 'JSONEachRow' });
    ids.push(...(await rows.json<{ id: string }>()).map(({ id }) => id));
  }
  const traded = await client.query({
    query:
      'SELECT toString(sum(token_amount)) AS tokens, toString(sum(quote_amount)) AS quote FROM trades_executed',
    format: 'JSONEachRow',
  });
  const [sums] = await traded.json<{ tokens: string; quote: string }>();
  await client.close();

  const facts = readFileSync(join(folder, 'journal', 'journal.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .flatMap((line) => JSON.parse(line).facts as Record<string, string>[]);
  const sumOf = (field: string) =>
    facts
      .filter(({ kind }) => kind === 'TradeExecuted')
      .reduce((sum, fact) => sum + BigInt(fact[field]!), 0n);
  expect(ids.sort()).toEqual(facts.map(({ id }) => id).sort());
  expect(facts.length).toBeGreaterThan(1_000);
  // Of UInt64, which wraps.
  expect(BigInt(sums!.tokens)).toBe(sumOf('tokenAmount') % 2n ** 64n);
  expect(BigInt(sums!.quote)).toBe(sumOf('quoteAmount'));
});

test('a folder that holds something is not written into', async () => {
  const [file] = tablesIn('tables');
  const before = readFileSync(join(folder, 'tables', file!));
  await expect(play('tables', 'rowbinary')).rejects.toThrow(/is not empty: name a new folder/);
  await expect(play(join('tables', file!), 'rowbinary')).rejects.toThrow(/is a file: name a new folder/);
  expect(readFileSync(join(folder, 'tables', file!)).equals(before)).toBe(true);
});
