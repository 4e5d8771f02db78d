import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeOf, positionOf, TRANSACTION_END } from './position.js';

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
