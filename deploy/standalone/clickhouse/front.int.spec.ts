import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
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
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

// The analysts' port is a process of its own: whatever is sent there, those who use the other port never notice.

vi.setConfig({ testTimeout: 120_000 });

const dataDir = makeDataDir();
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer(dataDir);
  expect(await asService('CREATE TABLE own (n UInt32) ENGINE = MergeTree ORDER BY n')).toEqual([200, '']);
});
afterAll(async () => {
  await stopTestServer(server);
  removeDataDir(dataDir);
});

const basic = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
const ANALYST = basic('analyst', ANALYST_PASSWORD);

async function ask(url: string, authorization: string, body: string): Promise<[number, string]> {
  const answer = await fetch(url, { method: 'POST', headers: { authorization }, body });
  return [answer.status, await answer.text()];
}
const asService = (query: string) => ask(server.url, basic(USER, PASSWORD), query);
const asAnalyst = (query: string) => ask(server.analystsUrl, ANALYST, query);

/** The process that has the analysts' port: the only one that the store has started. */
function frontPid(): number | undefined {
  const tasks = `/proc/${server.process.pid}/task`;
  const children = readdirSync(tasks).flatMap((task) =>
    readFileSync(join(tasks, task, 'children'), 'utf8')
      .split(' ')
      .filter(Boolean),
  );
  expect(children.length).toBeLessThanOrEqual(1);
  return children[0] === undefined ? undefined : Number(children[0]);
}
const signalFront = (signal: NodeJS.Signals) => process.kill(frontPid()!, signal);

