import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
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

// Somebody with the secret tries to get at what is not in the store. What counts is the effect: no byte of the file
// beside it comes back, nothing is written there, nobody is called. Each try is a statement that the engine can read, as
// it says itself, and is refused with the type of error it stands under: a misspelt one would prove nothing.

const CANARY = 'canary-in-the-mine';

let outside: string;
let dataDir: string;
let server: TestServer;
let listener: Server;
let port: number;
let calls = 0;

beforeAll(async () => {
  outside = makeDataDir();
  writeFileSync(join(outside, 'canary.csv'), `${CANARY}\n`);
  writeFileSync(join(outside, 'canary.sh'), `#!/bin/sh\necho ${CANARY}\n`, { mode: 0o755 });
  mkdirSync(join(outside, 'part'));
  dataDir = makeDataDir();
  server = await startTestServer(dataDir);
  // Paths that begin inside the store and lead out of it.
  mkdirSync(join(dataDir, 'store', 'user_files'), { recursive: true });
  symlinkSync(outside, join(dataDir, 'store', 'user_files', 'out'));
  listener = createServer((socket) => {
    calls += 1;
    socket.on('error', () => {});
    socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${CANARY.length}\r\n\r\n${CANARY}`);
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  port = typeof address === 'object' && address ? address.port : 0;
  for (const query of [
    'CREATE TABLE own (n UInt8, text String) ENGINE = MergeTree ORDER BY n',
    "INSERT INTO own VALUES (1, 'own')",
  ])
    expect((await ask(true, query)).status).toBe(200);
});

afterAll(async () => {
  listener.close();
  await stopTestServer(server);
  removeDataDir(dataDir);
  rmSync(outside, { recursive: true, force: true });
});

interface Answer {
  status: number;
  text: string;
}

async function ask(
  isService: boolean,
  query: string,
  search: Record<string, string> = {},
  body?: string | FormData,
): Promise<Answer> {
  const [user, password] = isService ? [USER, PASSWORD] : ['analyst', ANALYST_PASSWORD];
  const inUrl = body === undefined ? search : { ...search, query };
  const url = `${isService ? server.url : server.analystsUrl}/?${new URLSearchParams(inUrl)}`;
  const answer = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` },
    body: body ?? query,
  });
  return { status: answer.status, text: await answer.text() };
}

/** Statements by the type of error that refuses them. */
type Tries = Record<string, string[]>;

