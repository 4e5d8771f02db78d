import fc from 'fast-check';

/** One hurt to some bytes; places and lengths are shares of the whole, so that it fits bytes of any length. */
type Hurt =
  | { kind: 'flip'; at: number; bit: number }
  | { kind: 'set'; at: number; byte: number }
  | { kind: 'cut'; at: number }
  | { kind: 'drop'; at: number; length: number }
  | { kind: 'insert'; at: number; bytes: Uint8Array }
  | { kind: 'repeat'; at: number; length: number };

const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const hurt: fc.Arbitrary<Hurt> = fc.oneof(
  fc.record({ kind: fc.constant('flip' as const), at: share, bit: fc.nat(7) }),
  fc.record({
    kind: fc.constant('set' as const),
    at: share,
    byte: fc.constantFrom(0, 1, 0x7f, 0x80, 0xff),
  }),
  fc.record({ kind: fc.constant('cut' as const), at: share }),
  fc.record({ kind: fc.constant('drop' as const), at: share, length: fc.nat(40) }),
  fc.record({ kind: fc.constant('insert' as const), at: share, bytes: fc.uint8Array({ maxLength: 12 }) }),
  fc.record({ kind: fc.constant('repeat' as const), at: share, length: fc.nat(60) }),
);

/** A valid message with one to four hurts. */
export const hurtBytes = (valid: fc.Arbitrary<Uint8Array>): fc.Arbitrary<Uint8Array> =>
  fc
    .tuple(valid, fc.array(hurt, { minLength: 1, maxLength: 4 }))
    .map(([bytes, hurts]) => hurts.reduce(applyHurt, bytes));

function applyHurt(bytes: Uint8Array, hurts: Hurt): Uint8Array {
  const at = Math.floor(hurts.at * bytes.length);
  const copy = Uint8Array.from(bytes);
  switch (hurts.kind) {
    case 'flip':
      if (copy.length > 0) copy[at]! ^= 1 << hurts.bit;
      return copy;
    case 'set':
      if (copy.length > 0) copy[at] = hurts.byte;
      return copy;
    case 'cut':
      return copy.subarray(0, at);
    case 'drop':
      return Uint8Array.from([...copy.subarray(0, at), ...copy.subarray(at + hurts.length)]);
    case 'insert':
      return Uint8Array.from([...copy.subarray(0, at), ...hurts.bytes, ...copy.subarray(at)]);
    case 'repeat':
      return Uint8Array.from([...copy.subarray(0, at + hurts.length), ...copy.subarray(at)]);
  }
}
