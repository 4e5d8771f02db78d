/** What the pools' events say. */
import type { Fields } from './borsh.js';
import type { Place } from './call.js';
import { type Coin, type PoolKeys, TOKEN_DECIMALS } from './coin.js';
import { BUYBACK_FEE_BPS, buybackOf } from './curve.js';
import { NO_CASHBACK, NO_INCENTIVES } from './event-fields.js';
import { boostOf, type Pool, type PoolFeesBps, type PoolTrade } from './pool.js';

/** Liquidity tokens that a pool locks for ever when it opens. */
const MINIMUM_LIQUIDITY = 100n;

/** CreatePoolEvent; `deposit` is all of the quote that it opens with. */
export function createdPoolFields(
  coin: Coin,
  keys: PoolKeys,
  pool: Pool,
  deposit: bigint,
  place: Place,
): Fields {
  const { mint, creator, quote } = coin;
  return {
    timestamp: BigInt(place.timeS),
    index: 0,
    creator: keys.authority,
    base_mint: mint,
    quote_mint: quote.mint,
    base_mint_decimals: TOKEN_DECIMALS,
    quote_mint_decimals: quote.decimals,
    base_amount_in: pool.base,
    quote_amount_in: deposit,
    pool_base_amount: pool.base,
    pool_quote_amount: deposit,
    minimum_liquidity: MINIMUM_LIQUIDITY,
    initial_liquidity: pool.lpSupply,
    lp_token_amount_out: pool.lpSupply - MINIMUM_LIQUIDITY,
    pool_bump: keys.bump,
    pool: keys.pool,
    lp_mint: keys.lpMint,
    user_base_token_account: keys.authorityBase,
    user_quote_token_account: keys.authorityQuote,
    coin_creator: creator,
    is_mayhem_mode: coin.mayhem,
    creator_fee_bps: coin.creatorFeeBps,
    can_edit_creator_fee: false,
    is_holder_reward: coin.holderRewards,
  };
}

/** BuyEvent; `pool` is as before the trade. */
export function boughtFields(
  coin: Coin,
  pool: Pool,
  trade: PoolTrade,
  bps: PoolFeesBps,
  place: Place,
  told: Fields & { isExactIn: boolean; limit: bigint },
): Fields {
  const { isExactIn, limit, ...named } = told;
  const { base, quote, userQuote } = trade;
  return {
    timestamp: BigInt(place.timeS),
    base_amount_out: base,
    // Where the buyer says what to spend, what goes in and what is paid change places.
    max_quote_amount_in: isExactIn ? userQuote : limit,
    ...reservesBefore(pool),
    quote_amount_in: isExactIn ? userQuote : quote,
    ...feeFields(trade, bps),
    quote_amount_in_with_lp_fee: quote + trade.lpFee,
    user_quote_amount_in: isExactIn ? quote : userQuote,
    coin_creator_fee_basis_points: bps.creator,
    coin_creator_fee: trade.creatorFee,
    ...NO_INCENTIVES,
    min_base_amount_out: isExactIn ? limit : base,
    ...poolTail(coin, pool, trade, bps),
    ...named,
  };
}

/** SellEvent; `pool` is as before the trade. */
export function soldFields(
  coin: Coin,
  pool: Pool,
  trade: PoolTrade,
  bps: PoolFeesBps,
  place: Place,
  { limit, ...named }: Fields & { limit: bigint },
): Fields {
  return {
    timestamp: BigInt(place.timeS),
    base_amount_in: trade.base,
    min_quote_amount_out: limit,
    ...reservesBefore(pool),
    quote_amount_out: trade.quote,
    ...feeFields(trade, bps),
    quote_amount_out_without_lp_fee: trade.quote - trade.lpFee,
    user_quote_amount_out: trade.userQuote,
    coin_creator_fee_basis_points: bps.creator,
    coin_creator_fee: trade.creatorFee,
    ...poolTail(coin, pool, trade, bps),
    ...named,
  };
}

/** Pool events carry the reserves before what they tell of. */
export const reservesBefore = (pool: Pool) => ({
  pool_base_token_reserves: pool.base,
  pool_quote_token_reserves: pool.quote,
});

const feeFields = (trade: PoolTrade, bps: PoolFeesBps) => ({
  lp_fee_basis_points: bps.lp,
  lp_fee: trade.lpFee,
  protocol_fee_basis_points: bps.protocol,
  protocol_fee: trade.protocolFee,
});

const poolTail = (coin: Coin, pool: Pool, trade: PoolTrade, bps: PoolFeesBps) => ({
  ...NO_CASHBACK,
  buyback_fee_basis_points: BUYBACK_FEE_BPS,
  buyback_fee: buybackOf(trade.protocolFee),
  virtual_quote_reserves: pool.virtualQuote,
  can_boost: boostOf(pool) !== 0n,
  base_supply: coin.supply,
  holder_rewards_bps: coin.holderRewards ? bps.creator : 0n,
  holder_rewards: coin.holderRewards ? trade.creatorFee : 0n,
  creator_fee_unclaimed: trade.after.waiting.creator,
});