const reads = (): Tries => {
  const file = join(outside, 'canary.csv');
  const up = `../../../../../../../../../..${file}`;
  const script = join(outside, 'canary.sh');
  const linked = join(dataDir, 'store', 'user_files', 'out', 'canary.csv');
  const web = `http://127.0.0.1:${port}/`;
  const from = (source: string) => `SELECT * FROM ${source}`;
  const wrapped = (source: string) => [
    from(source),
    `DESCRIBE TABLE ${source}`,
    `DESCRIBE (SELECT * FROM ${source})`,
    `EXPLAIN ${from(source)}`,
    `EXPLAIN ESTIMATE ${from(source)}`,
    `EXPLAIN PIPELINE ${from(source)}`,
    `WITH x AS (${from(source)}) SELECT * FROM x`,
    `WITH RECURSIVE x AS (${from(source)}) SELECT * FROM x`,
    `SELECT (${from(source)} LIMIT 1)`,
    `SELECT 1 IN (${from(source)})`,
    `SELECT 1 WHERE EXISTS (${from(source)})`,
    `SELECT * FROM numbers(1) ARRAY JOIN (SELECT groupArray(c1) FROM ${source}) AS a`,
    `SELECT * FROM own JOIN ${source} AS f ON 1 = 1`,
    `(SELECT 1) UNION ALL (${from(source)})`,
    `SELECT * FROM view(${from(source)})`,
    `SELECT * FROM viewExplain('EXPLAIN', '', (${from(source)}))`,
    `SELECT * FROM viewIfPermitted(${from(source)} ELSE null('c1 String'))`,
    `SELECT * FROM (EXPLAIN ${from(source)})`,
    `SELECT * FROM (${from(source)}) FORMAT JSON SETTINGS max_threads = 1`,
    `CREATE VIEW v_out AS ${from(source)}`,
    `CREATE MATERIALIZED VIEW mv_out ENGINE = Memory AS ${from(source)}`,
    `CREATE TABLE t_out ENGINE = Memory AS ${from(source)}`,
    `CREATE TABLE t_out AS ${source}`,
    `INSERT INTO own (text) ${from(source)}`,
    `ALTER TABLE own UPDATE text = (${from(source)}) WHERE 1`,
    `DELETE FROM own WHERE text IN (${from(source)})`,
    `ALTER TABLE own MODIFY COLUMN text String DEFAULT (${from(source)})`,
    `CREATE TABLE t_out (a UInt8, b String MATERIALIZED (${from(source)})) ENGINE = Memory`,
  ];
  const spelled = [
    `file('${file}')`,
    `file('${file}', 'CSV')`,
    `file('${file}', 'LineAsString', 'c1 String')`,
    `file('${up}', 'CSV')`,
    `file('${linked}', 'CSV')`,
    `file('file://${file}', 'CSV')`,
    `file('{${file},x}', 'CSV')`,
    `FILE('${file}', 'CSV')`,
    `fIlE('${file}', 'CSV')`,
    `\`file\`('${file}', 'CSV')`,
    `"file"('${file}', 'CSV')`,
    `"\\x66ile"('${file}', 'CSV')`,
    `file/**/('${file}', 'CSV')`,
    `file/* /* */ */('${file}', 'CSV')`,
    `file -- x\n('${file}', 'CSV')`,
    `file\u00a0('${file}', 'CSV')`,
    `\ufefffile('${file}', 'CSV')`,
    `file('${file}'::String, 'CSV')`,
    `file(concat('${file.slice(0, 5)}', '${file.slice(5)}'), 'CSV')`,
    `fileCluster('default', '${file}', 'CSV')`,
    `url('file://${file}', 'CSV')`,
    `url('${web}', 'CSV')`,
    `urlCluster('default', '${web}', 'CSV')`,
    `s3('${web}b/k', 'CSV')`,
    `s3('${web}b/k', NOSIGN, 'CSV')`,
    `gcs('${web}b/k', 'CSV')`,
    `hdfs('hdfs://127.0.0.1:${port}/x', 'CSV')`,
    `azureBlobStorage('${web}', 'c', 'b')`,
    `deltaLake('${web}b/k')`,
    `deltaLakeLocal('${outside}')`,
    `iceberg('${web}b/k')`,
    `icebergLocal('${outside}')`,
    `hudi('${web}b/k')`,
    `paimonLocal('${outside}')`,
    `remote('127.0.0.1:${port}', system.one)`,
    `remoteSecure('127.0.0.1:${port}', system.one)`,
    `cluster('default', system.one)`,
    `mysql('127.0.0.1:${port}', 'd', 't', 'u', 'p')`,
    `postgresql('127.0.0.1:${port}', 'd', 't', 'u', 'p')`,
    `mongodb('127.0.0.1:${port}', 'd', 'c', 'u', 'p', 'a String')`,
    `redis('127.0.0.1:${port}', 'k', 'k String')`,
    `sqlite('${join(outside, 'x.db')}', 't')`,
    `jdbc('x', 'd', 't')`,
    `odbc('x', 'd', 't')`,
    `ytsaurus('${web}', '//x', 't', 'a String')`,
    `executable('${script}', 'TSV', 'c1 String')`,
    `executable('../../../${script}', 'TSV', 'c1 String')`,
    `input('c1 String')`,
    `dictionary('d')`,
    `loop(file('${file}', 'CSV'))`,
    `merge(REGEXP('.*'), '.*canary.*')`,
  ];
  const refused = [
    ...wrapped(`file('${file}', 'LineAsString')`),
    ...spelled.map(from),
    `SELECT file('${file}')`,
    `SELECT FILE('${file}')`,
    `SELECT \`file\`('${file}')`,
    `SELECT arrayMap(file, ['${file}'])`,
    `SELECT arrayMap(x -> file(x), ['${file}'])`,
    `SELECT '${file}' AS p, file(p)`,
    `INSERT INTO own FROM INFILE '${file}' FORMAT CSV`,
    `INSERT INTO own FROM/**/INFILE '${file}' FORMAT CSV`,
    `INSERT INTO own VALUES (2, file('${file}'))`,
    `SELECT 1 PARALLEL WITH ${from(`file('${file}', 'LineAsString')`)}`,
    `CREATE TABLE t_out (a String) ENGINE = File(CSV, '${file}')`,
    `CREATE TABLE t_out (a String) ENGINE File(CSV, '${file}')`,
    `CREATE TABLE t_out (a String) ENGINE = "File"(CSV, '${file}')`,
    `CREATE TABLE t_out (a String) ENGINE = URL('${web}', CSV)`,
    `CREATE TABLE t_out (a String) ENGINE = S3('${web}b/k', CSV)`,
    `CREATE TABLE t_out (a String) ENGINE = Executable('${script}', TSV)`,
    `CREATE TABLE t_out (a String) ENGINE = ExecutablePool('${script}', TSV)`,
    `CREATE TABLE t_out (a String) ENGINE = Kafka('127.0.0.1:${port}', 't', 'g', 'CSV')`,
    `CREATE TABLE t_out (a String) ENGINE = Distributed('default', 'default', 'own')`,
    `CREATE TABLE t_out (a String) ENGINE = SQLite('${join(outside, 'x.db')}', 't')`,
    `CREATE TABLE t_out (a String) ENGINE = EmbeddedRocksDB(0, '${outside}/rocks') PRIMARY KEY a`,
    `CREATE TABLE t_out (a String) ENGINE = FileLog('${outside}', 'CSV')`,
    `CREATE DATABASE d_out ENGINE = Filesystem('${outside}')`,
    `CREATE DATABASE d_out ENGINE = SQLite('${join(outside, 'x.db')}')`,
    `CREATE DATABASE d_out ENGINE = MySQL('127.0.0.1:${port}', 'd', 'u', 'p')`,
    `CREATE DATABASE d_out ENGINE = Overlay('default')`,
    `CREATE DICTIONARY dict (a String) PRIMARY KEY a SOURCE(FILE(PATH '${file}' FORMAT 'CSV')) LAYOUT(FLAT()) LIFETIME(0)`,
    `CREATE DICTIONARY dict (a String) PRIMARY KEY a SOURCE(HTTP(URL '${web}' FORMAT 'CSV')) LAYOUT(FLAT()) LIFETIME(0)`,
    `CREATE FUNCTION f AS () -> file('${file}')`,
    `CREATE NAMED COLLECTION c AS url = '${web}'`,
    `CREATE TEMPORARY TABLE t_out ENGINE = Memory AS ${from(`file('${file}', 'CSV')`)}`,
    `ATTACH TABLE t_out FROM '${outside}' (a String) ENGINE = MergeTree ORDER BY a`,
    `RESTORE TABLE own FROM File('${outside}/backup')`,
    `SELECT catboostEvaluate('${file}', 1)`,
    `SELECT hasColumnInTable('127.0.0.1:${port}', 'd', 't', 'c')`,
  ];
  return {
    ACCESS_DENIED: refused,
    SETTING_CONSTRAINT_VIOLATION: [
      `SELECT 1 SETTINGS format_schema = '${file}'`,
      `SELECT * FROM format(Template, 'x') SETTINGS format_template_row = '${file}'`,
      `SELECT * FROM format(Protobuf, 'x') SETTINGS format_schema = '${file}:X'`,
      `SELECT * FROM format(CapnProto, 'x') SETTINGS format_schema_source = 'file', format_schema = '${file}:X'`,
      `SELECT * FROM format(AvroConfluent, 'x') SETTINGS format_avro_schema_registry_url = '${web}'`,
      `SELECT 1 SETTINGS dialect = 'kusto', allow_experimental_kusto_dialect = 1`,
    ],
    // The engine reads these; our tokeniser does not, on purpose.
    SYNTAX_ERROR: [
      from(`“file”('${file}', 'CSV')`),
      from(`file # x\n('${file}', 'CSV')`),
      from(`file #! x\n('${file}', 'CSV')`),
      from(`file($$${file}$$, 'CSV')`),
      from(`file($a$${file}$a$, 'CSV')`),
      `FROM file('${file}', 'CSV') SELECT *`,
    ],
    // To the engine too a path is nothing but the name of a table.
    UNKNOWN_TABLE: [`'${file}'`, `\`${file}\``, `"${file}"`, `default.\`${file}\``].map(from),
    UNKNOWN_DATABASE: [from(`_local.\`${file}\``)],
  };
};

