import { describe, expect, it } from 'vitest';
import { sumLag } from './sum-lag.js';

const ends = [
  { partition: 0, low: 0, high: 10 },
  { partition: 1, low: 5, high: 20 },
];

describe('sumLag', () => {
  it('is unknown for a group that has never committed', () => {
    expect(sumLag(ends, [])).toBeNull();
    expect(sumLag(ends, [{ partition: 0, offset: '-1' }])).toBeNull();
  });

  it('counts what is left of every partition, from what is still kept', () => {
    expect(
      sumLag(ends, [
        { partition: 0, offset: '10' },
        { partition: 1, offset: '-1' },
      ]),
    ).toBe(15);
    expect(sumLag(ends, [{ partition: 0, offset: '12' }])).toBe(15);
  });

  it('is nothing where there is nothing to read', () => {
    expect(sumLag([{ partition: 0, low: 0, high: 0 }], [])).toBe(0);
  });
});
