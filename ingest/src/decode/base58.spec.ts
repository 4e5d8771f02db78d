import bs58 from 'bs58';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { viewOf } from '../testing/build-transaction.js';
import { encodeAddress, encodeBase58 } from './base58.js';

const anyKey = fc.oneof(
  fc.uint8Array({ minLength: 32, maxLength: 32 }),
  fc.nat({ max: 32 }).map((zeros) => Uint8Array.from({ length: 32 }, (_, i) => (i < zeros ? 0 : 255))),
);

it('writes 32 and 64 bytes as every other base58 does', () => {
  fc.assert(
    fc.property(anyKey, fc.uint8Array({ minLength: 64, maxLength: 64 }), (key, signature) => {
      expect(encodeBase58(viewOf(key), 0, 32)).toBe(bs58.encode(key));
      expect(encodeBase58(viewOf(signature), 0, 64)).toBe(bs58.encode(signature));
    }),
    { numRuns: 2_000 },
  );
});

it('tells addresses apart that share a slot of the cache', () => {
  const first = new Uint8Array(32).fill(1);
  const second = Uint8Array.from(first, (byte, i) => (i === 31 ? 2 : byte));
  for (const key of [first, second, first, second])
    expect(encodeAddress(viewOf(key), 0)).toBe(bs58.encode(key));
});
