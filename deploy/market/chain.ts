import type { Update } from '../yellowstone/update.js';
import {
  type Address,
  addressBytes,
  associatedTokenAddress,
  BUYBACK_FEE_RECIPIENT,
  CURVE_FEE_RECIPIENT,
  deriveAddress,
  MAYHEM,
  MAYHEM_AGENT,
  MAYHEM_FEE_RECIPIENT,
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
  AnchorProgram,
  type Call,
  closeTokenAccount,
  mintTokens,
  openTokenAccount,
  setComputeUnitLimit,
  setComputeUnitPrice,
  syncNative,
  transferLamports,
  transferTokens,
} from './call.js';
import { type Coin, type CoinSpec, newCoin, poolKeys, TOKEN_DECIMALS, traderAccount } from './coin.js';
import {
  afterBuy,
  afterSell,
  BUYBACK_FEE_BPS,
  buybackOf,
  CURVE_CREATOR_FEE_BPS,
  CURVE_PROTOCOL_FEE_BPS,
  feeOf,
  INITIAL_REAL_TOKENS,
  INITIAL_VIRTUAL_TOKENS,
  POOL_MIGRATION_FEE_LAMPORTS,
  POOL_TOKENS,
  quoteForBuy,
  quoteForSell,
  TOKEN_SUPPLY,
} from './curve.js';
import { encodeTransaction } from './encode-transaction.js';
import { Ledger, TOKEN_ACCOUNT_RENT } from './ledger.js';
import { buyFromPool, openPool, type PoolTrade, poolFees, sellToPool } from './pool.js';

/** Where and when a transaction lands. */
export interface Place {
  slot: number;
  index: number;
  timeS: number;
  sentAtMs: number;
  recentBlockhash: Buffer;
  label: string;
}

export interface TradeRequest {
  coin: Coin;
  user: Address;
  side: 'buy' | 'sell';
  /** Base units of the launch's token. */
  tokens: bigint;
  /** A program that trades for the user by invoking the launchpad. */
  router: Address | null;
  /** The price has moved away: the transaction fails. */
  fails: boolean;
  /** Close the token account if the sale empties it. */
  closes: boolean;
}

const SIGNATURE_FEE = 5_000n;
const COMPUTE_UNITS = 200_000;
const UNIT_PRICE_MICRO_LAMPORTS = 100_000n;
const PRIORITY_FEE = (BigInt(COMPUTE_UNITS) * UNIT_PRICE_MICRO_LAMPORTS) / 1_000_000n;

/** Lamports that a curve, a mint and a pool account hold to stay alive. */
const RENT = { mint: 4_148_880n, curve: 3_681_840n, pool: 3_000_000n };

/** Liquidity tokens that a pool locks for ever when it opens. */
const MINIMUM_LIQUIDITY = 100n;

/** Error codes of the IDLs, as the programs log them. */
const SLIPPAGE = {
  buy: { code: 6002, log: 'AnchorError occurred. Error Code: TooMuchSolRequired. Error Number: 6002.' },
  sell: { code: 6003, log: 'AnchorError occurred. Error Code: TooLittleSolReceived. Error Number: 6003.' },
  pool: { code: 6004, log: 'AnchorError occurred. Error Code: ExceededSlippage. Error Number: 6004.' },
} as const;

const pump = new AnchorProgram(PUMP, new IdlEncoder(PUMP_IDL), SHARED.pumpEventAuthority);
const swap = new AnchorProgram(PUMP_SWAP, new IdlEncoder(PUMP_SWAP_IDL), SHARED.swapEventAuthority);

/** No volume incentives are running: the fields exist and are zero, as on chain. */
const NO_INCENTIVES = {
  track_volume: false,
  total_unclaimed_tokens: 0n,
  total_claimed_tokens: 0n,
  current_sol_volume: 0n,
  last_update_timestamp: 0n,
} as const;

const NO_CASHBACK = { cashback_fee_basis_points: 0n, cashback: 0n } as const;

