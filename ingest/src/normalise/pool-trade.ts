import type { TradeExecuted } from '@cryptonite/contracts/events';
import type { Key } from '../decode/key.js';
import type { LocatedEvent } from '../decode/located-event.js';
import { accountOrNull, type Context, eventBaseOf } from './context.js';
import type { FieldsOf } from './fields.js';
import { poolMintsOf } from './pool-mints.js';
import { quoteDecimalsOf, sidesOf } from './quote.js';
import { need } from './unreadable.js';

/** A swap in the pool's own terms: what left or entered its reserves, fees apart, and its reserves after. */
type Swap = {
  pool: Key;
  user: Key;
  /** `buy`: base leaves the pool. */
  direction: 'buy' | 'sell';
  baseAmount: bigint;
  quoteAmount: bigint;
  baseReserves: bigint;
  quoteReserves: bigint;
};

/** PumpSwap `BuyEvent`. Its reserves are those before the trade; the liquidity providers' fee stays in the pool. */
export function normalisePoolBuy(
  fields: FieldsOf<'BuyEvent'>,
  located: LocatedEvent,
  context: Context,
): TradeExecuted | null {
  const baseAmount = need(fields.base_amount_out, 'base_amount_out');
  // `buy_exact_quote_in` turns the two round: quote_amount_in is then what the user paid in all.
  const isExactQuoteIn = fields.ix_name === 'buy_exact_quote_in';
  const quoteAmount = isExactQuoteIn
    ? need(fields.user_quote_amount_in, 'user_quote_amount_in')
    : need(fields.quote_amount_in, 'quote_amount_in');
  return normaliseSwap(fields, located, context, {
    pool: need(fields.pool, 'pool'),
    user: need(fields.user, 'user'),
    direction: 'buy',
    baseAmount,
    quoteAmount,
    baseReserves: need(fields.pool_base_token_reserves, 'pool_base_token_reserves') - baseAmount,
    quoteReserves:
      need(fields.pool_quote_token_reserves, 'pool_quote_token_reserves') +
      quoteAmount +
      need(fields.lp_fee, 'lp_fee'),
  });
}

/** PumpSwap `SellEvent`. Its reserves are those before the trade. */
export function normalisePoolSell(
  fields: FieldsOf<'SellEvent'>,
  located: LocatedEvent,
  context: Context,
): TradeExecuted | null {
  const baseAmount = need(fields.base_amount_in, 'base_amount_in');
  const quoteAmount = need(fields.quote_amount_out, 'quote_amount_out');
  return normaliseSwap(fields, located, context, {
    pool: need(fields.pool, 'pool'),
    user: need(fields.user, 'user'),
    direction: 'sell',
    baseAmount,
    quoteAmount,
    baseReserves: need(fields.pool_base_token_reserves, 'pool_base_token_reserves') + baseAmount,
    quoteReserves:
      need(fields.pool_quote_token_reserves, 'pool_quote_token_reserves') -
      quoteAmount +
      need(fields.lp_fee, 'lp_fee'),
  });
}

/** Turns a swap round to the token's side; null where the pool holds no token but two quote assets. */
function normaliseSwap(
  fields: FieldsOf<'BuyEvent'> | FieldsOf<'SellEvent'>,
  located: LocatedEvent,
  context: Context,
  swap: Swap,
): TradeExecuted | null {
  const mints = poolMintsOf(context, located.emitter, { ...fields, pool: swap.pool });
  const sides = sidesOf(mints);
  if (sides === null) return null;
  const { mint, quoteMint, isInverted } = sides;
  // Layouts without a virtual quote are from before pools could have one.
  const pricedQuoteReserves = swap.quoteReserves + (fields.virtual_quote_reserves ?? 0n);
  const isTokenBought = (swap.direction === 'buy') !== isInverted;
  return {
    kind: 'TradeExecuted',
    ...eventBaseOf(context, located, 'TradeExecuted', fields.timestamp),
    mint,
    venue: 'pumpswap',
    pool: swap.pool.toString(),
    side: isTokenBought ? 'buy' : 'sell',
    tokenAmount: isInverted ? swap.quoteAmount : swap.baseAmount,
    quoteMint,
    quoteDecimals: quoteDecimalsOf(quoteMint, context),
    quoteAmount: isInverted ? swap.baseAmount : swap.quoteAmount,
    // A pool takes its fees in its own quote, which is the token where it is inverted: they are then no quote amounts.
    protocolFee: isInverted ? null : (fields.protocol_fee ?? null),
    creatorFee: isInverted ? null : (fields.coin_creator_fee ?? null),
    lpFee: isInverted ? null : (fields.lp_fee ?? null),
    trader: swap.user.toString(),
    feePayer: context.feePayer,
    priceTokenReserves: isInverted ? pricedQuoteReserves : swap.baseReserves,
    priceQuoteReserves: isInverted ? swap.baseReserves : pricedQuoteReserves,
    realTokenReserves: isInverted ? swap.quoteReserves : swap.baseReserves,
    realQuoteReserves: isInverted ? swap.baseReserves : swap.quoteReserves,
    creator: accountOrNull(fields.coin_creator),
    isMayhem: null,
    tokenSupply: isInverted ? null : (fields.base_supply ?? null),
    instructionName: ('ix_name' in fields ? fields.ix_name?.slice(0, 64) : null) ?? null,
  };
}
