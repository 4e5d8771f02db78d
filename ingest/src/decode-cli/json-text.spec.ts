import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BadJson, readJson } from './json-text.js';

const valuesOf = (text: string): unknown[] =>
  [...readJson(text)].map((read) => (read instanceof BadJson ? read.message : read.value));

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
    'line 3, column 5: the JSON ends too early, expected ":"',
    { c: 3 },
  ]);
  expect(valuesOf('{\n"a":1}{"b":2}\n[]')).toEqual([{ a: 1 }, { b: 2 }, []]);
});

it('a field named like the prototype is a field', () => {
  expect(JSON.stringify(valuesOf('{"__proto__":{"a":1}}'))).toBe('[{"__proto__":{"a":1}}]');
});
