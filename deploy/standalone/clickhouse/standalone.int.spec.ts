import { once } from 'node:events';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { connect as connectTcp } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import {
  ANALYST_PASSWORD,
  makeDataDir,
  PASSWORD,
  READER,
  READER_PASSWORD,
  removeDataDir,
  startTestServer,
  stopTestServer,
  type TestServer,
  USER,
} from '@cryptonite/stores/clickhouse/test-server.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TABLE_ENGINES, TABLE_FUNCTIONS } from './allowed.js';

// What only the standalone server does: its guards, its second port, its process.

const dataDir = makeDataDir();
let server: TestServer;
let client: ClickHouseClient;
let analyst: ClickHouseClient;

beforeAll(async () => {
  mkdirSync(join(dataDir, 'spool'));
  writeFileSync(join(dataDir, 'spool', 'left-by-a-killed-process'), '');
  server = await startTestServer(dataDir);
  client = connect(server.url, USER, PASSWORD);
  analyst = connect(server.analystsUrl, 'analyst', ANALYST_PASSWORD);
});
afterAll(async () => {
  await client.close();
  await analyst.close();
  await stopTestServer(server);
  removeDataDir(dataDir);
});

const connect = (url: string, username: string, password: string) =>
  createClient({ url, username, password, log: { level: ClickHouseLogLevel.OFF } });

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

async function send(
  method: string,
  search: Record<string, string>,
  body: string | Buffer = '',
  headers: Record<string, string> = {},
  url = server.url,
): Promise<Answer> {
  const target = new URL(`/?${new URLSearchParams(search)}`, url);
  const outgoing = request(target, { method, headers: { ...auth(), ...headers } });
  outgoing.end(body);
  const [response] = await once(outgoing, 'response');
  response.setEncoding('utf8');
  let text = '';
  for await (const chunk of response) text += chunk;
  return { status: response.statusCode, headers: response.headers, text };
}

const auth = () => ({ Authorization: `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString('base64')}` });

async function rows(query: string, from = client): Promise<unknown[]> {
  return (await from.query({ query, format: 'JSONEachRow' })).json();
}

test('clears what a killed process left in the spool', () => {
  expect(readdirSync(join(dataDir, 'spool'))).toEqual([]);
});

test('refuses wrong and missing credentials', async () => {
  for (const [user, password] of [
    [USER, 'wrong'],
    ['someone', PASSWORD],
    ['analyst', ANALYST_PASSWORD],
  ] as const) {
    const stranger = connect(server.url, user, password);
    await expect(stranger.query({ query: 'SELECT 1' })).rejects.toMatchObject({
      code: '516',
      type: 'AUTHENTICATION_FAILED',
    });
    await stranger.close();
  }
  const inUrl = await send('GET', { query: 'SELECT 1', user: USER, password: PASSWORD });
  expect([inUrl.status, inUrl.headers['x-clickhouse-exception-code']]).toEqual([403, '516']);
});

test('serves neither foreign hosts nor foreign origins', async () => {
  const ask = async (headers: Record<string, string>) => (await send('POST', {}, 'SELECT 1', headers)).status;
  expect(await ask({ Host: 'evil.example' })).toBe(403);
  expect(await ask({ Host: `evil.example:${new URL(server.url).port}` })).toBe(403);
  expect(await ask({ Origin: 'https://evil.example' })).toBe(403);
  expect(await ask({ Origin: 'null' })).toBe(403);
  expect(await ask({ Origin: server.url })).toBe(200);
  expect(await ask({ Host: `localhost:${new URL(server.url).port}` })).toBe(200);
});