/** A form with parameters of 1 MB each, in two halves. */
function formOf(count: number): { type: string; halves: [string, string] } {
  const field = (name: string, value: string) =>
    `--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const names = Array.from({ length: count }, (_, i) => `a${i}`);
  const query = `SELECT ${names.map((name) => `length({${name}:String})`).join()}`;
  const body =
    names.map((name) => field(`param_${name}`, 'x'.repeat(1024 ** 2))).join('') +
    field('query', query) +
    '--edge--\r\n';
  return { type: 'multipart/form-data; boundary=edge', halves: [body.slice(0, 200), body.slice(200)] };
}

/** A request of which all is sent but the second half of its body. */
function begin(type: string, half: string): { sending: ClientRequest; answered: Promise<[number, string]> } {
  const sending = request(server.analystsUrl, {
    method: 'POST',
    headers: { authorization: ANALYST, 'content-type': type },
  });
  // Its refusal may come before all of it was sent.
  sending.on('error', () => {});
  const answered = once(sending, 'response').then(async ([answer]: IncomingMessage[]) => [
    answer!.statusCode ?? 0,
    await text(answer!),
  ]) as Promise<[number, string]>;
  sending.write(half);
  return { sending, answered };
}

test('thirty parameters of 1 MB are refused in words, thirty times, while other analysts are answered', async () => {
  const { type, halves } = formOf(30);
  const begun = Array.from({ length: 30 }, () => begin(type, halves[0]));
  expect(await asAnalyst('SELECT 1')).toEqual([200, '1\n']);
  for (const { sending, answered } of begun) {
    sending.end(halves[1]);
    expect(await asAnalyst('SELECT 2')).toEqual([200, '2\n']);
    const [status, said] = await answered;
    expect([status, said]).toEqual([
      413,
      'Code: 307. DB::Exception: the request body is larger than the limit of 524288 bytes (TOO_MANY_BYTES)\n',
    ]);
  }
});

test('one parameter that stands in thirty places counts thirty times', async () => {
  const url = `${server.analystsUrl}/?${new URLSearchParams({ param_a: 'x'.repeat(100_000) })}`;
  const answer = await fetch(url, {
    method: 'POST',
    headers: { authorization: ANALYST },
    body: `SELECT ${Array(30).fill('length({a:String})').join()}`,
  });
  expect(answer.status).toBe(413);
  expect(await answer.text()).toContain(
    'the statement, with the values of its parameters in their places, is larger than the limit of 262144 bytes',
  );
});

test('settings of the URL count, too', async () => {
  const url = `${server.analystsUrl}/?${new URLSearchParams({ log_comment: 'x'.repeat(600_000) })}`;
  const answer = await fetch(url, { method: 'POST', headers: { authorization: ANALYST }, body: 'SELECT 1' });
  expect([answer.status, await answer.text()]).toEqual([
    413,
    'Code: 307. DB::Exception: the statement with its settings is larger than the limit of 524288 bytes (TOO_MANY_BYTES)\n',
  ]);
});

test('services are answered while the front does nothing at all, and it goes on where it was', async () => {
  const { type, halves } = formOf(30);
  signalFront('SIGSTOP');
  try {
    const begun = begin(type, halves[0]);
    begun.sending.end(halves[1]);
    expect(await asService('INSERT INTO own SELECT number FROM numbers(10)')).toEqual([200, '']);
    expect(await asService('SELECT count() FROM own')).toEqual([200, '10\n']);
    signalFront('SIGCONT');
    expect((await begun.answered)[0]).toBe(413);
  } finally {
    signalFront('SIGCONT');
  }
  expect(await asAnalyst('SELECT count() FROM own')).toEqual([200, '10\n']);
});

test('one front answers thousands of statements, without one that fails', async () => {
  const front = frontPid();
  const askers = Array.from({ length: 16 }, async () => {
    for (let i = 0; i < 160; i += 1) expect(await asAnalyst('SELECT 1')).toEqual([200, '1\n']);
  });
  await Promise.all(askers);
  expect(frontPid()).toBe(front);
});

const running = async (query: string): Promise<number> =>
  Number((await asService(`SELECT count() FROM system.metrics WHERE ${query}`))[1]);

test('a front that is killed comes back at its port; statements of services run on, those of its analysts end', async () => {
  const before = frontPid()!;
  const service = asService(
    'SELECT sum(sleepEachRow(0.5)) FROM numbers(16) SETTINGS max_block_size = 1 FORMAT TSV',
  );
  // They hold both of the analysts' sessions, and row after row goes to the front.
  const held = [1, 2].map(() =>
    asAnalyst('SELECT number FROM system.numbers WHERE cityHash64(number) % 1000000 = 0 FORMAT TSV').catch(
      () => 'gone',
    ),
  );
  while ((await running("metric = 'Query' AND value >= 4")) === 0) await wait(20);
  process.kill(before, 'SIGKILL');
  expect(await Promise.all(held)).toEqual(['gone', 'gone']);
  expect(await asService('INSERT INTO own VALUES (11)')).toEqual([200, '']);
  let back: [number, string] | undefined;
  while (back?.[0] !== 200) {
    back = await asAnalyst('SELECT count() FROM own').catch(() => undefined);
    await wait(50);
  }
  expect(back).toEqual([200, '11\n']);
  expect(frontPid()).not.toBe(before);
  expect(await service).toEqual([200, '0\n']);
  expect(server.process.exitCode).toBeNull();
});

test('an export whose front is killed leaves no file, and the next one runs', async () => {
  const spool = join(dataDir, 'spool');
  const { port } = new URL(server.analystsUrl);
  const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
  const query = 'SELECT cityHash64(number), sipHash64(number) FROM numbers(3000000) FORMAT CSV';
  socket.write(
    `POST /?export=1 HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: ${ANALYST}\r\nContent-Length: ${query.length}\r\n\r\n${query}`,
  );
  // It reads the first bytes and no more.
  await once(socket, 'readable');
  expect(readdirSync(spool)).toHaveLength(1);
  signalFront('SIGKILL');
  while (readdirSync(spool).length > 0) await wait(20);
  socket.destroy();
  let next: string | undefined;
  while (next === undefined) {
    next = await fetch(`${server.analystsUrl}/?export=1`, {
      method: 'POST',
      headers: { authorization: ANALYST },
      body: 'SELECT 1 FORMAT CSV',
    }).then(
      async (answer) => `${answer.status} ${await answer.text()}`,
      () => undefined,
    );
    await wait(50);
  }
  expect(next).toBe('200 1\n');
});