const writes = (): Tries => {
  const target = join(outside, 'written.csv');
  const refused = [
    `SELECT 1 INTO OUTFILE '${target}'`,
    `SELECT 1 INTO OUTFILE '${target}' FORMAT CSV`,
    `SELECT 1 INTO/**/OUTFILE/**/'${target}' APPEND`,
    `SELECT 1 INTO OUTFILE '${target}' TRUNCATE AND STDOUT COMPRESSION 'gzip'`,
    `(SELECT 1) INTO OUTFILE '${target}'`,
    `SHOW TABLES INTO OUTFILE '${target}'`,
    `DESCRIBE TABLE own INTO OUTFILE '${target}'`,
    `EXPLAIN SELECT 1 INTO OUTFILE '${target}'`,
    `CHECK TABLE own INTO OUTFILE '${target}'`,
    `INSERT INTO FUNCTION file('${target}', 'CSV') SELECT 1`,
    `INSERT INTO TABLE FUNCTION file('${target}', 'CSV', 'a UInt8') VALUES (1)`,
    `INSERT INTO/**/FUNCTION/**/file('${target}', 'CSV') SELECT 1`,
    `INSERT INTO FUNCTION url('http://127.0.0.1:${port}/', 'CSV') SELECT 1`,
    `INSERT INTO FUNCTION remote('127.0.0.1:${port}', default.own) SELECT 1, 'x'`,
    `WITH 1 AS x INSERT INTO FUNCTION file('${target}', 'CSV') SELECT x`,
    `EXPLAIN INSERT INTO FUNCTION file('${target}', 'CSV') SELECT 1`,
    `CREATE TABLE w_out ENGINE = File(CSV, '${target}') AS SELECT 1`,
    `CREATE MATERIALIZED VIEW w_out ENGINE = File(CSV, '${target}') AS SELECT * FROM own`,
    `CREATE TABLE w_out (a UInt8) ENGINE = ReplicatedMergeTree('/x', 'r') ORDER BY a`,
    `CREATE DATABASE w_out ENGINE = Backup('default', File('${outside}/backup'))`,
    `ALTER TABLE own FREEZE WITH NAME '../../../../../${outside}/frozen'`,
    `ALTER TABLE own FETCH PARTITION tuple() FROM '${outside}'`,
    `ALTER TABLE own MOVE PARTITION tuple() TO DISK '${outside}'`,
    `BACKUP TABLE own TO File('${outside}/backup')`,
    `BACKUP TABLE own TO Disk('default', '${outside}/backup')`,
    `backup/**/table own TO File('${outside}/backup.zip')`,
    `SYSTEM RELOAD CONFIG`,
  ];
  return {
    ACCESS_DENIED: refused,
    SETTING_CONSTRAINT_VIOLATION: [
      `CREATE TABLE w_out (a UInt8) ENGINE = MergeTree ORDER BY a SETTINGS disk = disk(type = 'local', path = '${outside}/disk/')`,
      `CREATE TABLE w_out (a UInt8) ENGINE = MergeTree ORDER BY a SETTINGS disk = disk(name = 'd', type = local, path = '${outside}/disk/')`,
      `CREATE TABLE w_out (a UInt8) ENGINE = MergeTree ORDER BY a SETTINGS storage_policy = 'x'`,
      `CREATE TABLE w_out (a UInt8) ENGINE = Log SETTINGS disk = disk(type = 'local', path = '${outside}/disk/')`,
      `CREATE DATABASE w_out ENGINE = Atomic SETTINGS disk = disk(type = 'local', path = '${outside}/disk/')`,
      `ALTER TABLE own MODIFY SETTING disk = disk(type = 'local', path = '${outside}/disk/')`,
      `ALTER TABLE own MODIFY SETTING storage_policy = 'x'`,
      `SELECT 1 SETTINGS output_format_schema = '${target}'`,
      `SELECT 1 FORMAT Protobuf SETTINGS output_format_schema = '${target}'`,
      `INSERT INTO own SETTINGS input_format_record_errors_file_path = '${target}' FORMAT CSV\nx`,
      `INSERT INTO own SETTINGS errors_output_format = 'CSV', input_format_record_errors_file_path = '${target}', input_format_allow_errors_num = 9 FORMAT CSV\nx`,
    ],
    UNKNOWN_TABLE: [`INSERT INTO \`${target}\` VALUES (1)`],
    NUMBER_OF_ARGUMENTS_DOESNT_MATCH: [
      `CREATE TABLE w_out (a UInt8) ENGINE = MergeTree('${outside}/zk', 'r') ORDER BY a`,
    ],
    BAD_DATA_PART_NAME: [`ALTER TABLE own ATTACH PART '../../../../../../..${outside}/part'`],
    INCORRECT_FILE_NAME: [
      `ALTER TABLE own DROP DETACHED PART '../../../../../../..${outside}/part' SETTINGS allow_drop_detached = 1`,
    ],
  };
};

