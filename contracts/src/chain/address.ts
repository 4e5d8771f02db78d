import { z } from 'zod';

// The patterns are for readers that check by hand what the schemas below would.
export const ADDRESS_PATTERN = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;
export const SIGNATURE_PATTERN = /^[1-9A-HJ-NP-Za-km-z]{64,88}$/;

/** A base58 account address of 32 bytes. */
export const Address = z.string().regex(ADDRESS_PATTERN, 'is not a base58 address');

/** The address of a token's mint account: the token's identity everywhere. */
export const Mint = Address;
export type Mint = string;

/** A transaction's first signature, base58 of 64 bytes. */
export const Signature = z.string().regex(SIGNATURE_PATTERN, 'is not a base58 signature');

/** SOL as this product names it where a mint is asked for. Launchpad events write it as the all-zero key. */
export const SOL_MINT = 'So11111111111111111111111111111111111111112';
export const USDC_MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