test('lets no URL parameter carry SQL', async () => {
  const format = await send('POST', { default_format: "TSV INTO OUTFILE '/tmp/out'" }, 'SELECT 1');
  expect(format.headers['x-clickhouse-exception-code']).toBe('73');
  const setting = await send('POST', { 'max_threads = 1, readonly': '0' }, 'SELECT 1');
  expect(setting.headers['x-clickhouse-exception-code']).toBe('115');
  const value = await send('POST', { max_threads: "1', readonly = '0" }, 'SELECT 1');
  expect(value.text).toMatch(/CANNOT_PARSE/);
  const database = await send('POST', { database: 'default`; DROP TABLE x; --' }, 'SELECT 1');
  expect(database.text).toMatch(/UNKNOWN_DATABASE/);
  const parameter = await send(
    'POST',
    { param_t: 'x` SETTINGS readonly = 0 --' },
    'SELECT * FROM {t:Identifier}',
  );
  expect(parameter.text).toMatch(/UNKNOWN_TABLE/);
});

test('takes long parameters and long texts', async () => {
  const text = "x'".repeat(100_000);
  expect(
    (await send('POST', { param_text: text.replaceAll("'", "\\'") }, 'SELECT length({text:String})')).text,
  ).toBe('200000\n');
  await client.command({ query: 'CREATE TABLE texts (text String) ENGINE = MergeTree ORDER BY tuple()' });
  const long = 'y\n\n'.repeat(1_500_000);
  await client.command({ query: `INSERT INTO texts VALUES ('${long}')` });
  expect(await rows('SELECT toUInt32(length(text)) AS n FROM texts')).toEqual([{ n: long.length }]);
});

test('changes nothing on a GET', async () => {
  expect((await send('GET', { query: 'SELECT 1' })).text).toBe('1\n');
  expect((await send('GET', { query: 'CREATE TABLE got (a UInt8) ENGINE = Memory' })).text).toMatch(
    /READONLY/,
  );
  expect((await send('PUT', { query: 'SELECT 1' })).status).toBe(501);
});

test('refuses every table function and engine of the engine that is not on the list', async () => {
  const functions = (await rows('SELECT name FROM system.table_functions')) as { name: string }[];
  const refused = functions.filter(({ name }) => !TABLE_FUNCTIONS.has(name.toLowerCase()));
  expect(refused.length).toBeGreaterThan(50);
  for (const { name } of refused) {
    await expect(rows(`SELECT * FROM ${name}('x')`), name).rejects.toMatchObject({ type: 'ACCESS_DENIED' });
  }
  const engines = (await rows('SELECT name FROM system.table_engines')) as { name: string }[];
  for (const { name } of engines.filter((engine) => !TABLE_ENGINES.has(engine.name))) {
    const query = `CREATE TABLE outside (a UInt8) ENGINE = ${name}('x')`;
    await expect(client.command({ query }), name).rejects.toMatchObject({ type: 'ACCESS_DENIED' });
  }
});

test.each([
  "SELECT * FROM '/etc/passwd'",
  'SELECT * FROM `/etc/passwd`',
  'SELECT * FROM default.`/etc/passwd`',
  "INSERT INTO guarded VALUES (1, (SELECT * FROM file('/etc/passwd', 'LineAsString') LIMIT 1))",
  "INSERT INTO guarded VALUES (1, file('/etc/hostname'))",
  "INSERT INTO guarded SELECT 1, arrayMap(file, ['/etc/hostname'])[1]",
  "SELECT 1 INTO OUTFILE '/tmp/out'",
  "INSERT INTO guarded FROM INFILE '/etc/hostname' FORMAT CSV",
])('reads no file by %s', async (query) => {
  await client.command({
    query: 'CREATE TABLE IF NOT EXISTS guarded (n UInt8, text String) ENGINE = MergeTree ORDER BY n',
  });
  await expect(client.command({ query })).rejects.toMatchObject({ type: /ACCESS_DENIED|UNKNOWN_TABLE/ });
  expect(await rows('SELECT count() AS n FROM guarded')).toEqual([{ n: 0 }]);
});

