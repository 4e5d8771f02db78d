import type { Accounts } from './accounts.js';
import {
  type Address,
  MIGRATION_AUTHORITY,
  POOL_FEE_RECIPIENT,
  PUMP,
  PUMP_SWAP,
  RENT_SYSVAR,
  SHARED,
  TOKEN,
  TOKEN_2022,
  WRAPPED_SOL,
} from './addresses.js';
import { type Fields, IdlEncoder, PUMP_IDL, PUMP_SWAP_IDL } from './borsh.js';
import {
  AnchorProgram,
  type Call,
  closeTokenAccount,
  openTokenAccount,
  type Place,
  syncNative,
  type TradeCalls,
  transferLamports,
  transferTokens,
} from './call.js';
import { type Coin, type PoolKeys, TOKEN_DECIMALS, traderAccount, transferCoin } from './coin.js';
import {
  BUYBACK_FEE_BPS,
  buybackOf,
  POOL_MIGRATION_FEE_LAMPORTS,
  POOL_TOKENS,
  TOKEN_SUPPLY,
} from './curve.js';
import { NO_CASHBACK, NO_INCENTIVES } from './event-fields.js';
import type { Layout } from './layouts.js';
import type { Ledger } from './ledger.js';
import {
  buyFromPool,
  openPool,
  type Pool,
  type PoolFeesBps,
  type PoolTrade,
  poolFees,
  sellToPool,
} from './pool.js';

/** Liquidity tokens that a pool locks for ever when it opens. */
const MINIMUM_LIQUIDITY = 100n;

/** The largest integer whose square is not above the value. */
function squareRoot(value: bigint): bigint {
  let root = BigInt(Math.floor(Math.sqrt(Number(value))));
  while (root * root > value) root--;
  while ((root + 1n) * (root + 1n) <= value) root++;
  return root;
}

/** Calls of PumpSwap's program and the migration into it, with their effects on coin and ledger. */
export class PoolProgram {
  readonly #ledger: Ledger;
  readonly #accounts: Accounts;
  readonly #layout: Layout;
  readonly #pump: AnchorProgram;
  readonly #swap: AnchorProgram;

  constructor(ledger: Ledger, accounts: Accounts, layout: Layout) {
    this.#ledger = ledger;
    this.#accounts = accounts;
    this.#layout = layout;
    this.#pump = new AnchorProgram(PUMP, new IdlEncoder(PUMP_IDL, layout), SHARED.pumpEventAuthority);
    const swapIdl = new IdlEncoder(PUMP_SWAP_IDL, { events: layout.events, instructions: {} });
    this.#swap = new AnchorProgram(PUMP_SWAP, swapIdl, SHARED.swapEventAuthority);
  }

