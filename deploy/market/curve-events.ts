/** What the curve's events say. */
import type { Address } from './addresses.js';
import type { Fields } from './borsh.js';
import type { Place } from './call.js';
import { type Coin, isSol, poolBefore } from './coin.js';
import {
  BUYBACK_FEE_BPS,
  buybackOf,
  INITIAL_REAL_TOKENS,
  INITIAL_VIRTUAL_TOKENS,
  TOKEN_SUPPLY,
} from './curve.js';
import type { CurveFees } from './curve-payments.js';
import { NO_CASHBACK, NO_INCENTIVES } from './event-fields.js';

/** CreateEvent. */
export function createdFields(coin: Coin, place: Place): Fields {
  const { mint, creator, keys, quote } = coin;
  return {
    name: coin.name,
    symbol: coin.symbol,
    uri: coin.uri,
    mint,
    bonding_curve: keys.curve,
    user: creator,
    creator,
    timestamp: BigInt(place.timeS),
    virtual_token_reserves: INITIAL_VIRTUAL_TOKENS,
    virtual_sol_reserves: isSol(quote) ? quote.initialVirtual : 0n,
    real_token_reserves: INITIAL_REAL_TOKENS,
    token_total_supply: TOKEN_SUPPLY,
    token_program: coin.tokenProgram,
    is_mayhem_mode: coin.mayhem,
    is_cashback_enabled: false,
    quote_mint: quote.eventMint,
    virtual_quote_reserves: quote.initialVirtual,
    creator_fee_bps: coin.creatorFeeBps,
    is_holder_reward: coin.holderRewards,
    depth: quote.fromOutside ? 0 : 1,
  };
}

/** PostCompleteBuyEvent: the purchase that completed a curve went on from there. */
export function wentOnFields(coin: Coin, user: Address, fees: CurveFees, place: Place): Fields {
  const { beyondCurve } = coin;
  const before = poolBefore(coin);
  return {
    user,
    mint: coin.mint,
    bonding_curve: coin.keys.curve,
    quote_mint: coin.quote.eventMint,
    timestamp: BigInt(place.timeS),
    base_out: beyondCurve.tokens,
    quote_in: beyondCurve.quote,
    fee_basis_points: fees.rates.protocol,
    fee: fees.protocol,
    creator_fee_basis_points: fees.rates.creator,
    creator_fee: fees.creator,
    buyback_fee: buybackOf(fees.protocol),
    pool_base_reserves_before: before.tokens,
    pool_quote_reserves_before: before.quote,
    pool_base_reserves_after: before.tokens - beyondCurve.tokens,
    pool_quote_reserves_after: before.quote + beyondCurve.quote,
  };
}

/** TradeEvent, after the trade. */
export function tradedFields(
  coin: Coin,
  user: Address,
  side: 'buy' | 'sell',
  name: string,
  tokens: bigint,
  quote: bigint,
  fees: CurveFees,
  place: Place,
): Fields {
  const inSol = isSol(coin.quote);
  const { curve } = coin;
  const { rates } = fees;
  return {
    mint: coin.mint,
    sol_amount: inSol ? quote : 0n,
    token_amount: tokens,
    is_buy: side === 'buy',
    user,
    timestamp: BigInt(place.timeS),
    virtual_sol_reserves: inSol ? curve.virtualQuote : 0n,
    virtual_token_reserves: curve.virtualTokens,
    real_sol_reserves: inSol ? curve.realQuote : 0n,
    real_token_reserves: curve.realTokens,
    fee_recipient: fees.recipient,
    fee_basis_points: rates.protocol,
    fee: fees.protocol,
    creator: coin.creator,
    creator_fee_basis_points: rates.creator,
    creator_fee: fees.creator,
    ...NO_INCENTIVES,
    ix_name: name,
    mayhem_mode: coin.mayhem,
    ...NO_CASHBACK,
    // Hops that charge no such fee name the share as well.
    buyback_fee_basis_points: rates.protocol > 0n || name === 'multi_hop_swap' ? BUYBACK_FEE_BPS : 0n,
    buyback_fee: buybackOf(fees.protocol),
    shareholders: [],
    quote_mint: coin.quote.eventMint,
    quote_amount: quote,
    virtual_quote_reserves: curve.virtualQuote,
    real_quote_reserves: curve.realQuote,
    holder_rewards_bps: coin.holderRewards ? rates.creator : 0n,
    holder_rewards: coin.holderRewards ? fees.creator : 0n,
    creator_fee_unclaimed: coin.waiting.creator,
  };
}
