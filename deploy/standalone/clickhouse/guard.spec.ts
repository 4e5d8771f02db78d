import { expect, test } from 'vitest';
import { checkRequestSettings, checkStatement, type Rules } from './guard.js';
import { tokenise } from './tokens.js';

const rules: Rules = {
  readOnly: false,
  tableFunctions: new Set([
    'file',
    'url',
    's3',
    'remote',
    'input',
    'numbers',
    'view',
    'eval',
    'executable',
    'merge',
  ]),
  settings: new Set([
    'max_threads',
    'max_memory_usage',
    'readonly',
    'allow_introspection_functions',
    'dialect',
    'format_schema',
    'input_format_record_errors_file_path',
    'insert_deduplication_token',
    's3_truncate_on_insert',
  ]),
  tableSettings: new Set([
    'index_granularity',
    'disk',
    'storage_policy',
    'non_replicated_deduplication_window',
  ]),
  accepted: { test: (name) => name.startsWith('max_') || name.startsWith('insert_'), inWords: 'max_*' },
  limits: new Map([['max_memory_usage', 1000]]),
};
const check = (sql: string, changed: Partial<Rules> = {}) =>
  checkStatement([...tokenise(sql)], { ...rules, ...changed });

test.each([
  "SELECT * FROM file('/etc/passwd')",
  "SELECT * FROM `file`('/etc/passwd')",
  `SELECT * FROM "fi\\x6ce" /* x */ ('/etc/passwd')`,
  "SELECT * FROM FILE('/etc/passwd')",
  "SELECT file('/etc/passwd')",
  "SELECT arrayMap(file, ['/etc/passwd'])",
  "SELECT * FROM t, url('http://x')",
  "SELECT 1 WHERE 1 IN (SELECT * FROM s3('x'))",
  "SELECT * FROM eval('SELECT 1')",
  "SELECT hasColumnInTable('host', 'd', 't', 'c')",
  "SELECT AIGenerate('x')",
  'SELECT * APPLY(getMacro) FROM t',
  'SELECT * APPLY(filesystemAvailable) FROM t',
  'SELECT arrayMap(getServerSetting, names) FROM t',
  'SELECT tid()',
  'SELECT `hostName` /* x */ ()',
  'SELECT "fqdn"()',
  'SELECT * APPLY(x -> tid()) FROM t',
  'SELECT arrayMap(x -> displayName(), [1])',
  'SELECT * APPLY(showCertificate(1)) FROM t',
  "INSERT INTO FUNCTION file('x') SELECT 1",
  'INSERT INTO TABLE FUNCTION numbers(1) SELECT 1',
  "INSERT INTO t SELECT * FROM input('a UInt8')",
  "INSERT INTO t FROM INFILE '/etc/passwd' FORMAT CSV",
  "SELECT 1 INTO OUTFILE '/tmp/x'",
  "select 1 into /**/ outfile '/tmp/x'",
  'CREATE TABLE t (a UInt8) ENGINE = File(CSV)',
  "CREATE TABLE t (a UInt8) ENGINE URL('http://x')",
  "CREATE TABLE t (a UInt8) ENGINE = `S3`('x')",
  "CREATE TABLE t AS url('http://x')",
  'CREATE MATERIALIZED VIEW v ENGINE = Kafka AS SELECT 1',
  "CREATE DATABASE d ENGINE = Filesystem('/')",
  'CREATE DATABASE d ENGINE = Overlay',
  "CREATE DICTIONARY d (a UInt8) PRIMARY KEY a SOURCE(HTTP(URL 'x')) LAYOUT(FLAT()) LIFETIME(0)",
  'CREATE OR REPLACE DICTIONARY d (a UInt8) PRIMARY KEY a',
  'CREATE FUNCTION f AS (x) -> x',
  'CREATE NAMED COLLECTION c AS a = 1',
  'CREATE USER u',
  'CREATE TEMPORARY TABLE t (a UInt8)',
  "ATTACH TABLE t FROM '/x' (a UInt8) ENGINE = MergeTree ORDER BY a",
  'DETACH TABLE t',
  'SYSTEM SHUTDOWN',
  "BACKUP TABLE t TO File('x')",
  "RESTORE TABLE t FROM File('x')",
  'SET max_threads = 1',
  'USE x',
  'GRANT ALL ON *.* TO u',
  'EXECUTE AS u SELECT 1',
  'DROP TABLE a PARALLEL WITH SYSTEM SHUTDOWN',
  "ALTER TABLE t FETCH PARTITION 1 FROM '/x'",
  'ALTER TABLE t FREEZE',
  "ALTER TABLE t MOVE PARTITION 1 TO DISK 'x'",
  'EXPLAIN INSERT INTO t SELECT 1',
])('refuses %s', (sql) => {
  expect(() => check(sql)).toThrow(/not allowed here|is not allowed/);
});

