import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { compile } from '../codecs/compile.js';
import * as events from './index.js';
import { JournalRecord, ScreeningEvent, screeningSamples } from './index.js';

const samplesOfFacts = Object.entries(events)
  .filter(([name]) => /Samples$/.test(name) && !/^(screening|deadLetter|layoutDrift)/.test(name))
  .flatMap(([, samples]) => samples as readonly z.input<typeof events.Fact>[]);

const recordOf = (facts: z.input<typeof events.Fact>[]): z.input<typeof JournalRecord> => ({
  v: 1,
  mint: '4eLCXkNbDw2bvdrZZVn1cXurtL63H4z9ZfbYCY17pump',
  slot: 371_820_726,
  time: 1_759_852_522_000,
  signature: '22K6ixTV6Hk9mk9dBqbTcixYw2LXNYEDyiENzLMTs4S8z9i3WRjYLpXDM2mE75nP36moUZ5MeH1ahTvUvYP9L8jH',
  feePayer: null,
  source: { kind: 'tape', name: 'a "quoted" näme.tape' },
  facts,
});

type Case = {
  name: string;
  schema: z.ZodType;
  decode: (text: string) => unknown;
  encode: (value: never) => string;
  wires: readonly unknown[];
};
const cases: Case[] = [
  {
    name: 'journal records',
    schema: JournalRecord,
    decode: events.decodeJournalRecord,
    encode: events.encodeJournalRecord,
    wires: samplesOfFacts.map((fact) => recordOf([fact])),
  },
  {
    name: 'screening events',
    schema: ScreeningEvent,
    decode: events.decodeScreeningEvent,
    encode: events.encodeScreeningEvent,
    wires: screeningSamples,
  },
];

/** What comes of it: a value, or the reason why there is none. */
function outcomeOf(work: () => unknown): object {
  try {
    return { value: work() };
  } catch (error) {
    return { reason: String(error) };
  }
}

function* pathsOf(value: unknown, path: readonly string[] = []): Generator<readonly string[]> {
  if (path.length > 0) yield path;
  if (value !== null && typeof value === 'object')
    for (const [key, inner] of Object.entries(value)) yield* pathsOf(inner, [...path, key]);
}

/** The value with what stands at a path replaced, or left out where `to` is undefined. */
function changed(value: unknown, [key, ...rest]: readonly string[], to: unknown): unknown {
  if (key === undefined) return to;
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).flatMap(([at, inner]): [string, unknown][] => {
    const next = at === key ? changed(inner, rest, to) : inner;
    return next === undefined ? [] : [[at, next]];
  });
  return Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}

const kindOf = (value: unknown): string =>
  typeof value === 'string' && /^-?\d+$/.test(value) ? 'digits' : typeof value;
const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce((inner, key) => (inner as Record<string, unknown>)[key], value);

/** One of the values with up to three of its parts, at whatever depth, replaced: half of them by what is of their kind. */
const hurt = (values: readonly unknown[], odd: readonly unknown[]): fc.Arbitrary<unknown> =>
  fc
    .tuple(
      fc.constantFrom(...values),
      fc.array(fc.record({ way: fc.nat(), pick: fc.nat(), isAlike: fc.boolean() }), {
        minLength: 1,
        maxLength: 3,
      }),
    )
    .map(([value, changes]) =>
      changes.reduce<unknown>((before, { way, pick, isAlike }) => {
        const paths = [...pathsOf(before)];
        const path = paths[way % paths.length];
        if (!path) return before;
        const kind = kindOf(at(before, path));
        const alike = isAlike ? odd.filter((other) => kindOf(other) === kind) : odd;
        return changed(before, path, alike[pick % alike.length]);
      }, value),
    );

const leaves = cases
  .flatMap(({ wires }) => wires)
  .flatMap((wire) => [...pathsOf(wire)].map((path) => at(wire, path)));
