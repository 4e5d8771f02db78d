import { z } from 'zod';
import { I128, U64 } from '../amounts/index.js';
import { Address, Mint } from '../chain/index.js';
import { factBase } from './shared.js';

/** A new pool gave up a part of its quote and counts it as virtual from then on: the price stays, the liquidity falls. */
export const PoolBoosted = z.object({
  kind: z.literal('PoolBoosted'),
  ...factBase,
  mint: Mint,
  venue: z.enum(['pumpswap']),
  bondingCurve: Address.nullable(),
  pool: Address,
  /** Quote that the pool counts beside what it holds, base units. */
  virtualQuoteReserves: I128,
  /** Quote that it holds after it, base units. */
  realQuoteReserves: U64,
});
export type PoolBoosted = z.infer<typeof PoolBoosted>;

export const poolBoostedSamples: readonly z.input<typeof PoolBoosted>[] = [
  {
    kind: 'PoolBoosted',
    id: '22K6ixTV6Hk9mk9dBqbTcixYw2LXNYEDyiENzLMTs4S8z9i3WRjYLpXDM2mE75nP36moUZ5MeH1ahTvUvYP9L8jH:2:11:PoolBoosted',
    position: '000371820800-000000-002-0011',
    time: 1759852530000,
    mint: '4eLCXkNbDw2bvdrZZVn1cXurtL63H4z9ZfbYCY17pump',
    venue: 'pumpswap',
    bondingCurve: '7Tb48Ph3gjwpdDWCix4eYudDkm4GWW9VfQroaaaNbkNW',
    pool: 'ENRfKRctvzQysufes1ityGRX9XkM5EJftVkE3kck4e7y',
    virtualQuoteReserves: '17584505289',
    realQuoteReserves: '67405853771',
  },
];
