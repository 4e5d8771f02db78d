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
  type AccountRef,
  AnchorProgram,
  type Call,
  mintTokens,
  type Place,
  reading,
  signing,
  type TradeCalls,
  type TradeOrder,
  type TradeStyle,
  transferLamports,
  transferTokens,
  writing,
} from './call.js';
import { type Coin, creationKeys, isSol, poolBefore, traderAccount, transferCoin } from './coin.js';
import {
  afterBuy,
  afterSell,
  BUYBACK_FEE_BPS,
  buybackOf,
  feeOf,
  INITIAL_REAL_TOKENS,
  INITIAL_VIRTUAL_TOKENS,
  netOf,
  POOL_TOKENS,
  quoteForBuy,
  quoteForSell,
  TOKEN_SUPPLY,
  tokensForNet,
  type WaitingFees,
  withKept,
} from './curve.js';
import { NO_CASHBACK, NO_INCENTIVES } from './event-fields.js';
import type { Layout } from './layouts.js';
import type { Ledger } from './ledger.js';

/** What the curve charges, in basis points. */
interface CurveRates {
  protocol: bigint;
  creator: bigint;
}

/** What a trade is charged; the recipient of a fee that stays on the curve is the zero key. */
interface CurveFees extends WaitingFees {
  rates: CurveRates;
  recipient: Address;
  keeps: boolean;
}

/** What a buyer gets of the curve, and of the tokens meant for its pool where the curve has not enough. */
interface Purchase {
  tokens: bigint;
  quote: bigint;
  beyond: { tokens: bigint; quote: bigint };
}

const NOTHING_BEYOND: Purchase['beyond'] = { tokens: 0n, quote: 0n };

/** A hop of a route over several pools and curves: what goes in and which of its fees it charges. */
export interface Hop {
  user: Address;
  amountIn: bigint;
  /** The hop that trades the user's own currency. */
  chargesProtocol: boolean;
  /** The hop that trades the coin at the far end. */
  chargesCreator: boolean;
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
      is_holder_reward: coin.holderRewards,
      depth: quote.fromOutside ? 0 : 1,
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
        is_holder_reward: [coin.holderRewards],
      },
      [minted, created],
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
      const payments = this.#pay(coin, user, quote, fees);
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
    const payments = this.#pay(coin, user, -quote, fees);
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
    else children.push(this.#transferQuote(coin, keys.quoteVault, quoteRecipient, amount, keys.curve));
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

  /** `limit` is the most quote to pay, the least to receive, or the fewest tokens where the order says what it spends. */
  instruction(
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
        ...(side === 'buy' && { user_volume_accumulator: this.#accounts.volumeAccount(user) }),
      };
      const name = spends === undefined ? side : 'buy_exact_sol_in';
      return this.#pump.call(name, accounts, { ...args, track_volume: [false] }, children);
    }
    const quoteAccount = (owner: Address): Address => this.#accounts.quoteAccount(owner, quote);
    const volumeAccount = this.#accounts.volumeAccount(user);
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
      const buyback = this.#accounts.buybackAccount(quote);
      return this.#pump.call(`${name}_v3`, { ...named, buyback_fee_recipient: buyback }, args, children);
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
    return this.#pump.call(`${name}_v2`, accounts, args, children);
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
    children.push(this.#tradeEvent(coin, user, 'buy', name, tokens, quote, fees, place));
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
    children.push(this.#postCompleteEvent(coin, user, beyondFees, place));
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
    return { quote, fees, event: this.#tradeEvent(coin, user, 'sell', name, tokens, quote, fees, place) };
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

  /**
   * Moves the quote of a curve trade: `curve` goes from the user to the curve, or back where it is negative; the
   * fees come on top of a purchase and out of the proceeds of a sale, and stay on the curve but for what buys back where
   * they are kept. Gives the transfers a buyer's call makes; a curve pays out by writing balances, without a transfer.
   */
  #pay(coin: Coin, user: Address, curve: bigint, fees: CurveFees): Call[] {
    const { protocol, creator, recipient, keeps } = fees;
    const { keys, quote } = coin;
    if (keeps) return this.#payKeeping(coin, user, curve, fees);
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
    return [
      curve < 0n
        ? this.#transferQuote(coin, keys.quoteVault, from, -curve, keys.curve)
        : this.#transferQuote(coin, from, keys.quoteVault, curve, user),
      this.#transferQuote(coin, from, this.#accounts.quoteAccount(recipient, quote), protocol, user),
      this.#transferQuote(coin, from, keys.creatorQuoteVault, creator, user),
    ];
  }

  #payKeeping(coin: Coin, user: Address, curve: bigint, { protocol, creator }: CurveFees): Call[] {
    const { keys, quote } = coin;
    const buyback = buybackOf(protocol);
    const buys = curve > 0n;
    // All but what buys back: into the curve of a purchase, out of it of a sale.
    const amount = curve + protocol + creator - (buys ? buyback : 0n);
    if (isSol(quote)) {
      this.#ledger.moveLamports(user, keys.curve, amount);
      this.#ledger.moveLamports(buys ? user : keys.curve, BUYBACK_FEE_RECIPIENT, buyback);
      if (!buys) return [];
      return [
        transferLamports(user, keys.curve, amount),
        transferLamports(user, BUYBACK_FEE_RECIPIENT, buyback),
      ];
    }
    const own = this.#accounts.quoteAccount(user, quote);
    const [source, authority] = buys ? [own, user] : [keys.quoteVault, keys.curve];
    return [
      buys
        ? this.#transferQuote(coin, own, keys.quoteVault, amount, user)
        : this.#transferQuote(coin, keys.quoteVault, own, -amount, keys.curve),
      this.#transferQuote(coin, source, this.#accounts.buybackAccount(quote), buyback, authority),
    ];
  }

  #transferQuote(
    coin: Coin,
    source: Address,
    destination: Address,
    amount: bigint,
    authority: Address,
  ): Call {
    const { mint, decimals, tokenProgram } = coin.quote;
    this.#ledger.moveTokens(source, destination, amount);
    return transferTokens({ program: tokenProgram, source, mint, destination, authority, amount, decimals });
  }

  #postCompleteEvent(coin: Coin, user: Address, fees: CurveFees, place: Place): Call {
    const { beyondCurve } = coin;
    const before = poolBefore(coin);
    return this.#pump.emit('PostCompleteBuyEvent', {
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
    });
  }

  #tradeEvent(
    coin: Coin,
    user: Address,
    side: 'buy' | 'sell',
    name: string,
    tokens: bigint,
    quote: bigint,
    fees: CurveFees,
    place: Place,
  ): Call {
    const inSol = isSol(coin.quote);
    const { curve } = coin;
    const { rates } = fees;
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
    });
  }
}

