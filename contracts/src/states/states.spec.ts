import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  accountShardSamples,
  decodeEvictedState,
  decodeScreenerState,
  encodeEvictedState,
  encodeScreenerState,
  evictedStateSamples,
  ScreenerState,
  screenerClockSamples,
  stateKeyOf,
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
    '%s parses and returns to the same JSON',
    (_, sample) => {
      const state = ScreenerState.parse(sample);
      expect(z.encode(ScreenerState, state)).toEqual(sample);
      expect(JSON.parse(encodeScreenerState(state))).toEqual(sample);
      expect(decodeScreenerState(encodeScreenerState(state))).toEqual(state);
    },
  );

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
});