  /** Moves a completed curve's tokens and quote into a pool and gives the call that does it on chain. */
  migrate(coin: Coin, keys: PoolKeys, place: Place): Call {
    const deposit = coin.curve.realQuote - POOL_MIGRATION_FEE_LAMPORTS;
    const pool = openPool(deposit, this.#layout.isBoosted);
    coin.pool = pool;
    this.#ledger.moveLamports(coin.keys.curve, MIGRATION_AUTHORITY, POOL_MIGRATION_FEE_LAMPORTS);
    this.#ledger.moveTokens(coin.keys.vault, keys.base, POOL_TOKENS);
    this.#payWrapped(coin.keys.curve, keys.quote, pool.quote);
    this.#payWrapped(coin.keys.curve, keys.boostVault, pool.virtualQuote);
    return this.#migrateCall(coin, keys, deposit, pool.virtualQuote, place);
  }

  #migrateCall(coin: Coin, keys: PoolKeys, deposit: bigint, boost: bigint, place: Place): Call {
    const { mint, creator } = coin;
    const liquidity = squareRoot(POOL_TOKENS * deposit);
    const createPool = this.#swap.call(
      'create_pool',
      {
        pool: keys.pool,
        global_config: SHARED.swapConfig,
        creator: keys.authority,
        base_mint: mint,
        quote_mint: WRAPPED_SOL,
        lp_mint: keys.lpMint,
        user_base_token_account: keys.authorityBase,
        user_quote_token_account: keys.authorityQuote,
        user_pool_token_account: keys.authorityLp,
        pool_base_token_account: keys.base,
        pool_quote_token_account: keys.quote,
        token_2022_program: TOKEN_2022,
        base_token_program: coin.tokenProgram,
        quote_token_program: TOKEN,
      },
      {
        index: 0,
        base_amount_in: POOL_TOKENS,
        quote_amount_in: deposit,
        coin_creator: creator,
        is_mayhem_mode: coin.mayhem,
        is_cashback_coin: [false],
        creator_fee_bps: [coin.creatorFeeBps],
        can_edit_creator_fee: [false],
      },
      [
        this.#swap.emit('CreatePoolEvent', {
          timestamp: BigInt(place.timeS),
          index: 0,
          creator: keys.authority,
          base_mint: mint,
          quote_mint: WRAPPED_SOL,
          base_mint_decimals: TOKEN_DECIMALS,
          quote_mint_decimals: 9,
          base_amount_in: POOL_TOKENS,
          quote_amount_in: deposit,
          pool_base_amount: POOL_TOKENS,
          pool_quote_amount: deposit,
          minimum_liquidity: MINIMUM_LIQUIDITY,
          initial_liquidity: liquidity,
          lp_token_amount_out: liquidity - MINIMUM_LIQUIDITY,
          pool_bump: keys.bump,
          pool: keys.pool,
          lp_mint: keys.lpMint,
          user_base_token_account: keys.authorityBase,
          user_quote_token_account: keys.authorityQuote,
          coin_creator: creator,
          is_mayhem_mode: coin.mayhem,
          creator_fee_bps: coin.creatorFeeBps,
          can_edit_creator_fee: false,
        }),
      ],
    );
    const migrated = this.#pump.emit('CompletePumpAmmMigrationEvent', {
      user: MIGRATION_AUTHORITY,
      mint,
      mint_amount: POOL_TOKENS,
      sol_amount: deposit,
      pool_migration_fee: POOL_MIGRATION_FEE_LAMPORTS,
      bonding_curve: coin.keys.curve,
      timestamp: BigInt(place.timeS),
      pool: keys.pool,
      quote_mint: coin.quote.eventMint,
    });
    return this.#pump.call(
      'migrate',
      {
        global: SHARED.pumpGlobal,
        withdraw_authority: MIGRATION_AUTHORITY,
        mint,
        bonding_curve: coin.keys.curve,
        associated_bonding_curve: coin.keys.vault,
        user: MIGRATION_AUTHORITY,
        pool: keys.pool,
        pool_authority: keys.authority,
        pool_authority_mint_account: keys.authorityBase,
        pool_authority_wsol_account: keys.authorityQuote,
        amm_global_config: SHARED.swapConfig,
        wsol_mint: WRAPPED_SOL,
        lp_mint: keys.lpMint,
        user_pool_token_account: keys.authorityLp,
        pool_base_token_account: keys.base,
        pool_quote_token_account: keys.quote,
        pump_amm_event_authority: SHARED.swapEventAuthority,
        rent: RENT_SYSVAR,
      },
      {},
      [
        createPool,
        transferTokens({
          program: TOKEN,
          source: keys.quote,
          mint: WRAPPED_SOL,
          destination: keys.boostVault,
          authority: keys.pool,
          amount: boost,
          decimals: 9,
        }),
        migrated,
      ],
    );
  }

  /** Buys exactly `tokens` with SOL that is wrapped for the trade. */
  buy(coin: Coin, user: Address, tokens: bigint, place: Place): TradeCalls {
    const { pool, poolKeys: keys } = requirePool(coin);
    const account = traderAccount(coin, user);
    const opening = this.#accounts.openTrader(coin, user);
    const bps = this.#feesOf(coin, pool);
    const trade = buyFromPool(pool, tokens, bps);
    const limit = (trade.userQuote * 11n) / 10n;
    const wrapped = this.#accounts.wrappedAccount(user);
    const balances = this.#userBalances(coin, user, trade.userQuote);
    this.#ledger.moveTokens(keys.base, account, tokens);
    this.#payWrapped(user, keys.quote, trade.quote + trade.lpFee);
    this.#payWrapped(user, SHARED.swapFeeAccount, trade.protocolFee);
    this.#payWrapped(user, keys.creatorVault, trade.creatorFee);
    coin.pool = trade.after;
    const children = [
      transferCoin(coin, keys.base, account, keys.pool, tokens),
      ...[
        [keys.quote, trade.quote + trade.lpFee] as const,
        [SHARED.swapFeeAccount, trade.protocolFee] as const,
        [keys.creatorVault, trade.creatorFee] as const,
      ].map(([to, amount]) => wrappedTransfer(wrapped, to, user, amount)),
      this.#swap.emit('BuyEvent', {
        timestamp: BigInt(place.timeS),
        base_amount_out: tokens,
        max_quote_amount_in: limit,
        ...balances,
        ...reservesBefore(pool),
        quote_amount_in: trade.quote,
        ...feeFields(trade, bps),
        quote_amount_in_with_lp_fee: trade.quote + trade.lpFee,
        user_quote_amount_in: trade.userQuote,
        ...this.#poolParties(coin, user),
        coin_creator_fee_basis_points: bps.creator,
        coin_creator_fee: trade.creatorFee,
        ...NO_INCENTIVES,
        min_base_amount_out: tokens,
        ix_name: 'buy',
        ...poolTail(pool, trade),
      }),
    ];
    const instruction = this.instruction(coin, user, 'buy', tokens, limit, children);
    const wrap = [
      openTokenAccount(user, wrapped, user, WRAPPED_SOL, TOKEN),
      transferLamports(user, wrapped, trade.userQuote),
      syncNative(wrapped),
    ];
    return {
      calls: [...opening, ...wrap, instruction, closeTokenAccount(TOKEN, wrapped, user)],
      instruction,
      userQuote: trade.userQuote,
    };
  }

  /** Sells exactly `tokens`; the proceeds are unwrapped at once. */
  sell(coin: Coin, user: Address, tokens: bigint, place: Place): TradeCalls {
    const { pool, poolKeys: keys } = requirePool(coin);
    const account = traderAccount(coin, user);
    const bps = this.#feesOf(coin, pool);
    const trade = sellToPool(pool, tokens, bps);
    const limit = (trade.userQuote * 9n) / 10n;
    const wrapped = this.#accounts.wrappedAccount(user);
    const balances = this.#userBalances(coin, user, 0n);
    this.#ledger.moveTokens(account, keys.base, tokens);
    this.#payWrapped(user, keys.quote, -(trade.quote - trade.lpFee));
    this.#payWrapped(user, SHARED.swapFeeAccount, trade.protocolFee);
    this.#payWrapped(user, keys.creatorVault, trade.creatorFee);
    coin.pool = trade.after;
    const children = [
      transferCoin(coin, account, keys.base, user, tokens),
      ...[
        [wrapped, trade.userQuote] as const,
        [SHARED.swapFeeAccount, trade.protocolFee] as const,
        [keys.creatorVault, trade.creatorFee] as const,
      ].map(([to, amount]) => wrappedTransfer(keys.quote, to, keys.pool, amount)),
      this.#swap.emit('SellEvent', {
        timestamp: BigInt(place.timeS),
        base_amount_in: tokens,
        min_quote_amount_out: limit,
        ...balances,
        ...reservesBefore(pool),
        quote_amount_out: trade.quote,
        ...feeFields(trade, bps),
        quote_amount_out_without_lp_fee: trade.quote - trade.lpFee,
        user_quote_amount_out: trade.userQuote,
        ...this.#poolParties(coin, user),
        coin_creator_fee_basis_points: bps.creator,
        coin_creator_fee: trade.creatorFee,
        ...poolTail(pool, trade),
      }),
    ];
    const instruction = this.instruction(coin, user, 'sell', tokens, limit, children);
    return {
      calls: [
        openTokenAccount(user, wrapped, user, WRAPPED_SOL, TOKEN),
        instruction,
        closeTokenAccount(TOKEN, wrapped, user),
      ],
      instruction,
      userQuote: trade.userQuote,
    };
  }

  /** The trade instruction alone; `limit` is the most quote to pay or the least to receive. */
  instruction(
    coin: Coin,
    user: Address,
    side: 'buy' | 'sell',
    tokens: bigint,
    limit: bigint,
    children: readonly Call[],
  ): Call {
    const args: Fields =
      side === 'buy'
        ? { base_amount_out: tokens, max_quote_amount_in: limit, track_volume: [false] }
        : { base_amount_in: tokens, min_quote_amount_out: limit };
    const volume = side === 'buy' && { user_volume_accumulator: this.#accounts.volumeAccount(user) };
    return this.#swap.call(side, { ...this.#poolAccounts(coin, user), ...volume }, args, children);
  }

  /** A coin's own creator rate goes with it into the pool, as its CreatePoolEvent says. */
  #feesOf(coin: Coin, pool: Pool): PoolFeesBps {
    const { poolFees: rates } = this.#layout;
    const usual = rates === 'tiers' ? poolFees(pool) : rates;
    return coin.creatorFeeBps > 0n ? { ...usual, creator: coin.creatorFeeBps } : usual;
  }

  #poolAccounts(coin: Coin, user: Address): Record<string, Address> {
    const { poolKeys: keys } = requirePool(coin);
    return {
      pool: keys.pool,
      user,
      global_config: SHARED.swapConfig,
      base_mint: coin.mint,
      quote_mint: WRAPPED_SOL,
      user_base_token_account: traderAccount(coin, user),
      user_quote_token_account: this.#accounts.wrappedAccount(user),
      pool_base_token_account: keys.base,
      pool_quote_token_account: keys.quote,
      protocol_fee_recipient: POOL_FEE_RECIPIENT,
      protocol_fee_recipient_token_account: SHARED.swapFeeAccount,
      base_token_program: coin.tokenProgram,
      quote_token_program: TOKEN,
      coin_creator_vault_ata: keys.creatorVault,
      coin_creator_vault_authority: keys.creatorVaultAuthority,
      global_volume_accumulator: SHARED.swapVolume,
      fee_config: SHARED.swapFeeConfig,
    };
  }

  #poolParties(coin: Coin, user: Address) {
    const { poolKeys: keys } = requirePool(coin);
    return {
      pool: keys.pool,
      user,
      user_base_token_account: traderAccount(coin, user),
      user_quote_token_account: this.#accounts.wrappedAccount(user),
      protocol_fee_recipient: POOL_FEE_RECIPIENT,
      protocol_fee_recipient_token_account: SHARED.swapFeeAccount,
      coin_creator: coin.creator,
    };
  }

  /** What the trader's accounts hold when the program looks; `wrapped` is what a buyer has just wrapped. */
  #userBalances(coin: Coin, user: Address, wrapped: bigint) {
    return {
      user_base_token_reserves: this.#ledger.tokenAmount(traderAccount(coin, user)),
      user_quote_token_reserves: wrapped,
    };
  }

  /** Wrapped SOL is lamports and tokens at once; the trader's own wrapped account lives within the transaction. */
  #payWrapped(user: Address, to: Address, amount: bigint): void {
    this.#ledger.moveLamports(user, to, amount);
    this.#ledger.addTokens(to, amount);
  }
}

