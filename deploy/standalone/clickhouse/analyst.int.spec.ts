import { execFileSync } from 'node:child_process';
import {
  existsSync,
  type FSWatcher,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
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
import { HTTP_ONLY, isHarmlessSetting, REFUSED_CALLS, TABLE_FUNCTIONS } from './allowed.js';
import { READABLE_SYSTEM_TABLES } from './system-tables.js';

// Somebody with the analysts' password tries what the engine knows, name by name as it lists them itself: each table of
// `system`, function, table function, setting and format. Files beside the store are watched all the while. What is written
// by hand (reading and writing files, calling others) stands in escape.int.spec.ts.

/** Thousands of statements each: a minute on a busy machine. */
vi.setConfig({ testTimeout: 600_000 });

/** Stands in a statement of another client while the tables are read. */
const ANOTHERS = 'statement-of-another-client';

const CANARY = 'text-of-the-canary';

/** Everything of the server's own that is no part of its store. */
let around: string;
let dataDir: string;
let server: TestServer;
let watcher: FSWatcher;
let before: string;
/** What appeared or changed in the temporary folder of the machine, where others work too. */
const changedInTmp = new Set<string>();

beforeAll(async () => {
  around = makeDataDir();
  for (const name of ['cwd', 'home', 'tmp', 'data']) mkdirSync(join(around, name));
  dataDir = join(around, 'data', 'clickhouse');
  const env = { HOME: join(around, 'home'), TMPDIR: join(around, 'tmp') };
  server = await startTestServer(dataDir, env, join(around, 'cwd'));
  expect(
    (await service('CREATE TABLE own (n UInt8, text String) ENGINE = MergeTree ORDER BY n')).status,
  ).toBe(200);
  expect((await service("INSERT INTO own VALUES (1, 'own')")).status).toBe(200);
  writeFileSync(join(around, 'home', 'canary'), CANARY);
  before = files();
  watcher = watch(tmpdir(), (_, name) => {
    if (name !== null) changedInTmp.add(name);
  });
});

afterAll(async () => {
  watcher.close();
  await stopTestServer(server);
  removeDataDir(around);
});

/** Everything around the store, with when and how long it was written; the engine's own folder is left out. */
const files = (): string =>
  readdirSync(around, { recursive: true })
    .map(String)
    .filter((name) => !name.startsWith(join('data', 'clickhouse', 'store')))
    .sort()
    .map((name) => {
      const stat = statSync(join(around, name));
      return stat.isDirectory() ? name : `${name} ${stat.mtimeMs} ${stat.size}`;
    })
    .join('\n');

/** The server's process id, or a name of the engine, in what changed there: others change that folder too. */
const ownInTmp = (): string[] =>
  [...changedInTmp].filter(
    (name) => name.includes(String(server.process.pid)) || /jemalloc|chdb|\.heap$/i.test(name),
  );

const nothingChanged = () => {
  expect(files()).toBe(before);
  expect(ownInTmp()).toEqual([]);
};

interface Answer {
  status: number;
  text: string;
}

async function ask(
  url: string,
  [user, password]: readonly [string, string],
  query: string,
  search: Record<string, string> = {},
): Promise<Answer> {
  const answer = await fetch(`${url}/?${new URLSearchParams(search)}`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` },
    body: query,
  });
  return { status: answer.status, text: await answer.text() };
}
const service = (query: string) => ask(server.url, [USER, PASSWORD], query);
const analyst = (query: string, search?: Record<string, string>) =>
  ask(server.analystsUrl, ['analyst', ANALYST_PASSWORD], query, search);

const listed = async (query: string): Promise<string[]> =>
  (await analyst(`${query} FORMAT TSV`)).text.trimEnd().split('\n');

/** Parameters of the interface, which the engine never sees. */
const ofHttp = (name: string) => HTTP_ONLY.has(name) || name === 'enable_http_compression';

/** Answers, or errors, of an engine that nobody has changed. */
const askEngine = (queries: readonly string[]): string[] =>
  JSON.parse(
    execFileSync(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import { query } from 'chdb';
         const ask = (sql) => { try { return query(sql, 'TSV').trim(); } catch (error) { return error.message; } };
         console.log(JSON.stringify(JSON.parse(process.argv[1]).map(ask)));`,
        JSON.stringify(queries),
      ],
      { cwd: fileURLToPath(new URL('.', import.meta.url)), encoding: 'utf8' },
    ),
  );

const engineTables = (): string[] =>
  (askEngine(["SELECT name FROM system.tables WHERE database = 'system'"])[0] ?? '').split('\n');

/** What an answer must not tell: where the store is, who runs it, what others ask. */
const secrets = () => [around, process.cwd(), ANOTHERS, PASSWORD, 'jemalloc_clickhouse'];

