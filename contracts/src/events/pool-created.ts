import { z } from 'zod';
import { U64 } from '../amounts/index.js';
import { Address, Mint } from '../chain/index.js';
import { factBase } from './shared.js';

/** An AMM pool of a token was opened, by a migration or by anybody. Amounts as seen from the token. */
export const PoolCreated = z.object({
  kind: z.literal('PoolCreated'),
  ...factBase,
  mint: Mint,
  venue: z.enum(['pumpswap', 'raydium']),
  pool: Address,
  quoteMint: Mint,
  quoteDecimals: z.int().min(0).max(18).nullable(),
  /** True where the token is the pool's quote side and SOL or a stablecoin its base. */
  isInverted: z.boolean(),
  user: Address,
  creator: Address.nullable(),
  tokenAmount: U64,
  quoteAmount: U64,
  isMayhem: z.boolean().nullable(),
});
export type PoolCreated = z.infer<typeof PoolCreated>;

export const poolCreatedSamples: readonly z.input<typeof PoolCreated>[] = [
  {
    kind: 'PoolCreated',
    id: '22K6ixTV6Hk9mk9dBqbTcixYw2LXNYEDyiENzLMTs4S8z9i3WRjYLpXDM2mE75nP36moUZ5MeH1ahTvUvYP9L8jH:2:9:PoolCreated',
    position: '000371820800-000000-002-0009',
    time: 1759852530000,
    mint: '4eLCXkNbDw2bvdrZZVn1cXurtL63H4z9ZfbYCY17pump',
    venue: 'pumpswap',
    pool: 'ENRfKRctvzQysufes1ityGRX9XkM5EJftVkE3kck4e7y',
    quoteMint: 'So11111111111111111111111111111111111111112',
    quoteDecimals: 9,
    isInverted: false,
    user: '39azUYFWPz3VHgKCf3VChUwbpURdCHRxjWVowf5jUJjg',
    creator: '7QTTq46P8ErqnF9KrSX8MML3ikTsV8AVGcCG92tv5iCt',
    tokenAmount: '206900000000000',
    quoteAmount: '84990359346',
    isMayhem: null,
  },
];
