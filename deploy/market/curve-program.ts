import type { Accounts } from './accounts.js';
import {
  type Address,
  BUYBACK_FEE_RECIPIENT,
  CURVE_FEE_RECIPIENT,
  MAYHEM,
  MAYHEM_AGENT,
  MAYHEM_FEE_RECIPIENT,
  MIGRATION_AUTHORITY,
  PUMP,
  RENT_SYSVAR,
  SHARED,
  SYSTEM,
  TOKEN,
} from './addresses.js';
import { type Fields, IdlEncoder, PUMP_IDL } from './borsh.js';
import {
  AnchorProgram,
  type Call,
  mintTokens,
  type Place,
  reading,
  signing,
  type TradeCalls,
  transferLamports,
  transferTokens,
  writing,
} from './call.js';
import { type Coin, creationKeys, isSol, traderAccount, transferCoin } from './coin.js';
import {
  afterBuy,
  afterSell,
  BUYBACK_FEE_BPS,
  buybackOf,
  feeOf,
  INITIAL_REAL_TOKENS,
  INITIAL_VIRTUAL_TOKENS,
  POOL_TOKENS,
  quoteForBuy,
  quoteForSell,
  TOKEN_SUPPLY,
} from './curve.js';
import { NO_CASHBACK, NO_INCENTIVES } from './event-fields.js';
import type { Layout } from './layouts.js';
import type { Ledger } from './ledger.js';

interface CurveFees {
  protocolBps: bigint;
  creatorBps: bigint;
  protocol: bigint;
  creator: bigint;
  recipient: Address;
}

/** Calls of pump.fun's program, with their effects on coin and ledger. */
export class CurveProgram {
  readonly #ledger: Ledger;
  readonly #accounts: Accounts;
  readonly #fees: Layout['curveFees'];
  readonly #pump: AnchorProgram;

  constructor(ledger: Ledger, accounts: Accounts, layout: Layout) {
    this.#ledger = ledger;
    this.#accounts = accounts;
    this.#fees = layout.curveFees;
    this.#pump = new AnchorProgram(PUMP, new IdlEncoder(PUMP_IDL, layout), SHARED.pumpEventAuthority);
  }

