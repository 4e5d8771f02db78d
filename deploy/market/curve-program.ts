import type { Accounts } from './accounts.js';
import {
  type Address,
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
import { IdlEncoder, PUMP_IDL } from './borsh.js';
import {
  type AccountRef,
  AnchorProgram,
  type Call,
  mintTokens,
  type Place,
  reading,
  signing,
  type TradeCalls,
  type TradeOrder,
  writing,
} from './call.js';
import { type Coin, creationKeys, isSol, traderAccount, transferCoin } from './coin.js';
import {
  afterBuy,
  afterSell,
  feeOf,
  POOL_TOKENS,
  quoteForSell,
  TOKEN_SUPPLY,
  type WaitingFees,
  withKept,
} from './curve.js';
import { createdFields, tradedFields, wentOnFields } from './curve-events.js';
import { curveInstruction, styleOf } from './curve-instruction.js';
import { type CurveFees, CurvePayments } from './curve-payments.js';
import { type CurveRates, type Purchase, purchaseOf } from './curve-purchase.js';
import type { Layout } from './layouts.js';
import type { Ledger } from './ledger.js';

/** A hop of a route over several pools and curves: what goes in and which of its fees it charges. */
export interface Hop {
  user: Address;
  amountIn: bigint;
  /** The hop that trades the user's own currency. */
  chargesProtocol: boolean;
  /** The hop that trades the coin at the far end. */
  chargesCreator: boolean;
}

/** What a mayhem coin's launch mints for the launchpad's agent, beside what every launch mints. */
const secondBillionOf = (coin: Coin): (readonly [account: Address, amount: bigint])[] =>
  coin.supply > TOKEN_SUPPLY ? [[traderAccount(coin, MAYHEM_AGENT), coin.supply - TOKEN_SUPPLY]] : [];

/** Calls of pump.fun's program, with their effects on coin and ledger. */
export class CurveProgram {
  readonly #ledger: Ledger;
  readonly #accounts: Accounts;
  readonly #payments: CurvePayments;
  readonly #fees: Layout['curveFees'];
  readonly #pump: AnchorProgram;

  constructor(ledger: Ledger, accounts: Accounts, layout: Layout) {
    this.#ledger = ledger;
    this.#accounts = accounts;
    this.#payments = new CurvePayments(ledger, accounts);
    this.#fees = layout.curveFees;
    this.#pump = new AnchorProgram(PUMP, new IdlEncoder(PUMP_IDL, layout), SHARED.pumpEventAuthority);
  }

  /** The call that creates a coin; its supply is in the curve's vault already. */
  create(coin: Coin, place: Place): Call {
    const { mint, creator, keys } = coin;
    const created = this.#pump.emit('CreateEvent', createdFields(coin, place));
    const accounts = {
      mint,
      mint_authority: SHARED.pumpMintAuthority,
      bonding_curve: keys.curve,
      associated_bonding_curve: keys.vault,
      global: SHARED.pumpGlobal,
      user: creator,
    };
    const named = { name: coin.name, symbol: coin.symbol, uri: coin.uri, creator };
    const minted = [[keys.vault, TOKEN_SUPPLY] as const, ...secondBillionOf(coin)].map(([account, amount]) =>
      mintTokens(coin.tokenProgram, mint, account, SHARED.pumpMintAuthority, amount),
    );
    if (coin.tokenProgram === TOKEN) {
      return this.#pump.call('create', { ...accounts, ...creationKeys(coin) }, named, [...minted, created]);
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
        is_holder_reward: [coin.holderRewards],
      },
      [...minted, created],
    );
  }

  /**
   * Buys; the purchase of the last token completes the curve. One that keeps its fees goes on from there: it buys the
   * rest of the tokens meant for the pool, at the price with which the pool would open.
   */
  buy(coin: Coin, user: Address, order: TradeOrder, place: Place): TradeCalls {
    const { style = styleOf(coin), spends } = order;
    const opening = this.#accounts.openTrader(coin, user);
    const rates = this.#ratesFor(coin, user);
    const keeps = style === 'keeping';
    const purchase = purchaseOf(coin, order, rates, keeps && rates.protocol > 0n && !coin.mayhem);
    const name =
      spends === undefined ? 'buy' : style === 'oldest' ? 'buy_exact_sol_in' : 'buy_exact_quote_in';
    const children: Call[] = [];
    const part = (tokens: bigint, quote: bigint, fees: CurveFees): void => {
      const account = traderAccount(coin, user);
      this.#ledger.moveTokens(coin.keys.vault, account, tokens);
      const payments = this.#payments.pay(coin, user, quote, fees);
      children.push(transferCoin(coin, coin.keys.vault, account, coin.keys.curve, tokens), ...payments);
    };
    const paid = this.#execute(coin, user, purchase, rates, keeps, name, place, part, children);
    const tokens = purchase.tokens + purchase.beyond.tokens;
    const net = purchase.quote + purchase.beyond.quote;
    const limit = spends === undefined ? (net * 11n) / 10n : (tokens * 9n) / 10n;
    const instruction = this.instruction(coin, user, 'buy', { ...order, style }, limit, children);
    return { calls: [...opening, instruction], instruction, tokens, userQuote: paid };
  }

  /** Sells exactly `tokens`. */
  sell(coin: Coin, user: Address, order: TradeOrder, place: Place): TradeCalls {
    const { tokens, style = styleOf(coin) } = order;
    const account = traderAccount(coin, user);
    const { quote, fees, event } = this.#executeSale(
      coin,
      user,
      tokens,
      this.#ratesFor(coin, user),
      style === 'keeping',
      'sell',
      place,
    );
    this.#ledger.moveTokens(account, coin.keys.vault, tokens);
    const payments = this.#payments.pay(coin, user, -quote, fees);
    const children = [transferCoin(coin, account, coin.keys.vault, user, tokens), ...payments, event];
    const instruction = this.instruction(
      coin,
      user,
      'sell',
      { ...order, style },
      (quote * 9n) / 10n,
      children,
    );
    return { calls: [instruction], instruction, tokens, userQuote: quote - fees.protocol - fees.creator };
  }

  /**
   * A hop of a route that buys with what is in the curve's vault already, all of it: the tokens that come out, still in the
   * curve's vault, and the events.
   */
  hopIn(coin: Coin, hop: Hop, place: Place): { amountOut: bigint; events: Call[] } {
    const rates = this.#ratesOfHop(coin, hop);
    const purchase = purchaseOf(coin, { tokens: 0n, spends: hop.amountIn }, rates, true);
    const events: Call[] = [];
    const nothing = (): void => {};
    this.#execute(coin, hop.user, purchase, rates, true, 'multi_hop_swap', place, nothing, events);
    return { amountOut: purchase.tokens + purchase.beyond.tokens, events };
  }

  /** What a buying hop takes of what goes in: all of it, or less by what no purchase costs. */
  costOfHop(coin: Coin, hop: Hop): bigint {
    const rates = this.#ratesOfHop(coin, hop);
    const { quote, beyond } = purchaseOf(coin, { tokens: 0n, spends: hop.amountIn }, rates, true);
    const cost = (net: bigint): bigint => net + feeOf(net, rates.protocol) + feeOf(net, rates.creator);
    return cost(quote) + cost(beyond.quote);
  }

  /** A hop of a route that sells tokens in the curve's vault: the quote that comes out, still in the curve's vault. */
  hopOut(coin: Coin, hop: Hop, place: Place): { amountOut: bigint; events: Call[] } {
    const rates = this.#ratesOfHop(coin, hop);
    const { quote, fees, event } = this.#executeSale(
      coin,
      hop.user,
      hop.amountIn,
      rates,
      true,
      'multi_hop_swap',
      place,
    );
    return { amountOut: quote - fees.protocol - fees.creator, events: [event] };
  }

  /** The call in which a curve's hops of a route run. */
  hopCall(
    accounts: Readonly<Record<string, Address>>,
    hop: Hop,
    coin: Coin,
    children: readonly Call[],
  ): Call {
    const args = { amount_in: hop.amountIn, min_amount_out: 0n };
    return this.#pump.call('multi_hop_curve_swap', accounts, args, children, this.hopAccounts(coin));
  }

  hopAccounts({ mint, quote, keys }: Coin): AccountRef[] {
    return [
      reading(mint),
      reading(quote.mint),
      writing(keys.curve),
      writing(keys.vault),
      writing(keys.quoteVault),
    ];
  }

  /** Pays out the fees that wait on a curve: to the launchpad, or to the creator's vault. */
  sweep(coin: Coin, payer: Address, bucket: keyof WaitingFees, place: Place): Call {
    const { keys, mint, quote, waiting } = coin;
    const amount = waiting[bucket];
    const launchpad = coin.mayhem ? MAYHEM_FEE_RECIPIENT : CURVE_FEE_RECIPIENT;
    const recipient = bucket === 'protocol' ? launchpad : keys.creatorVault;
    const quoteRecipient = this.#accounts.quoteAccount(recipient, quote);
    coin.waiting = { ...waiting, [bucket]: 0n };
    const children: Call[] = [];
    // A curve pays lamports out by writing balances, without a transfer.
    if (isSol(quote)) this.#ledger.moveLamports(keys.curve, recipient, amount);
    else
      children.push(this.#payments.transferQuote(coin, keys.quoteVault, quoteRecipient, amount, keys.curve));
    children.push(
      this.#pump.emit('SweepBondingCurveFeeEvent', {
        timestamp: BigInt(place.timeS),
        mint,
        bonding_curve: keys.curve,
        quote_mint: quote.eventMint,
        recipient,
        amount,
        bucket: bucket === 'protocol' ? 0 : 1,
      }),
    );
    return this.#pump.call(
      `sweep_${bucket}_fee`,
      {
        payer,
        global: SHARED.pumpGlobal,
        base_mint: mint,
        quote_mint: quote.mint,
        quote_token_program: quote.tokenProgram,
        bonding_curve: keys.curve,
        associated_quote_bonding_curve: keys.quoteVault,
        recipient,
        associated_quote_recipient: quoteRecipient,
      },
      {},
      children,
    );
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

  /** A trade's instruction alone (curve-instruction.ts). */
  instruction(
    coin: Coin,
    user: Address,
    side: 'buy' | 'sell',
    order: TradeOrder,
    limit: bigint,
    children: readonly Call[],
  ): Call {
    return curveInstruction(this.#pump, this.#accounts, coin, user, side, order, limit, children);
  }

  /**
   * Takes a purchase into the curve and tells of it: TradeEvent, CompleteEvent where it was the last token, and
   * PostCompleteBuyEvent where it went on from there. `part` moves what each of the two parts moves. Gives what both cost.
   */
  #execute(
    coin: Coin,
    user: Address,
    { tokens, quote, beyond }: Purchase,
    rates: CurveRates,
    keeps: boolean,
    name: string,
    place: Place,
    part: (tokens: bigint, quote: bigint, fees: CurveFees) => void,
    children: Call[],
  ): bigint {
    const charge = (amount: bigint): CurveFees => {
      const fees = this.#feesOn(coin, amount, rates, keeps);
      if (keeps) coin.waiting = withKept(coin.waiting, fees);
      return fees;
    };
    const fees = charge(quote);
    coin.curve = afterBuy(coin.curve, tokens, quote);
    part(tokens, quote, fees);
    children.push(
      this.#pump.emit('TradeEvent', tradedFields(coin, user, 'buy', name, tokens, quote, fees, place)),
    );
    const paid = quote + fees.protocol + fees.creator;
    if (coin.curve.realTokens > 0n) return paid;
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
    if (beyond.tokens === 0n) return paid;
    const beyondFees = charge(beyond.quote);
    coin.beyondCurve = beyond;
    part(beyond.tokens, beyond.quote, beyondFees);
    children.push(this.#pump.emit('PostCompleteBuyEvent', wentOnFields(coin, user, beyondFees, place)));
    return paid + beyond.quote + beyondFees.protocol + beyondFees.creator;
  }

  #executeSale(
    coin: Coin,
    user: Address,
    tokens: bigint,
    rates: CurveRates,
    keeps: boolean,
    name: string,
    place: Place,
  ): { quote: bigint; fees: CurveFees; event: Call } {
    const quote = quoteForSell(coin.curve, tokens);
    const fees = this.#feesOn(coin, quote, rates, keeps);
    if (keeps) coin.waiting = withKept(coin.waiting, fees);
    coin.curve = afterSell(coin.curve, tokens, quote);
    const fields = tradedFields(coin, user, 'sell', name, tokens, quote, fees, place);
    return { quote, fees, event: this.#pump.emit('TradeEvent', fields) };
  }

  /** The mayhem agent trades free of fees. */
  #ratesFor(coin: Coin, user: Address): CurveRates {
    if (coin.mayhem && user === MAYHEM_AGENT) return { protocol: 0n, creator: 0n };
    return { protocol: this.#fees.protocol, creator: coin.creatorFeeBps || this.#fees.creator };
  }

  #ratesOfHop(coin: Coin, { user, chargesProtocol, chargesCreator }: Hop): CurveRates {
    const { protocol, creator } = this.#ratesFor(coin, user);
    return { protocol: chargesProtocol ? protocol : 0n, creator: chargesCreator ? creator : 0n };
  }

  #feesOn(coin: Coin, quote: bigint, rates: CurveRates, keeps: boolean): CurveFees {
    const launchpad = coin.mayhem ? MAYHEM_FEE_RECIPIENT : CURVE_FEE_RECIPIENT;
    return {
      rates,
      protocol: feeOf(quote, rates.protocol),
      creator: feeOf(quote, rates.creator),
      recipient: keeps ? SYSTEM : launchpad,
      keeps,
    };
  }
}