test.each([
  'SELECT 1 SETTINGS allow_introspection_functions = 1',
  'SELECT 1 SETTINGS max_threads = 1, allow_introspection_functions',
  'SELECT 1 SETTINGS `readonly` = 0',
  "SELECT 1 SETTINGS dialect = 'prql'",
  "SELECT * FROM (SELECT 1 SETTINGS format_schema = 'x')",
  "INSERT INTO t SETTINGS input_format_record_errors_file_path = '/x' VALUES",
  'SELECT 1 SETTINGS max_memory_usage = 0',
  'SELECT 1 SETTINGS max_memory_usage = 1001',
  'SELECT 1 SETTINGS max_memory_usage = 10.9e9',
  'SELECT 1 SETTINGS max_memory_usage = 1_0',
  'SELECT 1 SETTINGS max_memory_usage',
  'SELECT 1 SETTINGS s3_truncate_on_insert = 1',
  "CREATE TABLE t (a UInt8) ENGINE = MergeTree ORDER BY a SETTINGS disk = disk(type = 'local', path = '/x')",
  "ALTER TABLE t MODIFY SETTING storage_policy = 'x'",
])('refuses the setting in %s', (sql) => {
  expect(() => check(sql)).toThrow(/may not be changed here|must be between/);
});

test.each([
  "SELECT 'file(', \"a file\" FROM numbers(3) -- file('x')",
  "SELECT url, remote.x FROM t WHERE s3 = 'INTO OUTFILE'",
  'SELECT a AS tid, t.hostname, "displayName" FROM t WHERE fqdn IN (1) ORDER BY tid',
  'WITH x AS (SELECT 1) SELECT * FROM x SETTINGS max_threads = 1, max_memory_usage = 1000',
  '(SELECT 1) UNION ALL (SELECT 2)',
  "SELECT engine FROM system.tables WHERE engine = 'File'",
  "INSERT INTO t SETTINGS insert_deduplication_token = 'x' VALUES",
  'CREATE TABLE IF NOT EXISTS t (a UInt8) ENGINE = ReplacingMergeTree(a) ORDER BY a SETTINGS index_granularity = 100, non_replicated_deduplication_window = 5',
  'CREATE DATABASE IF NOT EXISTS d ENGINE = Atomic',
  'CREATE OR REPLACE VIEW v AS SELECT * FROM t WHERE a = {x:UInt8}',
  'CREATE MATERIALIZED VIEW v TO t AS SELECT a FROM u GROUP BY a',
  'ALTER TABLE t DROP PARTITION ID {p:String}',
  'ALTER TABLE t MODIFY SETTING index_granularity = 1',
  'DROP TABLE IF EXISTS t SYNC',
  'TRUNCATE TABLE t',
  'EXCHANGE TABLES a AND b',
  'DELETE FROM t WHERE a = 1',
  "KILL QUERY WHERE query_id = 'x'",
])('lets %s through', (sql) => {
  expect(() => check(sql)).not.toThrow();
});

test.each([
  'SELECT 1',
  'WITH 1 AS x SELECT x',
  'SHOW TABLES',
  'DESCRIBE t',
  'EXPLAIN SELECT 1',
  'EXISTS TABLE t',
])('lets an analyst %s', (sql) => {
  expect(() => check(sql, { readOnly: true })).not.toThrow();
});

test.each([
  'INSERT INTO t VALUES',
  'WITH 1 AS x INSERT INTO t SELECT x',
  'DROP TABLE t',
  'OPTIMIZE TABLE t',
  'KILL QUERY WHERE 1',
])('refuses an analyst %s', (sql) => {
  expect(() => check(sql, { readOnly: true })).toThrow(/readonly mode/);
});

test('checks the settings of a request', () => {
  const send = (name: string, value: string) => () => checkRequestSettings(new Map([[name, value]]), rules);
  expect(send('max_threads', '5')).not.toThrow();
  expect(send('max_memory_usage', '1001')).toThrow(/between 1 and 1000/);
  expect(send('readonly', '0')).toThrow(/may not be changed/);
  expect(send('index_granularity', '1')).toThrow(/neither a builtin setting/);
  expect(send('x = 1, readonly', '0')).toThrow(/neither a builtin setting/);
});

test.each([
  "SELECT 1 SETTINGS profile = 'x'",
  "SELECT 1 SETTINGS max_threads = -1.5, profile = 'x'",
  'SELECT 1 SETTINGS max_threads, nothing',
  "SELECT * FROM (SELECT 1 SETTINGS max_threads = 1, profile = 'x')",
  'SELECT 1 SETTINGS index_granularity = 1',
])('takes no setting from a reader that it does not know: %s', (sql) => {
  expect(() => check(sql, { readOnly: true })).toThrow(/may not be changed here. Accepted are max_\*/);
});

test.each([
  'WITH a AS (SELECT 1 SETTINGS max_threads = 1), b AS (SELECT 2) SELECT * FROM a, b',
  "SELECT * FROM (SELECT 1 SETTINGS max_threads = 1) WHERE mint = 'x', b",
  'SELECT 1 SETTINGS max_threads = 1 UNION ALL SELECT a, b',
  'SELECT name FROM system.settings LIMIT 5',
])('ends a list of settings where it ends: %s', (sql) => {
  expect(() => check(sql, { readOnly: true })).not.toThrow();
});

test.each(['PROCESSLIST', 'GRANTS', 'USERS', 'ACCESS', 'CLUSTERS', 'DISKS', 'MERGES', 'DICTIONARIES'])(
  'does not SHOW %s',
  (what) => {
    expect(() => check(`SHOW ${what}`)).toThrow(/not allowed here/);
  },
);

test('says that a name of a function is refused for a column too, and of no other', () => {
  expect(() => check('SELECT a AS file FROM t')).toThrow(
    'function file, and so a column or alias of that name, is not allowed here',
  );
  expect(() => check("SELECT file('x')")).toThrow('function file is not allowed here');
});

test('calls an unknown verb a syntax error', () => {
  expect(() => check('SELEKT 1')).toThrow(/Syntax error/);
});