function requirePool(coin: Coin): { pool: Pool; poolKeys: PoolKeys } {
  if (!coin.pool || !coin.poolKeys) throw new Error('the coin has no pool');
  return { pool: coin.pool, poolKeys: coin.poolKeys };
}

const wrappedTransfer = (source: Address, destination: Address, authority: Address, amount: bigint): Call =>
  transferTokens({
    program: TOKEN,
    source,
    mint: WRAPPED_SOL,
    destination,
    authority,
    amount,
    decimals: 9,
  });

/** Pool events carry the reserves before the trade. */
const reservesBefore = (pool: Pool) => ({
  pool_base_token_reserves: pool.base,
  pool_quote_token_reserves: pool.quote,
});

const feeFields = (trade: PoolTrade, bps: PoolFeesBps) => ({
  lp_fee_basis_points: bps.lp,
  lp_fee: trade.lpFee,
  protocol_fee_basis_points: bps.protocol,
  protocol_fee: trade.protocolFee,
});

const poolTail = (pool: Pool, trade: PoolTrade) => ({
  ...NO_CASHBACK,
  buyback_fee_basis_points: BUYBACK_FEE_BPS,
  buyback_fee: buybackOf(trade.protocolFee),
  virtual_quote_reserves: pool.virtualQuote,
  can_boost: pool.virtualQuote > 0n,
  base_supply: TOKEN_SUPPLY,
});
