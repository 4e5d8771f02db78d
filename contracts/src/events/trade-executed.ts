import { z } from 'zod';
import { I128, U64 } from '../amounts/index.js';
import { Address, Mint } from '../chain/index.js';
import { factBase } from './shared.js';

/**
 * One buy or sell of a token, on its curve or in a pool. A swap over several pools is one in each. A buy that completes
 * its curve may go on beyond it: that part is a trade of its own on the curve, by the same trader, and its reserves, of
 * which price and real ones are equal, are those that the pool will open with.
 */
export const TradeExecuted = z.object({
  kind: z.literal('TradeExecuted'),
  ...factBase,
  mint: Mint,
  venue: z.enum(['pump-curve', 'pumpswap', 'raydium']),
  /** The bonding curve or pool account; null where a log alone was read and does not name it. */
  pool: Address.nullable(),
  /** As seen from the token: a buy takes tokens out of the venue. Inverted pools are turned round. */
  side: z.enum(['buy', 'sell']),
  /** What moved between trader and reserves. Where a pool takes its fees in the token, which an inverted one may, a buyer got it less them. */
  tokenAmount: U64,
  quoteMint: Mint,
  quoteDecimals: z.int().min(0).max(18).nullable(),
  /** What moved between trader and reserves, fees apart: a buyer paid the fees beside it, a seller got it less them. */
  quoteAmount: U64,
  protocolFee: U64.nullable(),
  creatorFee: U64.nullable(),
  lpFee: U64.nullable(),
  trader: Address,
  feePayer: Address.nullable(),
  /** Reserves after the trade that set the price: virtual on a curve; in a pool the vaults plus the virtual quote. Price = quote ÷ token. */
  priceTokenReserves: I128.nullable(),
  priceQuoteReserves: I128.nullable(),
  /**
   * Reserves after the trade that are really held: what is for sale, and the liquidity. A pool's are its vaults' balances,
   * with the fees that wait there; a curve's never hold fees.
   */
  realTokenReserves: U64.nullable(),
  realQuoteReserves: U64.nullable(),
  creator: Address.nullable(),
  isMayhem: z.boolean().nullable(),
  /** The token's supply, where the event carries it. */
  tokenSupply: U64.nullable(),
  instructionName: z.string().max(64).nullable(),
});
export type TradeExecuted = z.infer<typeof TradeExecuted>;

export const tradeExecutedSamples: readonly z.input<typeof TradeExecuted>[] = [
  {
    kind: 'TradeExecuted',
    id: '22K6ixTV6Hk9mk9dBqbTcixYw2LXNYEDyiENzLMTs4S8z9i3WRjYLpXDM2mE75nP36moUZ5MeH1ahTvUvYP9L8jH:4:9:TradeExecuted',
    position: '000371820726-000000-004-0009',
    time: 1759852522000,
    mint: '4eLCXkNbDw2bvdrZZVn1cXurtL63H4z9ZfbYCY17pump',
    venue: 'pump-curve',
    pool: '7Tb48Ph3gjwpdDWCix4eYudDkm4GWW9VfQroaaaNbkNW',
    side: 'buy',
    tokenAmount: '4087530976228',
    quoteMint: 'So11111111111111111111111111111111111111112',
    quoteDecimals: 9,
    quoteAmount: '246875000',
    protocolFee: '2345313',
    creatorFee: '740625',
    lpFee: null,
    trader: 'FwjYcbfktK8PC2bzCrqxR6QkUPxmHFbcFGNrz3YAV7ft',
    feePayer: 'FwjYcbfktK8PC2bzCrqxR6QkUPxmHFbcFGNrz3YAV7ft',
    priceTokenReserves: '728008851549656',
    priceQuoteReserves: '44216495358',
    realTokenReserves: '448108851549656',
    realQuoteReserves: '14216495358',
    creator: '7QTTq46P8ErqnF9KrSX8MML3ikTsV8AVGcCG92tv5iCt',
    isMayhem: null,
    tokenSupply: null,
    instructionName: null,
  },
];
