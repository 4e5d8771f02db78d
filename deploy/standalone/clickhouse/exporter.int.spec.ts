import { once } from 'node:events';
import { mkdirSync, readdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { makeDataDir, removeDataDir } from '@cryptonite/stores/clickhouse/test-server.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ANALYST_BOUNDS } from './bounds.js';
import { type Engine, openEngine } from './engine.js';
import { toFault } from './errors.js';
import { Exporter } from './exporter.js';
import { sendFault, sendFile } from './respond.js';
import { SessionPool } from './session-pool.js';
import { parseStatement, readStatement } from './statement.js';

// Exports with a shorter deadline than the server gives them.

const SEND_MS = 1_000;
/** More than sockets hold, so that most of it waits for its reader. */
const LONG = 'SELECT cityHash64(number), sipHash64(number) FROM numbers(1500000)';

const dataDir = makeDataDir();
const spool = join(dataDir, 'spool');
let engine: Engine;
let server: Server;

beforeAll(async () => {
  mkdirSync(spool);
  engine = await openEngine({
    folder: join(dataDir, 'store'),
    sessions: 1,
    sessionSettings: {},
    readOnlySessions: 1,
    readOnlySettings: {},
  });
  const pools = [engine.readOnlySessions, engine.sessions].map((sessions) => new SessionPool(sessions, 1));
  const exporter = new Exporter(spool, pools[0]!, pools[1]!, new Map());
  server = createServer((request, response) => {
    const statement = parseStatement(
      readStatement(request.url === '/long' ? LONG : 'SELECT 1', ANALYST_BOUNDS),
    );
    if (statement.kind !== 'query') throw new Error('no query');
    const gzipped = request.headers['accept-encoding'] === 'gzip';
    exporter
      .use(
        { query: statement, settings: new Map(), database: 'default', format: 'CSV' },
        () => response.destroyed,
        (file, format) => sendFile(response, file, format, gzipped, SEND_MS),
      )
      .catch((error: unknown) => sendFault(response, toFault(error)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  engine.close();
  removeDataDir(dataDir);
});

const port = () => (server.address() as AddressInfo).port;

const isHeld = () => readdirSync(spool).length > 0;

/** Reads a little all the time, and so is never idle, until the export is over. */
async function drip(socket: Socket): Promise<number> {
  let bytes = 0;
  while (isHeld()) {
    bytes += (socket.read(1_000) as Buffer | null)?.length ?? 0;
    await wait(20);
  }
  return bytes;
}

test.each(['identity', 'gzip'])(
  'who reads an export too slowly (%s) loses it, and the next one runs',
  async (encoding) => {
    const socket = connect(port(), '127.0.0.1');
    socket.write(`GET /long HTTP/1.1\r\nHost: x\r\nAccept-Encoding: ${encoding}\r\n\r\n`);
    socket.on('error', () => {});
    await once(socket, 'readable');
    const dripping = drip(socket);
    expect((await fetch(`http://127.0.0.1:${port()}/short`)).status).toBe(503);
    expect(await dripping).toBeLessThan(1_000_000);
    const next = await fetch(`http://127.0.0.1:${port()}/short`);
    expect([next.status, await next.text()]).toEqual([200, '1\n']);
    socket.destroy();
  },
  20_000,
);
