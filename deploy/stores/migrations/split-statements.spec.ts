import { expect, test } from 'vitest';
import { splitStatements } from './split-statements.js';

test.each([
  ['one statement without an end', 'SELECT 1', ['SELECT 1']],
  ['several, with blank lines', 'SELECT 1;\n\nSELECT 2;\n', ['SELECT 1', 'SELECT 2']],
  ['a comment behind the end', 'SELECT 1; -- first\nSELECT 2;', ['SELECT 1', '-- first\nSELECT 2']],
  ['an end within a line', 'SELECT 1; SELECT 2;\nSELECT 3', ['SELECT 1; SELECT 2', 'SELECT 3']],
  [
    'an end inside a string',
    "SELECT 'a;\nb', 'it''s;\n', '\\';\n';\nSELECT 2",
    ["SELECT 'a;\nb', 'it''s;\n', '\\';\n'", 'SELECT 2'],
  ],
  ['an end inside comments', '-- a;\n/* b;\n */ SELECT 1;\n-- the end;\n', ['-- a;\n/* b;\n */ SELECT 1']],
  ['an end inside an identifier', 'SELECT `a;\n`, "b;\n";\n', ['SELECT `a;\n`, "b;\n"']],
  [
    'quotes inside comments',
    "-- it's\nSELECT 1;\n/* don't */\nSELECT 2;",
    ["-- it's\nSELECT 1", "/* don't */\nSELECT 2"],
  ],
  ['nothing', '\n-- only a comment\n;\n', []],
])('splits %s', (_, sql, statements) => {
  expect(splitStatements(sql)).toEqual(statements);
});
