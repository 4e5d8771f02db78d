/** DexScreener's answers: https://docs.dexscreener.com/api/reference */
import { z } from 'zod';
import { FetchFailed } from '../fetch/guard.js';

const Listed = z.object({
  chainId: z.literal('solana'),
  tokenAddress: z.string(),
  /** Boosts in force; a list of profiles names none. */
  totalAmount: z.int().nonnegative().nullish(),
});
const Order = z.object({ type: z.string(), status: z.string() });

const itemsOf = (value: unknown): unknown[] => {
  if (!Array.isArray(value)) throw new FetchFailed('wrong-shape', 'a list of DexScreener is no list');
  return value;
};

/** Boosts by mint of a list of profiles or boosts; what cannot be read, and other chains' tokens, are passed by. */
export function readListed(value: unknown): Map<string, number> {
  const byMint = new Map<string, number>();
  for (const item of itemsOf(value)) {
    const { data } = Listed.safeParse(item);
    if (data) byMint.set(data.tokenAddress, data.totalAmount ?? 0);
  }
  return byMint;
}

/** Whether among a token's orders is a profile that was paid for and let in. */
export function readHasPaidProfile(value: unknown): boolean {
  const isEnvelope = typeof value === 'object' && value !== null && 'orders' in value;
  return itemsOf(isEnvelope ? value.orders : value).some((item) => {
    const { data } = Order.safeParse(item);
    return data?.type === 'tokenProfile' && data.status === 'approved';
  });
}
