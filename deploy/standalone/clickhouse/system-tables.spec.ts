import { expect, test } from 'vitest';
import { SERVICE_BOUNDS } from './bounds.js';
import { withoutPaths } from './system-tables.js';
import { tokenise } from './tokens.js';

const shownOf = (sql: string) => {
  const { sql: shown, tokens } = withoutPaths({ sql, tokens: [...tokenise(sql)] }, SERVICE_BOUNDS);
  expect(tokens).toEqual([...tokenise(shown)]);
  return shown;
};

test.each([
  'SELECT 1 FROM system.processes',
  'SELECT 1 FROM system . jemalloc_profile_text',
  'SELECT 1 FROM `system`.`processes`',
  'SELECT 1 FROM "\\x73ystem"."stack_trace"',
  'SELECT 1 FROM /**/system/**/./**/disks',
  'SELECT 1 FROM SYSTEM.processes',
  'SELECT 1 IN system.errors',
  'DESCRIBE system.stack_trace',
  'WITH x AS (SELECT * FROM system.query_cache) SELECT 1',
  'SELECT 1 FROM system.a_table_of_tomorrow',
])('%s names a table that nobody may read', (sql) => {
  expect(() => shownOf(sql)).toThrow(/is not readable here. These are: .*tables/);
});

test.each([
  ['SELECT * FROM system.parts AS p', 'SELECT * FROM system_without_paths.parts AS p'],
  [
    'SELECT system.tables.name FROM `system`.tables',
    'SELECT system_without_paths.tables.name FROM system_without_paths.tables',
  ],
  ['SHOW CREATE TABLE system. databases', 'SHOW CREATE TABLE system_without_paths. databases'],
])('%s reads the view without paths', (sql, shown) => {
  expect(shownOf(sql)).toBe(shown);
});

test.each([
  "SELECT 'system.processes'",
  'SELECT number FROM system.numbers',
  'SELECT system FROM t',
  'SHOW TABLES FROM system',
])('%s stays as it is', (sql) => {
  expect(shownOf(sql)).toBe(sql);
});
