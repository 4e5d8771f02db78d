import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainDecimal } from './plain-decimal.js';

describe('plainDecimal', () => {
  it.each([
    [0, '0'],
    [1, '1'],
    [150.25, '150.25'],
    [0.000001, '0.000001'],
    [1e-7, '0.0000001'],
    [1e-9, '0.000000001'],
    [6.0737e-8, '0.000000060737'],
    [4.2301e-12, '0.0000000000042301'],
    [5e-324, `0.${'0'.repeat(323)}5`],
    [1e21, '1000000000000000000000'],
    [1.5e22, '15000000000000000000000'],
  ])('writes %d as %s', (value, text) => {
    expect(plainDecimal(value)).toBe(text);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, -1])('has no text for %d', (value) => {
    expect(plainDecimal(value)).toBeNull();
  });

  it('reads back as the same number, without exponent or sign', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = plainDecimal(Math.abs(value));
        expect(text).toMatch(/^\d+(\.\d+)?$/);
        expect(Number(text)).toBe(Math.abs(value));
      }),
    );
  });
});