test('checks VALUES in a body as well', async () => {
  await client.command({ query: 'CREATE TABLE valued (text String) ENGINE = MergeTree ORDER BY text' });
  const insert = { query: 'INSERT INTO valued FORMAT Values' };
  expect((await send('POST', insert, "(file('/etc/hostname'))")).text).toMatch(/ACCESS_DENIED/);
  expect((await send('POST', insert, "(upper('file(')), ('a\n\nb')")).status).toBe(200);
  expect(await rows('SELECT text FROM valued ORDER BY text')).toEqual([
    { text: 'FILE(' },
    { text: 'a\n\nb' },
  ]);
});

test('keeps bodies with blank lines whole, in binary formats too', async () => {
  await client.command({ query: 'CREATE TABLE blank (n UInt16, text String) ENGINE = MergeTree ORDER BY n' });
  const text = 'a\n\nb\n\n';
  const row = (n: number) => Buffer.concat([Buffer.from([n & 255, n >> 8, text.length]), Buffer.from(text)]);
  // 2570 is 0x0a0a: a blank line in itself.
  const binary = Buffer.concat([row(2570), row(1), row(2)]);
  const inserted = await send('POST', { query: 'INSERT INTO blank FORMAT RowBinary' }, binary);
  expect(inserted.status).toBe(200);
  expect(JSON.parse(String(inserted.headers['x-clickhouse-summary']))).toMatchObject({ written_rows: '3' });
  const native = await send('POST', {}, 'SELECT n + 100 AS n, text FROM blank FORMAT JSONEachRow');
  const lines = native.text.replaceAll('\n', '\n\n');
  expect((await send('POST', {}, `INSERT INTO blank FORMAT JSONEachRow\n\n${lines}`)).status).toBe(200);
  const zipped = gzipSync(Buffer.concat([row(7), row(8)]));
  expect(
    (
      await send('POST', { query: 'INSERT INTO blank FORMAT RowBinary' }, zipped, {
        'Content-Encoding': 'gzip',
      })
    ).status,
  ).toBe(200);
  const query =
    'SELECT count() AS total, uniqExact(n) AS different, min(text) = max(text) AS same FROM blank';
  expect(await rows(query)).toEqual([{ total: 8, different: 8, same: 1 }]);
});

test('says what is wrong with a body', async () => {
  await client.command({ query: 'CREATE TABLE wrong (n UInt8) ENGINE = MergeTree ORDER BY n' });
  const insert = { query: 'INSERT INTO wrong FORMAT JSONEachRow' };
  expect((await send('POST', insert, 'x', { 'Content-Encoding': 'gzip' })).text).toMatch(/not valid gzip/);
  expect((await send('POST', insert, 'x', { 'Content-Encoding': 'br' })).status).toBe(501);
  const bad = await send('POST', insert, '{"n":1}\n{"n":"x"}');
  expect(bad.text).toMatch(/the request body.*CANNOT_PARSE/s);
  expect(bad.text).not.toContain(dataDir);
  const long = await send('POST', {}, Buffer.alloc(9 * 1024 ** 2, ' '));
  expect([long.status, long.headers['x-clickhouse-exception-code']]).toEqual([413, '307']);
  expect((await send('POST', insert, '')).status).toBe(200);
});

test('stores nothing of a body that breaks off', async () => {
  await client.command({ query: 'CREATE TABLE broken (n UInt32) ENGINE = MergeTree ORDER BY n' });
  const { port, host } = new URL(server.url);
  const socket = connectTcp(Number(port), '127.0.0.1');
  const search = new URLSearchParams({ query: 'INSERT INTO broken FORMAT JSONEachRow' });
  socket.write(
    `POST /?${search} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${auth().Authorization}\r\nContent-Length: 1000\r\n\r\n{"n":1}\n`,
  );
  await wait(100);
  socket.destroy();
  await wait(200);
  expect(await rows('SELECT count() AS n FROM broken')).toEqual([{ n: 0 }]);
  expect(readdirSync(join(dataDir, 'spool'))).toEqual([]);
});

