import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BadJson, readJson } from './json-text.js';

const valuesOf = (text: string): unknown[] =>
  [...readJson(text)].map((read) =>
    read instanceof BadJson ? `${read.where}: ${read.message}` : read.value,
  );

it('reads what JSON.parse reads, however it is printed', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat({ max: 3 }), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      const safe = JSON.parse(text, (_, each) =>
        // Those that doubles do not hold are the next test's.
        typeof each === 'number' && Number.isInteger(each) && !Number.isSafeInteger(each) ? 0 : each,
      );
      expect(valuesOf(JSON.stringify(safe, null, indent))).toEqual([safe]);
    }),
    { numRuns: 1_000 },
  );
});

it('refuses what JSON.parse refuses', () => {
  const letters = fc.constantFrom(...'{}[]",:\\ \n\t0.-e1ntrufalse'.split(''));
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 8 }), (some) => {
      const text = some.join('').trim();
      let parsed: unknown;
      try {
        parsed = [JSON.parse(text)];
      } catch {
        parsed = 'refused';
      }
      const read = [...readJson(text)];
      // Several values that follow each other are a file too.
      if (read.length === 1) {
        const [only] = read;
        expect(only instanceof BadJson ? 'refused' : [only?.value]).toEqual(parsed);
      } else expect(parsed).toBe('refused');
    }),
    { numRuns: 20_000 },
  );
});

it('keeps the digits of numbers that a double does not hold', () => {
  expect(valuesOf('[18446744073709551615, -9007199254740993, 9007199254740991, 1e300]')).toEqual([
    ['18446744073709551615', '-9007199254740993', 9007199254740991, 1e300],
  ]);
});

it('takes values one a line, and one after the other', () => {
  expect(valuesOf('{"a":1}\n\n{"b"\n{"c":3}\n')).toEqual([
    { a: 1 },
    'line 3, column 5: the line ends too early, expected ":"',
    { c: 3 },
  ]);
  expect(valuesOf('{\n"a":1}{"b":2}\n[]')).toEqual([{ a: 1 }, { b: 2 }, []]);
});

it('loses no line to a broken one, the first among them, and says each mistake once', () => {
  expect(valuesOf('{"a":1,"b\n{"c":2}\r\n[3]\n{"d":4}')).toEqual([
    'line 1, column 10: is no JSON, expected the rest of a text, and its closing quote',
    { c: 2 },
    [3],
    { d: 4 },
  ]);
  expect(valuesOf('{"a":1} nope\n{"b":2}\n}\n{"c":3}')).toEqual([
    { a: 1 },
    'line 1, column 9: is no JSON, expected a value',
    { b: 2 },
    'line 3, column 1: is no JSON, expected a value',
    { c: 3 },
  ]);
});

it('goes on behind a mistake in a printed value at the next that begins a line', () => {
  const printed = JSON.stringify({ a: [1, { b: 2 }] }, null, 2);
  expect(valuesOf(`{"x":0}\n${printed}\n${printed.replace('2', 'two')}\n${printed}\n{"y":1}`)).toEqual([
    { x: 0 },
    { a: [1, { b: 2 }] },
    'line 14, column 12: is no JSON, expected a value',
    { a: [1, { b: 2 }] },
    { y: 1 },
  ]);
});

it('loses no whole line behind one that ends within its value', () => {
  expect(valuesOf('{"a":1,"b":\n{"c":2}\n{"d":3}\n')).toEqual([
    'line 2, column 8: the line ends too early, expected "," or "}"',
    { c: 2 },
    { d: 3 },
  ]);
  expect(valuesOf('[\n{"a":1},\n{"b":oops},\n{"c":3}\n]').filter((each) => typeof each !== 'string')).toEqual(
    [{ a: 1 }, { c: 3 }],
  );
});

it('reads no line more often than values may nest', () => {
  const lines = 2_000;
  expect(valuesOf('{"a":\n'.repeat(lines)).length).toBeLessThanOrEqual(lines);
  expect(valuesOf('{"a" 1}\n'.repeat(lines))).toHaveLength(lines);
  expect(valuesOf(`[\n${'{"a":1},\n'.repeat(lines)}oops`).length).toBeGreaterThan(lines);
});

it('a field named like the prototype is a field', () => {
  expect(JSON.stringify(valuesOf('{"__proto__":{"a":1}}'))).toBe('[{"__proto__":{"a":1}}]');
});
