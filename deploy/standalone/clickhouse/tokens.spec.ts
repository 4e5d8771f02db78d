import { expect, test } from 'vitest';
import { ClickHouseFault } from './errors.js';
import { quoteIdentifier, quoteString, tokenise } from './tokens.js';

const names = (sql: string) => [...tokenise(sql)].map(({ name }) => name);

test.each([
  ["SELECT 'it''s', 'a\\'b'", ['SELECT', "it's", ',', "a'b"]],
  ['SELECT `a``b`, "c\\"d"', ['SELECT', 'a`b', ',', 'c"d']],
  ['a -- b\nc /* d; */ e', ['a', 'c', 'e']],
  ["'--' /* ' */ '/*'", ['--', '/*']],
  ['file/**/(1)', ['file', '(', '1', ')']],
  ['`fi\\x6ce`("x")', ['file', '(', 'x', ')']],
  ["'\\\\' , '\n\n'", ['\\', ',', '\n\n']],
  [
    't.1, a$b, 1.5e-3, 0xFF, 1_000',
    ['t', '.', '1', ',', 'a$b', ',', '1', '.', '5e-3', ',', '0xFF', ',', '1_000'],
  ],
])('reads %s', (sql, expected) => {
  expect(names(sql)).toEqual(expected);
});

test.each([
  ["SELECT 'open", /quote ' is not closed/],
  ['SELECT `open', /quote ` is not closed/],
  ['SELECT 1 /* open', /comment is not closed/],
  ["SELECT $$ ' $$, file('x')", /character "\$"/],
  ["SELECT 1$$ ' $$, file('x') --'", /character "1"/],
  ["SELECT ‘x’, file('y')", /character "‘"/],
  ["SELECT 1 # ' \n , file('y') --'", /character "#"/],
  ['SELECT 1\0', /is not accepted/],
  ["SELECT .5file('x')", /number is not understood/],
  ["SELECT 1.efile('x')", /number is not understood/],
  ["SELECT 1 // '\n, file('x') --'", /character "\/"/],
  ["SELECT 1e--1, file('x')", /character "1"/],
  ["SELECT b''', file('x'), '", /b'…' is not accepted/],
  ["SELECT x'\\', file('x') --'", /x'…' is not accepted/],
])('refuses %s, which the engine may read otherwise', (sql, message) => {
  expect(() => names(sql)).toThrow(message);
  expect(() => names(sql)).toThrow(ClickHouseFault);
});

test('quotes what it can read back', () => {
  for (const text of ['', "it's", '`', 'a\\', '\n\t', '"x"', 'ü🚀', '\0']) {
    expect(names(quoteString(text))).toEqual([text]);
    expect(names(quoteIdentifier(text))).toEqual([text]);
  }
});
