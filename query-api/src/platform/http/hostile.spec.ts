import { ListQuery, PreMigrationQuery } from '@cryptonite/contracts/api';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { askedCursor } from '../../modules/lists/asked-cursor.js';
import { readVector, writeVector } from '../../modules/screening/view/change-log.js';
import { writeCursor } from '../../modules/screening/view/cursor.js';
import { Parse } from './parse.pipe.js';
import { ProblemError, toProblem } from './problem.js';

fc.configureGlobal({ seed: 4 });

/** Null for a refusal that the client is told as a 400; anything else is a fault. */
function orBadRequest<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof ProblemError && toProblem(error).status === 400) return null;
    throw error;
  }
}

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '',
    '0',
    '-1',
    '1e3',
    '0x10',
    ' 5 ',
    '5.5',
    'NaN',
    'Infinity',
    '__proto__',
    '9'.repeat(400),
  ),
);
const value = fc.oneof(text, fc.array(text, { maxLength: 3 }), fc.dictionary(text, text, { maxKeys: 2 }));
const query = fc.record(
  { profile: value, limit: value, cursor: value, source: value, other: value },
  { requiredKeys: [] },
);

it('any parameters are read within their bounds or refused with a 400', () => {
  fc.assert(
    fc.property(
      fc.oneof(query, fc.anything()),
      fc.constantFrom(ListQuery, PreMigrationQuery),
      (asked, schema) => {
        const read = orBadRequest(() => new Parse(schema).transform(asked));
        if (read === null) return;
        expect(Number.isInteger(read.limit) && read.limit >= 1 && read.limit <= 100).toBe(true);
        orBadRequest(() => askedCursor(read.cursor));
      },
    ),
    { numRuns: 800 },
  );
});

it('a cursor comes back or is refused with a 400', () => {
  fc.assert(
    fc.property(text, (asked) => {
      const cursor = orBadRequest(() => askedCursor(asked));
      for (const key of [cursor?.key, cursor?.second])
        if (key != null) expect(Number.isFinite(key)).toBe(true);
    }),
  );
  const mint = '4eLCXkNbDw2bvdrZZVn1cXurtL63H4z9ZfbYCY17pump';
  const number = fc.option(fc.double({ min: -8.64e15, max: 8.64e15, noNaN: true }));
  fc.assert(
    fc.property(number, number, (key, second) => {
      // What is -0 comes back as 0.
      const read = (value: number | null) => (value === null ? null : value + 0);
      const cursor = askedCursor(writeCursor({ key, second, mint }));
      expect(cursor).toEqual({ key: read(key), second: read(second), mint });
    }),
  );
});

it('a Last-Event-ID is a vector of offsets or nothing', () => {
  fc.assert(
    fc.property(fc.oneof(text, fc.stringMatching(/^[0-9:,-]*$/)), (asked) => {
      const vector = readVector(asked);
      if (vector) expect(readVector(writeVector(vector))).toEqual(vector);
    }),
  );
});
