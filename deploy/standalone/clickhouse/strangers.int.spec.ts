import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  ANALYST_PASSWORD,
  makeDataDir,
  PASSWORD,
  removeDataDir,
  startTestServer,
  stopTestServer,
  type TestServer,
  USER,
} from '@cryptonite/stores/clickhouse/test-server.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exchange, isReachedFromOutside, openMany, residentBytes } from '../testing/strangers.js';

// Somebody without the secret, or a web page in the owner's browser, tries to get in at either port.

const SHOWN = '4294967291';
const QUERY = 'SELECT 4294967296 - 5';

const dataDir = makeDataDir();
let server: TestServer;
let said = '';
const ports: Record<'services' | 'analysts', number> = { services: 0, analysts: 0 };

beforeAll(async () => {
  server = await startTestServer(dataDir);
  for (const output of [server.process.stdout, server.process.stderr])
    output?.on('data', (text: Buffer) => {
      said += text;
    });
  ports.services = Number(new URL(server.url).port);
  ports.analysts = Number(new URL(server.analystsUrl).port);
});
afterAll(async () => {
  await stopTestServer(server);
  removeDataDir(dataDir);
});

type Port = keyof typeof ports;
const basic = (user: string, password: string) =>
  `Authorization: Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
const owner = (port: Port) =>
  port === 'services' ? basic(USER, PASSWORD) : basic('analyst', ANALYST_PASSWORD);
const own = (port: Port) => `Host: 127.0.0.1:${ports[port]}`;

/** One request, byte by byte. */
async function send(port: Port, start: string, headers: string[], body = QUERY): Promise<string> {
  const lines = [`${start} HTTP/1.1`, ...headers, 'Connection: close', `Content-Length: ${body.length}`];
  const { received } = await exchange(ports[port], `${lines.join('\r\n')}\r\n\r\n${body}`);
  return received.toString('latin1');
}
const statusOf = (answer: string) => Number(answer.split(' ')[1] ?? 0);

const everyPort = ['services', 'analysts'] as const;

test.each(everyPort)('the owner gets in at the port of the %s', async (port) => {
  expect(await send(port, 'POST /', [own(port), owner(port)])).toContain(SHOWN);
});

test.each(everyPort)('nobody gets in at the port of the %s without the secret', async (port) => {
  const [user, password] = port === 'services' ? [USER, PASSWORD] : ['analyst', ANALYST_PASSWORD];
  const encoded = Buffer.from(`${user}:${password}`).toString('base64');
  const tries: string[][] = [
    [],
    [owner(port === 'services' ? 'analysts' : 'services')],
    [basic(user, '')],
    [basic('', password)],
    [basic(user, password.slice(0, -1))],
    [basic(user, `${password}x`)],
    [basic(user.toUpperCase(), password)],
    [basic('default', '')],
    [`Authorization: Bearer ${encoded}`],
    [`Authorization: Basic ${encoded.slice(0, -2)}`],
    [`Authorization: Basic`],
    [`Authorization: Digest username="${user}", response="${password}"`],
    [`Cookie: user=${user}; password=${encodeURIComponent(password)}`],
    [`X-ClickHouse-User: ${user}`],
    [`X-ClickHouse-User: ${user}`, 'X-ClickHouse-Key: wrong'],
    [`X-ClickHouse-User: ${user}`, 'X-ClickHouse-SSL-Certificate-Auth: on'],
    [basic(user, 'wrong'), basic(user, password)],
    [basic(user, 'wrong'), `X-ClickHouse-User: ${user}`, `X-ClickHouse-Key: ${password}`],
    [`Proxy-Authorization: Basic ${encoded}`],
  ];
  for (const headers of tries) {
    const answer = await send(port, 'POST /', [own(port), ...headers]);
    expect(answer, headers.join()).not.toContain(SHOWN);
    expect(answer, headers.join()).not.toContain(password);
    expect(statusOf(answer), headers.join()).toBe(403);
  }
  const inUrl = new URLSearchParams({ query: QUERY, user, password });
  for (const start of [`GET /?${inUrl}`, `POST /?${inUrl}`, `GET http://${user}:x@127.0.0.1/?query=SELECT+1`])
    expect([403, 404], start).toContain(statusOf(await send(port, start, [own(port)], '')));
});

test.each(everyPort)('nothing else lives at the port of the %s', async (port) => {
  const search = new URLSearchParams({ query: QUERY });
  const paths = [
    'play',
    'dashboard',
    'metrics',
    'replicas_status',
    'query',
    'js/',
    'binary',
    'merges',
    '..',
    '//',
  ];
  for (const path of paths) {
    const answer = await send(port, `GET /${path}?${search}`, [own(port)], '');
    expect([403, 404], path).toContain(statusOf(answer));
    expect(answer, path).not.toContain(SHOWN);
  }
  expect(await send(port, 'GET /ping', [own(port)], '')).toContain('Ok.');
  for (const method of ['OPTIONS', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'CONNECT']) {
    const answer = await send(port, `${method} /?${search}`, [own(port)]);
    expect(answer, method).not.toContain(SHOWN);
    expect(statusOf(answer), method).not.toBe(200);
    expect(answer.toLowerCase(), method).not.toContain('access-control-allow');
  }
});

