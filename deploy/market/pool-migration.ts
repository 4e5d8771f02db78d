import { MIGRATION_AUTHORITY, RENT_SYSVAR, SHARED, TOKEN_2022, WRAPPED_SOL } from './addresses.js';
import { type AccountRef, type AnchorProgram, type Call, type Place, reading, writing } from './call.js';
import { type Coin, isSol, migrationFeeOf, type PoolKeys, poolBefore } from './coin.js';
import type { Layout } from './layouts.js';
import type { Ledger } from './ledger.js';
import { openPool, type Pool } from './pool.js';
import { createdPoolFields } from './pool-events.js';
import { moveQuote, transferQuote } from './pool-payments.js';

/** Named by every migration since there are boosts: also by one without, whose vault stays empty. */
const vaultOfBoost = ({ boostAuthority, boostVault }: PoolKeys): AccountRef[] => [
  reading(boostAuthority),
  writing(boostVault),
];

/** The migration of a completed curve into a pool of PumpSwap's, with its effects on coin and ledger. */
export class PoolMigration {
  readonly #ledger: Ledger;
  readonly #layout: Layout;
  readonly #pump: AnchorProgram;
  readonly #swap: AnchorProgram;

  constructor(ledger: Ledger, layout: Layout, pump: AnchorProgram, swap: AnchorProgram) {
    this.#ledger = ledger;
    this.#layout = layout;
    this.#pump = pump;
    this.#swap = swap;
  }

  /** Moves a completed curve's tokens and quote into a pool and gives the call that does it on chain. */
  migrate(coin: Coin, keys: PoolKeys, isBoosted: boolean, place: Place): Call {
    const { beyondCurve, quote } = coin;
    const fee = migrationFeeOf(quote);
    const before = poolBefore(coin);
    const pool = openPool(before.quote, isBoosted, beyondCurve);
    coin.pool = pool;
    if (fee > 0n) this.#ledger.moveLamports(coin.keys.curve, MIGRATION_AUTHORITY, fee);
    this.#ledger.moveTokens(coin.keys.vault, keys.base, pool.base);
    const source = isSol(quote) ? coin.keys.curve : coin.keys.quoteVault;
    moveQuote(this.#ledger, coin, source, keys.quote, pool.quote);
    moveQuote(this.#ledger, coin, source, keys.boostVault, pool.virtualQuote);
    return this.#migrateCall(coin, keys, before.quote + beyondCurve.quote, pool, place);
  }

  #migrateCall(coin: Coin, keys: PoolKeys, deposit: bigint, pool: Pool, place: Place): Call {
    const { mint, creator, quote } = coin;
    const createPool = this.#swap.call(
      'create_pool',
      {
        pool: keys.pool,
        global_config: SHARED.swapConfig,
        creator: keys.authority,
        base_mint: mint,
        quote_mint: quote.mint,
        lp_mint: keys.lpMint,
        user_base_token_account: keys.authorityBase,
        user_quote_token_account: keys.authorityQuote,
        user_pool_token_account: keys.authorityLp,
        pool_base_token_account: keys.base,
        pool_quote_token_account: keys.quote,
        token_2022_program: TOKEN_2022,
        base_token_program: coin.tokenProgram,
        quote_token_program: quote.tokenProgram,
      },
      {
        index: 0,
        base_amount_in: pool.base,
        quote_amount_in: deposit,
        coin_creator: creator,
        is_mayhem_mode: coin.mayhem,
        is_cashback_coin: [false],
        creator_fee_bps: [coin.creatorFeeBps],
        can_edit_creator_fee: [false],
      },
      [this.#swap.emit('CreatePoolEvent', createdPoolFields(coin, keys, pool, deposit, place))],
    );
    const migrated = this.#pump.emit('CompletePumpAmmMigrationEvent', {
      user: MIGRATION_AUTHORITY,
      mint,
      mint_amount: pool.base,
      // No event of a pool in another quote has been seen; trades in one have 0 here.
      sol_amount: isSol(quote) ? deposit : 0n,
      pool_migration_fee: migrationFeeOf(quote),
      bonding_curve: coin.keys.curve,
      timestamp: BigInt(place.timeS),
      pool: keys.pool,
      quote_mint: coin.quote.eventMint,
    });
    const boost = transferQuote(coin, keys.quote, keys.boostVault, keys.pool, pool.virtualQuote);
    if (this.#layout.keepsFees) {
      if (pool.virtualQuote === 0n)
        return this.#migrateV2Call(coin, keys, [createPool, migrated], vaultOfBoost(keys));
      const boosted = this.#initBoost(coin, keys, pool, boost, place);
      return this.#migrateV2Call(coin, keys, [createPool, boosted, migrated]);
    }
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
      [createPool, boost, migrated],
    );
  }

  #migrateV2Call(
    coin: Coin,
    keys: PoolKeys,
    children: readonly Call[],
    remaining: readonly AccountRef[] = [],
  ): Call {
    return this.#pump.call(
      'migrate_v2',
      {
        global: SHARED.pumpGlobal,
        withdraw_authority: MIGRATION_AUTHORITY,
        base_mint: coin.mint,
        quote_mint: coin.quote.mint,
        bonding_curve: coin.keys.curve,
        associated_base_bonding_curve: coin.keys.vault,
        associated_quote_bonding_curve: coin.keys.quoteVault,
        user: MIGRATION_AUTHORITY,
        pool: keys.pool,
        pool_authority: keys.authority,
        pool_authority_mint_account: keys.authorityBase,
        pool_authority_quote_account: keys.authorityQuote,
        amm_global_config: SHARED.swapConfig,
        lp_mint: keys.lpMint,
        user_pool_token_account: keys.authorityLp,
        pool_base_token_account: keys.base,
        pool_quote_token_account: keys.quote,
        base_token_program: coin.tokenProgram,
        quote_token_program: coin.quote.tokenProgram,
        pump_amm_event_authority: SHARED.swapEventAuthority,
        rent: RENT_SYSVAR,
      },
      {},
      children,
      remaining,
    );
  }

  /** The call that takes a pool's boost out of its vault and counts it as virtual. */
  #initBoost(coin: Coin, keys: PoolKeys, pool: Pool, moved: Call, place: Place): Call {
    return this.#swap.call(
      'init_boost',
      {
        pool: keys.pool,
        global_config: SHARED.swapConfig,
        creator: keys.authority,
        base_mint: coin.mint,
        quote_mint: coin.quote.mint,
        pool_base_token_account: keys.base,
        pool_quote_token_account: keys.quote,
        boost_vault_authority: keys.boostAuthority,
        boost_vault: keys.boostVault,
        quote_token_program: coin.quote.tokenProgram,
      },
      {},
      [
        moved,
        this.#swap.emit('InitBoostEvent', {
          timestamp: BigInt(place.timeS),
          mint: coin.mint,
          bonding_curve: coin.keys.curve,
          pool: keys.pool,
          virtual_quote_reserves: pool.virtualQuote,
          real_quote_reserves_after: pool.quote,
        }),
      ],
    );
  }
}