const odd = [
  ...new Set(leaves),
  ...[undefined, null, true, false, '', {}, [], -1, 0, -0, 18, 19, 1.5, 2 ** 53, 1e21, 'raydium', 'sell'],
  ...['0', '-1', '007', '9'.repeat(15), '9'.repeat(16), '9'.repeat(19), '9'.repeat(20), `${2n ** 64n - 1n}`],
  ...[`${2n ** 64n}`, '9'.repeat(38), `${-(2n ** 127n)}`, `${2n ** 127n}`, `-${'9'.repeat(39)}`, '1e5', '-0'],
  ...['O'.repeat(32), '1'.repeat(31), '1'.repeat(32), '1'.repeat(44), '1'.repeat(45), '1'.repeat(64)],
  ...['x'.repeat(64), 'x'.repeat(65), 'x'.repeat(200), 'x'.repeat(201), '1 \n', '\ud800', '"\\', '\u2028'],
  ...['__proto__', 'TradeExecuted', 'BalanceChanged', 'SlotConfirmed', 'x'.repeat(2_001)],
];
const oddInCode = [
  ...odd,
  ...[Number.NaN, Number.POSITIVE_INFINITY, 0n, -1n, 2n ** 64n - 1n, 2n ** 64n, 10n ** 15n],
  ...[-(2n ** 127n) - 1n, -(2n ** 127n), 2n ** 127n - 1n, 2n ** 127n],
];

const textOf = (value: unknown) => JSON.stringify(value) ?? 'null';
const reversed = (value: object) => Object.fromEntries(Object.entries(value).reverse());

// Properties that run the schema: longer on a busy machine.
describe.each(cases)('$name', { timeout: 60_000 }, ({ schema, decode, encode, wires }) => {
  const bySchema = (text: string) => outcomeOf(() => schema.parse(JSON.parse(text)));
  const written = (value: unknown) => JSON.stringify(z.encode(schema, value));
  const values = wires.map((wire) => schema.parse(wire));

  it.each(values.map((value, at) => [at, value]))(
    'are read and written without the schema, and as by it: %i',
    (_, value) => {
      const { read, write } = compile(schema);
      expect(write(value)).toBe(written(value));
      expect(read(JSON.parse(written(value)))).toEqual(value);
    },
  );

  it('are read or refused, with the same reason, as by the schema, whatever stands in them', () => {
    let taken = 0;
    fc.assert(
      fc.property(hurt(wires, odd), (given) => {
        const text = textOf(given);
        const expected = bySchema(text);
        if ('value' in expected) taken++;
        expect(outcomeOf(() => decode(text))).toEqual(expected);
      }),
      { numRuns: 1_000, seed: 5 },
    );
    expect(taken).toBeGreaterThan(50);
  });

  it('are written or refused, byte for byte, as by the schema, whatever stands in them', () => {
    let taken = 0;
    fc.assert(
      fc.property(hurt(values, oddInCode), (given) => {
        const expected = outcomeOf(() => written(given));
        if ('value' in expected) taken++;
        expect(outcomeOf(() => encode(given as never))).toEqual(expected);
      }),
      { numRuns: 1_000, seed: 11 },
    );
    expect(taken).toBeGreaterThan(50);
  });

  it.each([
    ...['null', '[]', '1', '{}', '{"v":1', '{"__proto__":{"v":1}}'],
    ...wires.map((wire) => textOf({ ...(wire as object), added: 'later' })),
    ...wires.map((wire) => textOf(reversed(wire as object))),
  ])('of an odd form are read as by the schema: %.60s', (text) => {
    expect(outcomeOf(() => decode(text))).toEqual(bySchema(text));
  });
});

it.each([0, 1, 5_000, 5_001])('%i facts are read as by the schema', (count) => {
  const text = textOf(recordOf(Array.from({ length: count }, () => samplesOfFacts[0]!)));
  expect(outcomeOf(() => events.decodeJournalRecord(text))).toEqual(
    outcomeOf(() => JournalRecord.parse(JSON.parse(text))),
  );
});
