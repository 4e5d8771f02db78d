import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import {
  ANALYST_PASSWORD,
  connectTo,
  makeDataDir,
  PASSWORD,
  removeDataDir,
  startTestServer,
  stopTestServer,
  type TestServer,
  USER,
} from '@cryptonite/stores/clickhouse/test-server.js';
import { afterAll, beforeAll, expect, test } from 'vitest';

// More rows than an answer may have: all of them by an export, an error that no client overlooks otherwise.

const ROWS = 250_000;
const ALL = 'SELECT n, text FROM trades ORDER BY n';

const dataDir = makeDataDir();
let server: TestServer;
let service: ClickHouseClient;
let analyst: ClickHouseClient;

beforeAll(async () => {
  server = await startTestServer(dataDir);
  service = connectTo(server);
  analyst = createClient({
    url: server.analystsUrl,
    username: 'analyst',
    password: ANALYST_PASSWORD,
    log: { level: ClickHouseLogLevel.OFF },
  });
  for (const query of [
    'CREATE TABLE trades (n UInt32, text String) ENGINE = MergeTree ORDER BY n',
    `INSERT INTO trades SELECT number, toString(cityHash64(number)) FROM numbers(${ROWS})`,
    'CREATE TABLE back (n UInt32, text String) ENGINE = MergeTree ORDER BY n',
  ])
    await service.command({ query });
});
afterAll(async () => {
  await service.close();
  await analyst.close();
  await stopTestServer(server);
  removeDataDir(dataDir);
});

const basic = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: Buffer;
  /** Whether the transfer came to its end, which curl tells by its exit code. */
  isWhole: boolean;
}

/** A client that knows nothing of ClickHouse, like curl. */
async function ask(query: string, search: Record<string, string> = {}, isService = false): Promise<Answer> {
  const url = `${isService ? server.url : server.analystsUrl}/?${new URLSearchParams(search)}`;
  const authorization = isService ? basic(USER, PASSWORD) : basic('analyst', ANALYST_PASSWORD);
  const headers = { authorization, 'accept-encoding': 'gzip' };
  const outgoing = request(url, { method: 'POST', headers });
  outgoing.end(query);
  const [response] = await once(outgoing, 'response');
  const chunks: Buffer[] = [];
  response.on('data', (chunk: Buffer) => chunks.push(chunk));
  response.on('error', () => {});
  await new Promise((resolve) => response.once('close', resolve));
  const isWhole = response.complete;
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks), isWhole };
}

const spool = () => readdirSync(join(dataDir, 'spool'));

test.each(['CSV', 'CSVWithNames', 'TabSeparated', 'JSONEachRow', 'JSON', 'Parquet', 'RowBinary', 'Native'])(
  `${ROWS} rows as %s are refused with a status, before a byte is sent, and the way to them is named`,
  async (format) => {
    for (const search of [{}, { enable_http_compression: '1' }] as Record<string, string>[]) {
      const answer = await ask(`${ALL} FORMAT ${format}`, search);
      expect(answer.status).toBe(413);
      expect(answer.headers['x-clickhouse-exception-code']).toBe('396');
      expect(answer.body.toString()).toMatch(/Nothing was sent. .*export=1.*TOO_MANY_ROWS_OR_BYTES\)\n$/s);
    }
  },
);

test('so they are to the client of ClickHouse', async () => {
  await expect(analyst.query({ query: ALL, format: 'JSONEachRow' })).rejects.toMatchObject({
    code: '396',
    type: 'TOO_MANY_ROWS_OR_BYTES',
    message: expect.stringContaining('export=1'),
  });
});

test('just as many as an answer may have come whole', async () => {
  const { status, body, headers } = await ask(`${ALL} LIMIT 100000 FORMAT CSV`);
  expect([status, body.toString().trimEnd().split('\n').length]).toEqual([200, 100_000]);
  expect(headers['content-length']).toBe(String(body.length));
  expect((await ask(`${ALL} LIMIT 100001 FORMAT CSV`)).status).toBe(413);
});

