import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));

const USERS = ['SINK', 'SCREENER', 'ENRICHERS', 'QUERY_API', 'HISTORY', 'ANALYST'];
const PASSWORD = 'a password of some length';
/** Servers that nobody runs. */
const ENV: Record<string, string> = {
  KAFKA_BROKERS: '127.0.0.1:9',
  CLICKHOUSE_URL: 'http://127.0.0.1:9',
  CLICKHOUSE_USER: 'owner',
  POSTGRES_URL: 'postgres://owner:owner@127.0.0.1:9/cryptonite',
  S3_ENDPOINT: 'http://127.0.0.1:9',
  S3_BUCKET: 'cryptonite',
  S3_ACCESS_KEY_ID: 'owner',
  S3_SECRET_ACCESS_KEY: 'owner-secret',
  ...Object.fromEntries(USERS.map((user) => [`CLICKHOUSE_${user}_PASSWORD`, PASSWORD])),
};

const run = (task: string, env: Record<string, string>): Promise<{ status: number; said: string }> =>
  new Promise((resolve) => {
    const entry = fileURLToPath(new URL(`./dist/${task}.js`, import.meta.url));
    execFile(process.execPath, [entry], { env }, (error, stdout, stderr) =>
      resolve({ status: typeof error?.code === 'number' ? error.code : 0, said: stdout + stderr }),
    );
  });
const without = (...names: string[]) =>
  Object.fromEntries(Object.entries(ENV).filter(([name]) => !names.includes(name)));

it('every variable that is wrong is named in one line, and nothing is begun', async () => {
  const { status, said } = await run('main', {
    ...without('CLICKHOUSE_SINK_PASSWORD', 'S3_BUCKET'),
    KAFKA_BROKERS: 'kafka',
    POSTGRES_URL: 'mysql://host/accounts',
  });
  expect(status).toBe(2);
  expect(said).toBe(
    'topics, rights: KAFKA_BROKERS must be host:port, several separated by commas; ' +
      'accounts: POSTGRES_URL takes a postgres:// address; ' +
      'bucket: S3_BUCKET takes the name of a bucket; ' +
      'users: CLICKHOUSE_SINK_PASSWORD takes a password of 16 characters or more\n',
  );
});

it('a user without a password is one: an empty variable says so', async () => {
  const { status, said } = await run('clickhouse/main', { ...ENV, CLICKHOUSE_PASSWORD: '' });
  expect([status, said]).toEqual([1, expect.stringMatching(/^migrations: .*ECONNREFUSED/)]);
});

it('passwords come from files, and a store that is away is told of in a line', async () => {
  const file = join(folder, 'sink');
  writeFileSync(file, `${PASSWORD}\n`);
  const env = { ...without('CLICKHOUSE_SINK_PASSWORD'), CLICKHOUSE_SINK_PASSWORD_FILE: file };
  const { status, said } = await run('main', env);
  expect([status, said.split('\n').at(-2)]).toEqual([1, expect.stringMatching(/^topics: .*127\.0\.0\.1:9/)]);
});
