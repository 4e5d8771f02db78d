import type { Accounts } from './accounts.js';
import {
  type Address,
  BUYBACK_FEE_RECIPIENT,
  POOL_FEE_RECIPIENT,
  PUMP,
  PUMP_SWAP,
  SHARED,
  SYSTEM,
  TOKEN,
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
  writing,
} from './call.js';
import { type Coin, isSol, type PoolKeys, requirePool, traderAccount, transferCoin } from './coin.js';
import { buybackOf, type WaitingFees } from './curve.js';
import type { Hop } from './curve-program.js';
import type { Layout } from './layouts.js';
import type { Ledger } from './ledger.js';
import {
  afterSweep,
  buyFromPool,
  type Pool,
  type PoolFeesBps,
  type PoolTrade,
  poolFees,
  sellToPool,
  spendInPool,
} from './pool.js';
import { boughtFields, soldFields } from './pool-events.js';
import { PoolLiquidity } from './pool-liquidity.js';
import { PoolMigration } from './pool-migration.js';
import { moveQuote, transferQuote } from './pool-payments.js';

/** Calls of PumpSwap's program and the migration into it, with their effects on coin and ledger. */
export class PoolProgram {
  readonly #ledger: Ledger;
  readonly #accounts: Accounts;
  readonly #layout: Layout;
  readonly #migration: PoolMigration;
  readonly #liquidity: PoolLiquidity;
  readonly #swap: AnchorProgram;

  constructor(ledger: Ledger, accounts: Accounts, layout: Layout) {
    this.#ledger = ledger;
    this.#accounts = accounts;
    this.#layout = layout;
    const pump = new AnchorProgram(PUMP, new IdlEncoder(PUMP_IDL, layout), SHARED.pumpEventAuthority);
    const swapIdl = new IdlEncoder(PUMP_SWAP_IDL, { events: layout.events, instructions: {} });
    this.#swap = new AnchorProgram(PUMP_SWAP, swapIdl, SHARED.swapEventAuthority);
    this.#migration = new PoolMigration(ledger, layout, pump, this.#swap);
    this.#liquidity = new PoolLiquidity(ledger, accounts, this.#swap);
  }

  /** Moves a completed curve's tokens and quote into a pool and gives the call that does it on chain. */
  migrate(coin: Coin, keys: PoolKeys, isBoosted: boolean, place: Place): Call {
    return this.#migration.migrate(coin, keys, isBoosted, place);
  }

  /** Puts a user's tokens and quote into a pool for exactly so many LP tokens; SOL is wrapped for it. */
  deposit(coin: Coin, user: Address, lpTokens: bigint, place: Place): Call[] {
    return this.#liquidity.deposit(coin, user, lpTokens, place);
  }

  /** Takes out of a pool what exactly so many LP tokens give back; SOL is unwrapped at once. */
  withdraw(coin: Coin, user: Address, lpTokens: bigint, place: Place): Call[] {
    return this.#liquidity.withdraw(coin, user, lpTokens, place);
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
      ...payments.map(([to, amount]) => transferQuote(coin, own, to, user, amount)),
      this.#swap.emit(
        'BuyEvent',
        boughtFields(coin, pool, trade, bps, place, {
          ...balances,
          ...this.#parties(coin, user, keeps),
          ix_name: `${spends === undefined ? 'buy' : 'buy_exact_quote_in'}${keeps ? '_v2' : ''}`,
          isExactIn: spends !== undefined,
          limit,
        }),
      ),
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
        transferQuote(coin, keys.quote, to, keys.pool, amount),
      ),
      this.#swap.emit(
        'SellEvent',
        soldFields(coin, pool, trade, bps, place, {
          ...balances,
          ...this.#parties(coin, user, keeps),
          limit,
        }),
      ),
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
        ? this.#swap.emit(
            'BuyEvent',
            boughtFields(coin, pool, trade, bps, place, {
              ...parties,
              ix_name: 'multi_hop_swap',
              isExactIn: true,
            }),
          )
        : this.#swap.emit('SellEvent', soldFields(coin, pool, trade, bps, place, parties));
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
    moveQuote(this.#ledger, coin, keys.quote, account, amount);
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
        transferQuote(coin, keys.quote, account, keys.pool, amount),
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
    const usual = rates === 'tiers' ? poolFees(pool, coin.supply) : rates;
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

  /** Pays from a trader, or to one where the amount is negative: SOL is lamports, which a wrapped account holds as tokens too. */
  #payQuote(coin: Coin, user: Address, to: Address, amount: bigint): void {
    const source = isSol(coin.quote) ? user : this.#accounts.quoteAccount(user, coin.quote);
    moveQuote(this.#ledger, coin, source, to, amount);
  }
}
