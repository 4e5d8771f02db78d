import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PASSWORD, startTestPostgres, type TestPostgres } from '@cryptonite/stores/postgres/test-server.js';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isReachedFromOutside } from '../testing/strangers.js';

const NOBODY = 65_534;
const SERVER = fileURLToPath(new URL('../dist/postgres/main.js', import.meta.url));
const isRoot = process.getuid?.() === 0;
let folder: string;
const running: TestPostgres[] = [];

const start = async (options?: Parameters<typeof startTestPostgres>[1]): Promise<TestPostgres> => {
  const server = await startTestPostgres(join(folder, 'postgres'), options);
  running.push(server);
  return server;
};

async function connect(server: TestPostgres): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: server.url('postgres') });
  client.on('error', () => {});
  await client.connect();
  return client;
}

const kill = async ({ process }: TestPostgres) => {
  const gone = once(process, 'exit');
  process.kill('SIGKILL');
  await gone;
};

/** Ids of processes that work in a folder or hold it open. */
const processesWith = (path: string): string[] =>
  readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid) || pid === String(process.pid)) return false;
    const links = [`/proc/${pid}/cwd`, `/proc/${pid}/fd/3`];
    return links.some((link) => {
      try {
        return readlinkSync(link).startsWith(path);
      } catch {
        return false;
      }
    });
  });

beforeEach(() => {
  // As a data folder is: closed to all others.
  folder = mkdtempSync(join(tmpdir(), 'postgres-standalone-'));
  chmodSync(folder, 0o700);
});
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('what was committed is there after kill -9, and what was not is not', async () => {
  const first = await start();
  const client = await connect(first);
  await client.query('CREATE TABLE kept (n int)');
  let acknowledged = 0;
  const writing = (async () => {
    for (;;) {
      await client.query('INSERT INTO kept VALUES ($1)', [acknowledged]);
      acknowledged += 1;
    }
  })().catch(() => {});
  await expect.poll(() => acknowledged, { timeout: 30_000 }).toBeGreaterThan(50);
  await kill(first);
  await writing;
  const second = await start({ port: first.port });
  const after = await connect(second);
  const { rows } = await after.query('SELECT count(*)::int AS n FROM kept');
  // One may have been committed and not yet said to be.
  expect(rows[0].n - acknowledged).toBeOneOf([0, 1]);
  await after.end();
});

test('the server ends with the process that keeps it, however that ends', async () => {
  const server = await start();
  const client = await connect(server);
  const { rows } = await client.query(`SELECT pg_backend_pid() AS pid`);
  const ended = new Promise((resolve) => client.once('end', resolve));
  await kill(server);
  await ended;
  await expect
    .poll(
      () => {
        try {
          process.kill(rows[0].pid, 0);
          return 'there';
        } catch {
          return 'gone';
        }
      },
      { timeout: 10_000 },
    )
    .toBe('gone');
});

test('a stop rolls back what is under way, and does not wait for clients', async () => {
  const first = await start();
  const client = await connect(first);
  await client.query('CREATE TABLE kept (n int)');
  await client.query('BEGIN');
  await client.query('INSERT INTO kept VALUES (1)');
  await first.stop();
  expect(first.process.exitCode).toBe(0);
  const second = await start();
  const after = await connect(second);
  expect((await after.query('SELECT * FROM kept')).rows).toEqual([]);
  await after.end();
});

test('files that were not finished are made anew', async () => {
  mkdirSync(join(folder, 'postgres/new/base'), { recursive: true });
  mkdirSync(join(folder, 'postgres/data'));
  const server = await start();
  await (await connect(server)).end();
  expect(existsSync(join(folder, 'postgres/new'))).toBe(false);
  expect(existsSync(join(folder, 'postgres/password'))).toBe(false);
});

test('nobody else reaches its files or its port, and no log tells what was written or the password', async () => {
  const server = await start();
  expect(await isReachedFromOutside(server.port)).not.toBe(true);
  expect(statSync(join(folder, 'postgres')).mode & 0o077).toBe(0);
  const client = await connect(server);
  await client.query('CREATE TABLE secrets (text text UNIQUE)');
  const insert = () => client.query('INSERT INTO secrets VALUES ($1)', ['what she wrote']);
  await insert();
  await expect(insert()).rejects.toThrow('duplicate key');
  await expect(client.query(`SELECT 'what she wrote' FROM missing`)).rejects.toThrow('does not exist');
  const wrong = server.url('postgres').replace(encodeURIComponent(PASSWORD), 'a-wrong-guess');
  await expect(new pg.Client({ connectionString: wrong }).connect()).rejects.toThrow('authentication');
  await client.end();
  await server.stop();
  expect(server.said()).toContain('duplicate key');
  for (const secret of ['what she wrote', PASSWORD, 'a-wrong-guess'])
    expect(server.said()).not.toContain(secret);
  expect(execFileSync('ps', ['-A', '-o', 'args='], { encoding: 'utf8' })).not.toContain(PASSWORD);
});

test.skipIf(!existsSync('/proc/self')).each([
  ['asked to stop', 'SIGTERM'],
  ['killed', 'SIGKILL'],
] as const)('one that is %s while it makes its files leaves nobody at work on them', async (_, signal) => {
  const starting = fork(SERVER, [], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: join(folder, 'postgres'),
      PORT: '1',
      POSTGRES_USER: 'me',
      POSTGRES_PASSWORD: PASSWORD,
    },
    stdio: 'ignore',
  });
  const gone = once(starting, 'exit');
  await expect.poll(() => existsSync(join(folder, 'postgres/new/global'))).toBe(true);
  starting.kill(signal);
  const [status] = await gone;
  if (signal === 'SIGTERM') expect(status).toBe(0);
  const isAtWork = () => processesWith(join(folder, 'postgres')).length > 0;
  if (signal === 'SIGTERM') expect(isAtWork()).toBe(false);
  else await expect.poll(isAtWork).toBe(false);
  const server = await start();
  await (await connect(server)).end();
});

test.skipIf(!isRoot)('files that root copied back are served', async () => {
  await (await start()).stop();
  execFileSync('chown', ['-R', '0:0', join(folder, 'postgres')]);
  const server = await start();
  await (await connect(server)).end();
});

// A checkout that is closed to others cannot be started by them.
const isOpenCheckout = (() => {
  const here = import.meta.dirname;
  for (let at = here; at !== '/'; at = join(at, '..'))
    if ((statSync(at).mode & 0o005) !== 0o005) return false;
  return true;
})();

test.skipIf(!isRoot || !isOpenCheckout)('as a usual user it serves files of that user', async () => {
  chownSync(folder, NOBODY, NOBODY);
  const server = await start({ as: NOBODY });
  await (await connect(server)).end();
  await server.stop();
  expect(statSync(join(folder, 'postgres/data/PG_VERSION')).uid).toBe(NOBODY);
});
