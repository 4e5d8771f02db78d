import type { Random } from '@cryptonite/provider/random.js';
import type { Action } from '../action.js';
import { type Address, keyFor } from '../addresses.js';
import type { TradeStyle } from '../call.js';
import type { Chain, TradeRequest } from '../chain.js';
import { type Coin, isSol, poolBefore, priceReservesOf, type Quote } from '../coin.js';
import { afterBuy, quoteForBuy, TOKEN_SUPPLY, tokensForNet, tokensForQuote } from '../curve.js';
import type { FailureKind } from '../failures.js';
import { depositInPool, lpTokensFor, poolTokensForQuote } from '../pool.js';
import { ROUTERS } from '../routers.js';
import type { Order } from './agent.js';
import { SOL } from './draw-coin.js';
import type { Launch } from './launch.js';
import type { Town } from './town.js';

/** Share of trades through another program, and of transactions that fail (so many to each successful one). */
const ROUTED = 0.3;
const FAILED_PER_TRADE = 0.38;
/** Share of hand-overs whose purchase fails, and with it the sale before it: as of other transactions. */
const FAILED_HAND_OVERS = 0.27;
/** Programs that trade for their users; traders' bots each have their own. */
const PROGRAMS: readonly Address[] = [
  ...Object.values(ROUTERS).map(({ id }) => id),
  ...[1, 2, 3].map((number) => keyFor(`router ${number}`)),
];

/**
 * Where fees may be kept: by which instructions trades are asked for, on the curve and in the pool, and how many purchases
 * say what they spend. No source measures the shares. Four of the six completing purchases among the real transactions of
 * October 2026, picked for being odd, go on into the pool: as many trades of a curve can.
 */
const STYLES: Readonly<Record<'curve' | 'pool', readonly (readonly [TradeStyle, number])[]>> = {
  curve: [
    ['keeping', 0.67],
    ['oldest', 0.23],
    ['quoted', 0.1],
  ],
  pool: [
    ['keeping', 0.6],
    ['oldest', 0.4],
  ],
};
const SPENDS_EXACTLY = 0.45;
/** Share of trades of a coin quoted in another that go all the way from or to SOL; and of trades after which fees are swept. */
const HOPS = 0.6;
const SWEPT = 0.02;
/** Who has the launchpad's waiting fees paid out. */
const FEE_SWEEPER = keyFor('fee sweeper');

/** A fall by so much in one sale is a crash. */
const CRASH = 0.88;

/** What a wallet has for fees beyond what it spends; where it has less, it gets new means. */
const FEES_SOL = 0.05;
/** What a purchase costs in a quote that is a coin, at most, against what it brings to the curve. */
const WITH_FEES = 1.1;
/** Nobody buys more than one part in so many of a pool to buy another coin with. */
const MOST_OF_POOL = 4n;

/** What trades need to know of other launches, and what comes of them. */
export interface TradingHooks {
  /** The launch whose token is the quote; undefined for SOL and USDC. */
  sourceOf: (quote: Quote) => Launch | undefined;
  completed: (launch: Launch) => void;
  crashed: (launch: Launch) => void;
}

type Purchase = Omit<Extract<Order, { kind: 'buy' }>, 'kind'>;

/** How agents' orders to buy and sell are played: by which instructions, over which pools, with what goes wrong. */
export class Trading {
  readonly #chain: Chain;
  readonly #town: Town;
  readonly #hooks: TradingHooks;

  constructor(chain: Chain, town: Town, hooks: TradingHooks) {
    this.#chain = chain;
    this.#town = town;
    this.#hooks = hooks;
  }

