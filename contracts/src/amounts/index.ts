/**
 * Amounts, addresses and positions as they travel and as code holds them.
 * Amounts are decimal strings in JSON and `bigint` in code: token supplies times prices exceed 2^53.
 */
import { z } from 'zod';

const integer = (pattern: RegExp, low: bigint, high: bigint) =>
  z.codec(
    z.string().regex(pattern),
    z.bigint().refine((value) => value >= low && value <= high, 'out of range'),
    { decode: (text) => BigInt(text), encode: (value) => value.toString() },
  );

/** Unsigned 64-bit amount: lamports, or base units of a token. */
export const U64 = integer(/^\d{1,20}$/, 0n, 2n ** 64n - 1n);

/** Signed 128-bit amount: reserves that include PumpSwap's virtual quote, which may be negative. */
export const I128 = integer(/^-?\d{1,39}$/, -(2n ** 127n), 2n ** 127n - 1n);

// The patterns are for readers that check by hand what the schemas below would.
export const ADDRESS_PATTERN = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;
export const SIGNATURE_PATTERN = /^[1-9A-HJ-NP-Za-km-z]{64,88}$/;
export const POSITION_PATTERN = /^\d{12}-\d{6}-\d{3}-\d{4}$/;

/** A base58 account address of 32 bytes. */
export const Address = z.string().regex(ADDRESS_PATTERN, 'is not a base58 address');

/** The address of a token's mint account: the token's identity everywhere. */
export const Mint = Address;
export type Mint = string;

/** A transaction's first signature, base58 of 64 bytes. */
export const Signature = z.string().regex(SIGNATURE_PATTERN, 'is not a base58 signature');

export const Slot = z.int().nonnegative();

/** Milliseconds of chain time. */
export const TimeMs = z.int();

/**
 * A decimal number in plain notation, for prices: no exponent, no sign. Twelve whole digits at most, so that sums of
 * amounts times prices stay within 128 bits.
 */
export const DecimalString = z.string().regex(/^\d{1,12}(\.\d{1,18})?$/, 'is no price in plain notation');

// Widths: slots pass 10^9 in about 2034; a block holds at most some 10^4 transactions; a transaction's 1,232 or
// 4,096 bytes bound its instructions and the runtime its inner ones to well under 10^3 and 10^4.
const WIDTHS = [12, 6, 3, 4] as const;

/** Where a fact stands on the chain. Instructions count from 0; `inner` is 0 for the outer one itself, else 1 + its inner index. */
export type Place = { slot: number; transaction: number; instruction: number; inner: number };

/** The instruction number of facts that describe the whole transaction, such as balances after it: after all others. */
export const TRANSACTION_END = 999;

const pad = (part: number, width: number): string => String(part).padStart(width, '0');

/** A place as a fixed-width string whose order as text is the order on the chain. */
export function positionOf({ slot, transaction, instruction, inner }: Place): string {
  const [slots, transactions, instructions, inners] = WIDTHS;
  return `${pad(slot, slots)}-${pad(transaction, transactions)}-${pad(instruction, instructions)}-${pad(inner, inners)}`;
}

/** The inverse of {@link positionOf}. */
export function placeOf(position: string): Place {
  const [slot = 0, transaction = 0, instruction = 0, inner = 0] = position.split('-').map(Number);
  return { slot, transaction, instruction, inner };
}

/** The slot of a position. */
export const slotOf = (position: string): number => Number(position.slice(0, WIDTHS[0]));

export const Position = z.string().regex(POSITION_PATTERN, 'is not a position');

/** The id of a chain fact: the same for every copy, replay and ingester. */
export function eventIdOf(signature: string, instruction: number, inner: number, kind: string): string {
  return `${signature}:${instruction}:${inner}:${kind}`;
}

/** SOL as this product names it where a mint is asked for. Launchpad events write it as the all-zero key. */
export const SOL_MINT = 'So11111111111111111111111111111111111111112';
export const USDC_MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
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

const encoder = new TextEncoder();

/** Kafka's default key hash (murmur2, seed 0x9747b28c), so that other clients agree on a mint's partition. */
export function murmur2(bytes: Uint8Array): number {
  const m = 0x5bd1e995;
  let hash = (0x9747b28c ^ bytes.length) | 0;
  const words = bytes.length >> 2;
  for (let i = 0; i < words; i++) {
    const at = i * 4;
    let k = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
    k = Math.imul(k, m);
    k ^= k >>> 24;
    hash = Math.imul(hash, m) ^ Math.imul(k, m);
  }
  const tail = words * 4;
  const rest = bytes.length & 3;
  if (rest >= 3) hash ^= bytes[tail + 2]! << 16;
  if (rest >= 2) hash ^= bytes[tail + 1]! << 8;
  if (rest >= 1) hash = Math.imul(hash ^ bytes[tail]!, m);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, m);
  return hash ^ (hash >>> 15);
}

/** The partition of a mint in every topic keyed by mint. */
export function partitionOf(mint: string, partitions: number): number {
  return (murmur2(encoder.encode(mint)) & 0x7fffffff) % partitions;
}