const tellsNothing = (statement: string, { text }: Answer) => {
  for (const secret of secrets()) expect(text.includes(secret), `${statement} tells ${secret}`).toBe(false);
};

test('each table of system by every name is refused, or is on the list and tells no path and nothing of others', async () => {
  const tables = engineTables();
  expect(tables.length).toBeGreaterThan(100);
  expect(tables).toContain('jemalloc_profile_text');
  const other = service(
    `SELECT sleepEachRow(1), '${ANOTHERS}' FROM numbers(3) SETTINGS max_block_size = 1 FORMAT Null`,
  );
  for (const table of tables) {
    const isReadable = READABLE_SYSTEM_TABLES.has(table);
    const spelled: [string, Record<string, string>?][] = [
      [`SELECT * FROM system.${table} LIMIT 3000 FORMAT JSONEachRow`],
      [`SELECT * FROM \`system\` . "${table}" LIMIT 3 FORMAT TSV`],
      [`SELECT tuple(*) FROM system.${table} LIMIT 3`],
      [`SELECT COLUMNS('.') FROM system.${table} LIMIT 3`],
      [`WITH x AS (SELECT * FROM system.${table} LIMIT 3) SELECT * FROM x`],
      [`SELECT * FROM view(SELECT * FROM system.${table} LIMIT 3)`],
      [`SELECT 1 FROM system.one WHERE EXISTS (SELECT 1 FROM system.${table} LIMIT 1)`],
      [`SELECT * FROM own LEFT JOIN (SELECT * FROM system.${table} LIMIT 1) AS f ON 1 = 1`],
      [`DESCRIBE TABLE system.${table}`],
      [`SHOW CREATE TABLE system.${table}`],
      [`EXPLAIN SELECT * FROM system.${table}`],
      ['SELECT * FROM {d:Identifier}.{t:Identifier} LIMIT 3', { param_d: 'system', param_t: table }],
    ];
    for (const [query, search] of spelled) {
      const answer = await analyst(query, search);
      tellsNothing(query, answer);
      const allowed = isReadable ? (query.startsWith('SHOW CREATE') ? [200, 404] : [200]) : [403];
      expect(allowed, `${query}: ${answer.text.slice(0, 300)}`).toContain(answer.status);
    }
    for (const [query, search] of [
      [`SELECT * FROM merge('system', '^${table}$') LIMIT 3`],
      [`SELECT * FROM merge(REGEXP('sys.*'), '^${table}$') LIMIT 3`],
      [`SELECT * FROM loop(system, ${table}) LIMIT 3`],
      [`SELECT * FROM loop('system', '${table}') LIMIT 3`],
      [`SELECT * FROM remote('127.0.0.1', 'system', '${table}')`],
      [`SELECT * FROM cluster('default', 'system', '${table}')`],
      [`SELECT * FROM mergeTreeIndex('system', '${table}')`],
      [`SELECT * FROM \`system.${table}\` LIMIT 3`],
      [`SELECT * FROM {t:Identifier} LIMIT 3 SETTINGS param_t = 'system.${table}'`],
      [`SELECT * FROM ${table} LIMIT 3`, { database: 'system' }],
    ] as [string, Record<string, string>?][]) {
      const answer = await analyst(query, search);
      tellsNothing(query, answer);
      expect(answer.status, `${query}: ${answer.text.slice(0, 300)}`).toBeGreaterThanOrEqual(400);
    }
  }
  await other;
  nothingChanged();
});

test('the readable tables are there, so that tools find their way', async () => {
  for (const table of READABLE_SYSTEM_TABLES)
    expect((await analyst(`SELECT * FROM system.${table} LIMIT 1`)).status, table).toBe(200);
  expect(await listed("SELECT name FROM system.tables WHERE database = 'default'")).toEqual(['own']);
  expect(await listed("SELECT sum(rows) FROM system.parts WHERE table = 'own'")).toEqual(['1']);
});

test('no view of information_schema tells a path', async () => {
  const tables = await listed("SELECT name FROM system.tables WHERE database = 'information_schema'");
  expect(tables.length).toBeGreaterThan(5);
  for (const table of tables) {
    const query = `SELECT * FROM information_schema.${table} LIMIT 5000`;
    tellsNothing(query, await analyst(query));
  }
});

test('no function of the engine reads, writes or tells, called with nothing, a path or a name', async () => {
  const names = await listed('SELECT name FROM system.functions WHERE NOT is_aggregate');
  expect(names.length).toBeGreaterThan(1_000);
  const file = join(around, 'home', 'canary');
  for (const name of names)
    for (const query of [
      `SELECT \`${name}\`()`,
      `SELECT \`${name}\`('${file}')`,
      `SELECT \`${name}\`('path')`,
    ]) {
      const answer = await analyst(query);
      // A function may give back its argument; nothing may give the file's text.
      if (answer.status === 200 && !query.includes(file)) tellsNothing(query, answer);
      expect(answer.text, query).not.toContain(CANARY);
    }
  nothingChanged();
  expect((await analyst('SELECT 1')).text).toBe('1\n');
});

