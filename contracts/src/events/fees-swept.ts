import { z } from 'zod';
import { U64 } from '../amounts/index.js';
import { Address, Mint } from '../chain/index.js';
import { factBase } from './shared.js';

/**
 * Fees that trades had left at a curve or pool were paid out. No trade, and the price stays; a pool's real reserves fall
 * by `amount`, a curve's never held it. The fees are income of the trades, and not a second time here.
 */
export const FeesSwept = z.object({
  kind: z.literal('FeesSwept'),
  ...factBase,
  mint: Mint,
  venue: z.enum(['pump-curve', 'pumpswap']),
  /** The bonding curve or pool account. */
  pool: Address,
  /** What the fees are in: what the curve or pool is quoted in, which is the token itself where a pool is inverted. */
  feeMint: Mint,
  /** Whose fees. */
  bucket: z.enum(['protocol', 'creator']),
  recipient: Address,
  /** Base units of `feeMint`. */
  amount: U64,
});
export type FeesSwept = z.infer<typeof FeesSwept>;

export const feesSweptSamples: readonly z.input<typeof FeesSwept>[] = [
  {
    kind: 'FeesSwept',
    id: '22K6ixTV6Hk9mk9dBqbTcixYw2LXNYEDyiENzLMTs4S8z9i3WRjYLpXDM2mE75nP36moUZ5MeH1ahTvUvYP9L8jH:1:4:FeesSwept',
    position: '000371820950-000002-001-0004',
    time: 1759852590000,
    mint: '4eLCXkNbDw2bvdrZZVn1cXurtL63H4z9ZfbYCY17pump',
    venue: 'pumpswap',
    pool: 'ENRfKRctvzQysufes1ityGRX9XkM5EJftVkE3kck4e7y',
    feeMint: 'So11111111111111111111111111111111111111112',
    bucket: 'creator',
    recipient: '9Hb2XhRcE1uoQa9uCoPpkQ2Tn2LXiZTVK65kieHpk4bq',
    amount: '148349767',
  },
];