  /**
   * Sees to it that a wallet has the quote for a purchase: who buys with a coin buys what is missing of it first.
   * Returns how many SOL's worth can be bought with it.
   */
  *bringQuote(
    quote: Quote,
    unit: number,
    wallet: Address,
    sol: number,
    nowMs: number,
  ): Generator<Action, number> {
    const source = this.#hooks.sourceOf(quote);
    const pool = source?.coin.pool;
    if (!source || !pool) return sol;
    source.nowMs = nowMs;
    const { coin } = source;
    const missing = BigInt(Math.round(sol * unit * WITH_FEES)) - this.#chain.tokensOf(coin, wallet);
    if (missing > 0n && missing < pool.base / MOST_OF_POOL) {
      // So large a purchase moves the price.
      this.supply(wallet, 2 * worth(source, missing), source.random);
      yield* this.#trade(source, { side: 'buy', user: wallet, tokens: missing, closes: false }, false);
    }
    return Math.min(sol, Number(this.#chain.tokensOf(coin, wallet)) / unit / WITH_FEES);
  }

  /** Sells all that one wallet holds and buys as much with another, in one transaction. */
  *handOver(launch: Launch, seller: Address, buyer: Address): Generator<Action> {
    const { coin, random } = launch;
    const tokens = this.#chain.tokensOf(coin, seller);
    if (launch.stage === 'complete' || tokens === 0n) return;
    const quoteBefore = quoteIn(coin);
    this.supply(seller, 0, random);
    // What is sold at this price is bought back at most for as much and the fees.
    const sol = worth(launch, tokens);
    this.supply(buyer, sol, random);
    if ((yield* this.bringQuote(coin.quote, launch.unit, buyer, sol, launch.nowMs)) < 0.99 * sol) return;
    const shared = { coin, tokens, router: null, closes: false, ...this.#style(coin, random) };
    const fails = random.chance(FAILED_HAND_OVERS);
    yield {
      kind: 'together',
      requests: [
        { ...shared, user: seller, side: 'sell', fails: false },
        { ...shared, user: buyer, side: 'buy', fails },
      ],
      isUrgent: false,
    };
    // The sale lowers the price: what it was between the two is no peak.
    if (!fails) launch.noteTrades(2, Number(quoteIn(coin) - quoteBefore) / launch.unit);
  }

  /** Purchases from a curve: who buys later knows what those before pay. */
  *buyTogether(launch: Launch, buys: readonly { wallet: Address; sol: number }[]): Generator<Action> {
    const { coin, unit, random } = launch;
    if (launch.stage !== 'curve') return;
    const quoteBefore = quoteIn(coin);
    let { curve } = coin;
    const requests: TradeRequest[] = [];
    for (const { wallet, sol } of buys) {
      this.supply(wallet, sol, random);
      const spent = yield* this.bringQuote(coin.quote, unit, wallet, sol, launch.nowMs);
      const tokens = tokensForQuote(curve, BigInt(Math.round(spent * unit)));
      if (tokens === 0n) continue;
      curve = afterBuy(curve, tokens, quoteForBuy(curve, tokens));
      const style = this.#style(coin, random);
      requests.push({
        ...{ coin, user: wallet, side: 'buy', tokens, ...style },
        ...{ router: null, fails: false, closes: false },
      });
    }
    if (requests.length === 0) return;
    yield { kind: 'together', requests, isUrgent: true };
    launch.noteTrades(requests.length, Number(quoteIn(coin) - quoteBefore) / unit);
    if (coin.complete) this.#hooks.completed(launch);
  }

  /** Buys for about so many SOL. */
  *buy(launch: Launch, { wallet, sol, isUrgent, burns }: Purchase): Generator<Action> {
    if (launch.stage === 'complete') return;
    const { coin, random, unit } = launch;
    this.supply(wallet, sol, random);
    if (!burns && sol > LEAST_ROUTED_SOL && this.#hops(launch)) {
      yield* this.#swap(launch, 'buy', wallet, lamportsOf(sol));
      return;
    }
    const spent = yield* this.bringQuote(coin.quote, unit, wallet, sol, launch.nowMs);
    const style = this.#style(coin, random);
    const goesOn = style.style === 'keeping' && !coin.mayhem;
    const tokens = tokensFor(launch, spent, goesOn);
    if (tokens <= 0n) return;
    const spends = BigInt(Math.round(spent * unit));
    const isExact = style.style !== undefined && spends > LEAST_SPENT && random.chance(SPENDS_EXACTLY);
    const order = { ...style, tokens, ...(isExact && { spends }), ...(burns && { burns }) };
    yield* this.#trade(launch, { side: 'buy', user: wallet, closes: false, ...order }, isUrgent === true);
  }

  /** Sells a share of what the wallet holds, 0 to 1. */
  *sell(launch: Launch, wallet: Address, share: number): Generator<Action> {
    if (launch.stage === 'complete') return;
    const { coin, random } = launch;
    const held = this.#chain.tokensOf(coin, wallet);
    const tokens = shareOf(held, share);
    if (tokens === 0n) return;
    this.supply(wallet, 0, random);
    if (worth(launch, tokens) > LEAST_ROUTED_SOL && this.#hops(launch)) {
      yield* this.#swap(launch, 'sell', wallet, tokens);
      return;
    }
    const closes = tokens === held && random.chance(0.6);
    const style = this.#style(coin, random);
    yield* this.#trade(launch, { side: 'sell', user: wallet, tokens, closes, ...style }, false);
    // Who is paid in a coin wants SOL.
    const source = this.#hooks.sourceOf(coin.quote);
    if (!source) return;
    source.nowMs = launch.nowMs;
    yield* this.sell(source, wallet, 1);
  }

  /** Puts all the tokens that the wallet holds into the pool, with the SOL that belongs to them. */
  *deposit({ coin, unit, random }: Launch, user: Address): Generator<Action> {
    const { pool } = coin;
    if (!pool) return;
    const lpTokens = lpTokensFor(pool, this.#chain.tokensOf(coin, user));
    if (lpTokens === 0n) return;
    this.supply(user, Number(depositInPool(pool, lpTokens).quote) / unit, random);
    yield { kind: 'deposit', coin, user, lpTokens };
  }

  /** Takes all that the wallet has put in out of the pool. */
  *withdraw({ coin, random }: Launch, user: Address): Generator<Action> {
    const lpTokens = this.#chain.lpTokensOf(coin, user);
    if (lpTokens === 0n) return;
    this.supply(user, 0, random);
    yield { kind: 'withdraw', coin, user, lpTokens };
  }

  *#trade(
    launch: Launch,
    trade: Pick<TradeRequest, 'side' | 'user' | 'tokens' | 'spends' | 'style' | 'closes' | 'burns'>,
    isUrgent: boolean,
  ): Generator<Action> {
    const { coin, random } = launch;
    const { side, user, tokens } = trade;
    const before = standOf(launch);
    const request: TradeRequest = { coin, ...trade, router: this.#router(random), fails: false };
    yield { kind: 'trade', request, isUrgent };
    this.#noteTrade(launch, side === 'sell' ? { user, tokens } : null, before);
    if (trade.style === 'keeping') yield* this.#sweepSometimes(launch);
    yield* this.#failSometimes(launch);
  }

  /** Between SOL and a coin quoted in another, over that one's pool, in one instruction. */
  *#swap(launch: Launch, side: 'buy' | 'sell', user: Address, amountIn: bigint): Generator<Action> {
    const { coin } = launch;
    const source = this.#hooks.sourceOf(coin.quote)!;
    source.nowMs = launch.nowMs;
    const [far, near] = [standOf(launch), standOf(source)];
    const poolTokens = source.coin.pool!.base;
    yield { kind: 'swap', request: { coin, through: source.coin, user, side, amountIn } };
    const sold = side === 'sell';
    this.#noteTrade(launch, sold ? { user, tokens: amountIn } : null, far);
    this.#noteTrade(source, sold ? { user, tokens: source.coin.pool!.base - poolTokens } : null, near);
    yield* this.#sweepSometimes(launch);
    yield* this.#failSometimes(launch);
  }

  /** Takes note of a trade, of both parts of one that completed a curve and went on; `sale` is null for a purchase. */
  #noteTrade(
    launch: Launch,
    sale: { user: Address; tokens: bigint } | null,
    before: ReturnType<typeof standOf>,
  ): void {
    const { coin, truth } = launch;
    const trades = coin.beyondCurve.tokens > before.beyond ? 2 : 1;
    launch.noteTrades(trades, Number(quoteIn(coin) - before.quote) / launch.unit);
    if (sale) {
      const share = Number(sale.tokens) / Number(TOKEN_SUPPLY);
      truth.noteSale(sale.user, share, before.price, launch.price, launch.nowMs);
      if (launch.price < before.price * CRASH) this.#hooks.crashed(launch);
    }
    if (coin.complete && truth.completedMs === null) this.#hooks.completed(launch);
  }

  /** Whether a trade of a coin that is quoted in another goes over that one's pool. */
  #hops({ coin, random }: Launch): boolean {
    if (!this.#chain.layout.keepsFees || coin.mayhem) return false;
    return this.#hooks.sourceOf(coin.quote) !== undefined && random.chance(HOPS);
  }

  /** By which instructions a trade is asked for; nothing is said where there is no choice. */
  #style(coin: Coin, random: Random): { style?: TradeStyle } {
    if (!this.#chain.layout.keepsFees) return {};
    const style = random.pickByShare(STYLES[coin.pool ? 'pool' : 'curve']) ?? 'keeping';
    return { style: style === 'oldest' && !isSol(coin.quote) ? 'quoted' : style };
  }

  /** The launchpad, or the creator, has fees paid out that wait on a curve or in a pool. */
  *#sweepSometimes({ coin, random }: Launch): Generator<Action> {
    if (!random.chance(SWEPT)) return;
    const { creator, waiting, pool } = coin;
    const bucket = random.pick(['protocol', 'creator'] as const);
    const venue = waiting[bucket] > 0n && !(pool && random.chance(0.5)) ? 'curve' : 'pool';
    if ((venue === 'curve' ? waiting[bucket] : (pool?.waiting[bucket] ?? 0n)) === 0n) return;
    const payer = bucket === 'creator' ? creator : FEE_SWEEPER;
    this.supply(payer, 0, random);
    yield { kind: 'sweep', coin, venue, bucket, payer };
  }

  /** Somebody's program tries to buy or sell as well, and fails. */
  *#failSometimes(launch: Launch): Generator<Action> {
    const { coin, random } = launch;
    if (!random.chance(FAILED_PER_TRADE)) return;
    const user = this.#town.bot(random);
    this.supply(user, 1, random);
    const router = this.#router(random);
    const failure = drawFailure(launch.stage, router !== null, random);
    const side = failure === 'account' || failure === 'tokens' ? 'sell' : 'buy';
    const sol = random.between(0.05, 0.5);
    // A router refuses after the trade.
    const spent =
      failure === 'router' ? yield* this.bringQuote(coin.quote, launch.unit, user, sol, launch.nowMs) : sol;
    const tokens = tokensFor(launch, spent);
    if (tokens === 0n && failure !== 'complete') return;
    const request: TradeRequest = {
      ...{ coin, user, side, tokens, router, ...this.#style(coin, random) },
      ...{ fails: true, closes: false, failure },
    };
    yield { kind: 'trade', request, isUrgent: false };
  }

  #router(random: Random): Address | null {
    return random.chance(ROUTED) ? random.pick(PROGRAMS) : null;
  }