const outsideFiles = () =>
  readdirSync(outside, { recursive: true })
    .map(String)
    .sort()
    .map((name) => `${name} ${name.includes('.') ? readFileSync(join(outside, name), 'utf8') : ''}`);

/** The type of error of an answer, as ClickHouse writes it last. */
const typeOf = ({ status, text }: Answer): string =>
  status === 200 ? 'answered' : (/\(([A-Z_0-9]+)\)\s*$/.exec(text)?.[1] ?? text);

/** Those of `queries` that the engine's parser does not take; none is run. */
async function unreadable(queries: readonly string[]): Promise<string[]> {
  const list = queries.map((query) => `'${query.replace(/[\\']/g, '\\$&')}'`).join();
  const answer = await ask(
    true,
    `SELECT arrayFilter(query -> formatQueryOrNull(query) IS NULL, [${list}]) FORMAT JSONCompactEachRow`,
  );
  return JSON.parse(answer.text)[0];
}

/** Those of `tries` that end otherwise than they should. */
async function findWrong(isService: boolean, tries: Tries): Promise<string[]> {
  const wrong: string[] = [];
  for (const [type, queries] of Object.entries(tries))
    for (const query of queries) {
      const answer = await ask(isService, query);
      const found = typeOf(answer);
      if (answer.text.includes(CANARY)) wrong.push(`came through: ${query}`);
      // An analyst's port refuses what changes anything before it looks further.
      if (found !== type && (isService || found !== 'READONLY')) wrong.push(`${found}: ${query}`);
    }
  return wrong;
}

