import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LATEST_VIEWS } from '@cryptonite/stores/clickhouse/align-views.js';
import {
  ANALYST_PASSWORD,
  makeDataDir,
  removeDataDir,
  startTestServer,
  stopTestServer,
} from '@cryptonite/stores/clickhouse/test-server.js';
import { grantsOf, userStatements } from '@cryptonite/stores/clickhouse/users.js';
import { readMigrations } from '@cryptonite/stores/migrations/read-migrations.js';
import { afterAll, beforeAll, expect, it } from 'vitest';

// The engine of a server, in a process of its own for each user: it knows one user, who gets the rights under test.

const MIGRATIONS = fileURLToPath(new URL('../../stores/clickhouse/migrations', import.meta.url));
const RUN = `
  import { readFileSync } from 'node:fs';
  import { Session } from 'chdb';
  const { folder, config, statements } = JSON.parse(readFileSync(0, 'utf8'));
  const session = new Session(folder, { connectionArgs: ['--config-file=' + config] });
  const ask = (statement) => {
    try {
      return session.query(statement, 'TSV').trim();
    } catch (error) {
      return 'refused: ' + (/\\((\\w+)\\)\\s*$/.exec(error.message)?.[1] ?? error.message);
    }
  };
  console.log(JSON.stringify(statements.map(ask)));
  session.close?.();
`;

const dataDir = makeDataDir();
afterAll(() => removeDataDir(dataDir));

/** What the engine answers to each statement, or why it refuses. */
function runAs(user: string, grants: readonly string[], statements: readonly string[]): string[] {
  const users = join(dataDir, `${user}.users.xml`);
  const config = join(dataDir, `${user}.xml`);
  const queries = grants.map((grant) => `<query>GRANT ${grant}</query>`).join('');
  writeFileSync(
    users,
    `<clickhouse><profiles><default/></profiles><quotas><default/></quotas><users><default><password></password>
     <networks><ip>::/0</ip></networks><profile>default</profile><quota>default</quota><grants>${queries}</grants>
     </default></users></clickhouse>`,
  );
  writeFileSync(
    config,
    `<clickhouse><user_directories><users_xml><path>${users}</path></users_xml></user_directories></clickhouse>`,
  );
  const asked = JSON.stringify({
    folder: join(dataDir, 'store'),
    config,
    statements: ['USE cryptonite', ...statements],
  });
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', RUN], {
    input: asked,
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    encoding: 'utf8',
  });
  return (JSON.parse(said.trim().split('\n').at(-1)!) as string[]).slice(1);
}

const DENIED = 'refused: ACCESS_DENIED';
const POSITION = '000451000001.00000.00000.00000';

beforeAll(() => {
  const made = runAs(
    'owner',
    ['ALL ON *.*'],
    [
      'CREATE DATABASE cryptonite',
      'USE cryptonite',
      ...readMigrations(MIGRATIONS).flatMap((one) => one.statements),
      ...LATEST_VIEWS.map((view) => `CREATE VIEW ${view} AS SELECT * FROM ${view}_unmerged FINAL`),
    ],
  );
  expect(made.filter((answer) => answer.startsWith('refused'))).toEqual([]);
});

it('lets the sink insert, through the views behind a table, and read how far it has come, but take nothing away', () => {
  expect(
    runAs('sink', grantsOf('sink', 'cryptonite'), [
      `INSERT INTO trades_executed (position, time, mint) VALUES ('${POSITION}', now(), 'mint')`,
      'SELECT count() FROM sink_progress',
      "SELECT count() > 100 FROM system.columns WHERE database = 'cryptonite'",
      'TRUNCATE TABLE trades_executed',
      'ALTER TABLE trades_executed DELETE WHERE 1',
      'DROP TABLE trades_executed',
    ]),
  ).toEqual(['', '0', '1', DENIED, DENIED, DENIED]);
});

it('lets the screener read evicted states, and nothing else', () => {
  expect(
    runAs('screener', grantsOf('screener', 'cryptonite'), [
      'SELECT count() FROM evicted_states',
      'SELECT count() FROM trades_executed',
      'INSERT INTO evicted_states (mint) VALUES (1)',
    ]),
  ).toEqual(['0', DENIED, DENIED]);
});

