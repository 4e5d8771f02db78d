import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { I128, PositiveI128, U64 } from '../amounts/index.js';
import * as api from '../api/index.js';
import { placeOf, positionOf } from '../chain/index.js';
import { TABLES } from '../rows/index.js';
import * as states from '../states/index.js';
import * as events from './index.js';

fc.configureGlobal({ seed: 4 });

const OTHER_SAMPLES = new Set(['screeningSamples', 'deadLetterSamples', 'layoutDriftSamples']);
const facts = Object.entries(events)
  .filter(([name]) => name.endsWith('Samples') && !OTHER_SAMPLES.has(name))
  .flatMap(([, samples]) => samples as readonly Record<string, unknown>[]);
const records = facts.map((fact) => ({
  v: 1,
  mint: fact.mint ?? null,
  slot: 371820726,
  time: 1759852522000,
  signature: null,
  feePayer: null,
  source: { kind: 'market', name: 'seed 7' },
  facts: [fact],
}));

/** Values that a schema must look at twice, as they would stand in JSON. */
const ODD = [
  ...['null', 'true', '-1', '0', '1e400', '9007199254740993', '8640000000000001', '""', '[]', '{}'],
  ...['"x"', '"-1"', '"18446744073709551616"', '"00000000000000000001"', '" 1"', '"1e3"', '"\\ud800"'],
  ...[
    `"-${2n ** 127n}"`,
    `"${2n ** 127n}"`,
    `"${'9'.repeat(400)}"`,
    '"__proto__"',
    `"${'n'.repeat(10_000)}"`,
  ],
];
const LEAF = /"[^"]*"|-?\d+(?:\.\d+)?|true|false|null/g;

/** A valid text with some of its names and values replaced, or cut. */
const hurt = (texts: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom(...texts),
      fc.array(fc.tuple(fc.nat(500), fc.constantFrom(...ODD)), { minLength: 1, maxLength: 3 }),
      fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { freq: 8 }),
    )
    .map(([text, changes, cut]) => {
      const changed = changes.reduce((before, [at, odd]) => {
        const leaves = [...before.matchAll(LEAF)];
        const leaf = leaves[at % Math.max(leaves.length, 1)];
        return leaf ? before.slice(0, leaf.index) + odd + before.slice(leaf.index + leaf[0].length) : before;
      }, text);
      return cut === null ? changed : changed.slice(0, Math.floor(cut * changed.length));
    });

/** Null where it is refused as documented; anything else that is thrown is a fault. */
function orRefused<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return null;
    throw error;
  }
}

type Case = {
  name: string;
  samples: readonly unknown[];
  decode: (text: string) => unknown;
  encode: (value: never) => string;
};
const cases: Case[] = [
  {
    name: 'journal records',
    samples: records,
    decode: events.decodeJournalRecord,
    encode: events.encodeJournalRecord,
  },
  {
    name: 'screening events',
    samples: events.screeningSamples,
    decode: events.decodeScreeningEvent,
    encode: events.encodeScreeningEvent,
  },
  {
    name: 'states',
    samples: [
      ...states.screenerClockSamples,
      ...states.tokenStateSamples,
      ...states.accountShardSamples,
      ...states.traderShardSamples,
    ],
    decode: states.stateOfText,
    encode: states.textOfState,
  },
];

describe.each(cases)('$name', ({ samples, decode, encode }) => {
  const texts = samples.map((sample) => JSON.stringify(sample));
  const comesBack = (text: string) => {
    const value = orRefused(() => decode(text));
    if (value !== null) expect(decode(encode(value as never))).toEqual(value);
  };

  it('of any text are refused or come back as they were read', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), comesBack));
  });

  it('hurt in any place are refused or come back as they were read', () => {
    fc.assert(fc.property(hurt(texts), comesBack), { numRuns: 600 });
  });
});

describe('every other schema', () => {
  const schemas = [
    ...Object.entries(TABLES),
    ...Object.entries(api).filter(([, value]) => value instanceof z.ZodType),
    ['DeadLetter', events.DeadLetter] as const,
    ['LayoutDrift', events.LayoutDrift] as const,
  ] as (readonly [string, z.ZodType])[];

  it.each(schemas)('%s refuses or takes any value, and throws nothing', (_, schema) => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withNullPrototype: true }), (value) => {
        const { success, data } = schema.safeParse(value);
        if (success) expect(schema.safeParse(data).success).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});

describe('amounts', () => {
  it.each([
    ['U64', U64, 0n, 2n ** 64n - 1n],
    ['I128', I128, -(2n ** 127n), 2n ** 127n - 1n],
    ['PositiveI128', PositiveI128, 1n, 2n ** 127n - 1n],
  ] as const)('%s take exactly their range and come back', (_, schema, low, high) => {
    const near = fc.oneof(
      fc.bigInt({ min: low - 3n, max: low + 3n }),
      fc.bigInt({ min: high - 3n, max: high + 3n }),
      fc.bigInt({ min: low, max: high }),
    );
    fc.assert(
      fc.property(near, (amount) => {
        const { success, data } = schema.safeParse(String(amount));
        expect(success).toBe(amount >= low && amount <= high);
        if (success) expect([data, z.encode(schema, data)]).toEqual([amount, String(amount)]);
      }),
    );
  });

  it('no text but digits is an amount', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(U64.safeParse(text).success).toBe(/^\d{1,20}$/.test(text) && BigInt(text) < 2n ** 64n);
      }),
    );
  });
});

it('a price that no sum could hold is refused', () => {
  const { priceUsd } = events.SolPriceObserved.shape;
  expect(priceUsd.safeParse('9'.repeat(12)).success).toBe(true);
  for (const text of ['9'.repeat(13), `1.${'3'.repeat(19)}`, '-1', '1e3', '.5', ''])
    expect(priceUsd.safeParse(text).success).toBe(false);
});

it('a place beyond the widths of a position is refused by the schema, not shortened', () => {
  const part = fc.nat(2_000_000);
  const place = fc.record({ slot: fc.maxSafeNat(), transaction: part, instruction: part, inner: part });
  fc.assert(
    fc.property(place, (at) => {
      const fits = at.slot < 1e12 && at.transaction < 1e6 && at.instruction < 1e3 && at.inner < 1e4;
      const position = positionOf(at);
      const isPosition = events.GapDetected.shape.position.safeParse(position).success;
      expect(isPosition).toBe(fits);
      if (fits) expect(placeOf(position)).toEqual(at);
    }),
  );
});