  /** Sees to it that a wallet can spend so many SOL and the fees; what it lacks comes from an exchange. */
  supply(wallet: Address, sol: number, random: Random): void {
    const needed = lamportsOf(sol * 1.05 + FEES_SOL);
    if (this.#chain.ledger.lamports(wallet) < needed)
      this.#chain.fund(wallet, needed + lamportsOf(Math.min(random.lognormal(4, 1), 200)));
  }
}

/** Nobody spends exactly less of a quote's units, and no route carries less: it might buy nothing. */
const LEAST_SPENT = 10_000n;
const LEAST_ROUTED_SOL = 0.000_01;

const quoteIn = ({ pool, curve, beyondCurve }: Coin): bigint =>
  pool ? pool.quote + pool.virtualQuote : curve.realQuote + beyondCurve.quote;

/** How a launch stands before a trade. */
const standOf = ({ coin, price }: Launch) => ({
  price,
  quote: quoteIn(coin),
  beyond: coin.beyondCurve.tokens,
});

/** Tokens that about so many SOL buy; where a purchase `goesOn`, of the pool to be as well. */
function tokensFor({ coin, unit }: Launch, sol: number, goesOn = false): bigint {
  const quote = BigInt(Math.round(sol * unit));
  if (coin.pool) return poolTokensForQuote(coin.pool, quote);
  const tokens = tokensForQuote(coin.curve, quote);
  if (!goesOn || tokens < coin.curve.realTokens) return tokens;
  const cost = quoteForBuy(coin.curve, tokens);
  const pool = poolBefore({ ...coin, curve: afterBuy(coin.curve, tokens, cost) });
  return tokens + tokensForNet(pool.quote, pool.tokens, quote - cost);
}

/** SOL that tokens cost at the present price. */
function worth({ coin, unit }: Launch, tokens: bigint): number {
  const [quote, base] = priceReservesOf(coin);
  return (Number(tokens) * Number(quote)) / Number(base) / unit;
}

/** Shares of the ways to fail: mostly the price has moved. No source divides them. */
const FAILURES: readonly (readonly [FailureKind, number])[] = [
  ['slippage', 0.72],
  ['lamports', 0.1],
  ['account', 0.07],
  ['tokens', 0.06],
  ['compute', 0.05],
];
const ROUTER_REFUSES = 0.25;

function drawFailure(stage: Launch['stage'], isRouted: boolean, random: Random): FailureKind {
  if (stage === 'complete') return 'complete';
  if (isRouted && random.chance(ROUTER_REFUSES)) return 'router';
  return random.pickByShare(FAILURES) ?? 'slippage';
}

export const lamportsOf = (sol: number): bigint => BigInt(Math.round(sol * SOL));

/** Whole tokens units of a share, 0 to 1. */
export const shareOf = (amount: bigint, share: number): bigint =>
  share >= 1 ? amount : (amount * BigInt(Math.round(share * 10_000))) / 10_000n;