it('lets enrichers read the tables that they ask, and no others', () => {
  const tables = grantsOf('enrichers', 'cryptonite').map((grant) => grant.split('.')[1]);
  const answers = runAs('enrichers', grantsOf('enrichers', 'cryptonite'), [
    ...tables.map((table) => `SELECT * FROM ${table} LIMIT 0`),
    'SELECT count() FROM trades_executed',
  ]);
  expect(answers).toEqual([...tables.map(() => ''), DENIED]);
});

it('lets query-api read every table and change none', () => {
  expect(
    runAs('query-api', grantsOf('query_api', 'cryptonite'), [
      'SELECT count() FROM trades_executed',
      'SELECT count() FROM token_scores_latest',
      "INSERT INTO gaps (position) VALUES ('')",
      'DROP TABLE gaps',
    ]),
  ).toEqual(['1', '0', DENIED, DENIED]);
});

it('lets history drop what is old, and read nothing of it', () => {
  const [parts, tables, ...others] = runAs('history', grantsOf('history', 'cryptonite'), [
    "SELECT count() > 0 FROM system.parts WHERE database = 'cryptonite' AND active",
    "SELECT count() > 40 FROM system.tables WHERE database = 'cryptonite'",
    "ALTER TABLE gaps DROP PARTITION ID '1'",
    'ALTER TABLE gaps MODIFY SETTING cleanup_delay_period = 10',
    'SELECT count() FROM gaps',
    'DROP TABLE gaps',
  ]);
  expect([parts, tables, ...others]).toEqual(['1', '1', '', '', DENIED, DENIED]);
});

it('words the users so that the engine reads the statements, and no password stands in them', () => {
  const passwords = new Proxy({} as Parameters<typeof userStatements>[1], { get: () => "a 'password'" });
  const statements = userStatements('cryptonite', passwords);
  // It stops at the right to make users, which a statement that cannot be read does not come to.
  const said = runAs('nobody', ['SELECT ON system.one'], statements);
  expect(new Set(said)).toEqual(new Set([DENIED, 'refused: UNKNOWN_ROLE']));
  expect(statements.join()).not.toContain("password'");
});

it('gives analysts of a server the limits of the port of `npm start`', async () => {
  const passwords = new Proxy({} as Parameters<typeof userStatements>[1], { get: () => 'a password' });
  const settings = userStatements('cryptonite', passwords).find((one) =>
    one.startsWith('ALTER USER analyst'),
  );
  const ofUser = new Map(
    [...settings!.matchAll(/(\w+) = (\d+) MIN (\d+) MAX (\d+)/g)].map(([, name, ...values]) => [
      name!,
      values,
    ]),
  );
  const served = makeDataDir();
  const server = await startTestServer(served);
  const ask = async (query: string, search: Record<string, string> = {}) => {
    const authorization = `Basic ${Buffer.from(`analyst:${ANALYST_PASSWORD}`).toString('base64')}`;
    const url = `${server.analystsUrl}/?${new URLSearchParams(search)}`;
    const answer = await fetch(url, { method: 'POST', headers: { authorization }, body: query });
    return answer.text();
  };
  try {
    const limits = (await ask("SELECT name, value FROM system.settings WHERE name LIKE 'max%' AND changed"))
      .trim()
      .split('\n')
      .map((row) => row.split('\t') as [string, string]);
    expect(limits).toHaveLength(7);
    for (const [name, value] of limits) {
      const [ofServer, min, max] = ofUser.get(name) ?? [];
      expect([name, ofServer, min]).toEqual([name, value, '1']);
      // What the port takes for an export, and no more.
      if (name === 'max_temporary_data_on_disk_size_for_query') expect(max).toBe(value);
      else {
        const tried = (most: string) => ask('SELECT 1 FORMAT CSV', { export: '1', [name]: most });
        expect([name, await tried(max!)]).toEqual([name, '1\n']);
        expect(await tried(String(BigInt(max!) + 1n))).toContain('SETTING_CONSTRAINT_VIOLATION');
      }
    }
    expect(ofUser.get('max_concurrent_queries_for_user')).toEqual(['2', '1', '2']);
  } finally {
    await stopTestServer(server);
    removeDataDir(served);
  }
});