function squareRoot(value: bigint): bigint {
  let root = BigInt(Math.floor(Math.sqrt(Number(value))));
  while (root * root > value) root--;
  while ((root + 1n) * (root + 1n) <= value) root++;
  return root;
}

/**
 * The simulated chain: executes launches, trades and migrations on its ledger and encodes each as the transaction
 * that mainnet would show, with the official IDLs.
 */
export class Chain {
  readonly ledger = new Ledger();
  readonly #volumeAccounts = new Map<Address, Address>();

  /** Gives an account lamports from outside the market, as by a transfer nobody here subscribes to. */
  fund(key: Address, lamports: bigint): void {
    this.ledger.addLamports(key, lamports);
  }

  /** Creates a coin, its creator buying first; `tokens` 0 skips the purchase. */
  create(spec: CoinSpec, tokens: bigint, place: Place): { coin: Coin; update: Update } {
    const coin = newCoin(spec);
    this.#openQuoteAccounts(coin, coin.creator);
    this.ledger.begin();
    const { creator, mint, keys } = coin;
    this.ledger.moveLamports(creator, mint, RENT.mint);
    this.ledger.moveLamports(creator, keys.curve, RENT.curve);
    const holding = { mint, owner: keys.curve, program: TOKEN_2022, decimals: TOKEN_DECIMALS };
    this.ledger.openToken(keys.vault, holding, creator);
    this.ledger.addTokens(keys.vault, TOKEN_SUPPLY);
    const calls = [this.#createCall(coin, place)];
    if (tokens > 0n) calls.push(...this.#buyCalls(coin, creator, tokens, place).calls);
    return { coin, update: this.#settle(creator, calls, place, 2n) };
  }

  /** Trades on the curve, or in the pool once there is one. Throws where the trader cannot pay or has too little. */
  trade(request: TradeRequest, place: Place): Update {
    const { coin, user } = request;
    this.#openQuoteAccounts(coin, user);
    this.ledger.begin();
    if (request.fails) return this.#fail(request, place);
    const { calls, instruction } = this.#tradeCalls(request, place);
    const routed = this.#throughRouter(calls, instruction, request.router, user);
    if (request.side === 'sell' && request.closes) routed.push(...this.#closeIfEmpty(coin, user));
    return this.#settle(user, routed, place, 1n);
  }

  /** Moves a completed SOL coin to its pool. */
  migrate(coin: Coin, place: Place): Update {
    if (!coin.complete || coin.pool || coin.quote.name !== 'SOL') throw new Error('the coin cannot migrate');
    const keys = poolKeys(coin);
    coin.poolKeys = keys;
    this.#openPoolAccounts(coin, keys);
    this.ledger.begin();
    const deposit = coin.curve.realQuote - POOL_MIGRATION_FEE_LAMPORTS;
    const pool = openPool(deposit);
    coin.pool = pool;
    this.ledger.moveLamports(coin.keys.curve, MIGRATION_AUTHORITY, POOL_MIGRATION_FEE_LAMPORTS);
    this.ledger.moveTokens(coin.keys.vault, keys.base, POOL_TOKENS);
    this.ledger.moveLamports(coin.keys.curve, keys.quote, pool.quote);
    this.ledger.addTokens(keys.quote, pool.quote);
    this.ledger.moveLamports(coin.keys.curve, keys.boostVault, pool.virtualQuote);
    this.ledger.addTokens(keys.boostVault, pool.virtualQuote);
    return this.#settle(MIGRATION_AUTHORITY, [this.#migrateCall(coin, keys, deposit, place)], place, 1n);
  }

  /** Tokens of a coin that an owner holds. */
  tokensOf(coin: Coin, owner: Address): bigint {
    const account = coin.traders.get(owner);
    return account === undefined ? 0n : this.ledger.tokenAmount(account);
  }

  /** Drops a coin that nobody will trade again. */
  retire(coin: Coin): void {
    const { poolKeys: pool, keys } = coin;
    const poolAccounts = pool ? Object.values(pool).filter((value) => typeof value === 'string') : [];
    this.ledger.forget([coin.mint, ...Object.values(keys), ...poolAccounts, ...coin.traders.values()]);
  }

  #createCall(coin: Coin, place: Place): Call {
    const { mint, creator, keys, quote } = coin;
    const created = pump.emit('CreateEvent', {
      name: coin.name,
      symbol: coin.symbol,
      uri: coin.uri,
      mint,
      bonding_curve: keys.curve,
      user: creator,
      creator,
      timestamp: BigInt(place.timeS),
      virtual_token_reserves: INITIAL_VIRTUAL_TOKENS,
      virtual_sol_reserves: quote.name === 'SOL' ? quote.initialVirtual : 0n,
      real_token_reserves: INITIAL_REAL_TOKENS,
      token_total_supply: TOKEN_SUPPLY,
      token_program: TOKEN_2022,
      is_mayhem_mode: coin.mayhem,
      is_cashback_enabled: false,
      quote_mint: quote.eventMint,
      virtual_quote_reserves: quote.initialVirtual,
      creator_fee_bps: 0n,
      is_holder_reward: false,
    });
    return pump.call(
      'create_v2',
      {
        mint,
        mint_authority: SHARED.pumpMintAuthority,
        bonding_curve: keys.curve,
        associated_bonding_curve: keys.vault,
        global: SHARED.pumpGlobal,
        user: creator,
        mayhem_program_id: MAYHEM,
        global_params: SHARED.mayhemParams,
        sol_vault: SHARED.mayhemSolVault,
        mayhem_state: keys.mayhemState,
        mayhem_token_vault: keys.mayhemVault,
      },
      {
        name: coin.name,
        symbol: coin.symbol,
        uri: coin.uri,
        creator,
        is_mayhem_mode: coin.mayhem,
        is_cashback_enabled: [false],
        creator_fee_bps: [0n],
        is_holder_reward: [false],
      },
      [mintTokens(TOKEN_2022, mint, keys.vault, SHARED.pumpMintAuthority, TOKEN_SUPPLY), created],
    );
  }

  #tradeCalls(request: TradeRequest, place: Place): { calls: Call[]; instruction: Call } {
    const { coin, user, tokens, side } = request;
    if (coin.pool) {
      return side === 'buy'
        ? this.#poolBuyCalls(coin, user, tokens, place)
        : this.#poolSellCalls(coin, user, tokens, place);
    }
    return side === 'buy'
      ? this.#buyCalls(coin, user, tokens, place)
      : this.#sellCalls(coin, user, tokens, place);
  }

  #buyCalls(coin: Coin, user: Address, tokens: bigint, place: Place): { calls: Call[]; instruction: Call } {
    const account = traderAccount(coin, user);
    const opening = this.#openTrader(coin, user);
    const quote = quoteForBuy(coin.curve, tokens);
    const fees = this.#curveFees(coin, user, quote);
    coin.curve = afterBuy(coin.curve, tokens, quote);
    this.ledger.moveTokens(coin.keys.vault, account, tokens);
    const payments = this.#pay(coin, user, { curve: quote, ...fees });
    const children = [
      this.#tokenTransfer(coin, coin.keys.vault, account, coin.keys.curve, tokens),
      ...payments,
      this.#tradeEvent(coin, user, 'buy', tokens, quote, fees, place),
    ];
    if (coin.curve.realTokens === 0n) {
      coin.complete = true;
      children.push(
        pump.emit('CompleteEvent', {
          user,
          mint: coin.mint,
          bonding_curve: coin.keys.curve,
          timestamp: BigInt(place.timeS),
          quote_mint: coin.quote.eventMint,
        }),
      );
    }
    const limit = (quote * 11n) / 10n;
    const instruction = this.#curveInstruction(coin, user, 'buy', tokens, limit, children);
    return { calls: [...opening, instruction], instruction };
  }

  #sellCalls(coin: Coin, user: Address, tokens: bigint, place: Place): { calls: Call[]; instruction: Call } {
    const account = traderAccount(coin, user);
    const quote = quoteForSell(coin.curve, tokens);
    const fees = this.#curveFees(coin, user, quote);
    coin.curve = afterSell(coin.curve, tokens, quote);
    this.ledger.moveTokens(account, coin.keys.vault, tokens);
    const payments = this.#pay(coin, user, { curve: -quote, ...fees });
    const children = [
      this.#tokenTransfer(coin, account, coin.keys.vault, user, tokens),
      ...payments,
      this.#tradeEvent(coin, user, 'sell', tokens, quote, fees, place),
    ];
    const instruction = this.#curveInstruction(coin, user, 'sell', tokens, (quote * 9n) / 10n, children);
    return { calls: [instruction], instruction };
  }

