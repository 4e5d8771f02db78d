import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { murmur2, partitionOf, placeOf, positionOf, TRANSACTION_END, toUnits } from './index.js';

const place = fc.record({
  slot: fc.nat(2_000_000_000),
  transaction: fc.nat(20_000),
  instruction: fc.nat(TRANSACTION_END),
  inner: fc.nat(2_000),
});

describe('position', () => {
  it('returns to its place', () => {
    fc.assert(
      fc.property(place, (at) => {
        expect(placeOf(positionOf(at))).toEqual({ ...at });
      }),
    );
  });

  it('sorts as text in the order of the chain', () => {
    const order = (a: Record<string, number>, b: Record<string, number>) =>
      ['slot', 'transaction', 'instruction', 'inner']
        .map((part) => Math.sign(a[part]! - b[part]!))
        .find((sign) => sign !== 0) ?? 0;
    fc.assert(
      fc.property(place, place, (a, b) => {
        const [x, y] = [positionOf(a), positionOf(b)];
        expect(x < y ? -1 : x > y ? 1 : 0).toBe(order(a, b));
      }),
    );
  });
});

describe('partitionOf', () => {
  // Expected values: org.apache.kafka.common.utils.Utils.murmur2, UtilsTest.testMurmur2 of Apache Kafka.
  it.each([
    ['21', -973932308],
    ['foobar', -790332482],
    ['a-little-bit-long-string', -985981536],
    ['a-little-bit-longer-string', -1486304829],
    ['lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8', -58897971],
    ['abc', 479470107],
  ])('hashes %s as Kafka does', (text, hash) => {
    expect(murmur2(new TextEncoder().encode(text))).toBe(hash);
  });

  it('stays within the partitions', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 64 }), (mint, partitions) => {
        const partition = partitionOf(mint, partitions);
        expect(partition >= 0 && partition < partitions).toBe(true);
      }),
    );
  });
});

describe('toUnits', () => {
  it.each([
    [14_216_495_358n, 9, 14.216495358],
    [-1_500_000n, 6, -1.5],
    [1_000_000_000_000_000n, 6, 1e9],
  ])('%s with %s decimals is %s', (amount, decimals, units) => {
    expect(toUnits(amount, decimals)).toBe(units);
  });
});
