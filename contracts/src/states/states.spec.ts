import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  accountShardSamples,
  decodeEvictedState,
  decodeScreenerState,
  encodeEvictedState,
  encodeScreenerState,
  evictedStateSamples,
  LaterVersion,
  ScreenerState,
  screenerClockSamples,
  stateKeyOf,
  stateOfText,
  textOfState,
  tokenStateSamples,
  traderShardSamples,
} from './index.js';

const samples = [
  ...screenerClockSamples,
  ...tokenStateSamples,
  ...accountShardSamples,
  ...traderShardSamples,
];

describe('samples of states', () => {
  it.each(samples.map((sample) => [sample.kind, sample] as const))(
    '%s parses and returns as it was',
    (_, sample) => {
      const state = ScreenerState.parse(sample);
      expect(z.encode(ScreenerState, state)).toEqual(sample);
      const value = encodeScreenerState(state);
      if (typeof value === 'string') expect(JSON.parse(value)).toEqual(sample);
      expect(decodeScreenerState(value)).toEqual(state);
      expect(stateOfText(textOfState(state))).toEqual(state);
    },
  );

  it.each(samples.map((sample) => [sample.kind, sample] as const))(
    '%s of a later version is refused in a sentence',
    (kind, sample) => {
      const value = Buffer.from(encodeScreenerState({ ...ScreenerState.parse(sample), v: 9 as never }));
      expect(() => decodeScreenerState(value)).toThrow(LaterVersion);
      expect(() => decodeScreenerState(value)).toThrow(`a stored state (${kind}) is of version 9`);
    },
  );

  it('as bytes are refused where they are cut or too long', () => {
    for (const sample of [...accountShardSamples, ...traderShardSamples]) {
      const value = Buffer.from(encodeScreenerState(ScreenerState.parse(sample)));
      for (let length = 0; length < value.length; length += 1)
        expect(() => decodeScreenerState(value.subarray(0, length))).toThrow();
      expect(() => decodeScreenerState(Buffer.concat([value, value.subarray(0, 1)]))).toThrow('more bytes');
    }
  });

  it('cover every kind, under a key of its own', () => {
    expect(new Set(samples.map((sample) => stateKeyOf(ScreenerState.parse(sample)))).size).toBe(
      samples.length,
    );
    expect(new Set(samples.map((sample) => sample.kind))).toEqual(
      new Set(ScreenerState.options.map((option) => option.shape.kind.value)),
    );
  });

  it.each(evictedStateSamples)('an evicted state parses and returns to the same JSON', (sample) => {
    const text = JSON.stringify(sample);
    expect(encodeEvictedState(decodeEvictedState(text))).toBe(text);
  });

  it('are read as the schema reads them, hurt in any place', { timeout: 60_000 }, () => {
    const odd = fc.oneof(
      fc.constantFrom(
        null,
        -1,
        0,
        1.5,
        2 ** 60,
        true,
        '',
        '7',
        '-7',
        '9'.repeat(20),
        '9'.repeat(39),
        [],
        {},
        [null],
        'x'.repeat(2_001),
      ),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...screenerClockSamples, ...tokenStateSamples),
        fc.infiniteStream(fc.nat()),
        odd,
        fc.boolean(),
        (sample, ways, value, isExtra) => {
          const hurt = structuredClone(sample);
          let inner: Record<string, unknown> = hurt;
          for (const way of ways) {
            const keys = Object.keys(inner);
            const key = keys[way % keys.length];
            const next = key === undefined ? undefined : inner[key];
            if (key !== undefined && typeof next === 'object' && next !== null && way % 7 > 0) {
              inner = next as Record<string, unknown>;
              continue;
            }
            if (isExtra || key === undefined) inner.more = value;
            else if (way % 5 === 0) delete inner[key];
            else inner[key] = value;
            break;
          }
          // Of an earlier version a step is made first, of a later one nothing is read.
          fc.pre(hurt.v === sample.v);
          const expected = ScreenerState.safeParse(JSON.parse(JSON.stringify(hurt)));
          const read = () => decodeScreenerState(JSON.stringify(hurt));
          if (expected.success) expect(read()).toEqual(expected.data);
          else expect(read).toThrow(z.ZodError);
        },
      ),
      { numRuns: 500 },
    );
  });
});
