import { z } from 'zod';
import { U64 } from '../amounts/index.js';
import { Address, Mint } from '../chain/index.js';
import { factBase } from './shared.js';

/** The curve's liquidity moved to an AMM pool: the token graduated. */
export const Migrated = z.object({
  kind: z.literal('Migrated'),
  ...factBase,
  mint: Mint,
  venue: z.enum(['pumpswap', 'raydium']),
  bondingCurve: Address.nullable(),
  pool: Address.nullable(),
  user: Address,
  quoteMint: Mint,
  tokenAmount: U64.nullable(),
  quoteAmount: U64.nullable(),
  migrationFee: U64.nullable(),
});
export type Migrated = z.infer<typeof Migrated>;

export const migratedSamples: readonly z.input<typeof Migrated>[] = [
  {
    kind: 'Migrated',
    id: '22K6ixTV6Hk9mk9dBqbTcixYw2LXNYEDyiENzLMTs4S8z9i3WRjYLpXDM2mE75nP36moUZ5MeH1ahTvUvYP9L8jH:2:12:Migrated',
    position: '000371820800-000000-002-0012',
    time: 1759852530000,
    mint: '4eLCXkNbDw2bvdrZZVn1cXurtL63H4z9ZfbYCY17pump',
    venue: 'pumpswap',
    bondingCurve: '7Tb48Ph3gjwpdDWCix4eYudDkm4GWW9VfQroaaaNbkNW',
    pool: 'ENRfKRctvzQysufes1ityGRX9XkM5EJftVkE3kck4e7y',
    user: '39azUYFWPz3VHgKCf3VChUwbpURdCHRxjWVowf5jUJjg',
    quoteMint: 'So11111111111111111111111111111111111111112',
    tokenAmount: '206900000000000',
    quoteAmount: '84990359346',
    migrationFee: '15000001',
  },
];
