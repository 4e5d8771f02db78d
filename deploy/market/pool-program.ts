import type { Accounts } from './accounts.js';
import {
  type Address,
  BUYBACK_FEE_RECIPIENT,
  MIGRATION_AUTHORITY,
  POOL_FEE_RECIPIENT,
  PUMP,
  PUMP_SWAP,
  RENT_SYSVAR,
  SHARED,
  SYSTEM,
  TOKEN,
  TOKEN_2022,
  WRAPPED_SOL,
} from './addresses.js';
import { type Fields, IdlEncoder, PUMP_IDL, PUMP_SWAP_IDL } from './borsh.js';
import {
  type AccountRef,
  AnchorProgram,
  type Call,
  closeTokenAccount,
  openTokenAccount,
  type Place,
  reading,
  syncNative,
  type TradeCalls,
  type TradeOrder,
  transferLamports,
  transferTokens,
  writing,
} from './call.js';
import {
  type Coin,
  isSol,
  migrationFeeOf,
  type PoolKeys,
  poolBefore,
  TOKEN_DECIMALS,
  traderAccount,
  transferCoin,
} from './coin.js';
import { BUYBACK_FEE_BPS, buybackOf, TOKEN_SUPPLY, type WaitingFees } from './curve.js';
import type { Hop } from './curve-program.js';
import { NO_CASHBACK, NO_INCENTIVES } from './event-fields.js';
import type { Layout } from './layouts.js';
import type { Ledger } from './ledger.js';
import {
  afterSweep,
  boostOf,
  buyFromPool,
  openPool,
  type Pool,
  type PoolFeesBps,
  type PoolTrade,
  poolFees,
  sellToPool,
  spendInPool,
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
    const { beyondCurve, quote } = coin;
    const fee = migrationFeeOf(quote);
    const before = poolBefore(coin);
    const pool = openPool(before.quote, this.#layout.isBoosted, beyondCurve);
    coin.pool = pool;
    if (fee > 0n) this.#ledger.moveLamports(coin.keys.curve, MIGRATION_AUTHORITY, fee);
    this.#ledger.moveTokens(coin.keys.vault, keys.base, pool.base);
    const source = isSol(quote) ? coin.keys.curve : coin.keys.quoteVault;
    this.#moveQuote(coin, source, keys.quote, pool.quote);
    this.#moveQuote(coin, source, keys.boostVault, pool.virtualQuote);
    return this.#migrateCall(coin, keys, before.quote + beyondCurve.quote, pool, place);
  }

  #migrateCall(coin: Coin, keys: PoolKeys, deposit: bigint, pool: Pool, place: Place): Call {
    const { mint, creator, quote } = coin;
    const liquidity = squareRoot(pool.base * deposit);
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
      [
        this.#swap.emit('CreatePoolEvent', {
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
          is_holder_reward: coin.holderRewards,
        }),
      ],
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
    const boost = this.#transferQuote(coin, keys.quote, keys.boostVault, keys.pool, pool.virtualQuote);
    if (this.#layout.keepsFees) {
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

  #migrateV2Call(coin: Coin, keys: PoolKeys, children: readonly Call[]): Call {
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

  /** Buys; SOL is wrapped for the trade, another quote is in the buyer's account. */
  buy(coin: Coin, user: Address, order: TradeOrder, place: Place): TradeCalls {
    const { pool, poolKeys: keys } = requirePool(coin);
    const { spends, style } = order;
    const keeps = style === 'keeping';
    const account = traderAccount(coin, user);
    const opening = this.#accounts.openTrader(coin, user);
    const bps = this.#feesOf(coin, pool);
    const trade =
      spends === undefined
        ? buyFromPool(pool, order.tokens, bps, keeps)
        : spendInPool(pool, spends, bps, keeps);
    const { base: tokens, userQuote } = trade;
    const limit = spends === undefined ? (userQuote * 11n) / 10n : (tokens * 9n) / 10n;
    const own = this.#accounts.quoteAccount(user, coin.quote);
    const balances = this.#userBalances(coin, user, isSol(coin.quote) ? userQuote : null);
    const payments = this.#payments(coin, trade, trade.quote + trade.lpFee, keeps);
    this.#ledger.moveTokens(keys.base, account, tokens);
    for (const [to, amount] of payments) this.#payQuote(coin, user, to, amount);
    coin.pool = trade.after;
    const children = [
      transferCoin(coin, keys.base, account, keys.pool, tokens),
      ...payments.map(([to, amount]) => this.#transferQuote(coin, own, to, user, amount)),
      this.#buyEvent(coin, pool, trade, bps, place, {
        ...balances,
        ...this.#parties(coin, user, keeps),
        ix_name: `${spends === undefined ? 'buy' : 'buy_exact_quote_in'}${keeps ? '_v2' : ''}`,
        isExactIn: spends !== undefined,
        limit,
      }),
    ];
    const instruction = this.instruction(coin, user, 'buy', order, limit, children);
    const calls = isSol(coin.quote)
      ? [
          ...opening,
          openTokenAccount(user, own, user, WRAPPED_SOL, TOKEN),
          transferLamports(user, own, userQuote),
          syncNative(own),
          instruction,
          closeTokenAccount(TOKEN, own, user),
        ]
      : [...opening, instruction];
    return { calls, instruction, tokens, userQuote };
  }

  /** Sells exactly `tokens`; SOL is unwrapped at once. */
  sell(coin: Coin, user: Address, order: TradeOrder, place: Place): TradeCalls {
    const { pool, poolKeys: keys } = requirePool(coin);
    const { tokens, style } = order;
    const keeps = style === 'keeping';
    const account = traderAccount(coin, user);
    const bps = this.#feesOf(coin, pool);
    const trade = sellToPool(pool, tokens, bps, keeps);
    const limit = (trade.userQuote * 9n) / 10n;
    const own = this.#accounts.quoteAccount(user, coin.quote);
    const balances = this.#userBalances(coin, user, isSol(coin.quote) ? 0n : null);
    const [, ...fees] = this.#payments(coin, trade, 0n, keeps);
    this.#ledger.moveTokens(account, keys.base, tokens);
    this.#payQuote(coin, user, keys.quote, trade.after.quote - pool.quote);
    for (const [to, amount] of fees) this.#payQuote(coin, user, to, amount);
    coin.pool = trade.after;
    const children = [
      transferCoin(coin, account, keys.base, user, tokens),
      ...[[own, trade.userQuote] as const, ...fees].map(([to, amount]) =>
        this.#transferQuote(coin, keys.quote, to, keys.pool, amount),
      ),
      this.#sellEvent(coin, pool, trade, bps, place, {
        ...balances,
        ...this.#parties(coin, user, keeps),
        limit,
      }),
    ];
    const instruction = this.instruction(coin, user, 'sell', order, limit, children);
    const calls = isSol(coin.quote)
      ? [
          openTokenAccount(user, own, user, WRAPPED_SOL, TOKEN),
          instruction,
          closeTokenAccount(TOKEN, own, user),
        ]
      : [instruction];
    return { calls, instruction, tokens, userQuote: trade.userQuote };
  }

  #ratesOfHop(coin: Coin, pool: Pool, { chargesCreator, chargesProtocol }: Hop): PoolFeesBps {
    const { lp, protocol, creator } = this.#feesOf(coin, pool);
    return {
      lp: chargesCreator ? lp : 0n,
      protocol: chargesProtocol ? protocol : 0n,
      creator: chargesCreator ? creator : 0n,
    };
  }

  /** What a buying hop would take of what goes in, and give. */
  buyingHop(coin: Coin, hop: Hop): PoolTrade {
    const { pool } = requirePool(coin);
    return spendInPool(pool, hop.amountIn, this.#ratesOfHop(coin, pool, hop), true);
  }

  /** A hop of a route through this pool, which keeps its fees: what comes out, still in the pool's vault, and the event. */
  hop(
    coin: Coin,
    side: 'buy' | 'sell',
    hop: Hop,
    ends: { in: Address; out: Address; held: bigint; limit: bigint },
    place: Place,
  ): { amountOut: bigint; protocolFee: bigint; events: Call[] } {
    const { pool } = requirePool(coin);
    const bps = this.#ratesOfHop(coin, pool, hop);
    const trade = side === 'buy' ? this.buyingHop(coin, hop) : sellToPool(pool, hop.amountIn, bps, true);
    coin.pool = trade.after;
    const [base, quote] = side === 'buy' ? [ends.out, ends.in] : [ends.in, ends.out];
    const parties = {
      ...this.#parties(coin, hop.user, true),
      user_base_token_account: base,
      user_quote_token_account: quote,
      user_base_token_reserves:
        base === SYSTEM ? 0n : side === 'sell' ? ends.held : this.#ledger.tokenAmount(base),
      user_quote_token_reserves: quote === SYSTEM || side === 'sell' ? 0n : ends.held,
      limit: ends.limit,
    };
    const event =
      side === 'buy'
        ? this.#buyEvent(coin, pool, trade, bps, place, {
            ...parties,
            ix_name: 'multi_hop_swap',
            isExactIn: true,
          })
        : this.#sellEvent(coin, pool, trade, bps, place, parties);
    const amountOut = side === 'buy' ? trade.base : trade.userQuote;
    return { amountOut, protocolFee: trade.protocolFee, events: [event] };
  }

  hopAccounts(coin: Coin): AccountRef[] {
    const { poolKeys: keys } = requirePool(coin);
    const { mint, quote } = coin;
    return [reading(mint), reading(quote.mint), writing(keys.pool), writing(keys.base), writing(keys.quote)];
  }

  /** The call of a whole route; its hops' accounts follow the fixed ones. */
  route(
    accounts: Readonly<Record<string, Address>>,
    amountIn: bigint,
    least: bigint,
    children: readonly Call[],
    hops: readonly AccountRef[],
  ): Call {
    const args = { amount_in: amountIn, min_amount_out: least };
    return this.#swap.call('multi_hop_swap', accounts, args, children, hops);
  }

  /** Pays out the fees that wait in a pool: to the launchpad, or to the creator's vault. */
  sweep(coin: Coin, payer: Address, bucket: keyof WaitingFees, place: Place): Call {
    const { pool, poolKeys: keys } = requirePool(coin);
    const { quote, mint } = coin;
    const amount = pool.waiting[bucket];
    const recipient = bucket === 'protocol' ? POOL_FEE_RECIPIENT : keys.creatorVaultAuthority;
    const account = this.#accounts.quoteAccount(recipient, quote);
    coin.pool = afterSweep(pool, bucket);
    this.#moveQuote(coin, keys.quote, account, amount);
    return this.#swap.call(
      `sweep_${bucket}_fee`,
      {
        payer,
        global_config: SHARED.swapConfig,
        pool: keys.pool,
        quote_mint: quote.mint,
        quote_token_program: quote.tokenProgram,
        pool_quote_token_account: keys.quote,
        recipient,
        recipient_token_account: account,
      },
      {},
      [
        this.#transferQuote(coin, keys.quote, account, keys.pool, amount),
        this.#swap.emit('SweepPoolFeeEvent', {
          timestamp: BigInt(place.timeS),
          pool: keys.pool,
          base_mint: mint,
          quote_mint: quote.mint,
          recipient,
          payer,
          amount,
          bucket: bucket === 'protocol' ? 0 : 1,
        }),
      ],
    );
  }

  /**
   * The trade instruction alone; `limit` is the most quote to pay, the least to receive, or the fewest tokens where the
   * order says what it spends.
   */
  instruction(
    coin: Coin,
    user: Address,
    side: 'buy' | 'sell',
    { tokens, spends, style }: TradeOrder,
    limit: bigint,
    children: readonly Call[],
  ): Call {
    const exact = { spendable_quote_in: spends ?? 0n, min_base_amount_out: limit };
    const bought = spends === undefined ? { base_amount_out: tokens, max_quote_amount_in: limit } : exact;
    const args: Fields = side === 'buy' ? bought : { base_amount_in: tokens, min_quote_amount_out: limit };
    const name = side === 'buy' && spends !== undefined ? 'buy_exact_quote_in' : side;
    const volume = { user_volume_accumulator: this.#accounts.volumeAccount(user) };
    if (style === 'keeping') {
      const buyback = this.#accounts.quoteAccount(BUYBACK_FEE_RECIPIENT, coin.quote);
      const accounts = { ...this.#poolAccounts(coin, user), ...volume, buyback_fee_recipient: buyback };
      return this.#swap.call(`${name}_v2`, accounts, args, children);
    }
    const accounts = { ...this.#poolAccounts(coin, user), ...(side === 'buy' && volume) };
    return this.#swap.call(name, accounts, { ...args, track_volume: [false] }, children);
  }

  /** A coin's own creator rate goes with it into the pool, as its CreatePoolEvent says. */
  #feesOf(coin: Coin, pool: Pool): PoolFeesBps {
    const { poolFees: rates } = this.#layout;
    const usual = rates === 'tiers' ? poolFees(pool) : rates;
    return coin.creatorFeeBps > 0n ? { ...usual, creator: coin.creatorFeeBps } : usual;
  }

  #poolAccounts(coin: Coin, user: Address): Record<string, Address> {
    const { poolKeys: keys } = requirePool(coin);
    const { quote } = coin;
    return {
      pool: keys.pool,
      user,
      global_config: SHARED.swapConfig,
      base_mint: coin.mint,
      quote_mint: quote.mint,
      user_base_token_account: traderAccount(coin, user),
      user_quote_token_account: this.#accounts.quoteAccount(user, quote),
      pool_base_token_account: keys.base,
      pool_quote_token_account: keys.quote,
      protocol_fee_recipient: POOL_FEE_RECIPIENT,
      protocol_fee_recipient_token_account: this.#accounts.quoteAccount(POOL_FEE_RECIPIENT, quote),
      base_token_program: coin.tokenProgram,
      quote_token_program: quote.tokenProgram,
      coin_creator_vault_ata: keys.creatorVault,
      coin_creator_vault_authority: keys.creatorVaultAuthority,
      global_volume_accumulator: SHARED.swapVolume,
      fee_config: SHARED.swapFeeConfig,
    };
  }

  /** Whom an event names; the zero key where the launchpad's fee waits in the pool. */
  #parties(coin: Coin, user: Address, keeps: boolean) {
    const { poolKeys: keys } = requirePool(coin);
    const receiving = this.#accounts.quoteAccount(POOL_FEE_RECIPIENT, coin.quote);
    return {
      pool: keys.pool,
      user,
      user_base_token_account: traderAccount(coin, user),
      user_quote_token_account: this.#accounts.quoteAccount(user, coin.quote),
      protocol_fee_recipient: keeps ? SYSTEM : POOL_FEE_RECIPIENT,
      protocol_fee_recipient_token_account: keeps ? SYSTEM : receiving,
      coin_creator: coin.creator,
    };
  }

  /** What the trader's accounts hold when the program looks; `wrapped` is what a buyer of a SOL pool has just wrapped. */
  #userBalances(coin: Coin, user: Address, wrapped: bigint | null) {
    const own = this.#accounts.quoteAccount(user, coin.quote);
    return {
      user_base_token_reserves: this.#ledger.tokenAmount(traderAccount(coin, user)),
      user_quote_token_reserves: wrapped ?? this.#ledger.tokenAmount(own),
    };
  }

  /**
   * What a trade pays to whom: the pool, and those who receive its fees; with fees kept, these are the pool's as well but
   * for what buys back.
   */
  #payments(coin: Coin, trade: PoolTrade, toPool: bigint, keeps: boolean): (readonly [Address, bigint])[] {
    const { poolKeys: keys } = requirePool(coin);
    const account = (owner: Address): Address => this.#accounts.quoteAccount(owner, coin.quote);
    if (keeps)
      return [
        [keys.quote, toPool + trade.kept],
        [account(BUYBACK_FEE_RECIPIENT), buybackOf(trade.protocolFee)],
      ];
    return [
      [keys.quote, toPool],
      [account(POOL_FEE_RECIPIENT), trade.protocolFee],
      [keys.creatorVault, trade.creatorFee],
    ];
  }

  #buyEvent(
    coin: Coin,
    pool: Pool,
    trade: PoolTrade,
    bps: PoolFeesBps,
    place: Place,
    told: Fields & { isExactIn: boolean; limit: bigint },
  ): Call {
    const { isExactIn, limit, ...named } = told;
    const { base, quote, userQuote } = trade;
    return this.#swap.emit('BuyEvent', {
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
    });
  }

  #sellEvent(
    coin: Coin,
    pool: Pool,
    trade: PoolTrade,
    bps: PoolFeesBps,
    place: Place,
    { limit, ...named }: Fields & { limit: bigint },
  ): Call {
    return this.#swap.emit('SellEvent', {
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
    });
  }

  /** Pays from a trader, or to one where the amount is negative: SOL is lamports, which a wrapped account holds as tokens too. */
  #payQuote(coin: Coin, user: Address, to: Address, amount: bigint): void {
    const source = isSol(coin.quote) ? user : this.#accounts.quoteAccount(user, coin.quote);
    this.#moveQuote(coin, source, to, amount);
  }

  /** Wrapped SOL is lamports and tokens at once; a source that is no wrapped account gives lamports alone. */
  #moveQuote({ quote }: Coin, source: Address, to: Address, amount: bigint): void {
    if (!isSol(quote)) {
      this.#ledger.moveTokens(source, to, amount);
      return;
    }
    this.#ledger.moveLamports(source, to, amount);
    if (this.#ledger.token(source)) this.#ledger.addTokens(source, -amount);
    this.#ledger.addTokens(to, amount);
  }

  #transferQuote(
    { quote }: Coin,
    source: Address,
    destination: Address,
    authority: Address,
    amount: bigint,
  ): Call {
    const { tokenProgram: program, mint, decimals } = quote;
    return transferTokens({ program, source, mint, destination, authority, amount, decimals });
  }
}

function requirePool(coin: Coin): { pool: Pool; poolKeys: PoolKeys } {
  if (!coin.pool || !coin.poolKeys) throw new Error('the coin has no pool');
  return { pool: coin.pool, poolKeys: coin.poolKeys };
}

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

const poolTail = (coin: Coin, pool: Pool, trade: PoolTrade, bps: PoolFeesBps) => ({
  ...NO_CASHBACK,
  buyback_fee_basis_points: BUYBACK_FEE_BPS,
  buyback_fee: buybackOf(trade.protocolFee),
  virtual_quote_reserves: pool.virtualQuote,
  can_boost: boostOf(pool) !== 0n,
  base_supply: TOKEN_SUPPLY,
  holder_rewards_bps: coin.holderRewards ? bps.creator : 0n,
  holder_rewards: coin.holderRewards ? trade.creatorFee : 0n,
  creator_fee_unclaimed: trade.after.waiting.creator,
});
