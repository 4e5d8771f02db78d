import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ANALYST_BOUNDS, SERVICE_BOUNDS } from './bounds.js';
import { bindParameters } from './parameters.js';
import { tokenise } from './tokens.js';

const bind = (sql: string, values: Record<string, string>, bounds = SERVICE_BOUNDS) => {
  const text = { sql, tokens: [...tokenise(sql)] };
  const { sql: bound, tokens } = bindParameters(text, new Map(Object.entries(values)), bounds);
  // The tokens are those that the engine finds.
  expect(tokens).toEqual([...tokenise(bound)]);
  return bound;
};

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

test.each([
  ["SELECT x{a:String}, b '", { a: '41' }],
  ['SELECT `a`{a:Identifier}`b`', { a: 'c' }],
  ["SELECT 'a'{a:String}'b'", { a: "c\\'" }],
  ['SELECT a{a:UInt8}b', { a: '1' }],
  ['SELECT {a:UInt8}{a:UInt8}', { a: '1' }],
  ['SELECT 1.{a:UInt8}', { a: '1' }],
  ['SELECT -{a:Int8} -{a:Int8}', { a: '-1' }],
])('keeps values apart from what they stand beside in %s', (sql, values) => {
  // Where nothing is accepted that the engine would read in another way, there is nothing to keep apart.
  try {
    bind(sql, values);
  } catch (error) {
    expect(error).toMatchObject({ type: 'SYNTAX_ERROR' });
  }
});

test('refuses a field of a text', () => {
  expect(() => bind('SELECT {a:String}.x', { a: 'b' })).toThrow(/a text has no fields/);
});

test('takes values up to the limit as they stand in their places, and none beyond', () => {
  const { bytes } = ANALYST_BOUNDS;
  const room = bytes - "SELECT ''".length;
  expect(bind('SELECT {a:String}', { a: 'a'.repeat(room) }, ANALYST_BOUNDS)).toHaveLength(bytes);
  for (const [sql, a] of [
    ['SELECT {a:String}', 'a'.repeat(room + 1)],
    ['SELECT {a:String}', "'".repeat(room / 2 + 1)],
    ['SELECT {a:String}', 'ä'.repeat(room / 2 + 1)],
    [`SELECT ${Array(30).fill('{a:String}').join()}`, 'a'.repeat(10_000)],
  ] as const)
    expect(() => bind(sql, { a }, ANALYST_BOUNDS)).toThrow(
      'the statement, with the values of its parameters in their places, is larger than the limit of 262144 bytes',
    );
});

test('writes out no value more once the text is beyond its bounds', () => {
  let asked = 0;
  const values = new Map([['a', 'a'.repeat(100_000)]]);
  const counting = {
    size: 1,
    get: (name: string) => {
      asked += 1;
      return values.get(name);
    },
  } as typeof values;
  const sql = `SELECT ${Array(1_000).fill('{a:String}').join()}`;
  expect(() => bindParameters({ sql, tokens: [...tokenise(sql)] }, counting, ANALYST_BOUNDS)).toThrow(
    /limit/,
  );
  expect(asked).toBe(3);
});

test('takes no more tokens than the limit, those of values among them', () => {
  const list = (count: number) => ({ a: `[${Array(count).fill('1').join()}]` });
  expect(bind('SELECT {a:Array(UInt8)}', list(45_000), ANALYST_BOUNDS)).toMatch(/^SELECT _CAST/);
  expect(() => bind('SELECT {a:Array(UInt8)}', list(51_000), ANALYST_BOUNDS)).toThrow(
    'counted in words, numbers, texts and signs, is larger than the limit of 100000 of them',
  );
});
