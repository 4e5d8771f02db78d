import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { z } from 'zod';
import { balanceChangedSamples } from './balance-changed.js';
import { decodeJournalRecord } from './decode.js';
import { JournalRecord } from './journal-record.js';
import { launchCreatedSamples } from './launch-created.js';
import { slotConfirmedSamples } from './slot-facts.js';
import { tradeExecutedSamples } from './trade-executed.js';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const [trade] = tradeExecutedSamples;
const record: z.input<typeof JournalRecord> = {
  v: 1,
  mint: trade?.mint ?? null,
  slot: 371820726,
  time: 1759852522000,
  signature: trade?.id.split(':')[0] ?? null,
  feePayer: trade?.feePayer ?? null,
  source: { kind: 'tape', name: 'mainnet-2025-10-07.tape' },
  facts: [
    ...tradeExecutedSamples,
    ...balanceChangedSamples,
    ...slotConfirmedSamples,
    ...launchCreatedSamples,
  ],
};
const sample = JSON.parse(JSON.stringify(record)) as Json;

/** The value, or the reason why there is none. */
function outcomeOf(read: () => unknown): unknown {
  try {
    return { value: read() };
  } catch (error) {
    return { reason: String(error) };
  }
}

/** By the schema alone. */
const plain = (text: string) => outcomeOf(() => JournalRecord.parse(JSON.parse(text)));
const decoded = (text: string) => outcomeOf(() => decodeJournalRecord(text));

function* pathsOf(value: Json, path: readonly string[] = []): Generator<readonly string[]> {
  yield path;
  if (value !== null && typeof value === 'object')
    for (const [key, inner] of Object.entries(value)) yield* pathsOf(inner, [...path, key]);
}

/** The value with what stands at a path replaced, or left out where `to` is undefined. */
function changed(value: Json, [key, ...rest]: readonly string[], to: Json | undefined): Json | undefined {
  if (key === undefined) return to;
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).flatMap(([at, inner]): [string, Json][] => {
    const next = at === key ? changed(inner, rest, to) : inner;
    return next === undefined ? [] : [[at, next]];
  });
  return Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}

const paths = [...pathsOf(sample)].filter((path) => path.length > 0);
const other: fc.Arbitrary<Json | undefined> = fc.oneof(
  fc.constantFrom<Json | undefined>(
    undefined,
    null,
    true,
    '',
    {},
    [],
    -1,
    0,
    19,
    1.5,
    2 ** 53,
    'raydium',
    'sell',
  ),
  fc.constantFrom('0', '-1', '007', '999999999999999', '1000000000000000', '18446744073709551615'),
  fc.constantFrom(
    '18446744073709551616',
    '9'.repeat(19),
    '9'.repeat(20),
    '9'.repeat(38),
    `-${'9'.repeat(39)}`,
    '1e5',
  ),
  fc.constantFrom(
    'O'.repeat(32),
    '1'.repeat(31),
    '1'.repeat(32),
    '1'.repeat(44),
    '1'.repeat(45),
    '1'.repeat(64),
  ),
  fc.constantFrom('x'.repeat(64), 'x'.repeat(65), 'x'.repeat(200), 'x'.repeat(201), '1 \n'),
);

// Properties that run the schema: longer on a busy machine.
describe('a journal record', { timeout: 30_000 }, () => {
  it('is read as the schema reads it', () => {
    const value = JournalRecord.parse(sample);
    const parse = vi.spyOn(JournalRecord, 'parse');
    expect(decodeJournalRecord(JSON.stringify(sample))).toEqual(value);
    expect(parse, 'the schema was not needed').not.toHaveBeenCalled();
    parse.mockRestore();
  });

  it('is taken or refused, with the same reason, as by the schema, whatever stands in it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...paths), other), { minLength: 1, maxLength: 3 }),
        (changes) => {
          let value: Json = sample;
          for (const [path, to] of changes) value = changed(value, path, to) ?? null;
          const text = JSON.stringify(value);
          expect(decoded(text)).toEqual(plain(text));
        },
      ),
      { numRuns: 600 },
    );
  });

  it.each([
    'null',
    '[]',
    '1',
    '{}',
    '{"v":1',
    '{"__proto__":{"v":1}}',
    JSON.stringify({ ...record, facts: [] }),
    JSON.stringify({ ...record, added: 'later' }),
    JSON.stringify({ ...record, facts: [{ ...trade, added: 'later' }] }),
    JSON.stringify({ ...record, facts: Array.from({ length: 5_001 }, () => balanceChangedSamples[0]) }),
  ])('of an odd form is read as by the schema: %.40s', (text) => {
    expect(decoded(text)).toEqual(plain(text));
  });
});
