import { once } from 'node:events';
import { connect } from 'node:net';
import supertest from 'supertest';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { measure, mintOf, scanOf } from '../../../testing/measurements.js';
import { startApp } from '../../../testing/start-app.js';
import { REQUESTS } from '../short-logger.js';

const Line = z.strictObject({
  time: z.iso.datetime(),
  id: z.string(),
  method: z.string(),
  route: z.string().nullable(),
  status: z.int().nullable(),
  ms: z.number().nonnegative(),
  leftOut: z.int().positive().optional(),
});

const MINT = mintOf('a');
const lines: string[] = [];
/** Faults of this server: what a caller does is none. */
const faults: string[] = [];
let running: Awaited<ReturnType<typeof startApp>>;
const ask = () => supertest(running.server);

beforeAll(async () => {
  const note = (message: unknown, context?: unknown) => {
    if (context === REQUESTS) lines.push(String(message));
  };
  running = await startApp(
    {},
    {
      log: note,
      warn: () => {},
      error: (message: unknown) => void faults.push(String(message)),
    },
  );
  running.feed.load(measure(MINT, { live: {} }), scanOf());
});
afterAll(() => running.app.close());
beforeEach(() => {
  lines.length = 0;
});
afterEach(() => expect(faults).toEqual([]));

/** Lines come as connections close, a moment after the answer. */
async function told(count: number) {
  await expect.poll(() => lines.length).toBe(count);
  return lines.map((line) => Line.parse(JSON.parse(line)));
}

it('tells each command and each failure in a line of JSON, by its route', async () => {
  const wallet = 'K'.repeat(43);
  const body = { walletAddress: wallet, tokenMintAddress: wallet };
  const sent = await ask().post('/api/token-balance?key=secret').set('Cookie', 'session=secret').send(body);
  await ask().get('/api/tokens/qualified').expect(200);
  await ask().get('/api/tokens/qualified?profile=secret').expect(400);
  await ask().get(`/api/tokens/${MINT}/evidence`).expect(503);
  await ask().get('/api/nowhere/secret').expect(404);
  await ask().post('/api/nowhere/secret').send({}).expect(404);
  const all = await told(5);
  expect(all.map(({ method, route, status }) => [method, route, status])).toEqual([
    ['POST', '/api/token-balance', sent.status],
    ['GET', '/api/tokens/qualified', 400],
    ['GET', '/api/tokens/{mint}/evidence', 503],
    ['GET', null, 404],
    ['POST', null, 404],
  ]);
  expect(all[0]?.id).toBe(sent.headers['x-request-id']);
  expect(lines.join()).not.toMatch(new RegExp(`secret|${wallet}|${MINT}`));
});

it('takes the name that a caller gives a request where it is sane, and makes one where it is not', async () => {
  const given = '0af7651916cd43dd8448eb211c80319c';
  const nameOf = async (path: string, id?: string) => {
    const request = ask().get(path);
    const { headers } = await (id === undefined ? request : request.set('X-Request-Id', id));
    return headers['x-request-id'];
  };
  // A list that is answered ahead of the framework too.
  for (const path of ['/api/tokens/qualified', '/api/tokens/qualified', '/api/nowhere', '/discovery']) {
    expect(await nameOf(path, given)).toBe(given);
    const made = await nameOf(path);
    expect(made).toMatch(/^[0-9a-f-]{36}$/);
    for (const id of ['short', 'K'.repeat(43), `${given} {"status":200}`, 'a'.repeat(65)])
      expect(await nameOf(path, id)).toMatch(/^[0-9a-f-]{36}$/);
    expect(await nameOf(path)).not.toBe(made);
  }
});

it('tells of a command whose caller left that it has no status', async () => {
  const arrived = once(running.server, 'request');
  const socket = connect(Number(new URL(running.url).port), '127.0.0.1');
  const head = ['POST /api/token-balance HTTP/1.1', 'Host: 127.0.0.1', 'Content-Type: application/json'];
  socket.write(`${[...head, 'Content-Length: 9'].join('\r\n')}\r\n\r\n{`);
  await arrived;
  socket.destroy();
  expect(await told(1)).toMatchObject([{ method: 'POST', route: '/api/token-balance', status: null }]);
});

it('says how many lines were too many', async () => {
  const leftOut = () =>
    lines.map((line) => Line.parse(JSON.parse(line)).leftOut ?? 0).reduce((sum, count) => sum + count, 0);
  let asked = 0;
  const ask260 = async () => {
    asked += 260;
    await Promise.all(
      Array.from({ length: 260 }, () => ask().get('/nowhere').set('Connection', 'close').expect(404)),
    );
  };
  // How many of them are too many is a matter of how fast they come.
  await expect
    .poll(
      async () => {
        await ask260();
        return leftOut();
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThan(0);
  await expect
    .poll(
      async () => {
        asked += 1;
        await ask().get('/nowhere').expect(404);
        return asked - lines.length - leftOut();
      },
      { timeout: 60_000 },
    )
    .toBe(0);
});
