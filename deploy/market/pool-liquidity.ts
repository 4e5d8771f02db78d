import type { Accounts } from './accounts.js';
import { type Address, SHARED, TOKEN, TOKEN_2022, WRAPPED_SOL } from './addresses.js';
import type { Fields } from './borsh.js';
import {
  type AnchorProgram,
  burnTokens,
  type Call,
  closeTokenAccount,
  mintTokens,
  openTokenAccount,
  type Place,
  syncNative,
  transferLamports,
} from './call.js';
import { type Coin, isSol, lpAccount, requirePool, traderAccount, transferCoin } from './coin.js';
import type { Ledger } from './ledger.js';
import { depositInPool, type LiquidityChange, withdrawFromPool } from './pool.js';
import { reservesBefore } from './pool-events.js';
import { moveQuote, transferQuote } from './pool-payments.js';

/** Deposits into PumpSwap's pools and withdrawals from them, with their effects on coin and ledger. */
export class PoolLiquidity {
  readonly #ledger: Ledger;
  readonly #accounts: Accounts;
  readonly #swap: AnchorProgram;

  constructor(ledger: Ledger, accounts: Accounts, swap: AnchorProgram) {
    this.#ledger = ledger;
    this.#accounts = accounts;
    this.#swap = swap;
  }

  /** Puts a user's tokens and quote into a pool for exactly so many LP tokens; SOL is wrapped for it. */
  deposit(coin: Coin, user: Address, lpTokens: bigint, place: Place): Call[] {
    const { pool, poolKeys: keys } = requirePool(coin);
    const own = this.#ownAccounts(coin, user);
    const opening = this.#accounts.openLpAccount(keys, user);
    const change = depositInPool(pool, lpTokens);
    const { base, quote } = change;
    const limits = {
      lp_token_amount_out: lpTokens,
      max_base_amount_in: (base * 11n) / 10n,
      max_quote_amount_in: (quote * 11n) / 10n,
    };
    const told = this.#told(coin, user, quote, place);
    this.#move(coin, user, change, 1n);
    this.#ledger.addTokens(own.user_pool_token_account, lpTokens);
    const call = this.#swap.call('deposit', this.#callAccounts(coin, user), limits, [
      transferCoin(coin, own.user_base_token_account, keys.base, user, base),
      transferQuote(coin, own.user_quote_token_account, keys.quote, user, quote),
      mintTokens(TOKEN_2022, keys.lpMint, own.user_pool_token_account, keys.pool, lpTokens),
      this.#swap.emit('DepositEvent', {
        ...told,
        ...limits,
        base_amount_in: base,
        quote_amount_in: quote,
      }),
    ]);
    if (!isSol(coin.quote)) return [...opening, call];
    const wrapped = own.user_quote_token_account;
    return [
      openTokenAccount(user, wrapped, user, WRAPPED_SOL, TOKEN),
      transferLamports(user, wrapped, quote),
      syncNative(wrapped),
      ...opening,
      call,
      closeTokenAccount(TOKEN, wrapped, user),
    ];
  }

  /** Takes out of a pool what exactly so many LP tokens give back; SOL is unwrapped at once. */
  withdraw(coin: Coin, user: Address, lpTokens: bigint, place: Place): Call[] {
    const { pool, poolKeys: keys } = requirePool(coin);
    const own = this.#ownAccounts(coin, user);
    const opening = this.#accounts.openTrader(coin, user);
    const change = withdrawFromPool(pool, lpTokens);
    const { base, quote } = change;
    const limits = {
      lp_token_amount_in: lpTokens,
      min_base_amount_out: (base * 9n) / 10n,
      min_quote_amount_out: (quote * 9n) / 10n,
    };
    const told = this.#told(coin, user, 0n, place);
    this.#ledger.addTokens(own.user_pool_token_account, -lpTokens);
    this.#move(coin, user, change, -1n);
    const call = this.#swap.call('withdraw', this.#callAccounts(coin, user), limits, [
      transferCoin(coin, keys.base, own.user_base_token_account, keys.pool, base),
      transferQuote(coin, keys.quote, own.user_quote_token_account, keys.pool, quote),
      burnTokens(TOKEN_2022, own.user_pool_token_account, keys.lpMint, user, lpTokens),
      this.#swap.emit('WithdrawEvent', {
        ...told,
        ...limits,
        base_amount_out: base,
        quote_amount_out: quote,
      }),
    ]);
    if (!isSol(coin.quote)) return [...opening, call];
    const wrapped = own.user_quote_token_account;
    return [
      ...opening,
      openTokenAccount(user, wrapped, user, WRAPPED_SOL, TOKEN),
      call,
      closeTokenAccount(TOKEN, wrapped, user),
    ];
  }

  /** Moves both sides of a change into the pool, or out of it where the sign is negative. */
  #move(coin: Coin, user: Address, { base, quote, after }: LiquidityChange, sign: 1n | -1n): void {
    const { poolKeys: keys } = requirePool(coin);
    const payer = isSol(coin.quote) ? user : this.#accounts.quoteAccount(user, coin.quote);
    this.#ledger.moveTokens(traderAccount(coin, user), keys.base, sign * base);
    moveQuote(this.#ledger, coin, payer, keys.quote, sign * quote);
    coin.pool = after;
  }

  /** A user's accounts, as instructions and events name them. */
  #ownAccounts(coin: Coin, user: Address) {
    return {
      user_base_token_account: traderAccount(coin, user),
      user_quote_token_account: this.#accounts.quoteAccount(user, coin.quote),
      user_pool_token_account: lpAccount(requirePool(coin).poolKeys, user),
    };
  }

  #callAccounts(coin: Coin, user: Address): Record<string, Address> {
    const { poolKeys: keys } = requirePool(coin);
    return {
      pool: keys.pool,
      global_config: SHARED.swapConfig,
      user,
      base_mint: coin.mint,
      quote_mint: coin.quote.mint,
      lp_mint: keys.lpMint,
      ...this.#ownAccounts(coin, user),
      pool_base_token_account: keys.base,
      pool_quote_token_account: keys.quote,
    };
  }

  /** What both events tell of the state before the change; `wrapped` is what the user has just wrapped where the quote is SOL. */
  #told(coin: Coin, user: Address, wrapped: bigint, place: Place): Fields {
    const { pool, poolKeys: keys } = requirePool(coin);
    const own = this.#ownAccounts(coin, user);
    const held = this.#ledger.tokenAmount(own.user_quote_token_account);
    return {
      timestamp: BigInt(place.timeS),
      user_base_token_reserves: this.#ledger.tokenAmount(own.user_base_token_account),
      user_quote_token_reserves: isSol(coin.quote) ? wrapped : held,
      ...reservesBefore(pool),
      lp_mint_supply: pool.lpSupply,
      pool: keys.pool,
      user,
      ...own,
    };
  }
}
