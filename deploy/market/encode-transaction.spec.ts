import { SubscribeUpdate } from '@triton-one/yellowstone-grpc';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatTokens } from './encode-transaction.js';
import { BOUNDED_START_MS, playBounded } from './market-source.js';
import { lengthTag, varintTag, WireWriter } from './wire-writer.js';

describe('an encoded transaction', () => {
  it("has the bytes that the official package's codec writes for the same content", () => {
    const options = { seed: 3, startMs: BOUNDED_START_MS, transactions: 400, launches: Infinity };
    for (const { kind, body } of [...playBounded(options)].flat()) {
      if (kind !== 'transaction') continue;
      const official = SubscribeUpdate.encode(SubscribeUpdate.decode(body)).finish();
      expect(Buffer.compare(body, official)).toBe(0);
    }
  });
});

describe('the wire writer', () => {
  it('writes numbers and texts of any size as the official codec does', () => {
    const numbers = fc.oneof(fc.maxSafeNat(), fc.nat(300), fc.constantFrom(2 ** 31, 2 ** 32, 2 ** 49));
    const wire = new WireWriter();
    fc.assert(
      fc.property(numbers, fc.nat(40_000), (slot, length) => {
        wire.reset();
        const start = wire.written;
        wire.text(lengthTag(4), 'x'.repeat(length));
        wire.number(varintTag(2), slot);
        wire.number(varintTag(1), slot);
        wire.close(lengthTag(3), start);
        const { slot: read } = SubscribeUpdate.decode(wire.finish());
        expect(read).toMatchObject({ slot: String(slot), parent: slot === 0 ? undefined : String(slot) });
        expect(read?.deadError?.length ?? 0).toBe(length);
      }),
    );
  });

  it('keeps what it has finished while it writes on', () => {
    const wire = new WireWriter();
    const messages = Array.from({ length: 2_000 }, (_, index) => {
      wire.reset();
      wire.text(lengthTag(1), String(index).repeat(100));
      return wire.finish();
    });
    messages.forEach((bytes, index) => {
      expect(bytes.toString('latin1').endsWith(String(index).repeat(100))).toBe(true);
    });
  });
});

describe('token amounts', () => {
  it.each([
    ['0', 6, '0'],
    ['1', 6, '0.000001'],
    ['1000000', 6, '1'],
    ['1234500', 6, '1.2345'],
    ['20', 0, '20'],
    ['1000000000000001', 9, '1000000.000000001'],
  ])('%s with %i decimals is %s', (amount, decimals, text) => {
    expect(formatTokens(amount, decimals)).toBe(text);
  });
});