test.each([
  "SELECT getServerSetting('path')",
  "SELECT getMacro('x')",
  'SELECT hostName()',
  'SELECT fqdn()',
  'SELECT fullHostName()',
  'SELECT displayName()',
  'SELECT serverUUID()',
  'SELECT getOSKernelVersion()',
  'SELECT filesystemAvailable()',
  'SELECT filesystemCapacity()',
  'SELECT filesystemUnreserved()',
  'SELECT showCertificate()',
  "SELECT logTrace('x')",
  'SELECT tid()',
  "SELECT generateSerialID('x')",
  'SELECT demangle(addressToSymbol(1))',
  'SELECT addressToLine(1)',
  'SELECT addressToLineWithInlines(1)',
  'SELECT arrayMap(demangle, [1])',
  'SELECT arrayMap(x -> getServerSetting(x), [1])',
  'SHOW PROCESSLIST',
  'SHOW GRANTS',
  'SHOW ACCESS',
  'SHOW USERS',
  'SHOW CLUSTERS',
  'SHOW FILESYSTEM CACHES',
  'SHOW MERGES',
  'SHOW DICTIONARIES',
  'KILL QUERY WHERE 1',
  'SYSTEM FLUSH LOGS',
  'SYSTEM RELOAD CONFIG',
  'SYSTEM JEMALLOC FLUSH PROFILE',
  'SYSTEM JEMALLOC ENABLE PROFILE',
])('%s is refused', async (query) => {
  const answer = await analyst(query);
  expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
  expect(answer.text).toMatch(/ACCESS_DENIED|READONLY|FUNCTION_NOT_ALLOWED|SYNTAX_ERROR/);
  tellsNothing(query, answer);
  nothingChanged();
});

test('a function that is refused only where it is called can only be called without an argument', async () => {
  const names = (await listed('SELECT name FROM system.functions')).filter((name) =>
    REFUSED_CALLS.test(name.toLowerCase()),
  );
  expect(names.length).toBeGreaterThan(5);
  const given = names.flatMap((name) =>
    ['1', "'default'", '*'].map((argument) => `SELECT ${name}(${argument}) FROM (SELECT 1 AS n)`),
  );
  for (const answer of askEngine(given))
    expect(answer).toMatch(/Number of arguments for function .* passed 1, should be 0/);
  for (const name of names) {
    for (const query of [
      `SELECT * APPLY(${name}) FROM own`,
      `SELECT * APPLY ${name} FROM own`,
      `SELECT arrayMap(${name}, [1])`,
      `SELECT arrayMap(x -> ${name}, [1])`,
    ])
      expect((await analyst(query)).status, query).toBeGreaterThanOrEqual(400);
    const named = await analyst(
      `SELECT text AS ${name}, 1 AS b FROM own WHERE ${name} != '' ORDER BY ${name}`,
    );
    expect(named, name).toEqual({ status: 200, text: 'own\t1\n' });
  }
});

test('each table function of the engine is refused that is not on the list', async () => {
  for (const name of await listed('SELECT name FROM system.table_functions'))
    for (const query of [
      `SELECT * FROM \`${name}\`('${around}/home/canary', 'LineAsString', 'c String')`,
      `DESCRIBE TABLE ${name}('${around}/home/canary')`,
    ]) {
      const answer = await analyst(query);
      expect(answer.text, query).not.toContain(CANARY);
      if (!TABLE_FUNCTIONS.has(name.toLowerCase()))
        expect(answer.text, query).toMatch(/is not allowed here.*ACCESS_DENIED/s);
    }
  nothingChanged();
});

test('each setting of the engine is refused that is not harmless, in the URL and in the statement', async () => {
  const names = await listed('SELECT name FROM system.settings');
  expect(names.length).toBeGreaterThan(1_000);
  for (const name of names.filter((name) => !isHarmlessSetting(name))) {
    const answers = [
      // 1 and 2 are taken for `readonly`, which tools send: it is so without saying.
      ...(ofHttp(name) ? [] : [await analyst('SELECT 1', { [name]: name === 'readonly' ? '0' : '1' })]),
      await analyst(`SELECT 1 SETTINGS ${name} = 1`),
      await analyst(`SELECT 1 SETTINGS final, \`${name}\``),
      await analyst(`SELECT * FROM (SELECT 1 SETTINGS extremes = 0, ${name} = 'x')`),
    ];
    for (const answer of answers) expect(answer.text, name).toMatch(/SETTING_CONSTRAINT_VIOLATION/);
  }
  const refusal = await analyst('SELECT 1', { max_block_size: '1' });
  expect(refusal.text).toMatch(
    /max_block_size may not be changed here. Accepted are output_format_\*, .*join_use_nulls/,
  );
});

