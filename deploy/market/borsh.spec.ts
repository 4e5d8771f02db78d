import { BorshCoder, type Idl } from '@coral-xyz/anchor';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyFor, toBase58 } from './addresses.js';
import { type Fields, IdlEncoder, PUMP_IDL, PUMP_SWAP_IDL, type Value } from './borsh.js';

const EVENTS: readonly [string, Idl][] = [
  ['CreateEvent', PUMP_IDL],
  ['TradeEvent', PUMP_IDL],
  ['CompleteEvent', PUMP_IDL],
  ['CompletePumpAmmMigrationEvent', PUMP_IDL],
  ['CreatePoolEvent', PUMP_SWAP_IDL],
  ['BuyEvent', PUMP_SWAP_IDL],
  ['SellEvent', PUMP_SWAP_IDL],
];

const arbitraries: Record<string, fc.Arbitrary<Value>> = {
  bool: fc.boolean(),
  u8: fc.integer({ min: 0, max: 255 }),
  u16: fc.integer({ min: 0, max: 65_535 }),
  u64: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
  i64: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  i128: fc.bigInt({ min: -(2n ** 127n), max: 2n ** 127n - 1n }),
  string: fc.string({ unit: 'grapheme', maxLength: 40 }),
  pubkey: fc.nat().map((seed) => keyFor(`key ${seed}`)),
};

const shareholders = fc.array(fc.record({ address: arbitraries.pubkey!, share_bps: arbitraries.u16! }), {
  maxLength: 3,
});

function fieldsOf(name: string, idl: Idl): { name: string; type: unknown }[] {
  const type = idl.types?.find((candidate) => candidate.name === name)?.type;
  if (type?.kind !== 'struct') throw new Error(`no struct ${name}`);
  return type.fields as { name: string; type: unknown }[];
}

/** What Anchor decodes, in the encoder's terms: numbers as text, keys as base58. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === 'object' && value !== null) {
    if ('toBase58' in value) return (value as { toBase58(): string }).toBase58();
    if (value.constructor.name === 'BN') return String(value);
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
  }
  return typeof value === 'number' ? String(value) : value;
}

function expected(type: unknown, value: Value): unknown {
  if (type === 'pubkey') return toBase58(value as string);
  if (typeof value === 'bigint' || typeof value === 'number') return String(value);
  if (Array.isArray(value)) {
    return value.map((item: { address: string; share_bps: number }) => ({
      address: toBase58(item.address),
      share_bps: String(item.share_bps),
    }));
  }
  return value;
}

describe('events encoded from the IDL', () => {
  it.each(EVENTS)("%s is read by Anchor's coder to the same values", (name, idl) => {
    const fields = fieldsOf(name, idl);
    const encoder = new IdlEncoder(idl);
    const coder = new BorshCoder(idl);
    const record = Object.fromEntries(
      fields.map((field) => [
        field.name,
        typeof field.type === 'string' ? arbitraries[field.type]! : (shareholders as fc.Arbitrary<Value>),
      ]),
    );
    fc.assert(
      fc.property(fc.record(record), (values) => {
        const bytes = encoder.event(name, values as Fields);
        const decoded = coder.events.decode(bytes.toString('base64'));
        expect(decoded?.name).toBe(name);
        for (const { name: field, type } of fields) {
          expect(plain(decoded?.data[field]), field).toEqual(expected(type, values[field]!));
        }
      }),
      { numRuns: 30 },
    );
  });

  it('refuses an event with a missing field', () => {
    expect(() => new IdlEncoder(PUMP_IDL).event('CompleteEvent', { user: keyFor('user') })).toThrow(
      'no value for the field mint',
    );
  });
});

describe('instructions encoded from the IDL', () => {
  it("are read by Anchor's coder", () => {
    const bytes = new IdlEncoder(PUMP_IDL).instruction('buy', {
      amount: 5n,
      max_sol_cost: 7n,
      track_volume: [true],
    });
    const decoded = new BorshCoder(PUMP_IDL).instruction.decode(bytes);
    expect(decoded?.name).toBe('buy');
    expect(plain(decoded?.data)).toMatchObject({ amount: '5', max_sol_cost: '7' });
  });
});