test('takes its sessions back from readers that go away', async () => {
  const query = 'SELECT number, toString(cityHash64(number)) FROM numbers(1000000000)';
  for (let round = 0; round < 2; round += 1) {
    await Promise.all(
      Array.from({ length: 6 }, async () => {
        const result = await client.query({ query, format: 'JSONEachRow' });
        for await (const _ of result.stream()) break;
        result.close();
      }),
    );
  }
  expect(await rows('SELECT 1 AS n')).toEqual([{ n: 1 }]);
});

test('refuses sessions, SET and USE, which would outlive their request', async () => {
  expect((await send('POST', { session_id: 'x' }, 'SELECT 1')).status).toBe(501);
  await expect(client.command({ query: 'SET max_threads = 1' })).rejects.toThrow(
    /send settings with the statement/,
  );
  await expect(client.command({ query: 'USE system' })).rejects.toThrow(/send the database with the request/);
});

test('lets analysts read, within limits that they cannot raise', async () => {
  await client.command({ query: 'CREATE TABLE shared (n UInt8) ENGINE = MergeTree ORDER BY n' });
  await client.command({ query: 'INSERT INTO shared VALUES (1), (2)' });
  expect(await rows('SELECT toUInt8(sum(n)) AS n FROM shared', analyst)).toEqual([{ n: 3 }]);
  expect(await rows("SHOW TABLES LIKE 'shared'", analyst)).toEqual([{ name: 'shared' }]);
  const parameters = {
    query: 'SELECT {n:UInt8} + 1 AS n',
    query_params: { n: 1 },
    format: 'JSONEachRow',
  } as const;
  expect(await (await analyst.query(parameters)).json()).toEqual([{ n: 2 }]);

  for (const query of [
    'INSERT INTO shared VALUES (3)',
    'INSERT INTO shared SELECT 3',
    'WITH 3 AS x INSERT INTO shared SELECT x',
    'DROP TABLE shared',
    'CREATE TABLE mine (n UInt8) ENGINE = Memory',
    'SELECT 1 SETTINGS max_execution_time = 0',
    'SELECT * FROM (SELECT 1 SETTINGS max_memory_usage = 0)',
    'SELECT 1 SETTINGS readonly = 0',
    'SET readonly = 0',
    "SELECT file('/etc/hostname')",
    "SELECT 1 INTO OUTFILE '/tmp/out'",
  ]) {
    await expect(analyst.command({ query }), query).rejects.toMatchObject({
      type: /READONLY|SETTING_CONSTRAINT_VIOLATION|ACCESS_DENIED/,
    });
  }
  const raise = analyst.query({ query: 'SELECT 1', clickhouse_settings: { max_result_rows: '0' } });
  await expect(raise).rejects.toMatchObject({ type: /READONLY|SETTING_CONSTRAINT_VIOLATION/ });
  await expect(rows('SELECT number FROM numbers(200000)', analyst)).rejects.toMatchObject({
    type: 'TOO_MANY_ROWS_OR_BYTES',
  });
  const much = 'SELECT length(groupArray(number)) FROM numbers(1000000000)';
  await expect(rows(much, analyst)).rejects.toMatchObject({ type: 'MEMORY_LIMIT_EXCEEDED' });
  expect(await rows('SELECT toUInt8(sum(n)) AS n FROM shared', analyst)).toEqual([{ n: 3 }]);

  const stranger = connect(server.analystsUrl, USER, PASSWORD);
  await expect(stranger.query({ query: 'SELECT 1' })).rejects.toMatchObject({
    type: 'AUTHENTICATION_FAILED',
  });
  await stranger.close();
});

