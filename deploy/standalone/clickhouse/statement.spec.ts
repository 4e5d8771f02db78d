import { expect, test } from 'vitest';
import { ANALYST_BOUNDS, SERVICE_BOUNDS } from './bounds.js';
import { composeDataInsert, composeQuery, composeSelectInsert } from './compose.js';
import { parseStatement, readStatement } from './statement.js';

const settings = new Map([['max_threads', '2']]);
const parse = (sql: string) => parseStatement(readStatement(sql, SERVICE_BOUNDS));

test.each([
  ['INSERT INTO t FORMAT JSONEachRow', 'INSERT INTO t FORMAT JSONEachRow', ''],
  ['INSERT INTO t FORMAT JSONEachRow\n{"a":"\'"}', 'INSERT INTO t FORMAT JSONEachRow', '{"a":"\'"}'],
  ['insert into t (a, b) values (1, 2);', 'insert into t (a, b) values', '(1, 2);'],
  ['INSERT INTO db.values VALUES (1)', 'INSERT INTO db.values VALUES', '(1)'],
  ['INSERT INTO format (a) FORMAT CSV 1\n\n2', 'INSERT INTO format (a) FORMAT CSV', '1\n\n2'],
  [
    'INSERT INTO t SETTINGS async_insert = 0 VALUES (1)',
    'INSERT INTO t SETTINGS async_insert = 0 VALUES',
    '(1)',
  ],
  ['INSERT INTO t', 'INSERT INTO t', ''],
  ['INSERT INTO t SELECT 1 FORMAT Null', 'INSERT INTO t SELECT 1 FORMAT Null', undefined],
  ['INSERT INTO t (SELECT 1)', 'INSERT INTO t (SELECT 1)', undefined],
  ["SELECT 'INSERT INTO t VALUES (1)'", "SELECT 'INSERT INTO t VALUES (1)'", undefined],
])('finds the data of %s', (text, sql, data) => {
  expect(readStatement(text, SERVICE_BOUNDS)).toMatchObject({ sql, data });
});

test.each([
  [
    'INSERT INTO t (a) FORMAT CSV',
    "INSERT INTO t (a)\nFROM INFILE '/f' COMPRESSION 'none'\nSETTINGS max_threads = '2'\nFORMAT CSV",
  ],
  [
    "INSERT INTO TABLE db.`t;` SETTINGS insert_deduplication_token = 'a, FORMAT b', async_insert=0 VALUES",
    "INSERT INTO TABLE db.`t;`\nFROM INFILE '/f' COMPRESSION 'none'\nSETTINGS max_threads = '2', insert_deduplication_token = 'a, FORMAT b', async_insert=0\nFORMAT Values",
  ],
])('composes %s', (sql, expected) => {
  const statement = parse(sql);
  if (statement.kind !== 'data insert') throw new Error(statement.kind);
  expect(composeDataInsert(statement, settings, '/f')).toBe(expected);
});

test.each([
  [
    'INSERT INTO t (a) SELECT 1 SETTINGS x = 1',
    "INSERT INTO t (a)\nSETTINGS max_threads = '2'\nSELECT 1 SETTINGS x = 1",
  ],
  [
    'INSERT INTO t SETTINGS a = 1 (SELECT 1);',
    "INSERT INTO t\nSETTINGS max_threads = '2', a = 1\n(SELECT 1)",
  ],
  ['WITH 1 AS x INSERT INTO t SELECT x', "WITH 1 AS x INSERT INTO t\nSETTINGS max_threads = '2'\nSELECT x"],
  [
    'INSERT INTO t (* EXCEPT (a)) WITH 1 AS x SELECT x',
    "INSERT INTO t (* EXCEPT (a))\nSETTINGS max_threads = '2'\nWITH 1 AS x SELECT x",
  ],
])('composes %s', (sql, expected) => {
  const statement = parse(sql);
  if (statement.kind !== 'select insert') throw new Error(statement.kind);
  expect(composeSelectInsert(statement, settings)).toBe(expected);
});

test.each([
  ['SELECT 1; -- end', "SELECT 1\nFORMAT TSV\nSETTINGS max_threads = '2'"],
  ['SELECT 1 SETTINGS a = 1', "SELECT 1 SETTINGS a = 1\nFORMAT TSV\nSETTINGS max_threads = '2'"],
  ['SELECT 1 FORMAT JSON', "SELECT 1 \nFORMAT JSON\nSETTINGS max_threads = '2'"],
  ['SELECT 1 FORMAT JSON SETTINGS a = 1', "SELECT 1 \nFORMAT JSON\nSETTINGS max_threads = '2', a = 1"],
  [
    "SELECT format('{}', format) AS format FROM t",
    "SELECT format('{}', format) AS format FROM t\nFORMAT TSV\nSETTINGS max_threads = '2'",
  ],
  ['DELETE FROM t WHERE a = 1', "DELETE FROM t WHERE a = 1\nSETTINGS max_threads = '2'"],
])('composes %s', (sql, expected) => {
  const statement = parse(sql);
  if (statement.kind !== 'query') throw new Error(statement.kind);
  expect(composeQuery(statement, settings, statement.format ?? 'TSV')).toBe(expected);
});

test('leaves a statement without settings as it is', () => {
  const statement = parse('CREATE TABLE t (a UInt8) ENGINE = Memory');
  if (statement.kind !== 'query') throw new Error(statement.kind);
  expect(composeQuery(statement, new Map(), 'TSV')).toBe('CREATE TABLE t (a UInt8) ENGINE = Memory');
});

test.each(['', ' -- nothing\n', 'SELECT 1; SELECT 2', 'SELECT 1;;DROP TABLE t'])('refuses %s', (sql) => {
  expect(() => parse(sql)).toThrow(/empty|multi-statements/);
});

test('lets no format carry a clause', () => {
  const statement = parse('INSERT INTO t FORMAT `CSV SETTINGS readonly = 0`');
  if (statement.kind !== 'data insert') throw new Error(statement.kind);
  expect(() => composeDataInsert(statement, settings, '/f')).toThrow(/Unknown format/);
});

test('reads no further than the limits', () => {
  const read = (sql: string) => () => readStatement(sql, ANALYST_BOUNDS);
  expect(read(`SELECT ${'1,'.repeat(49_999)}`)().tokens).toHaveLength(99_999);
  expect(read(`SELECT ${'1,'.repeat(50_000)}`)).toThrow(/larger than the limit of 100000 of them/);
  expect(read(`SELECT '${'a'.repeat(262_144)}'`)).toThrow(/larger than the limit of 262144 bytes/);
});
