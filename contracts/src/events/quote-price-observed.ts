import { z } from 'zod';
import { PositiveI128, U64 } from '../amounts/index.js';
import { Address, Mint } from '../chain/index.js';
import { factBase } from './shared.js';
import { TradeExecuted } from './trade-executed.js';

/**
 * What a coin costs that tokens are quoted in: the reserves that a slot's newest trade of it left on its curve or in one of
 * its pools. Stands in every partition, as the tokens quoted in it are anywhere. `time` is stream time.
 */
export const QuotePriceObserved = z.object({
  kind: z.literal('QuotePriceObserved'),
  ...factBase,
  /** The coin. */
  quoteMint: Mint,
  pricedIn: z.enum(['SOL', 'USDC']),
  venue: TradeExecuted.shape.venue,
  /** The curve or pool. */
  pool: Address,
  /** Price = quote ÷ token, of base units. */
  priceTokenReserves: PositiveI128,
  priceQuoteReserves: PositiveI128,
  realTokenReserves: U64.nullable(),
  realQuoteReserves: U64.nullable(),
});
export type QuotePriceObserved = z.infer<typeof QuotePriceObserved>;

export const quotePriceObservedSamples: readonly z.input<typeof QuotePriceObserved>[] = [
  {
    kind: 'QuotePriceObserved',
    id: 'quote-price:371820726:4eLCXkNbDw2bvdrZZVn1cXurtL63H4z9ZfbYCY17pump:7Tb48Ph3gjwpdDWCix4eYudDkm4GWW9VfQroaaaNbkNW',
    position: '000371820726-999999-999-0003',
    time: 1759852522000,
    quoteMint: '4eLCXkNbDw2bvdrZZVn1cXurtL63H4z9ZfbYCY17pump',
    pricedIn: 'SOL',
    venue: 'pump-curve',
    pool: '7Tb48Ph3gjwpdDWCix4eYudDkm4GWW9VfQroaaaNbkNW',
    priceTokenReserves: '728008851549656',
    priceQuoteReserves: '44216495358',
    realTokenReserves: '448108851549656',
    realQuoteReserves: '14216495358',
  },
];