test('each try is a statement to the engine', async () => {
  const queries = [reads(), writes()].flatMap((tries) => Object.values(tries).flat());
  expect(queries.length).toBeGreaterThan(100);
  expect(await unreadable([...queries, 'SELECT FROM WHERE'])).toEqual(['SELECT FROM WHERE']);
});

test.each([
  ['a service', true],
  ['an analyst', false],
])('%s reads no file and calls nobody', async (_, isService) => {
  const before = outsideFiles();
  expect(await findWrong(isService, reads())).toEqual([]);
  expect(calls).toBe(0);
  expect(outsideFiles()).toEqual(before);
  expect((await ask(isService, 'SELECT n, text FROM own')).text).toBe('1\town\n');
});

test.each([
  ['a service', true],
  ['an analyst', false],
])('%s writes no file and sends nothing out', async (_, isService) => {
  const before = outsideFiles();
  expect(await findWrong(isService, writes())).toEqual([]);
  expect(outsideFiles()).toEqual(before);
  expect(calls).toBe(0);
});

test.each([
  ['a service', true],
  ['an analyst', false],
])('%s hides no second statement behind a harmless one', async (_, isService) => {
  const before = outsideFiles();
  const second = [
    `SELECT * FROM file('${join(outside, 'canary.csv')}', 'LineAsString')`,
    `SELECT 1 INTO OUTFILE '${join(outside, 'written.csv')}'`,
  ];
  for (const query of second.flatMap((text) => [
    `SELECT 1; ${text}`,
    `SELECT 1;\n;${text}`,
    `SELECT 1\0; ${text}`,
  ])) {
    const answer = await ask(isService, query);
    expect(typeOf(answer), query).toBe('SYNTAX_ERROR');
    expect(answer.text, query).toMatch(/multi-statements are not allowed|"\\u0000" is not accepted/);
  }
  expect(outsideFiles()).toEqual(before);
});

