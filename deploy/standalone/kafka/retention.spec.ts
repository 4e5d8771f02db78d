import { describe, expect, it } from 'vitest';
import { givenUp, isExpired } from './retention.js';

const NOW_MS = 1_000_000;
/** Ten offsets and a hundred bytes each; the newest record of the n-th is of n × 1,000 ms. */
const segments = [1, 2, 3, 4].map((number) => ({
  byteLength: 100,
  endOffset: number * 10,
  maxTimestampMs: number * 1_000,
  modifiedAtMs: NOW_MS,
}));
const sealed = segments.slice(0, -1);
const KEEPS_ALL = { isRetained: true, retentionBytes: -1, retentionMs: -1 };
const ALL_STABLE = { start: 0, stable: 40 };
const endsOf = (settings: Partial<typeof KEEPS_ALL>, offsets: Partial<typeof ALL_STABLE> = {}) =>
  givenUp(segments, sealed, { ...KEEPS_ALL, ...settings }, NOW_MS, { ...ALL_STABLE, ...offsets }).map(
    ({ endOffset }) => endOffset,
  );

describe('of the sealed segments of a partition', () => {
  it.each([
    ['none where everything is kept', endsOf({}), []],
    ['those beyond the bytes to keep', endsOf({ retentionBytes: 250 }), [10]],
    ['those older than is kept', endsOf({ retentionMs: NOW_MS - 2_500 }), [10, 20]],
    ['those before the first readable offset', endsOf({}, { start: 20 }), [10, 20]],
    ['none with undecided transactions', endsOf({ retentionBytes: 0 }, { stable: 25 }), [10, 20]],
    ['by offset alone where the topic is compacted', endsOf({ isRetained: false, retentionBytes: 0 }), []],
  ])('gives up %s', (_, ends, expected) => {
    expect(ends).toEqual(expected);
  });
});

it('takes the time of the file for records without a time', () => {
  const segment = { ...segments[0]!, maxTimestampMs: -1 };
  expect(isExpired(segment, { isRetained: true, retentionMs: 10 }, NOW_MS)).toBe(false);
  expect(isExpired(segment, { isRetained: true, retentionMs: 10 }, NOW_MS + 11)).toBe(true);
});
