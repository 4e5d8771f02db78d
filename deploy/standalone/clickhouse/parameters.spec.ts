import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bindParameters } from './parameters.js';
import { tokenise } from './tokens.js';

const bind = (sql: string, values: Record<string, string>) =>
  bindParameters(sql, new Map(Object.entries(values)));

test.each([
  ['SELECT {a:UInt8}', { a: '5' }, "SELECT _CAST('5', 'UInt8')"],
  ['SELECT { a : String }', { a: "it\\'s" }, "SELECT 'it\\'s'"],
  ['SELECT {a:Nullable(String)}', { a: '\\N' }, "SELECT _CAST(NULL, 'Nullable(String)')"],
  ['SELECT {a:Array(String)}', { a: "['x','y\\'z']" }, "SELECT _CAST(['x', 'y\\'z'], 'Array(String)')"],
  ['SELECT {a:Map(String, UInt8)}', { a: "{'k':1}" }, "SELECT _CAST(map('k', '1'), 'Map(String, UInt8)')"],
  ["SELECT {a:Enum8('x' = 1)}", { a: 'x' }, "SELECT _CAST('x', 'Enum8(\\'x\\' = 1)')"],
  ['FROM {t:Identifier}', { t: 'a`b' }, 'FROM `a\\`b`'],
  ["SELECT '{a:UInt8}' -- {a:UInt8}", { a: '5' }, "SELECT '{a:UInt8}' -- {a:UInt8}"],
  ['SELECT {a:UInt8}, {b:UInt8}', { a: '5' }, "SELECT _CAST('5', 'UInt8'), {b:UInt8}"],
])('binds %s', (sql, values, expected) => {
  expect(bind(sql, values)).toBe(expected);
});

test.each([
  ['UInt8', '256'],
  ['UInt8', '-1'],
  ['Int64', '9223372036854775808'],
  ['UInt32', '1.5'],
  ['Nullable(UInt8)', '300'],
  ['Array(UInt8)', '[1,300]'],
  ['Array(UInt8)', '[1'],
  ['Array(UInt8)', '[1] , 2'],
  ['Map(String, UInt8)', "{'a'"],
])('refuses %s for %s', (type, value) => {
  expect(() => bind(`SELECT {a:${type}}`, { a: value })).toThrow(/cannot be parsed as/);
});

test('never lets a value out of its literal', () => {
  const shape = (sql: string) => [...tokenise(sql)].map(({ kind }) => kind);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (value) => {
      const escaped = value.replace(
        /[\\'\t\n\r]/g,
        (char) => `\\${{ '\t': 't', '\n': 'n', '\r': 'r' }[char] ?? char}`,
      );
      expect(shape(bind('SELECT {a:String}', { a: value }))).toEqual(['word', 'string']);
      expect(shape(bind('SELECT {a:Identifier}', { a: value }))).toEqual(['word', 'quoted']);
      expect([...tokenise(bind('SELECT {a:String}', { a: escaped }))][1]?.name).toBe(value);
    }),
  );
});
