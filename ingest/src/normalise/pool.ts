import type { LiquidityChanged, PoolBoosted, PoolCreated } from '@cryptonite/contracts/events';
import type { LocatedEvent } from '../decode/located-event.js';
import { accountOrNull, type Context, eventBaseOf } from './context.js';
import type { FieldsOf } from './fields.js';
import { poolMintsOf } from './pool-mints.js';
import { sidesOf } from './quote.js';
import { need } from './unreadable.js';

/** PumpSwap `CreatePoolEvent`; null for a pool of two quote assets. */
export function normalisePoolCreated(
  fields: FieldsOf<'CreatePoolEvent'>,
  located: LocatedEvent,
  context: Context,
): PoolCreated | null {
  const sides = sidesOf({
    base: need(fields.base_mint, 'base_mint').toString(),
    quote: need(fields.quote_mint, 'quote_mint').toString(),
  });
  if (sides === null) return null;
  const base = need(fields.pool_base_amount, 'pool_base_amount');
  const quote = need(fields.pool_quote_amount, 'pool_quote_amount');
  const { mint, quoteMint, isInverted } = sides;
  return {
    kind: 'PoolCreated',
    ...eventBaseOf(context, located, 'PoolCreated', fields.timestamp),
    mint,
    venue: 'pumpswap',
    pool: need(fields.pool, 'pool').toString(),
    quoteMint,
    quoteDecimals: (isInverted ? fields.base_mint_decimals : fields.quote_mint_decimals) ?? null,
    isInverted,
    user: need(fields.creator, 'creator').toString(),
    creator: accountOrNull(fields.coin_creator),
    tokenAmount: isInverted ? quote : base,
    quoteAmount: isInverted ? base : quote,
    isMayhem: fields.is_mayhem_mode ?? null,
  };
}

/** PumpSwap `InitBoostEvent`: right after its pool was created, a part of the quote became virtual. */
export const normaliseBoost = (
  fields: FieldsOf<'InitBoostEvent'>,
  located: LocatedEvent,
  context: Context,
): PoolBoosted => ({
  kind: 'PoolBoosted',
  ...eventBaseOf(context, located, 'PoolBoosted', fields.timestamp),
  mint: need(fields.mint, 'mint').toString(),
  venue: 'pumpswap',
  bondingCurve: accountOrNull(fields.bonding_curve),
  pool: need(fields.pool, 'pool').toString(),
  virtualQuoteReserves: need(fields.virtual_quote_reserves, 'virtual_quote_reserves'),
  realQuoteReserves: need(fields.real_quote_reserves_after, 'real_quote_reserves_after'),
});

/** A change of liquidity in the pool's own terms. Amounts are positive into the pool. */
type Change = { change: LiquidityChanged['change']; base: bigint; quote: bigint; lpTokens: bigint };

/** PumpSwap `DepositEvent`; null for a pool of two quote assets. Its reserves are those before. */
export function normaliseDeposit(
  fields: FieldsOf<'DepositEvent'>,
  located: LocatedEvent,
  context: Context,
): LiquidityChanged | null {
  return normaliseLiquidity(fields, located, context, {
    change: 'deposit',
    base: need(fields.base_amount_in, 'base_amount_in'),
    quote: need(fields.quote_amount_in, 'quote_amount_in'),
    lpTokens: need(fields.lp_token_amount_out, 'lp_token_amount_out'),
  });
}

/** PumpSwap `WithdrawEvent`; null for a pool of two quote assets. Its reserves are those before. */
export function normaliseWithdrawal(
  fields: FieldsOf<'WithdrawEvent'>,
  located: LocatedEvent,
  context: Context,
): LiquidityChanged | null {
  return normaliseLiquidity(fields, located, context, {
    change: 'withdraw',
    base: -need(fields.base_amount_out, 'base_amount_out'),
    quote: -need(fields.quote_amount_out, 'quote_amount_out'),
    lpTokens: need(fields.lp_token_amount_in, 'lp_token_amount_in'),
  });
}

function normaliseLiquidity(
  fields: FieldsOf<'DepositEvent'> | FieldsOf<'WithdrawEvent'>,
  located: LocatedEvent,
  context: Context,
  { change, base, quote, lpTokens }: Change,
): LiquidityChanged | null {
  const pool = need(fields.pool, 'pool');
  const sides = sidesOf(poolMintsOf(context, located.emitter, { ...fields, pool }));
  if (sides === null) return null;
  const baseReserves = need(fields.pool_base_token_reserves, 'pool_base_token_reserves') + base;
  const quoteReserves = need(fields.pool_quote_token_reserves, 'pool_quote_token_reserves') + quote;
  const { mint, quoteMint, isInverted } = sides;
  return {
    kind: 'LiquidityChanged',
    ...eventBaseOf(context, located, 'LiquidityChanged', fields.timestamp),
    mint,
    venue: 'pumpswap',
    pool: pool.toString(),
    quoteMint,
    change,
    user: need(fields.user, 'user').toString(),
    tokenAmount: magnitude(isInverted ? quote : base),
    quoteAmount: magnitude(isInverted ? base : quote),
    lpTokenAmount: lpTokens,
    realTokenReserves: isInverted ? quoteReserves : baseReserves,
    realQuoteReserves: isInverted ? baseReserves : quoteReserves,
  };
}

const magnitude = (amount: bigint): bigint => (amount < 0n ? -amount : amount);
