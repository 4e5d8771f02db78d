/**
 * Amounts and prices as they travel and as code holds them.
 * Amounts are decimal strings in JSON and `bigint` in code: token supplies times prices exceed 2^53.
 */
import { z } from 'zod';

const integer = (pattern: RegExp, low: bigint, high: bigint) =>
  z.codec(z.string().regex(pattern), z.bigint().min(low, 'out of range').max(high, 'out of range'), {
    decode: (text) => BigInt(text),
    encode: (value) => value.toString(),
  });

export const U64_MAX = 2n ** 64n - 1n;

/** Unsigned 64-bit amount: lamports, or base units of a token. */
export const U64 = integer(/^\d{1,20}$/, 0n, U64_MAX);

/** Signed 128-bit amount: reserves that include PumpSwap's virtual quote, which may be negative. */
export const I128 = integer(/^-?\d{1,39}$/, -(2n ** 127n), 2n ** 127n - 1n);

/** Of these, one that something is divided by. */
export const PositiveI128 = integer(/^\d{1,39}$/, 1n, 2n ** 127n - 1n);

/**
 * A decimal number in plain notation, for prices: no exponent, no sign. Twelve whole digits at most, so that sums of
 * amounts times prices stay within 128 bits.
 */
export const DecimalString = z.string().regex(/^\d{1,12}(\.\d{1,18})?$/, 'is no price in plain notation');

export const SOL_DECIMALS = 9;
export const LAMPORTS_PER_SOL = 1_000_000_000n;

/** `amount` base units as a number of whole units. Exact to a double's 53 bits. */
export function toUnits(amount: bigint, decimals: number): number {
  const small = Number(amount);
  if (Number.isSafeInteger(small)) {
    const scale = 10 ** decimals;
    return Math.trunc(small / scale) + (small % scale) / scale;
  }
  const scale = 10n ** BigInt(decimals);
  return Number(amount / scale) + Number(amount % scale) / Number(scale);
}