test('each harmless setting is taken', async () => {
  const harmless = (await listed('SELECT name, value FROM system.settings'))
    .map((line) => line.split('\t') as [string, string])
    .filter(([name]) => isHarmlessSetting(name) && !name.startsWith('max_'));
  expect(harmless.length).toBeGreaterThan(100);
  for (const [name, value] of harmless) {
    const answer = await analyst('SELECT 1', { [name]: value });
    expect(answer.status, `${name} = ${value}: ${answer.text}`).toBe(200);
  }
});

test.each([
  ['max_execution_time', 30],
  ['max_result_rows', 100_000],
  ['max_result_bytes', 128 * 1024 ** 2],
  ['max_memory_usage', 1024 ** 3],
  ['max_threads', 2],
])('%s may be lowered and not raised', async (name, limit) => {
  for (const value of ['0', '-1', '1e30', String(limit + 1), 'x', '', 'auto', '18446744073709551615'])
    expect((await analyst('SELECT 1', { [name]: value })).text, value).toMatch(
      /SETTING_CONSTRAINT_VIOLATION/,
    );
  for (const value of ['0', '-1', 'DEFAULT', String(limit + 1), `'${limit + 1}'`, '1e30', '0x7fffffffffff'])
    for (const query of [
      `SELECT 1 SETTINGS ${name} = ${value}`,
      `SELECT * FROM (SELECT 1 SETTINGS ${name} = ${value})`,
      `SELECT 1 FORMAT TSV SETTINGS ${name} = ${value}`,
      `WITH x AS (SELECT 1 SETTINGS "${name}" = ${value}) SELECT * FROM x`,
    ])
      expect((await analyst(query)).text, query).toMatch(/SETTING_CONSTRAINT_VIOLATION/);
  expect((await analyst('SELECT 1', { [name]: String(limit) })).status).toBe(200);
  expect((await analyst(`SELECT 1 SETTINGS ${name} = 1`)).text).not.toMatch(/SETTING_CONSTRAINT_VIOLATION/);
});

test('no format writes a file or reads one', async () => {
  for (const name of await listed('SELECT name FROM system.formats')) {
    await analyst(`SELECT toUInt8(1) AS a, 'x' AS b FORMAT ${name}`);
    for (const data of ['1', `${around}/home/canary`, `{"a": "${around}/home/canary"}`]) {
      const answer = await analyst(`SELECT * FROM format(${name}, 'a String', '${data}') FORMAT TSV`);
      expect(answer.text, name).not.toContain(CANARY);
      await analyst(`DESCRIBE format(${name}, '${data}')`);
    }
  }
  nothingChanged();
});

test('what tools ask first is answered', async () => {
  for (const [query, search] of [
    ['SELECT version(), timezone()'],
    ['SELECT currentUser() AS user, timezone() AS timezone, version() AS version LIMIT 1'],
    ['SELECT name, toInt8(readonly) AS readonly FROM system.settings LIMIT 10000', { readonly: '1' }],
    ['SELECT name, value FROM system.settings', { max_result_rows: '200', result_overflow_mode: 'break' }],
    [
      "SELECT name, comment FROM system.databases WHERE name != 'x'",
      { extremes: '0', wait_end_of_query: '1' },
    ],
    ["SELECT database, name, engine, comment, total_rows FROM system.tables WHERE database = 'default'"],
    ["SELECT table, name, type, default_kind FROM system.columns WHERE database = 'default'"],
    ["SELECT TABLE_NAME FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_SCHEMA = 'default'"],
    ['SELECT name FROM system.functions'],
    ['SHOW DATABASES'],
    ['SHOW TABLES'],
    ['SHOW CREATE TABLE own'],
    [
      'SELECT 1 FORMAT JSON',
      { output_format_json_quote_64bit_integers: '0', date_time_output_format: 'iso' },
    ],
    ['SELECT 1', { session_id: 'x', session_timeout: '60', send_progress_in_http_headers: '1' }],
  ] as [string, Record<string, string>?][]) {
    const answer = await analyst(query, search);
    expect(answer.status, `${query}: ${answer.text}`).toBe(200);
  }
});

test('the watch over files sees one, in the temporary folder too', async () => {
  const inTmp = `jemalloc-watched-${process.pid}`;
  writeFileSync(join(tmpdir(), inTmp), '');
  rmSync(join(tmpdir(), inTmp));
  while (!ownInTmp().includes(inTmp)) await wait(10);
  const path = join(around, 'cwd', 'written');
  writeFileSync(path, '');
  expect(existsSync(path)).toBe(true);
  expect(files()).not.toBe(before);
});