test('an export as CSV has all rows', async () => {
  const { status, body, headers, isWhole } = await ask(`${ALL} FORMAT CSVWithNames`, { export: '1' });
  expect([status, isWhole]).toEqual([200, true]);
  expect(headers).toMatchObject({
    'content-length': String(body.length),
    'x-clickhouse-format': 'CSVWithNames',
  });
  const lines = body.toString().trimEnd().split('\n');
  expect(lines.length).toBe(ROWS + 1);
  expect([lines[0], lines[ROWS]?.split(',')[0]]).toEqual(['"n","text"', String(ROWS - 1)]);
  const packed = await ask(`${ALL} FORMAT CSVWithNames`, { export: '1', enable_http_compression: '1' });
  expect(packed.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(packed.body).equals(body)).toBe(true);
  expect(spool()).toEqual([]);
});

test('an export as Parquet has all rows, and is read back to the same', async () => {
  const { status, body } = await ask(`${ALL} FORMAT Parquet`, { export: '1' });
  expect(status).toBe(200);
  const sent = await fetch(`${server.url}/?query=${encodeURIComponent('INSERT INTO back FORMAT Parquet')}`, {
    method: 'POST',
    headers: { authorization: basic(USER, PASSWORD) },
    body: new Uint8Array(body),
  });
  expect(sent.status, await sent.text()).toBe(200);
  const sums = async (table: string) =>
    (
      await service.query({
        query: `SELECT count(), sum(n), groupBitXor(cityHash64(n, text)) FROM ${table}`,
        format: 'TabSeparated',
      })
    ).text();
  expect(await sums('back')).toBe(await sums('trades'));
});

test('the client of ClickHouse takes an export', async () => {
  const { stream } = await analyst.exec({
    query: `${ALL} FORMAT CSV`,
    // The client knows no such parameter, but passes on what it is given.
    clickhouse_settings: { export: 1 } as Record<string, number>,
  });
  expect((await text(stream)).trimEnd().split('\n').length).toBe(ROWS);
});

test('limits of an export: its own, lowered at will, and never cut in silence', async () => {
  const many = await ask('SELECT number FROM numbers(10000001) FORMAT Parquet', { export: '1' });
  expect([many.status, many.body.toString()]).toEqual([413, expect.stringContaining('in parts')]);
  const lowered = await ask(`${ALL} FORMAT CSV`, { export: '1', max_result_rows: '200000' });
  expect(lowered.status).toBe(413);
  for (const [name, value] of [
    ['max_result_rows', '10000001'],
    ['max_execution_time', '301'],
    ['max_memory_usage', '0'],
    ['max_block_size', '1'],
  ] as const)
    expect((await ask(ALL, { export: '1', [name]: value })).body.toString()).toMatch(/CONSTRAINT_VIOLATION/);
  const failing = await ask('SELECT throwIf(number = 200000) FROM numbers(250000) FORMAT CSV', {
    export: '1',
  });
  expect([failing.status, failing.headers['x-clickhouse-exception-code']]).toEqual([500, '395']);
  expect(failing.body.toString()).not.toContain(dataDir);
  expect((await ask(`${ALL} FORMAT Pretty`, { export: '1' })).body.toString()).toMatch(
    /written as Parquet, CSV/,
  );
  expect((await ask('SHOW TABLES', { export: '1' })).status).toBe(501);
  expect((await ask(ALL, { export: '2' })).body.toString()).toMatch(/export is 1 or 0/);
  expect((await ask(ALL, { export: '1' }, true)).status).toBe(501);
  expect((await ask(`${ALL} INTO OUTFILE '/tmp/x'`, { export: '1' })).status).toBe(403);
  expect(spool()).toEqual([]);
});

const LONG = 'SELECT cityHash64(number), sipHash64(number) FROM numbers(9000000)';

test('a second export is told to come again', async () => {
  const first = ask(`${LONG} FORMAT CSV`, { export: '1' });
  while (spool().length === 0) await wait(5);
  const second = await ask(`${ALL} FORMAT CSV`, { export: '1' });
  expect([second.status, second.headers['retry-after']]).toEqual([503, '5']);
  expect(second.body.toString()).toMatch(/one does at a time: try again in 5 s/);
  expect((await ask('SELECT 1')).body.toString()).toBe('1\n');
  const { status, body } = await first;
  expect([status, body.toString().trimEnd().split('\n').length]).toEqual([200, 9_000_000]);
});