test.each([
  ['a service', true],
  ['an analyst', false],
])('%s gets out by no other part of a request', async (_, isService) => {
  const file = join(outside, 'canary.csv');
  const before = outsideFiles();
  const form = new FormData();
  form.set('query', "SELECT * FROM {f:Identifier}({path:String}, 'LineAsString')");
  form.set('param_f', 'file');
  form.set('param_path', file);
  const identifier = 'SELECT * FROM {f:Identifier}';
  const answers: Record<string, Promise<Answer>[]> = {
    ACCESS_DENIED: [
      ask(isService, `${identifier}('${file}', 'LineAsString')`, { param_f: 'file' }),
      ask(isService, 'SELECT {f:Identifier}({path:String})', { param_f: 'file', param_path: file }),
      ask(isService, 'SELECT 1 INTO OUTFILE {path:String}', { param_path: join(outside, 'written.csv') }),
      ask(isService, 'CREATE TABLE p_out (a String) ENGINE = {e:Identifier}(CSV)', { param_e: 'File' }),
      ask(isService, '', {}, form),
      ask(isService, 'SELECT * FROM file(', {}, `'${file}', 'LineAsString')`),
      ask(isService, 'SELECT 1 INTO OUTFILE', {}, `'${join(outside, 'written.csv')}'`),
      ask(isService, 'INSERT INTO own FORMAT Values', {}, `(2, file('${file}'))`),
      ask(isService, 'INSERT INTO own FORMAT Values', { param_f: 'file' }, `(2, {f:Identifier}('${file}'))`),
      ask(isService, `INSERT INTO own FROM INFILE '${file}' FORMAT CSV`, {}, '1,x'),
    ],
    UNKNOWN_TABLE: [
      ask(isService, identifier, { param_f: file }),
      ask(isService, identifier, { param_f: `file\`('${file}')` }),
    ],
    UNKNOWN_DATABASE: [
      ask(isService, 'SELECT * FROM `canary.csv`', { database: outside }),
      ask(isService, 'SELECT * FROM `canary.csv`', { database: '_local' }),
    ],
    SETTING_CONSTRAINT_VIOLATION: [
      ask(isService, 'SELECT 1', { format_schema: file }),
      ask(isService, 'SELECT 1', { output_format_schema: join(outside, 'written.csv') }),
      ask(isService, 'SELECT 1', { readonly: '0' }),
      ask(isService, 'SELECT 1', { max_execution_time: '0' }),
      ask(isService, 'SELECT 1', { max_memory_usage: '0' }),
      ask(isService, 'SELECT 1', { allow_introspection_functions: '1' }),
    ],
    UNKNOWN_FORMAT: [
      ask(isService, 'SELECT 1', { default_format: `CSV INTO OUTFILE '${join(outside, 'written.csv')}'` }),
    ],
  };
  for (const [type, asked] of Object.entries(answers))
    for (const [i, answer] of (await Promise.all(asked)).entries()) {
      expect(answer.text, `${type} ${i}`).not.toContain(CANARY);
      const found = typeOf(answer);
      expect(found === 'READONLY' && !isService ? type : found, `${i}: ${answer.text}`).toBe(type);
    }
  expect(outsideFiles()).toEqual(before);
  expect((await ask(isService, 'SELECT n, text FROM own')).text).toBe('1\town\n');
});

test('an analyst changes nothing, whatever the statement is wrapped in', async () => {
  const tables =
    "SELECT database, name, total_rows FROM system.tables WHERE database = 'default' ORDER BY name";
  const before = (await ask(true, tables)).text;
  const tries: Tries = {
    READONLY: [
      "INSERT INTO own VALUES (2, 'x')",
      "insert/**/into own SELECT 2, 'x'",
      "WITH 2 AS x INSERT INTO own SELECT x, 'x'",
      'CREATE TABLE mine (a UInt8) ENGINE = Memory',
      'CREATE VIEW mine AS SELECT 1',
      'CREATE TEMPORARY TABLE mine (a UInt8)',
      'ALTER TABLE own DELETE WHERE 1',
      'ALTER TABLE own DROP COLUMN text',
      'DELETE FROM own WHERE 1',
      "UPDATE own SET text = 'x' WHERE 1",
      'TRUNCATE TABLE own',
      'TRUNCATE DATABASE default',
      'RENAME TABLE own TO mine',
      'EXCHANGE TABLES own AND own',
      'OPTIMIZE TABLE own FINAL',
      'DROP DATABASE default',
      'KILL QUERY WHERE 1',
    ],
    ACCESS_DENIED: [
      "EXPLAIN INSERT INTO own SELECT 2, 'x'",
      'SELECT 1 PARALLEL WITH DROP TABLE own',
      'DETACH TABLE own',
      'SYSTEM STOP MERGES',
      'SET readonly = 0',
      'GRANT ALL ON *.* TO analyst',
    ],
    SETTING_CONSTRAINT_VIOLATION: [
      'SELECT 1 SETTINGS readonly = 0',
      'SELECT * FROM (SELECT 1 SETTINGS readonly = 0)',
    ],
  };
  expect(await unreadable(Object.values(tries).flat())).toEqual([]);
  expect(await findWrong(false, tries)).toEqual([]);
  expect((await ask(true, tables)).text).toBe(before);
});
