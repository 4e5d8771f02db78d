import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { balanceChangedSamples } from './balance-changed.js';
import { encodeJournalRecord } from './encode.js';
import { JournalRecord } from './journal-record.js';
import { slotConfirmedSamples } from './slot-facts.js';
import { tradeExecutedSamples } from './trade-executed.js';

const record = JournalRecord.parse({
  v: 1,
  mint: '4eLCXkNbDw2bvdrZZVn1cXurtL63H4z9ZfbYCY17pump',
  slot: 371_820_726,
  time: 1_759_852_522_000,
  signature: '22K6ixTV6Hk9mk9dBqbTcixYw2LXNYEDyiENzLMTs4S8z9i3WRjYLpXDM2mE75nP36moUZ5MeH1ahTvUvYP9L8jH',
  feePayer: null,
  source: { kind: 'tape', name: 'a "quoted" name.tape' },
  facts: [...tradeExecutedSamples, ...balanceChangedSamples],
});

const bySchema = (given: JournalRecord): string => JSON.stringify(z.encode(JournalRecord, given));
const outcomeOf = (encode: (given: JournalRecord) => string, given: JournalRecord): string => {
  try {
    return encode(given);
  } catch (error) {
    return `refused: ${(error as Error).name}`;
  }
};

/** What a field may be replaced by: values of its own kind at their limits, and of other kinds. */
const anyValue = fc.oneof(
  fc.constantFrom(null, undefined, true, false, '', 'buy', 'sell', 'pumpswap', 'provider', 'TradeExecuted'),
  fc.constantFrom(
    0,
    -0,
    -1,
    1.5,
    18,
    19,
    Number.NaN,
    2 ** 53,
    'x'.repeat(64),
    'x'.repeat(65),
    'x'.repeat(201),
  ),
  fc.constantFrom(0n, -1n, 2n ** 64n - 1n, 2n ** 64n, -(2n ** 127n), 2n ** 127n - 1n, 2n ** 127n),
  fc.constantFrom('So11111111111111111111111111111111111111112', [], {}, [
    'So11111111111111111111111111111111111111112',
  ]),
  fc.string({ unit: 'binary', maxLength: 70 }),
  fc.bigInt({ min: -(2n ** 130n), max: 2n ** 130n }),
  fc.integer(),
);

/** A copy with one of its fields, at whatever depth, replaced. */
function replaced(value: unknown, path: readonly number[], by: unknown): unknown {
  if (typeof value !== 'object' || value === null || path.length === 0) return by;
  const entries = Object.entries(value);
  if (entries.length === 0) return by;
  const at = path[0]! % entries.length;
  const changed = entries.map(([name, own], i) => [name, i === at ? replaced(own, path.slice(1), by) : own]);
  return Array.isArray(value) ? changed.map(([, own]) => own) : Object.fromEntries(changed);
}

it('writes what the schema writes, and refuses what the schema refuses, whatever is changed', () => {
  expect(encodeJournalRecord(record)).toBe(bySchema(record));
  const change = fc.tuple(fc.array(fc.nat(1_000), { minLength: 1, maxLength: 4 }), anyValue);
  let written = 0;
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 2 }), (changes) => {
      const given = changes.reduce<unknown>((value, [path, by]) => replaced(value, path, by), record);
      const expected = outcomeOf(bySchema, given as JournalRecord);
      if (!expected.startsWith('refused')) written++;
      expect(outcomeOf(encodeJournalRecord, given as JournalRecord)).toBe(expected);
    }),
    { numRuns: 500, seed: 11 },
  );
  expect(written).toBeGreaterThan(20);
});

it('leaves other facts to the schema', () => {
  const given = JournalRecord.parse({ ...JSON.parse(bySchema(record)), facts: slotConfirmedSamples });
  expect(encodeJournalRecord(given)).toBe(bySchema(given));
});