/** Somebody who asks and reads nothing of the answer. */
function askOnly(query: string, path = '/'): Socket {
  const { port, host } = new URL(server.analystsUrl);
  const socket = connect(Number(port), '127.0.0.1').pause();
  const authorization = basic('analyst', ANALYST_PASSWORD);
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${authorization}\r\nContent-Length: ${query.length}\r\n\r\n${query}`,
  );
  return socket;
}

test('an export whose reader goes away ends, and leaves no file', async () => {
  const socket = askOnly(
    'SELECT cityHash64(number) FROM numbers(1000000000) WHERE cityHash64(number) % 1000 = 0 FORMAT CSV',
    '/?export=1',
  );
  while (spool().length === 0) await wait(5);
  expect(existsSync(join(dataDir, 'spool', spool()[0] ?? ''))).toBe(true);
  socket.destroy();
  while (spool().length > 0) await wait(20);
  while ((await ask(`${ALL} FORMAT CSV`, { export: '1' })).status === 503) await wait(20);
});

test.each(['RowBinary', 'JSONCompact'])(
  'who leaves answers unread as %s holds no session, and memory up to a limit that says what it is',
  async (format) => {
    const long = `SELECT repeat('x', 1200) AS x FROM numbers(100000) FORMAT ${format}`;
    const readers: Socket[] = [];
    for (let i = 0; i < 4; i += 1) {
      const reader = askOnly(long);
      readers.push(reader);
      await once(reader, 'readable');
    }
    const small = await ask('SELECT 1 FORMAT CSV');
    expect([small.status, small.headers['x-queued-ms'], small.body.toString()]).toEqual([
      200,
      undefined,
      '1\n',
    ]);
    const fifth = await ask(long);
    expect([fifth.status, fifth.headers['retry-after']]).toEqual([503, '5']);
    expect(fifth.body.toString()).toMatch(/wait for readers who are slow to take them: try again in 5 s/);
    for (const reader of readers) reader.destroy();
    while ((await ask(long)).status === 503) await wait(50);
  },
);

test('an answer that its format makes too long is refused, and the way to it is named', async () => {
  const wide = `SELECT number AS ${'x'.repeat(3_000)} FROM numbers(100000) FORMAT`;
  for (const format of ['JSONEachRow', 'JSON']) {
    const { status, body } = await ask(`${wide} ${format}`);
    expect([status, body.toString()]).toEqual([413, expect.stringMatching(/as it is written.*export=1/)]);
  }
});

test('a streamed answer that fails is broken off, with the reason last, packed or not', async () => {
  const failing =
    'SELECT throwIf(number = 500000) FROM numbers(900000) SETTINGS max_block_size = 1000, max_threads = 1 FORMAT CSV';
  for (const search of [{}, { enable_http_compression: '1' }] as Record<string, string>[]) {
    const answer = await ask(failing, search, true);
    expect([answer.status, answer.isWhole]).toEqual([200, false]);
    const plain = search.enable_http_compression ? gunzipSync(answer.body) : answer.body;
    expect(plain.toString()).toMatch(
      /__exception__.*FUNCTION_THROW_IF_VALUE_IS_NON_ZERO.*__exception__\r\n$/s,
    );
  }
  const result = await service.query({
    query:
      'SELECT throwIf(number = 500000) AS a FROM numbers(900000) SETTINGS max_block_size = 1000, max_threads = 1',
    format: 'JSONEachRow',
  });
  await expect(result.json()).rejects.toThrow();
});

test('who waits for a session is told so', async () => {
  const busy = `SELECT max(sipHash64(number)) FROM numbers(100000000000) SETTINGS max_execution_time = 30`;
  const stop = new AbortController();
  const url = server.analystsUrl;
  const headers = { authorization: basic('analyst', ANALYST_PASSWORD) };
  const running = [1, 2].map(() =>
    fetch(url, { method: 'POST', headers, body: `${busy} FORMAT JSON`, signal: stop.signal }).then(
      (answer) => answer.text(),
      () => '',
    ),
  );
  await wait(200);
  const queued = await ask('SELECT 1');
  expect([queued.status, queued.headers['retry-after']]).toEqual([503, '5']);
  expect(queued.body.toString()).toMatch(
    /all 2 sessions are busy.*try again in 5 s.*TOO_MANY_SIMULTANEOUS_QUERIES/,
  );
  const waiting = ask('SELECT 1');
  await Promise.all(running);
  stop.abort();
  const answer = await waiting;
  if (answer.status === 200) expect(Number(answer.headers['x-queued-ms'])).toBeGreaterThan(0);
  else expect(answer.status).toBe(503);
});
