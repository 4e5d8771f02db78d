import {
  encodeScreeningEvent,
  ScreeningEvent,
  screeningSamples,
  TokenScored,
} from '@cryptonite/contracts/events';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { marketJournal } from '../../testing/journal.js';
import { applyRecord } from '../facts/apply-fact.js';
import { newPartition } from '../partition.js';
import { type Features, ScoredText } from './scored-text.js';

const sample = screeningSamples.find((event) => event.kind === 'TokenScored');
if (sample?.kind !== 'TokenScored') throw new Error('no sample');
const { kind, id, mint, position, time, rulesVersion, profiles, ...measured } = sample;
const base = { position, time, rulesVersion };

/** The parts that make the same event. */
function featuresOf(fields: typeof measured): Features {
  const { source, symbol, name, uri, creator, createdAt, seenSinceCreation, isMayhem, ...others } = fields;
  const { bondingCurve, pool, quoteMint, quoteDecimals, priceTrail, gapSeen, alertRaisedAt, ...standing } =
    others;
  return {
    mint,
    identity: {
      source,
      symbol,
      name,
      uri,
      creator,
      createdAt,
      seenSinceCreation,
      isMayhem,
      bondingCurve,
      pool,
      quoteMint,
      quoteDecimals,
    },
    standing,
    priceTrail,
    marks: { gapSeen, alertRaisedAt },
  };
}

const plainText = ({ identity, standing, priceTrail, marks }: Features, of: typeof profiles) =>
  JSON.stringify({
    kind,
    id,
    position,
    time,
    rulesVersion,
    mint,
    ...identity,
    ...standing,
    priceTrail,
    ...marks,
    profiles: of,
  });

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** The paths of the values that are no lists and objects. */
function* leavesOf(value: Json, path: readonly string[] = []): Generator<readonly string[]> {
  if (value === null || typeof value !== 'object') yield path;
  else for (const [key, inner] of Object.entries(value)) yield* leavesOf(inner, [...path, key]);
}

function changed(value: Json, [key, ...rest]: readonly string[], to: (before: Json) => Json): Json {
  if (key === undefined) return to(value);
  if (Array.isArray(value))
    return value.map((inner, index) => (String(index) === key ? changed(inner, rest, to) : inner));
  return { ...(value as object), [key]: changed((value as { [key: string]: Json })[key] ?? null, rest, to) };
}

const json = JSON.parse(JSON.stringify({ measured, profiles })) as Json;
const leaves = [...leavesOf(json)];
const read = (value: Json) => {
  const { measured: fields, profiles: of } = value as unknown as {
    measured: typeof measured;
    profiles: typeof profiles;
  };
  return [featuresOf(fields), of] as const;
};

const anyLeaf: fc.Arbitrary<Json> = fc.oneof(
  fc.constant(null),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.constantFrom(-0, 5e-324, 1e21, 2 ** 53, 0.1 + 0.2),
);

// Properties over many texts: longer on a busy machine.
describe('the text of a measurement', { timeout: 30_000 }, () => {
  it('is what JSON.stringify writes, whatever was written before', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...leaves), anyLeaf), { maxLength: 20 }),
        fc.array(fc.string({ unit: 'binary', maxLength: 8 }), { maxLength: 5 }),
        (numbers, names) => {
          const text = new ScoredText();
          let value = json;
          const write = () => {
            const [features, of] = read(value);
            text.hashOf(features, of);
            expect(text.write(id, features, of, base)).toBe(plainText(features, of));
          };
          write();
          for (const [leaf, to] of numbers) {
            value = changed(value, leaf, (before) =>
              typeof before === 'number' || before === null ? to : before,
            );
            write();
          }
          for (const name of names) {
            value = changed(value, ['measured', 'name'], () => name);
            write();
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  it('follows a price trail that moves on by any number of places', () => {
    const prices = fc.constantFrom(null, 1, 1, 0.1 + 0.2, 1e-9, 123.456);
    fc.assert(
      fc.property(
        fc.array(prices, { minLength: 40, maxLength: 40 }),
        fc.array(fc.nat(40), { maxLength: 6 }),
        (all, starts) => {
          const text = new ScoredText();
          for (const start of starts) {
            const features = { ...featuresOf(measured), priceTrail: all.slice(start, start + 8) };
            if (features.priceTrail.length === 0) continue;
            text.hashOf(features, profiles);
            expect(text.write(id, features, profiles, base)).toBe(plainText(features, profiles));
          }
        },
      ),
    );
  });

  it('is written as the schema writes it', () => {
    const partition = newPartition(0);
    for (const { record } of marketJournal({ seed: 5, slots: 60, tradesPerSlot: 5, partitions: 1 }))
      applyRecord(partition, record);
    const scored = partition.emitted.filter(({ text }) => text.startsWith('{"kind":"TokenScored"'));
    expect(scored.length).toBeGreaterThan(100);
    for (const { text } of scored) {
      const event = ScreeningEvent.parse(JSON.parse(text));
      expect(JSON.parse(text)).toEqual(JSON.parse(encodeScreeningEvent(event)));
      // As JSON.stringify writes the same values in the same order.
      expect(JSON.stringify(JSON.parse(text))).toBe(text);
    }
  });
});

describe('the hash of a measurement', () => {
  const hashOf = (value: Json) => new ScoredText().hashOf(...read(value));

  it('is the same for the same values, also after others', () => {
    const text = new ScoredText();
    const first = text.hashOf(...read(json));
    text.hashOf(...read(changed(json, ['measured', 'name'], () => 'another')));
    expect(text.hashOf(...read(structuredClone(json)))).toBe(first);
    expect(hashOf(json)).toBe(first);
  });

  it('changes with every value', () => {
    const known = hashOf(json);
    const unnoticed = leaves.filter((leaf) => {
      const other = changed(json, leaf, (before) => {
        if (typeof before === 'boolean') return !before;
        if (before === null) return 1;
        return typeof before === 'number' ? before + 1 : `${before}x`;
      });
      return hashOf(other) === known;
    });
    // A check's name follows from its place and limit.
    expect(unnoticed.filter((leaf) => !(leaf.includes('checks') && leaf.at(-1) === 'name'))).toEqual([]);
  });

  it('covers every field of the event', () => {
    expect(Object.keys(TokenScored.shape).sort()).toEqual(Object.keys(sample).sort());
  });
});