/** SOL coins trade by `buy` and `sell`, others by the `_v2` instructions, which name the quote's accounts. */
const styleOf = ({ quote }: Coin): TradeStyle => (isSol(quote) ? 'oldest' : 'quoted');

/** What an order buys; it goes on beyond the curve's last token only where `goesOn`. */
function purchaseOf(
  coin: Coin,
  { tokens, spends }: TradeOrder,
  { protocol, creator }: CurveRates,
  goesOn: boolean,
): Purchase {
  const { curve } = coin;
  const rates = [protocol, creator];
  const net = spends === undefined ? null : netOf(spends, rates);
  const wanted = net === null ? tokens : tokensForNet(curve.virtualQuote, curve.virtualTokens, net);
  if (wanted < curve.realTokens || (net === null && !goesOn))
    return { tokens: wanted, quote: net ?? quoteForBuy(curve, wanted), beyond: NOTHING_BEYOND };
  const left = { tokens: curve.realTokens, quote: quoteForBuy(curve, curve.realTokens) };
  if (!goesOn) return { ...left, beyond: NOTHING_BEYOND };
  const pool = poolBefore({ ...coin, curve: afterBuy(curve, left.tokens, left.quote) });
  if (spends === undefined) {
    const more = wanted - left.tokens;
    const rest = pool.tokens - more;
    const quote = more === 0n ? 0n : (pool.quote * more + rest - 1n) / rest;
    return { ...left, beyond: { tokens: more, quote } };
  }
  const cost = rates.reduce((sum, bps) => sum + feeOf(left.quote, bps), left.quote);
  const quote = netOf(spends - cost, rates);
  const more = tokensForNet(pool.quote, pool.tokens, quote);
  return { ...left, beyond: more > 0n ? { tokens: more, quote } : NOTHING_BEYOND };
}
