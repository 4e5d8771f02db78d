import type { TradeExecuted } from '@cryptonite/contracts/events';
import type { Key } from '../decode/key.js';
import type { LocatedEvent } from '../decode/located-event.js';
import { accountOrNull, type Context, eventBaseOf } from './context.js';
import type { FieldsOf } from './fields.js';
import { poolMintsOf } from './pool-mints.js';
import { quoteDecimalsOf, sidesOf } from './quote.js';
import { need } from './unreadable.js';

/** A swap in the pool's own terms: what left or entered its reserves, fees apart, and what it held before. */
type Swap = {
  pool: Key;
  user: Key;
  /** `buy`: base leaves the pool. */
  direction: 'buy' | 'sell';
  baseAmount: bigint;
  quoteAmount: bigint;
  baseBefore: bigint;
  quoteBefore: bigint;
  /** The liquidity providers' fee, which stays in the pool and belongs to it. */
  lpFee: bigint;
};

type SwapFields = FieldsOf<'BuyEvent'> | FieldsOf<'SellEvent'>;

/** PumpSwap `BuyEvent`. Its reserves are those before the trade. */
export function normalisePoolBuy(
  fields: FieldsOf<'BuyEvent'>,
  located: LocatedEvent,
  context: Context,
): TradeExecuted | null {
  // One is what the buyer paid in all, the other is it without fees: which is which differs by the instruction.
  const either = need(fields.quote_amount_in, 'quote_amount_in');
  const other = need(fields.user_quote_amount_in, 'user_quote_amount_in');
  return normaliseSwap(fields, located, context, {
    pool: need(fields.pool, 'pool'),
    user: need(fields.user, 'user'),
    direction: 'buy',
    baseAmount: need(fields.base_amount_out, 'base_amount_out'),
    quoteAmount: either < other ? either : other,
    baseBefore: need(fields.pool_base_token_reserves, 'pool_base_token_reserves'),
    quoteBefore: need(fields.pool_quote_token_reserves, 'pool_quote_token_reserves'),
    lpFee: need(fields.lp_fee, 'lp_fee'),
  });
}

/** PumpSwap `SellEvent`. Its reserves are those before the trade. */
export function normalisePoolSell(
  fields: FieldsOf<'SellEvent'>,
  located: LocatedEvent,
  context: Context,
): TradeExecuted | null {
  return normaliseSwap(fields, located, context, {
    pool: need(fields.pool, 'pool'),
    user: need(fields.user, 'user'),
    direction: 'sell',
    baseAmount: need(fields.base_amount_in, 'base_amount_in'),
    quoteAmount: need(fields.quote_amount_out, 'quote_amount_out'),
    baseBefore: need(fields.pool_base_token_reserves, 'pool_base_token_reserves'),
    quoteBefore: need(fields.pool_quote_token_reserves, 'pool_quote_token_reserves'),
    lpFee: need(fields.lp_fee, 'lp_fee'),
  });
}

/** The first pools with a virtual quote. */
const VIRTUAL_SINCE_MS = Date.UTC(2026, 6, 21);

/**
 * What the pool counts as quote beside its vault, before the trade: a boost, less the fees that wait in the vault. An
 * event that ends before it is of a time without, or cut. It is taken for one of a time without by its date alone, and
 * never where the vault alone does not give the trade's price. Null where nobody can tell
 * (docs/decisions/0010-what-a-cut-event-says.md).
 */
function virtualQuoteOf(fields: SwapFields, swap: Swap, time: number): bigint | null {
  if (fields.virtual_quote_reserves !== undefined) return fields.virtual_quote_reserves;
  if (time >= VIRTUAL_SINCE_MS) return null;
  const { direction, baseAmount, quoteAmount, baseBefore, quoteBefore } = swap;
  const baseAfter = direction === 'buy' ? baseBefore - baseAmount : baseBefore + baseAmount;
  const error = quoteBefore * baseAmount - quoteAmount * baseAfter;
  // By rounding up or down, of what goes in or of what comes out.
  const tolerance = 2n * (baseAfter + quoteBefore + quoteAmount);
  return error > tolerance || -error > tolerance ? null : 0n;
}

/**
 * Fees of this trade that stay in the vault until they are swept. The programs of October 2026 write the zero key as
 * their recipient then. Null where the event ends before it tells.
 */
function keptFeesOf(fields: SwapFields): bigint | null {
  if (fields.protocol_fee_recipient === undefined) return null;
  if (!fields.protocol_fee_recipient.isZero) return 0n;
  const { protocol_fee, buyback_fee, coin_creator_fee } = fields;
  if (protocol_fee === undefined || buyback_fee === undefined || coin_creator_fee === undefined) return null;
  return protocol_fee - buyback_fee + coin_creator_fee;
}

/** Turns a swap round to the token's side; null where the pool holds no token but two quote assets. */
function normaliseSwap(
  fields: SwapFields,
  located: LocatedEvent,
  context: Context,
  swap: Swap,
): TradeExecuted | null {
  const mints = poolMintsOf(context, located.emitter, { ...fields, pool: swap.pool });
  const sides = sidesOf(mints);
  if (sides === null) return null;
  const { mint, quoteMint, isInverted } = sides;
  const isBuy = swap.direction === 'buy';
  const baseReserves = swap.baseBefore + (isBuy ? -swap.baseAmount : swap.baseAmount);
  const quoteReserves = swap.quoteBefore + (isBuy ? swap.quoteAmount : -swap.quoteAmount) + swap.lpFee;
  const base = eventBaseOf(context, located, 'TradeExecuted', fields.timestamp);
  const virtualQuote = virtualQuoteOf(fields, swap, base.time);
  // Kept fees enter the vault and leave the virtual quote: the price does not move by them.
  const pricedQuoteReserves = virtualQuote === null ? null : quoteReserves + virtualQuote;
  const keptFees = keptFeesOf(fields);
  const realQuoteReserves = keptFees === null ? null : quoteReserves + keptFees;
  const isTokenBought = isBuy !== isInverted;
  return {
    kind: 'TradeExecuted',
    ...base,
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
    priceTokenReserves: isInverted ? pricedQuoteReserves : baseReserves,
    priceQuoteReserves: isInverted ? baseReserves : pricedQuoteReserves,
    realTokenReserves: isInverted ? realQuoteReserves : baseReserves,
    realQuoteReserves: isInverted ? baseReserves : realQuoteReserves,
    creator: accountOrNull(fields.coin_creator),
    isMayhem: null,
    tokenSupply: isInverted ? null : (fields.base_supply ?? null),
    instructionName: ('ix_name' in fields ? fields.ix_name?.slice(0, 64) : null) ?? null,
  };
}