test.each(everyPort)('no web page gets in at the port of the %s, even with the secret', async (port) => {
  const number = ports[port];
  const hosts = [
    `evil.example:${number}`,
    `127.0.0.1.evil.example:${number}`,
    `localhost.evil.example:${number}`,
    `127.0.0.1:${number}.evil.example`,
    `127.0.0.1:${number + 1}`,
    '127.0.0.1',
    `127.1:${number}`,
    `0.0.0.0:${number}`,
    `[::1]:${number}`,
    `localhost.:${number}`,
    `x@127.0.0.1:${number}`,
    '',
  ];
  for (const host of hosts) {
    const answer = await send(port, 'POST /', [`Host: ${host}`, owner(port)]);
    expect([400, 403], host).toContain(statusOf(answer));
    expect(answer).not.toContain(SHOWN);
  }
  const origins = [
    'https://evil.example',
    'null',
    `https://127.0.0.1:${number}`,
    `http://127.0.0.1:${number}.evil.example`,
    'http://localhost',
    'file://',
    'chrome-extension://abc',
  ];
  for (const origin of origins) {
    // What a form or a fetch without preflight sends.
    const headers = [own(port), owner(port), `Origin: ${origin}`, 'Content-Type: text/plain'];
    const answer = await send(port, 'POST /', headers);
    expect(statusOf(answer), origin).toBe(403);
    expect(answer).not.toContain(SHOWN);
    const preflight = await send(
      port,
      'OPTIONS /',
      [
        own(port),
        `Origin: ${origin}`,
        'Access-Control-Request-Method: POST',
        'Access-Control-Request-Private-Network: true',
      ],
      '',
    );
    expect(statusOf(preflight), origin).not.toBe(200);
    expect(preflight.toLowerCase()).not.toContain('access-control-allow');
  }
  const hostless = [[owner(port)], ['Host: evil.example', own(port), owner(port)]];
  for (const headers of hostless) expect([400, 403]).toContain(statusOf(await send(port, 'POST /', headers)));
});

test('a body without the secret is not kept, however long', async () => {
  const before = residentBytes(server.process.pid!);
  const head = [
    `POST /?query=INSERT+INTO+t+FORMAT+RowBinary HTTP/1.1`,
    own('services'),
    'Content-Length: 999999999',
  ];
  const sockets = await openMany(
    ports.services,
    20,
    Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), Buffer.alloc(4_000_000, 1)]),
  );
  expect(await send('services', 'POST /', [own('services'), owner('services')])).toContain(SHOWN);
  expect(readdirSync(join(dataDir, 'spool'))).toEqual([]);
  for (const socket of sockets) socket.destroy();
  expect(residentBytes(server.process.pid!) - before).toBeLessThan(300e6);
});

test('a great many who send half a request hold little, and keep nobody out', async () => {
  const before = residentBytes(server.process.pid!);
  const sockets = await openMany(
    ports.services,
    500,
    `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(100_000)}`,
  );
  expect(await send('services', 'POST /', [own('services'), owner('services')])).toContain(SHOWN);
  expect(residentBytes(server.process.pid!) - before).toBeLessThan(300e6);
  for (const socket of sockets) socket.destroy();
});

test.each([
  ['random bytes', Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 197 + 31) & 255))],
  ['a TLS hello', Buffer.concat([Buffer.from([0x16, 3, 1, 2, 0, 1]), Buffer.alloc(512, 7)])],
  [
    'ClickHouse’s own protocol',
    Buffer.from('\0\x10ClickHouse client\x1a\x06\xb0\xa9\x03\0\x07default\0', 'latin1'),
  ],
  ['a header of 2 MB', `GET / HTTP/1.1\r\nX: ${'x'.repeat(2_000_000)}`],
  ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
  [
    'a length and chunks',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
])('%s ends the connection, and only that', async (_, bytes) => {
  const { received, isClosed } = await exchange(ports.services, bytes);
  expect(isClosed).toBe(true);
  // Where the client is still sending, the refusal may be lost with the connection.
  expect(received.toString('latin1')).toMatch(/^(HTTP\/1\.1 4|$)/);
  expect(await send('services', 'POST /', [own('services'), owner('services')])).toContain(SHOWN);
});

test('the secrets stand in no line it printed, and not among its arguments', () => {
  for (const secret of [PASSWORD, ANALYST_PASSWORD]) {
    expect(said).not.toContain(secret);
    expect(server.process.spawnargs.join(' ')).not.toContain(secret);
  }
});

test('the store is the owner’s alone', () => {
  for (const folder of ['store', 'spool']) expect(statSync(join(dataDir, folder)).mode & 0o077).toBe(0);
});

test('nobody on the network reaches it', async ({ skip }) => {
  const reached = [await isReachedFromOutside(ports.services), await isReachedFromOutside(ports.analysts)];
  if (reached.includes(null)) return skip('this machine has no address but loopback');
  expect(reached).toEqual([false, false]);
});
