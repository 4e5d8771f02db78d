import { z } from 'zod';
import { U64 } from '../amounts/index.js';
import { Address, Mint } from '../chain/index.js';
import { factBase } from './shared.js';

/** Somebody added liquidity to a pool of a token or took it out. Amounts as seen from the token, reserves after it. */
export const LiquidityChanged = z.object({
  kind: z.literal('LiquidityChanged'),
  ...factBase,
  mint: Mint,
  venue: z.enum(['pumpswap', 'raydium']),
  pool: Address,
  quoteMint: Mint,
  change: z.enum(['deposit', 'withdraw']),
  user: Address,
  tokenAmount: U64,
  quoteAmount: U64,
  lpTokenAmount: U64,
  realTokenReserves: U64,
  realQuoteReserves: U64,
});
export type LiquidityChanged = z.infer<typeof LiquidityChanged>;

export const liquidityChangedSamples: readonly z.input<typeof LiquidityChanged>[] = [
  {
    kind: 'LiquidityChanged',
    id: '22K6ixTV6Hk9mk9dBqbTcixYw2LXNYEDyiENzLMTs4S8z9i3WRjYLpXDM2mE75nP36moUZ5MeH1ahTvUvYP9L8jH:2:5:LiquidityChanged',
    position: '000371820900-000003-002-0005',
    time: 1759852570000,
    mint: '4eLCXkNbDw2bvdrZZVn1cXurtL63H4z9ZfbYCY17pump',
    venue: 'pumpswap',
    pool: 'ENRfKRctvzQysufes1ityGRX9XkM5EJftVkE3kck4e7y',
    quoteMint: 'So11111111111111111111111111111111111111112',
    change: 'deposit',
    user: '9Hb2XhRcE1uoQa9uCoPpkQ2Tn2LXiZTVK65kieHpk4bq',
    tokenAmount: '2262593450',
    quoteAmount: '22000000',
    lpTokenAmount: '10000',
    realTokenReserves: '206902262593450',
    realQuoteReserves: '85012359346',
  },
];
