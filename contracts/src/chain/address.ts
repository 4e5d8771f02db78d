import { z } from 'zod';

// The pattern is for readers that check by hand what the schema below would.
export const ADDRESS_PATTERN = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

/** A base58 account address of 32 bytes. */
export const Address = z.string().regex(ADDRESS_PATTERN, {
  error: 'is not a base58 address of 32 to 44 characters',
  abort: true,
});

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const KEY_BYTES = 32;

/** Whether a text of {@link ADDRESS_PATTERN} stands for 32 bytes: one in so many characters may be more or fewer. */
function isWholeKey(text: string): boolean {
  let number = 0n;
  for (const character of text) number = number * 58n + BigInt(BASE58.indexOf(character));
  const zeros = /^1*/.exec(text)?.[0].length ?? 0;
  const digits = number === 0n ? '' : number.toString(16);
  return zeros + Math.ceil(digits.length / 2) === KEY_BYTES;
}

/** An address as a person or a client gives it: checked to the byte. What the chain said needs no such check. */
export const GivenAddress = Address.refine(isWholeKey, 'is not a base58 address of 32 bytes');

/** The address of a token's mint account: the token's identity everywhere. */
export const Mint = Address;
export type Mint = string;

/** A transaction's first signature, base58 of 64 bytes. */
export const Signature = z
  .string()
  .regex(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/, 'is not a base58 signature of 64 to 88 characters');

/** SOL as this product names it where a mint is asked for. Launchpad events write it as the all-zero key. */
export const SOL_MINT = 'So11111111111111111111111111111111111111112';
export const USDC_MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