  /** The call that creates a coin; its supply is in the curve's vault already. */
  create(coin: Coin, place: Place): Call {
    const { mint, creator, keys, quote } = coin;
    const created = this.#pump.emit('CreateEvent', {
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
      is_holder_reward: false,
    });
    const accounts = {
      mint,
      mint_authority: SHARED.pumpMintAuthority,
      bonding_curve: keys.curve,
      associated_bonding_curve: keys.vault,
      global: SHARED.pumpGlobal,
      user: creator,
    };
    const named = { name: coin.name, symbol: coin.symbol, uri: coin.uri, creator };
    const minted = mintTokens(coin.tokenProgram, mint, keys.vault, SHARED.pumpMintAuthority, TOKEN_SUPPLY);
    if (coin.tokenProgram === TOKEN) {
      return this.#pump.call('create', { ...accounts, ...creationKeys(coin) }, named, [minted, created]);
    }
    return this.#pump.call(
      'create_v2',
      {
        ...accounts,
        mayhem_program_id: MAYHEM,
        global_params: SHARED.mayhemParams,
        sol_vault: SHARED.mayhemSolVault,
        ...creationKeys(coin),
      },
      {
        ...named,
        is_mayhem_mode: coin.mayhem,
        is_cashback_enabled: [false],
        creator_fee_bps: [coin.creatorFeeBps],
        is_holder_reward: [false],
      },
      [minted, created],
    );
  }

  /** Buys exactly `tokens`; the purchase of the last token completes the curve. */
  buy(coin: Coin, user: Address, tokens: bigint, place: Place): TradeCalls {
    const account = traderAccount(coin, user);
    const opening = this.#accounts.openTrader(coin, user);
    const quote = quoteForBuy(coin.curve, tokens);
    const fees = this.#curveFees(coin, user, quote);
    coin.curve = afterBuy(coin.curve, tokens, quote);
    this.#ledger.moveTokens(coin.keys.vault, account, tokens);
    const payments = this.#pay(coin, user, { curve: quote, ...fees });
    const children = [
      transferCoin(coin, coin.keys.vault, account, coin.keys.curve, tokens),
      ...payments,
      this.#tradeEvent(coin, user, 'buy', tokens, quote, fees, place),
    ];
    if (coin.curve.realTokens === 0n) {
      coin.complete = true;
      children.push(
        this.#pump.emit('CompleteEvent', {
          user,
          mint: coin.mint,
          bonding_curve: coin.keys.curve,
          timestamp: BigInt(place.timeS),
          quote_mint: coin.quote.eventMint,
        }),
      );
    }
    const limit = (quote * 11n) / 10n;
    const instruction = this.instruction(coin, user, 'buy', tokens, limit, children);
    const userQuote = quote + fees.protocol + fees.creator;
    return { calls: [...opening, instruction], instruction, userQuote };
  }

  /** Sells exactly `tokens`. */
  sell(coin: Coin, user: Address, tokens: bigint, place: Place): TradeCalls {
    const account = traderAccount(coin, user);
    const quote = quoteForSell(coin.curve, tokens);
    const fees = this.#curveFees(coin, user, quote);
    coin.curve = afterSell(coin.curve, tokens, quote);
    this.#ledger.moveTokens(account, coin.keys.vault, tokens);
    const payments = this.#pay(coin, user, { curve: -quote, ...fees });
    const children = [
      transferCoin(coin, account, coin.keys.vault, user, tokens),
      ...payments,
      this.#tradeEvent(coin, user, 'sell', tokens, quote, fees, place),
    ];
    const instruction = this.instruction(coin, user, 'sell', tokens, (quote * 9n) / 10n, children);
    return { calls: [instruction], instruction, userQuote: quote - fees.protocol - fees.creator };
  }

  /**
   * Empties a completed curve, as before there were pools: no event tells of it. The instruction has left the IDL;
   * name and accounts are those of 2024.
   */
  withdraw(coin: Coin): Call {
    const { keys, mint, tokenProgram, curve } = coin;
    const destination = traderAccount(coin, MIGRATION_AUTHORITY);
    // The account is opened beforehand by a call of its own on chain; here the withdrawal itself pays for it.
    this.#accounts.openTrader(coin, MIGRATION_AUTHORITY);
    this.#ledger.moveTokens(keys.vault, destination, POOL_TOKENS);
    this.#ledger.moveLamports(keys.curve, MIGRATION_AUTHORITY, curve.realQuote);
    coin.curve = { ...curve, realQuote: 0n };
    return {
      program: PUMP,
      accounts: [
        reading(SHARED.pumpGlobal),
        writing(SHARED.pumpLastWithdraw),
        reading(mint),
        writing(keys.curve),
        writing(keys.vault),
        writing(destination),
        signing(MIGRATION_AUTHORITY),
        reading(SYSTEM),
        reading(tokenProgram),
        reading(RENT_SYSVAR),
        reading(SHARED.pumpEventAuthority),
        reading(PUMP),
      ],
      data: Buffer.from('b712469c946da122', 'hex'),
      log: 'Instruction: Withdraw',
      children: [transferCoin(coin, keys.vault, destination, keys.curve, POOL_TOKENS)],
    };
  }

  /** SOL coins trade by `buy` and `sell`, others by the `_v2` instructions, which name the quote's accounts. */
  instruction(
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
      fee_config: SHARED.pumpFeeConfig,
    };
    if (isSol(quote)) {
      const accounts = {
        ...shared,
        mint: coin.mint,
        associated_bonding_curve: keys.vault,
        associated_user: traderAccount(coin, user),
        token_program: coin.tokenProgram,
        ...(side === 'buy' && { user_volume_accumulator: this.#accounts.volumeAccount(user) }),
      };
      return this.#pump.call(side, accounts, { amount: tokens, ...limits, track_volume: [false] }, children);
    }
    const quoteAccount = (owner: Address): Address => this.#accounts.quoteAccount(owner, quote);
    const volumeAccount = this.#accounts.volumeAccount(user);
    const accounts = {
      ...shared,
      user_volume_accumulator: volumeAccount,
      base_mint: coin.mint,
      quote_mint: quote.mint,
      base_token_program: coin.tokenProgram,
      quote_token_program: quote.tokenProgram,
      associated_quote_fee_recipient: quoteAccount(recipient),
      buyback_fee_recipient: BUYBACK_FEE_RECIPIENT,
      associated_quote_buyback_fee_recipient: quoteAccount(BUYBACK_FEE_RECIPIENT),
      associated_base_bonding_curve: keys.vault,
      associated_quote_bonding_curve: keys.quoteVault,
      associated_base_user: traderAccount(coin, user),
      associated_quote_user: quoteAccount(user),
      associated_creator_vault: keys.creatorQuoteVault,
      sharing_config: keys.sharingConfig,
      associated_user_volume_accumulator: quoteAccount(volumeAccount),
    };
    return this.#pump.call(`${side}_v2`, accounts, { amount: tokens, ...limits }, children);
  }

  /** The mayhem agent trades free of fees. */
  #curveFees(coin: Coin, user: Address, quote: bigint): CurveFees {
    const free = coin.mayhem && user === MAYHEM_AGENT;
    const protocolBps = free ? 0n : this.#fees.protocol;
    const creatorBps = free ? 0n : coin.creatorFeeBps || this.#fees.creator;
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
    if (isSol(quote)) {
      this.#ledger.moveLamports(user, keys.curve, curve);
      this.#ledger.moveLamports(user, recipient, protocol);
      this.#ledger.moveLamports(user, keys.creatorVault, creator);
      if (curve < 0n) return [];
      return [
        transferLamports(user, keys.curve, curve),
        transferLamports(user, recipient, protocol),
        transferLamports(user, keys.creatorVault, creator),
      ];
    }
    const from = this.#accounts.quoteAccount(user, quote);
    const moves: [Address, Address, bigint, Address][] = [
      curve < 0n ? [keys.quoteVault, from, -curve, keys.curve] : [from, keys.quoteVault, curve, user],
      [from, this.#accounts.quoteAccount(recipient, quote), protocol, user],
      [from, keys.creatorQuoteVault, creator, user],
    ];
    return moves.map(([source, destination, amount, authority]) => {
      this.#ledger.moveTokens(source, destination, amount);
      const { mint, decimals, tokenProgram } = quote;
      return transferTokens({
        program: tokenProgram,
        source,
        mint,
        destination,
        authority,
        amount,
        decimals,
      });
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
    const inSol = isSol(coin.quote);
    const { curve } = coin;
    const buyback = fees.protocolBps > 0n;
    return this.#pump.emit('TradeEvent', {
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
}
