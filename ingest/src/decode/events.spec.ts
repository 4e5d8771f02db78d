import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressOf, viewOf } from '../testing/build-transaction.js';
import { encodeFields, type FieldValue, type FieldValues } from '../testing/encode-event.js';
import { type FieldType, IDL_EVENTS, type IdlEvent, idlEvent } from '../testing/idl.js';
import { decodeEvent } from './events.js';

const anyAddress = fc.string({ maxLength: 20 }).map(addressOf);

function anyField(type: FieldType): fc.Arbitrary<FieldValue> {
  if (typeof type === 'object') {
    if ('array' in type) return fc.array(anyAddress, { minLength: type.array[1], maxLength: type.array[1] });
    return fc.array(fc.record({ address: anyAddress, share_bps: fc.integer({ min: 0, max: 65_535 }) }), {
      maxLength: 4,
    });
  }
  switch (type) {
    case 'u8':
      return fc.integer({ min: 0, max: 255 });
    case 'u16':
      return fc.integer({ min: 0, max: 65_535 });
    case 'u64':
      return fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
    case 'i64':
      return fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
    case 'i128':
      return fc.bigInt({ min: -(2n ** 127n), max: 2n ** 127n - 1n });
    case 'bool':
      return fc.boolean();
    case 'pubkey':
      return anyAddress;
    case 'string':
      return fc.string({ maxLength: 40, unit: 'grapheme' });
  }
}

const anyValues = (event: IdlEvent): fc.Arbitrary<FieldValues> =>
  fc.record(Object.fromEntries(event.fields.map(({ name, type }) => [name, anyField(type)])));

/** Fields as plain values: addresses as text. */
const plain = (fields: object): unknown =>
  JSON.parse(JSON.stringify(fields, (_, value) => (typeof value === 'bigint' ? `${value}` : value)));

const decode = (event: IdlEvent, bytes: Uint8Array) =>
  decodeEvent(event.program, viewOf(bytes), 0, bytes.length);

/** The values of the fields that end within `length` bytes. */
const presentValues = (event: IdlEvent, values: FieldValues, fieldEnds: readonly number[], length: number) =>
  plain(
    Object.fromEntries(
      event.fields.filter((_, i) => fieldEnds[i]! <= length).map(({ name }) => [name, values[name]]),
    ),
  );

describe.each(IDL_EVENTS.map((event) => [`${event.program} ${event.name}`, event] as const))(
  '%s',
  (_, event) => {
    it('decodes the fields that are wholly there, wherever it is cut, and leaves the others absent', () => {
      fc.assert(
        fc.property(anyValues(event), (values) => {
          const { bytes, fieldEnds } = encodeFields(event, values);
          const cuts = [event.discriminator.length, ...fieldEnds].flatMap((end) => [end, end + 1, end - 1]);
          for (const cut of cuts) {
            if (cut < event.discriminator.length || cut > bytes.length) continue;
            const decoded = decode(event, bytes.slice(0, cut))!;
            expect(decoded.name).toBe(event.name);
            expect(plain(decoded.fields)).toEqual(presentValues(event, values, fieldEnds, cut));
            const readTo = Math.max(event.discriminator.length, ...fieldEnds.filter((end) => end <= cut));
            expect(decoded.restBytes).toBe(cut - readTo);
          }
        }),
        { numRuns: 8 },
      );
    });

    it('decodes all fields before 0 to 64 bytes that it does not know', () => {
      fc.assert(
        fc.property(anyValues(event), (values) => {
          const { bytes } = encodeFields(event, values);
          for (let padding = 0; padding <= 64; padding++) {
            const padded = new Uint8Array(bytes.length + padding).fill(0xa5);
            padded.set(bytes);
            const decoded = decode(event, padded)!;
            expect(decoded.restBytes).toBe(padding);
            if (padding % 16 === 0) expect(plain(decoded.fields)).toEqual(plain(values));
          }
        }),
        { numRuns: 4 },
      );
    });
  },
);

describe('decodeEvent', () => {
  const trade = idlEvent('pump', 'TradeEvent');
  const { bytes } = encodeFields(trade, {});

  it('knows no event of another program under the same discriminator', () => {
    expect(decodeEvent('pumpswap', viewOf(bytes), 0, bytes.length)).toBeNull();
  });

  it('tells events apart that both programs have under one discriminator', () => {
    const { bytes: extended } = encodeFields(idlEvent('pump', 'ExtendAccountEvent'), { timestamp: 5n });
    expect(decodeEvent('pump', viewOf(extended), 0, extended.length)?.fields).toMatchObject({
      timestamp: 5n,
    });
    expect(decodeEvent('pumpswap', viewOf(extended), 0, extended.length)?.fields).toMatchObject({
      timestamp: 0n,
    });
  });

  it('reads nothing from less than a discriminator', () => {
    expect(decodeEvent('pump', viewOf(bytes), 0, 7)).toBeNull();
  });

  it('ends what is present at a byte that is no bool', () => {
    const { bytes: whole, fieldEnds } = encodeFields(trade, { sol_amount: 3n });
    const isBuyAt = fieldEnds[2]!;
    whole[isBuyAt] = 2;
    const { fields } = decode(trade, whole)!;
    expect(fields).toMatchObject({ sol_amount: 3n, is_buy: undefined, user: undefined });
  });

  it('takes any bytes without throwing', () => {
    fc.assert(
      fc.property(fc.constantFrom(...IDL_EVENTS), fc.uint8Array({ maxLength: 600 }), (event, tail) => {
        const hostile = Uint8Array.from([...event.discriminator, ...tail]);
        expect(decode(event, hostile)?.name).toBe(event.name);
      }),
      { numRuns: 2_000 },
    );
  });
});
