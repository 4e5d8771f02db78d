import bs58 from 'bs58';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { viewOf } from '../testing/build-transaction.js';
import { decodeBase58, encodeAddress, encodeBase58, readSpelling } from './base58.js';

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

it('reads addresses that stand as text like any other text', () => {
  const utf8 = new TextDecoder();
  const someBytes = fc.oneof(
    anyKey.map((key) => new TextEncoder().encode(bs58.encode(key))),
    fc.uint8Array({ minLength: 0, maxLength: 50 }),
    // Valid UTF-8 and bytes that are not, which differ in one place.
    fc.constantFrom([0xc3, 0xa9], [0xe9]).map((end) => Uint8Array.from([...Array(40).fill(65), ...end])),
  );
  fc.assert(
    fc.property(fc.array(someBytes, { minLength: 2 }), (texts) => {
      for (const bytes of [...texts, ...texts])
        expect(readSpelling(viewOf(bytes), 0, bytes.length)).toBe(utf8.decode(bytes));
    }),
  );
});

it('reads bytes of any length as every other base58 does', () => {
  const someBytes = fc
    .tuple(fc.nat({ max: 12 }), fc.uint8Array({ maxLength: 300 }))
    .map(([zeros, rest]) => Uint8Array.from([...Array(zeros).fill(0), ...rest]));
  fc.assert(
    fc.property(someBytes, (bytes) => {
      expect(decodeBase58(bs58.encode(bytes))).toEqual(Buffer.from(bytes));
    }),
    { numRuns: 1_000 },
  );
  for (const wrong of ['0', 'O', 'l', 'I', '1a b', 'é', '2222222222222+', '1111111111_1'])
    expect(decodeBase58(wrong)).toBeNull();
});

it('reads 300,000 letters at once', () => {
  const bytes = decodeBase58('z'.repeat(300_000))!;
  expect(BigInt(`0x${Buffer.from(bytes).toString('hex')}`) === 58n ** 300_000n - 1n).toBe(true);
}, 20_000);
