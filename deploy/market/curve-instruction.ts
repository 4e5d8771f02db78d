import type { Accounts } from './accounts.js';
import {
  type Address,
  BUYBACK_FEE_RECIPIENT,
  CURVE_FEE_RECIPIENT,
  MAYHEM_FEE_RECIPIENT,
  SHARED,
} from './addresses.js';
import type { Fields } from './borsh.js';
import type { AnchorProgram, Call, TradeOrder, TradeStyle } from './call.js';
import { type Coin, isSol, traderAccount } from './coin.js';

/** SOL coins trade by `buy` and `sell`, others by the `_v2` instructions, which name the quote's accounts. */
export const styleOf = ({ quote }: Coin): TradeStyle => (isSol(quote) ? 'oldest' : 'quoted');

/**
 * A trade's instruction alone. `limit` is the most quote to pay, the least to receive, or the fewest tokens where the
 * order says what it spends.
 */
export function curveInstruction(
  program: AnchorProgram,
  accountsOf: Accounts,
  coin: Coin,
  user: Address,
  side: 'buy' | 'sell',
  { tokens, spends, style = styleOf(coin) }: TradeOrder,
  limit: bigint,
  children: readonly Call[],
): Call {
  const { keys, quote } = coin;
  const limits: Fields = side === 'buy' ? { max_sol_cost: limit } : { min_sol_output: limit };
  const exact = { spendable_sol_in: spends ?? 0n, spendable_quote_in: spends ?? 0n, min_tokens_out: limit };
  const args: Fields = spends === undefined ? { amount: tokens, ...limits } : exact;
  const recipient = coin.mayhem ? MAYHEM_FEE_RECIPIENT : CURVE_FEE_RECIPIENT;
  const shared = {
    global: SHARED.pumpGlobal,
    fee_recipient: recipient,
    bonding_curve: keys.curve,
    user,
    creator_vault: keys.creatorVault,
    global_volume_accumulator: SHARED.pumpVolume,
    fee_config: SHARED.pumpFeeConfig,
  };
  if (style === 'oldest') {
    const accounts = {
      ...shared,
      mint: coin.mint,
      associated_bonding_curve: keys.vault,
      associated_user: traderAccount(coin, user),
      token_program: coin.tokenProgram,
      ...(side === 'buy' && { user_volume_accumulator: accountsOf.volumeAccount(user) }),
    };
    const name = spends === undefined ? side : 'buy_exact_sol_in';
    return program.call(name, accounts, { ...args, track_volume: [false] }, children);
  }
  const quoteAccount = (owner: Address): Address => accountsOf.quoteAccount(owner, quote);
  const volumeAccount = accountsOf.volumeAccount(user);
  const name = spends === undefined ? side : 'buy_exact_quote_in';
  const named = {
    ...shared,
    user_volume_accumulator: volumeAccount,
    base_mint: coin.mint,
    quote_mint: quote.mint,
    base_token_program: coin.tokenProgram,
    quote_token_program: quote.tokenProgram,
    associated_base_bonding_curve: keys.vault,
    associated_quote_bonding_curve: keys.quoteVault,
    associated_base_user: traderAccount(coin, user),
    associated_quote_user: quoteAccount(user),
  };
  if (style === 'keeping') {
    const buyback = accountsOf.buybackAccount(quote);
    return program.call(`${name}_v3`, { ...named, buyback_fee_recipient: buyback }, args, children);
  }
  const accounts = {
    ...named,
    associated_quote_fee_recipient: quoteAccount(recipient),
    buyback_fee_recipient: BUYBACK_FEE_RECIPIENT,
    associated_quote_buyback_fee_recipient: quoteAccount(BUYBACK_FEE_RECIPIENT),
    associated_creator_vault: keys.creatorQuoteVault,
    sharing_config: keys.sharingConfig,
    associated_user_volume_accumulator: quoteAccount(volumeAccount),
  };
  return program.call(`${name}_v2`, accounts, args, children);
}