test('a service that reads asks everything and changes nothing', async () => {
  await client.command({ query: 'CREATE TABLE watched (n UInt8) ENGINE = MergeTree ORDER BY n' });
  await client.command({ query: 'INSERT INTO watched VALUES (7)' });
  const reader = connect(server.url, READER, READER_PASSWORD);
  for (const query of [
    'INSERT INTO watched VALUES (8)',
    'INSERT INTO watched SELECT 8',
    'WITH 8 AS x INSERT INTO watched SELECT x',
    'DROP TABLE watched',
    'TRUNCATE TABLE watched',
    'ALTER TABLE watched DROP PARTITION tuple()',
    'ALTER TABLE watched DELETE WHERE 1',
    'CREATE TABLE own (n UInt8) ENGINE = Memory',
    'OPTIMIZE TABLE watched FINAL',
    'KILL QUERY WHERE 1',
  ])
    await expect(reader.command({ query }), query).rejects.toMatchObject({ type: 'READONLY' });
  for (const query of ["SELECT file('/etc/hostname')", "SELECT * FROM file('/etc/hostname', 'LineAsString')"])
    await expect(reader.command({ query }), query).rejects.toMatchObject({ type: 'ACCESS_DENIED' });
  expect(await rows('SELECT n FROM watched', reader)).toEqual([{ n: 7 }]);
  await reader.close();
  const other = connect(server.url, READER, PASSWORD);
  await expect(other.query({ query: 'SELECT 1' })).rejects.toMatchObject({ type: 'AUTHENTICATION_FAILED' });
  await other.close();
});

test('answers what runs before it stops, and exits with 0', async () => {
  const folder = makeDataDir();
  const stopping = await startTestServer(folder);
  const there = connect(stopping.url, USER, PASSWORD);
  await there.command({ query: 'CREATE TABLE t (n UInt32) ENGINE = MergeTree ORDER BY n' });
  await there.command({ query: 'INSERT INTO t SELECT number FROM numbers(50000)' });
  const slow = rows('SELECT sleep(1.5) AS n', there);
  await wait(300);
  stopping.process.kill('SIGTERM');
  stopping.process.kill('SIGINT');
  expect(await slow).toEqual([{ n: 0 }]);
  expect(await stopping.exited).toBe(0);
  await there.close();
  const again = await startTestServer(folder);
  const here = connect(again.url, USER, PASSWORD);
  expect(await rows('SELECT toUInt32(count()) AS n FROM t', here)).toEqual([{ n: 50_000 }]);
  await here.close();
  await stopTestServer(again);
  removeDataDir(folder);
});

test('refuses a data folder that another process serves', async () => {
  await expect(startTestServer(dataDir)).rejects.toThrow(/another process/);
});

test('names what is wrong in its environment', async () => {
  const folder = makeDataDir();
  await expect(startTestServer(folder, { PORT: 'x' })).rejects.toThrow(/PORT/);
  await expect(startTestServer(folder, { CLICKHOUSE_PASSWORD: '' })).rejects.toThrow(/CLICKHOUSE_PASSWORD/);
  await expect(startTestServer(`${folder}/a*b`)).rejects.toThrow(/DATA_DIR must not contain/);
  removeDataDir(folder);
});

test('gets itself enough threads, and dies with the process that was killed', async () => {
  const folder = makeDataDir();
  const env = { UV_THREADPOOL_SIZE: '', READONLY_PORT: undefined };
  const first = await startTestServer(folder, env);
  const there = connect(first.url, USER, PASSWORD);
  await there.command({ query: 'CREATE TABLE t (n UInt8) ENGINE = MergeTree ORDER BY n' });
  const startedAt = Date.now();
  await Promise.all(Array.from({ length: 4 }, () => rows('SELECT sleep(1)', there)));
  expect(Date.now() - startedAt).toBeLessThan(1_900);
  await there.close();
  first.process.kill('SIGKILL');
  await first.exited;
  const second = await startTestServer(folder, env);
  const here = connect(second.url, USER, PASSWORD);
  expect(await rows('SELECT count() AS n FROM t', here)).toEqual([{ n: 0 }]);
  await here.close();
  second.process.kill('SIGTERM');
  expect(await second.exited).toBe(0);
  removeDataDir(folder);
});