  /** The mayhem agent trades free of fees. */
  #curveFees(coin: Coin, user: Address, quote: bigint): CurveFees {
    const free = coin.mayhem && user === MAYHEM_AGENT;
    const protocolBps = free ? 0n : CURVE_PROTOCOL_FEE_BPS;
    const creatorBps = free ? 0n : CURVE_CREATOR_FEE_BPS;
    return {
      protocolBps,
      creatorBps,
      protocol: feeOf(quote, protocolBps),
      creator: feeOf(quote, creatorBps),
      recipient: coin.mayhem ? MAYHEM_FEE_RECIPIENT : CURVE_FEE_RECIPIENT,
    };
  }

  /**
   * Moves the quote of a curve trade: `curve` goes from the user to the curve, or back where it is negative; the
   * fees come on top of a purchase and out of the proceeds of a sale. Gives the transfers a buyer's call makes; a
   * curve pays out by writing balances, without a transfer.
   */
  #pay(coin: Coin, user: Address, amounts: CurveFees & { curve: bigint }): Call[] {
    const { curve, protocol, creator, recipient } = amounts;
    const { keys, quote } = coin;
    if (quote.name === 'SOL') {
      this.ledger.moveLamports(user, keys.curve, curve);
      this.ledger.moveLamports(user, recipient, protocol);
      this.ledger.moveLamports(user, keys.creatorVault, creator);
      if (curve < 0n) return [];
      return [
        transferLamports(user, keys.curve, curve),
        transferLamports(user, recipient, protocol),
        transferLamports(user, keys.creatorVault, creator),
      ];
    }
    const from = associatedTokenAddress(user, quote.mint, TOKEN);
    const moves: [Address, Address, bigint, Address][] = [
      curve < 0n ? [keys.quoteVault, from, -curve, keys.curve] : [from, keys.quoteVault, curve, user],
      [from, associatedTokenAddress(recipient, quote.mint, TOKEN), protocol, user],
      [from, keys.creatorQuoteVault, creator, user],
    ];
    return moves.map(([source, destination, amount, authority]) => {
      this.ledger.moveTokens(source, destination, amount);
      const { mint, decimals } = quote;
      return transferTokens({ program: TOKEN, source, mint, destination, authority, amount, decimals });
    });
  }

  #tradeEvent(
    coin: Coin,
    user: Address,
    side: 'buy' | 'sell',
    tokens: bigint,
    quote: bigint,
    fees: CurveFees,
    place: Place,
  ): Call {
    const inSol = coin.quote.name === 'SOL';
    const { curve } = coin;
    const buyback = fees.protocolBps > 0n;
    return pump.emit('TradeEvent', {
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
      fee_basis_points: fees.protocolBps,
      fee: fees.protocol,
      creator: coin.creator,
      creator_fee_basis_points: fees.creatorBps,
      creator_fee: fees.creator,
      ...NO_INCENTIVES,
      ix_name: side,
      mayhem_mode: coin.mayhem,
      ...NO_CASHBACK,
      buyback_fee_basis_points: buyback ? BUYBACK_FEE_BPS : 0n,
      buyback_fee: buybackOf(fees.protocol),
      shareholders: [],
      quote_mint: coin.quote.eventMint,
      quote_amount: quote,
      virtual_quote_reserves: curve.virtualQuote,
      real_quote_reserves: curve.realQuote,
      holder_rewards_bps: 0n,
      holder_rewards: 0n,
    });
  }

  /** SOL coins trade by `buy` and `sell`, others by the `_v2` instructions, which name the quote's accounts. */
  #curveInstruction(
    coin: Coin,
    user: Address,
    side: 'buy' | 'sell',
    tokens: bigint,
    limit: bigint,
    children: readonly Call[],
  ): Call {
    const { keys, quote } = coin;
    const limits: Fields = side === 'buy' ? { max_sol_cost: limit } : { min_sol_output: limit };
    const recipient = coin.mayhem ? MAYHEM_FEE_RECIPIENT : CURVE_FEE_RECIPIENT;
    const shared = {
      global: SHARED.pumpGlobal,
      fee_recipient: recipient,
      bonding_curve: keys.curve,
      user,
      creator_vault: keys.creatorVault,
      global_volume_accumulator: SHARED.pumpVolume,
      user_volume_accumulator: this.#volumeAccount(user),
      fee_config: SHARED.pumpFeeConfig,
    };
    if (quote.name === 'SOL') {
      const accounts = {
        ...shared,
        mint: coin.mint,
        associated_bonding_curve: keys.vault,
        associated_user: traderAccount(coin, user),
        token_program: TOKEN_2022,
      };
      return pump.call(side, accounts, { amount: tokens, ...limits, track_volume: [false] }, children);
    }
    const quoteAccount = (owner: Address): Address => associatedTokenAddress(owner, quote.mint, TOKEN);
    const accounts = {
      ...shared,
      base_mint: coin.mint,
      quote_mint: quote.mint,
      base_token_program: TOKEN_2022,
      quote_token_program: TOKEN,
      associated_quote_fee_recipient: quoteAccount(recipient),
      buyback_fee_recipient: BUYBACK_FEE_RECIPIENT,
      associated_quote_buyback_fee_recipient: quoteAccount(BUYBACK_FEE_RECIPIENT),
      associated_base_bonding_curve: keys.vault,
      associated_quote_bonding_curve: keys.quoteVault,
      associated_base_user: traderAccount(coin, user),
      associated_quote_user: quoteAccount(user),
      associated_creator_vault: keys.creatorQuoteVault,
      sharing_config: keys.sharingConfig,
      associated_user_volume_accumulator: quoteAccount(this.#volumeAccount(user)),
    };
    return pump.call(`${side}_v2`, accounts, { amount: tokens, ...limits }, children);
  }

  #migrateCall(coin: Coin, keys: ReturnType<typeof poolKeys>, deposit: bigint, place: Place): Call {
    const { mint, creator } = coin;
    const liquidity = squareRoot(POOL_TOKENS * deposit);
    const createPool = swap.call(
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
        base_token_program: TOKEN_2022,
        quote_token_program: TOKEN,
      },
      {
        index: 0,
        base_amount_in: POOL_TOKENS,
        quote_amount_in: deposit,
        coin_creator: creator,
        is_mayhem_mode: coin.mayhem,
        is_cashback_coin: [false],
        creator_fee_bps: [0n],
        can_edit_creator_fee: [false],
      },
      [
        swap.emit('CreatePoolEvent', {
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
          creator_fee_bps: 0n,
          can_edit_creator_fee: false,
        }),
      ],
    );
    const migrated = pump.emit('CompletePumpAmmMigrationEvent', {
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
    return pump.call(
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
          amount: (deposit * POOL_TOKENS) / TOKEN_SUPPLY,
          decimals: 9,
        }),
        migrated,
      ],
    );
  }

  #poolBuyCalls(
    coin: Coin,
    user: Address,
    tokens: bigint,
    place: Place,
  ): { calls: Call[]; instruction: Call } {
    const { pool, poolKeys: keys } = requirePool(coin);
    const account = traderAccount(coin, user);
    const opening = this.#openTrader(coin, user);
    const bps = poolFees(pool);
    const trade = buyFromPool(pool, tokens, bps);
    const wrapped = associatedTokenAddress(user, WRAPPED_SOL, TOKEN);
    const balances = this.#userBalances(coin, user, trade.userQuote);
    this.ledger.moveTokens(keys.base, account, tokens);
    this.#payWrapped(user, keys.quote, trade.quote + trade.lpFee);
    this.#payWrapped(user, SHARED.swapFeeAccount, trade.protocolFee);
    this.#payWrapped(user, keys.creatorVault, trade.creatorFee);
    coin.pool = trade.after;
    const children = [
      this.#tokenTransfer(coin, keys.base, account, keys.pool, tokens),
      ...[
        [keys.quote, trade.quote + trade.lpFee] as const,
        [SHARED.swapFeeAccount, trade.protocolFee] as const,
        [keys.creatorVault, trade.creatorFee] as const,
      ].map(([to, amount]) => wrappedTransfer(wrapped, to, user, amount)),
      swap.emit('BuyEvent', {
        timestamp: BigInt(place.timeS),
        base_amount_out: tokens,
        max_quote_amount_in: (trade.userQuote * 11n) / 10n,
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
    const args = {
      base_amount_out: tokens,
      max_quote_amount_in: (trade.userQuote * 11n) / 10n,
      track_volume: [false],
    };
    const instruction = swap.call('buy', this.#poolAccounts(coin, user), args, children);
    const wrap = [
      openTokenAccount(user, wrapped, user, WRAPPED_SOL, TOKEN),
      transferLamports(user, wrapped, trade.userQuote),
      syncNative(wrapped),
    ];
    return {
      calls: [...opening, ...wrap, instruction, closeTokenAccount(TOKEN, wrapped, user)],
      instruction,
    };
  }

  #poolSellCalls(
    coin: Coin,
    user: Address,
    tokens: bigint,
    place: Place,
  ): { calls: Call[]; instruction: Call } {
    const { pool, poolKeys: keys } = requirePool(coin);
    const account = traderAccount(coin, user);
    const bps = poolFees(pool);
    const trade = sellToPool(pool, tokens, bps);
    const wrapped = associatedTokenAddress(user, WRAPPED_SOL, TOKEN);
    const balances = this.#userBalances(coin, user, 0n);
    this.ledger.moveTokens(account, keys.base, tokens);
    this.#payWrapped(user, keys.quote, -(trade.quote - trade.lpFee));
    this.#payWrapped(user, SHARED.swapFeeAccount, trade.protocolFee);
    this.#payWrapped(user, keys.creatorVault, trade.creatorFee);
    coin.pool = trade.after;
    const children = [
      this.#tokenTransfer(coin, account, keys.base, user, tokens),
      ...[
        [wrapped, trade.userQuote] as const,
        [SHARED.swapFeeAccount, trade.protocolFee] as const,
        [keys.creatorVault, trade.creatorFee] as const,
      ].map(([to, amount]) => wrappedTransfer(keys.quote, to, keys.pool, amount)),
      swap.emit('SellEvent', {
        timestamp: BigInt(place.timeS),
        base_amount_in: tokens,
        min_quote_amount_out: (trade.userQuote * 9n) / 10n,
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
    const args = { base_amount_in: tokens, min_quote_amount_out: (trade.userQuote * 9n) / 10n };
    const instruction = swap.call('sell', this.#poolAccounts(coin, user), args, children);
    return {
      calls: [
        openTokenAccount(user, wrapped, user, WRAPPED_SOL, TOKEN),
        instruction,
        closeTokenAccount(TOKEN, wrapped, user),
      ],
      instruction,
    };
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
      user_quote_token_account: associatedTokenAddress(user, WRAPPED_SOL, TOKEN),
      pool_base_token_account: keys.base,
      pool_quote_token_account: keys.quote,
      protocol_fee_recipient: POOL_FEE_RECIPIENT,
      protocol_fee_recipient_token_account: SHARED.swapFeeAccount,
      base_token_program: TOKEN_2022,
      quote_token_program: TOKEN,
      coin_creator_vault_ata: keys.creatorVault,
      coin_creator_vault_authority: keys.creatorVaultAuthority,
      global_volume_accumulator: SHARED.swapVolume,
      user_volume_accumulator: this.#volumeAccount(user),
      fee_config: SHARED.swapFeeConfig,
    };
  }

  #poolParties(coin: Coin, user: Address) {
    const { poolKeys: keys } = requirePool(coin);
    return {
      pool: keys.pool,
      user,
      user_base_token_account: traderAccount(coin, user),
      user_quote_token_account: associatedTokenAddress(user, WRAPPED_SOL, TOKEN),
      protocol_fee_recipient: POOL_FEE_RECIPIENT,
      protocol_fee_recipient_token_account: SHARED.swapFeeAccount,
      coin_creator: coin.creator,
    };
  }

  /** What the trader's accounts hold when the program looks; `wrapped` is what a buyer has just wrapped. */
  #userBalances(coin: Coin, user: Address, wrapped: bigint) {
    return {
      user_base_token_reserves: this.tokensOf(coin, user),
      user_quote_token_reserves: wrapped,
    };
  }

  /** Wrapped SOL is lamports and tokens at once; the trader's own wrapped account lives within the transaction. */
  #payWrapped(user: Address, to: Address, amount: bigint): void {
    this.ledger.moveLamports(user, to, amount);
    this.ledger.addTokens(to, amount);
  }

  #tokenTransfer(
    coin: Coin,
    source: Address,
    destination: Address,
    authority: Address,
    amount: bigint,
  ): Call {
    const { mint } = coin;
    return transferTokens({
      program: TOKEN_2022,
      source,
      mint,
      destination,
      authority,
      amount,
      decimals: TOKEN_DECIMALS,
    });
  }

  /** The call that opens the buyer's token account, where there is none. */
  #openTrader(coin: Coin, user: Address): Call[] {
    const account = traderAccount(coin, user);
    if (this.ledger.token(account)) return [];
    const holding = { mint: coin.mint, owner: user, program: TOKEN_2022, decimals: TOKEN_DECIMALS };
    this.ledger.openToken(account, holding, user);
    return [openTokenAccount(user, account, user, coin.mint, TOKEN_2022)];
  }

  #closeIfEmpty(coin: Coin, user: Address): Call[] {
    const account = traderAccount(coin, user);
    if (this.ledger.tokenAmount(account) > 0n) return [];
    this.ledger.closeToken(account, user);
    return [closeTokenAccount(TOKEN_2022, account, user)];
  }

  #throughRouter(calls: Call[], instruction: Call, router: Address | null, user: Address): Call[] {
    if (router === null) return calls;
    const routed: Call = {
      program: router,
      accounts: [{ key: user, writable: true, signer: true }, ...instruction.accounts],
      data: Buffer.concat([Buffer.of(1), instruction.data]),
      children: [instruction],
    };
    return calls.map((call) => (call === instruction ? routed : call));
  }

  #fail({ coin, user, side, tokens, router }: TradeRequest, place: Place): Update {
    const instruction = coin.pool
      ? swap.call(
          side,
          this.#poolAccounts(coin, user),
          side === 'buy'
            ? { base_amount_out: tokens, max_quote_amount_in: 1n, track_volume: [false] }
            : { base_amount_in: tokens, min_quote_amount_out: 2n ** 63n },
        )
      : this.#curveInstruction(coin, user, side, tokens, side === 'buy' ? 1n : 2n ** 63n, []);
    const failing: Call = { ...instruction, failure: coin.pool ? SLIPPAGE.pool : SLIPPAGE[side] };
    return this.#settle(user, this.#throughRouter([failing], failing, router, user), place, 1n);
  }

  #settle(payer: Address, calls: readonly Call[], place: Place, signatures: bigint): Update {
    const feeLamports = SIGNATURE_FEE * signatures + PRIORITY_FEE;
    this.ledger.addLamports(payer, -feeLamports);
    const budget = [setComputeUnitLimit(COMPUTE_UNITS), setComputeUnitPrice(UNIT_PRICE_MICRO_LAMPORTS)];
    const draft = {
      ...place,
      payer,
      calls: [...budget, ...calls],
      feeLamports,
      computeUnits: COMPUTE_UNITS,
    };
    return encodeTransaction(draft, this.ledger);
  }

  #volumeAccount(user: Address): Address {
    let key = this.#volumeAccounts.get(user);
    if (key === undefined) {
      key = deriveAddress(PUMP, ['user_volume_accumulator', addressBytes(user)]).key;
      this.#volumeAccounts.set(user, key);
    }
    return key;
  }

  /** Accounts for another quote than SOL, as opened before the market looks, and the trader's means in it. */
  #openQuoteAccounts(coin: Coin, user: Address): void {
    if (coin.quote.name === 'SOL') return;
    const { mint, decimals } = coin.quote;
    const recipient = coin.mayhem ? MAYHEM_FEE_RECIPIENT : CURVE_FEE_RECIPIENT;
    const owners = [coin.keys.curve, coin.keys.creatorVault, recipient, BUYBACK_FEE_RECIPIENT];
    for (const owner of owners) {
      this.#openFromOutside(associatedTokenAddress(owner, mint, TOKEN), {
        mint,
        owner,
        program: TOKEN,
        decimals,
      });
    }
    this.#openUserQuote(coin, user);
  }

  /** Traders of quote coins bring their quote from outside, ten thousand units at a time. */
  #openUserQuote(coin: Coin, user: Address): void {
    const { mint, decimals } = coin.quote;
    const key = associatedTokenAddress(user, mint, TOKEN);
    this.#openFromOutside(key, { mint, owner: user, program: TOKEN, decimals });
    const unit = 10n ** BigInt(decimals);
    if (this.ledger.tokenAmount(key) < 5_000n * unit) this.ledger.addTokens(key, 10_000n * unit);
  }

  #openPoolAccounts(coin: Coin, keys: ReturnType<typeof poolKeys>): void {
    const wrapped = { mint: WRAPPED_SOL, program: TOKEN, decimals: 9 };
    this.#openFromOutside(keys.quote, { ...wrapped, owner: keys.pool });
    this.#openFromOutside(keys.boostVault, { ...wrapped, owner: keys.boostAuthority });
    this.#openFromOutside(keys.creatorVault, { ...wrapped, owner: keys.creatorVaultAuthority });
    this.#openFromOutside(SHARED.swapFeeAccount, { ...wrapped, owner: POOL_FEE_RECIPIENT });
    const base = { mint: coin.mint, owner: keys.pool, program: TOKEN_2022, decimals: TOKEN_DECIMALS };
    this.#openFromOutside(keys.base, base);
    this.ledger.addLamports(keys.pool, RENT.pool);
  }

  #openFromOutside(key: Address, holding: Parameters<Ledger['openToken']>[1]): void {
    if (this.ledger.token(key)) return;
    this.ledger.addLamports(SYSTEM, TOKEN_ACCOUNT_RENT);
    this.ledger.openToken(key, holding, SYSTEM);
  }
}

interface CurveFees {
  protocolBps: bigint;
  creatorBps: bigint;
  protocol: bigint;
  creator: bigint;
  recipient: Address;
}

type PoolState = NonNullable<Coin['pool']>;

function requirePool(coin: Coin): { pool: PoolState; poolKeys: NonNullable<Coin['poolKeys']> } {
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
const reservesBefore = (pool: PoolState) => ({
  pool_base_token_reserves: pool.base,
  pool_quote_token_reserves: pool.quote,
});

const feeFields = (trade: PoolTrade, bps: ReturnType<typeof poolFees>) => ({
  lp_fee_basis_points: bps.lp,
  lp_fee: trade.lpFee,
  protocol_fee_basis_points: bps.protocol,
  protocol_fee: trade.protocolFee,
});

const poolTail = (pool: PoolState, trade: PoolTrade) => ({
  ...NO_CASHBACK,
  buyback_fee_basis_points: BUYBACK_FEE_BPS,
  buyback_fee: buybackOf(trade.protocolFee),
  virtual_quote_reserves: pool.virtualQuote,
  can_boost: true,
  base_supply: TOKEN_SUPPLY,
});
