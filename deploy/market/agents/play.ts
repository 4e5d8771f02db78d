import { Random } from '@cryptonite/provider/random.js';
import type { Action } from '../action.js';
import { type Address, keyFor, MIGRATION_AUTHORITY, TOKEN } from '../addresses.js';
import type { TradeStyle } from '../call.js';
import type { Chain, TradeRequest } from '../chain.js';
import { type Coin, isSol, poolBefore, priceReservesOf, QUOTES, type Quote, quoteOf } from '../coin.js';
import {
  afterBuy,
  INITIAL_REAL_TOKENS,
  openCurve,
  quoteForBuy,
  TOKEN_SUPPLY,
  tokensForNet,
  tokensForQuote,
} from '../curve.js';
import type { FailureKind } from '../failures.js';
import { copyIdentity, drawSocials, type Identity, inventIdentity } from '../names/identity.js';
import { poolTokensForQuote } from '../pool.js';
import { ROUTERS } from '../routers.js';
import { type Agent, leaves, type Order, type Turn } from './agent.js';
import { ARCHETYPES, drawLabel } from './archetypes.js';
import { type Cast, castLaunch, castPool, castRevival, type Entrance } from './cast.js';
import { drawInitialBuySol } from './initial-buy.js';
import { Launch, type Part } from './launch.js';
import { Mayhem } from './mayhem.js';
import { Migrator } from './migrator.js';
import { launchRate } from './pace.js';
import { Schedule } from './schedule.js';
import { Town } from './town.js';
import { Truth } from './truth.js';

export interface PlayOptions {
  /** Names this market's run, so that no two runs share a mint. */
  label: string;
  startMs: number;
  /** Share of launches that graduate, 0 to 1. */
  graduationRate: number;
  /** Launches after which there are no more. */
  launches: number;
  /** Multiplies the launches at a moment. */
  activity: (timeMs: number) => number;
  /** Hears what a launch was, once nobody plays in it any more. */
  onTruth?: (truth: Truth, isOver: boolean) => void;
}

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

/** Five of thirty creations observed were mayhem coins, in a sample of odd cases; three trades of 184 were quoted in USDC. */
const MAYHEM_SHARE = 0.04;
const USDC_SHARE = 0.03;
/** Launches quoted in a coin that has a pool are possible since 2026; how many there are is an assumption. */
const COIN_QUOTED_SHARE = 0.02;
/** Launches of 2026 are all Token-2022; a few of the old kind keep their readers honest. */
const LEGACY_SHARE = 0.02;
/** Rates that creators set themselves, in basis points: those seen in October 2026; how many do is an assumption. */
const CREATOR_RATES_BPS = [100n, 200n];
const CREATOR_RATE_SHARE = 0.04;
/** Coins whose creator's fee goes to holders, where fees may be kept: an assumption as well. */
const HOLDER_REWARDS_SHARE = 0.03;

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
/** Pools of this time open up to five slots after the curve's completion, older ones after some seconds. */
const POOL_OPENS_MS = { soon: [0, 2_000], later: [4_000, 15_000] } as const;
/** What a curve raises in SOL, and what it counts beyond that from the start: a quote that is a coin is measured by it. */
const RAISED_SOL = quoteForBuy(openCurve(QUOTES.SOL.initialVirtual), INITIAL_REAL_TOKENS);
const VIRTUAL_SOL = Number(QUOTES.SOL.initialVirtual);

/** A fall by so much in one sale startles so many of those who hold. */
const CRASH = 0.88;
const STARTLED = 12;

/** How long a launch keeps its accounts after its last agent left, and the share of those that are kept longer. */
const FORGOTTEN_MS = 3_600_000;
const REMEMBERED = 0.03;
const REMEMBERED_MS = 24 * 3_600_000;
/** In launches. */
const FORGETS_EVERY = 64;
const REVIVALS_PER_LAUNCH = 0.05;
/** Nobody remembers a launch with fewer trades. */
const WORTH_REVIVING = 25;

/** Coins that ran well lately: what copies take their name from. */
const HOT_COINS = 40;

/** A wallet buys with at most this share of what it has, and gets new means where that is less than it wants. */
const SOL = 1_000_000_000;
const USDC_PER_SOL = 150_000_000;
const FEES_SOL = 0.05;
/** What a purchase costs in a quote that is a coin, at most, against what it brings to the curve. */
const WITH_FEES = 1.1;
/** Nobody buys more than one part in so many of a pool to buy another coin with. */
const MOST_OF_POOL = 4n;

/** Decides who launches, buys and sells when: everything a seed says, nothing from a clock. */
export class Play {
  readonly #chain: Chain;
  readonly #options: PlayOptions;
  readonly #random: Random;
  readonly #town: Town;
  readonly #schedule = new Schedule<Part>();
  readonly #hot: { mint: Address; identity: Identity }[] = [];
  readonly #byMint = new Map<Address, Launch>();
  /** Launches that nobody plays in any more, in the order in which they came to rest. */
  readonly #resting: { launch: Launch; untilMs: number }[] = [];
  #nextLaunchMs: number;
  #launched = 0;
  #isClosed = false;

  constructor(chain: Chain, options: PlayOptions) {
    this.#chain = chain;
    this.#options = options;
    this.#random = new Random(`${options.label}:launches`);
    this.#town = new Town(options.label);
    this.#nextLaunchMs = this.#drawNextLaunch(options.startMs);
  }

  /** Number of launches so far. */
  get launched(): number {
    return this.#launched;
  }

  /** When somebody acts next; infinite where nobody ever will. */
  get nextMs(): number {
    return Math.min(this.#schedule.nextMs, this.#nextLaunchMs);
  }

  /** A launch that still has accounts. */
  launchOf(mint: Address): Launch | null {
    return this.#byMint.get(mint) ?? null;
  }

  /** The actions between two moments, in order. What is not asked for is done later. */
  *until(fromMs: number, toMs: number): Generator<Action> {
    for (;;) {
      const next = this.#schedule.takeBefore(Math.min(toMs, this.#nextLaunchMs));
      if (next) {
        // Who was startled acts at the earlier time, and the turn it had before is void.
        if (next.item.dueMs === next.dueMs) yield* this.#act(next.item, Math.max(next.dueMs, fromMs));
        continue;
      }
      if (this.#nextLaunchMs >= toMs) return;
      const nowMs = Math.max(this.#nextLaunchMs, fromMs);
      this.#launched += 1;
      this.#nextLaunchMs = this.#drawNextLaunch(this.#nextLaunchMs);
      if (this.#launched % FORGETS_EVERY === 0) this.#forget(nowMs);
      if (this.#resting.length > 0 && this.#random.chance(REVIVALS_PER_LAUNCH)) this.#revive(nowMs);
      yield* this.#launch(nowMs);
    }
  }

  /** Tells the truth of the launches that are still open, once. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const { truth, playing } of this.#byMint.values()) this.#options.onTruth?.(truth, playing === 0);
  }

  #drawNextLaunch(afterMs: number): number {
    if (this.#launched >= this.#options.launches) return Number.POSITIVE_INFINITY;
    const rate = launchRate(afterMs) * this.#options.activity(afterMs);
    return afterMs - Math.log(1 - this.#random.unit()) / rate;
  }

  *#launch(nowMs: number): Generator<Action> {
    const number = this.#launched;
    const random = new Random(`${this.#options.label}:launch:${number}`);
    const label = drawLabel(this.#options.graduationRate, random);
    const archetype = ARCHETYPES[label];
    const { isSerial } = archetype.creator;
    const creator = random.chance(isSerial) ? this.#town.serialCreator(random) : this.#town.person(random);
    const cast = castLaunch(archetype, creator, nowMs, this.#town, random);
    for (const { to, sol } of cast.funding) {
      this.#supply(creator, sol + 0.1, random);
      yield { kind: 'fund', from: creator, to, lamports: lamportsOf(sol) };
    }
    const isPlain = archetype.whales[1] === 0;
    const { quote, unit } = this.#drawQuote(isPlain, random);
    const mayhem = isPlain && this.#chain.layout.hasMayhem && random.chance(MAYHEM_SHARE);
    const isCopy = random.chance(archetype.copies) && this.#hot.length > 0;
    const original = isCopy ? random.pick(this.#hot) : null;
    const socials = drawSocials(random, archetype.socials);
    const identity = original
      ? copyIdentity(original.identity, random, socials)
      : inventIdentity(random, socials);
    const { name, symbol, uri } = identity;
    const mint = keyFor(`${this.#options.label}:mint:${number}`);
    const kind = random.chance(LEGACY_SHARE) ? { tokenProgram: TOKEN } : this.#drawCreatorRate(random);
    const spec = { mint, creator, name, symbol, uri, quote, mayhem, ...kind };
    const initialSol = drawInitialBuySol(archetype.thrift, random);
    this.#supply(creator, initialSol, random);
    const bought = yield* this.#bringQuote(quote, unit, creator, initialSol, nowMs);
    const tokens = tokensForQuote(openCurve(quote.initialVirtual), BigInt(Math.round(bought * unit)));
    const created = (coin: Coin): void => {
      const truth = new Truth({
        mint: coin.mint,
        creator,
        label,
        bornMs: nowMs,
        copyOf: original?.mint ?? null,
        clusters: cast.clusters,
      });
      for (const { to, sol } of cast.funding) truth.noteFunding(creator, to, lamportsOf(sol), nowMs);
      const launch = new Launch(this.#chain, {
        coin,
        archetype,
        identity,
        truth,
        random,
        bornMs: nowMs,
        unit,
      });
      if (tokens > 0n) launch.noteTrades(1, bought);
      this.#open(launch, cast);
    };
    yield { kind: 'launch', spec, tokens, created };
  }

  #drawCreatorRate(random: Random): { creatorFeeBps?: bigint; holderRewards?: boolean } {
    if (this.#chain.layout.keepsFees && random.chance(HOLDER_REWARDS_SHARE)) return { holderRewards: true };
    if (!this.#chain.layout.hasCreatorRates || !random.chance(CREATOR_RATE_SHARE)) return {};
    return { creatorFeeBps: random.pick(CREATOR_RATES_BPS) };
  }

  /** What a launch is bought with, and what one SOL is in it. */
  #drawQuote(isPlain: boolean, random: Random): { quote: Quote; unit: number } {
    const inSol = { quote: QUOTES.SOL, unit: SOL };
    const { hasQuotes, keepsFees } = this.#chain.layout;
    if (!hasQuotes || !(isPlain || keepsFees)) return inSol;
    const drawn = random.unit();
    if (isPlain && drawn < USDC_SHARE) return { quote: QUOTES.USDC, unit: USDC_PER_SOL };
    if (drawn < USDC_SHARE || drawn >= USDC_SHARE + COIN_QUOTED_SHARE || this.#hot.length === 0) return inSol;
    const coin = this.#chain.coin(random.pick(this.#hot).mint);
    if (!coin?.pool || !isSol(coin.quote) || coin.mayhem) return inSol;
    const [lamports, tokens] = priceReservesOf(coin);
    if (keepsFees) {
      // Its curve raises what the SOL of a usual one would buy in the coin's pool (CREATE_WITH_PUMP_COIN_QUOTE).
      const raised = (RAISED_SOL * tokens) / (lamports + RAISED_SOL);
      const virtual = (raised * QUOTES.SOL.initialVirtual) / RAISED_SOL;
      return { quote: quoteOf(coin, virtual), unit: (Number(virtual) * SOL) / VIRTUAL_SOL };
    }
    const unit = Math.round((SOL * Number(tokens)) / Number(lamports));
    const initialVirtual = (QUOTES.SOL.initialVirtual * tokens) / lamports;
    return { quote: quoteOf(coin, initialVirtual), unit };
  }

  /**
   * Sees to it that a wallet has the quote for a purchase: who buys with a coin buys what is missing of it first.
   * Returns how many SOL's worth can be bought with it.
   */
  *#bringQuote(
    quote: Quote,
    unit: number,
    wallet: Address,
    sol: number,
    nowMs: number,
  ): Generator<Action, number> {
    const source = this.#sourceOf(quote);
    const pool = source?.coin.pool;
    if (!source || !pool) return sol;
    source.nowMs = nowMs;
    const { coin } = source;
    const missing = BigInt(Math.round(sol * unit * WITH_FEES)) - this.#chain.tokensOf(coin, wallet);
    if (missing > 0n && missing < pool.base / MOST_OF_POOL) {
      // So large a purchase moves the price.
      this.#supply(wallet, 2 * worth(source, missing), source.random);
      yield* this.#trade(source, { side: 'buy', user: wallet, tokens: missing, closes: false }, false);
    }
    return Math.min(sol, Number(this.#chain.tokensOf(coin, wallet)) / unit / WITH_FEES);
  }

  /** The launch whose token is the quote; undefined for SOL and USDC. */
  #sourceOf({ mint }: Quote): Launch | undefined {
    return this.#byMint.get(mint);
  }

  #open(launch: Launch, cast: Cast): void {
    this.#byMint.set(launch.coin.mint, launch);
    const source = this.#sourceOf(launch.coin.quote);
    if (source) source.quoting += 1;
    this.#enter(launch, cast.entrances, launch.bornMs);
    if (launch.coin.mayhem)
      this.#seat(launch, new Mayhem(), launch.bornMs + 1_000 * launch.random.lognormal(20, 1));
    if (launch.playing === 0) this.#rest(launch);
  }

  #enter(launch: Launch, entrances: readonly Entrance[], fromMs: number): void {
    for (const { agent, afterMs } of entrances) this.#seat(launch, agent, fromMs + afterMs);
  }

  #seat(launch: Launch, agent: Agent, dueMs: number): void {
    const part: Part = { launch, agent, dueMs };
    launch.playing += 1;
    if (agent.startle) launch.watchers.push(part);
    this.#schedule.add(dueMs, part);
  }

  *#act(part: Part, nowMs: number): Generator<Action> {
    const { launch, agent } = part;
    launch.nowMs = nowMs;
    // A curve that is complete and gets no pool is left by everybody.
    const turn = launch.isStranded ? leaves : agent.act(launch);
    try {
      for (const order of turn.orders) yield* this.#carryOut(launch, order);
    } finally {
      this.#dismiss(part, turn);
    }
  }

  /** Puts an agent back into the queue, or lets it go, and with the last one the launch. */
  #dismiss(part: Part, { nextMs, joins }: Turn): void {
    const { launch, agent } = part;
    for (const { agent: newcomer, atMs } of joins ?? []) this.#seat(launch, newcomer, atMs);
    if (nextMs !== null) {
      part.dueMs = Math.max(nextMs, launch.nowMs);
      this.#schedule.add(part.dueMs, part);
      return;
    }
    launch.playing -= 1;
    part.dueMs = -1;
    if (agent.startle) {
      const at = launch.watchers.indexOf(part);
      launch.watchers[at] = launch.watchers.at(-1)!;
      launch.watchers.pop();
    }
    if (launch.playing === 0) this.#rest(launch);
  }

  /** Nobody is left: the launch stays a while, for those who look it up and for a crowd that finds it again. */
  #rest(launch: Launch): void {
    const restsMs = launch.random.chance(REMEMBERED) ? REMEMBERED_MS : FORGOTTEN_MS;
    this.#resting.push({ launch, untilMs: launch.nowMs + restsMs });
  }

  #forget(nowMs: number): void {
    const { onTruth } = this.#options;
    let kept = 0;
    for (const resting of this.#resting) {
      const { launch, untilMs } = resting;
      if (untilMs > nowMs || launch.quoting > 0) {
        this.#resting[kept++] = resting;
        continue;
      }
      onTruth?.(launch.truth, true);
      this.#byMint.delete(launch.coin.mint);
      const source = this.#sourceOf(launch.coin.quote);
      if (source) source.quoting -= 1;
      this.#chain.retire(launch.coin);
    }
    this.#resting.length = kept;
  }

  /** Somebody finds an old token again, and tells others. */
  #revive(nowMs: number): void {
    const at = this.#random.below(this.#resting.length);
    const launch = this.#resting[at]!.launch;
    if (launch.truth.trades < WORTH_REVIVING || launch.isStranded) return;
    this.#resting.splice(at, 1);
    launch.nowMs = nowMs;
    this.#enter(launch, castRevival(nowMs, this.#town, launch.random), nowMs);
    if (launch.playing === 0) this.#rest(launch);
  }

  *#carryOut(launch: Launch, order: Order): Generator<Action> {
    const { coin, random } = launch;
    switch (order.kind) {
      case 'fund':
        this.#supply(order.wallet, order.sol, random);
        launch.truth.noteFunding(order.wallet, order.to, lamportsOf(order.sol), launch.nowMs);
        yield { kind: 'fund', from: order.wallet, to: order.to, lamports: lamportsOf(order.sol) };
        return;
      case 'send': {
        const tokens = shareOf(this.#chain.tokensOf(coin, order.wallet), order.share);
        if (tokens === 0n) return;
        launch.truth.noteSend(order.wallet, order.to);
        yield { kind: 'send', coin, from: order.wallet, to: order.to, tokens, isChecked: order.isChecked };
        return;
      }
      case 'migrate':
        this.#supply(MIGRATION_AUTHORITY, 1, random);
        yield { kind: 'migrate', coin };
        launch.truth.graduatedMs = launch.nowMs;
        // The layouts of 2024 know no pools: the coin goes to another exchange, which nobody here sees.
        if (!coin.pool) return;
        launch.openPool();
        yield* this.#enterPool(launch);
        return;
      case 'buy':
        yield* this.#buy(launch, order.wallet, order.sol, order.isUrgent === true);
        return;
      case 'sell':
        yield* this.#sell(launch, order.wallet, order.share);
        return;
      case 'buy together':
        yield* this.#buyTogether(launch, order.buys);
        return;
      case 'hand over':
        yield* this.#handOver(launch, order.wallet, order.to);
    }
  }

  /** Who comes to a new pool; the creator pays for its own wallets among them. */
  *#enterPool(launch: Launch): Generator<Action> {
    const { coin, nowMs, random, truth } = launch;
    const cast = castPool(launch.archetype, coin.creator, nowMs, this.#town, random);
    truth.addClusters(cast.clusters);
    this.#enter(launch, cast.entrances, nowMs);
    for (const { to, sol } of cast.funding)
      yield* this.#carryOut(launch, { kind: 'fund', wallet: coin.creator, to, sol });
  }

  *#handOver(launch: Launch, seller: Address, buyer: Address): Generator<Action> {
    const { coin, random } = launch;
    const tokens = this.#chain.tokensOf(coin, seller);
    if (launch.stage === 'complete' || tokens === 0n) return;
    const quoteBefore = quoteIn(coin);
    this.#supply(seller, 0, random);
    // What is sold at this price is bought back at most for as much and the fees.
    const sol = worth(launch, tokens);
    this.#supply(buyer, sol, random);
    if ((yield* this.#bringQuote(coin.quote, launch.unit, buyer, sol, launch.nowMs)) < 0.99 * sol) return;
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
  *#buyTogether(launch: Launch, buys: readonly { wallet: Address; sol: number }[]): Generator<Action> {
    const { coin, unit, random } = launch;
    if (launch.stage !== 'curve') return;
    const quoteBefore = quoteIn(coin);
    let { curve } = coin;
    const requests: TradeRequest[] = [];
    for (const { wallet, sol } of buys) {
      this.#supply(wallet, sol, random);
      const spent = yield* this.#bringQuote(coin.quote, unit, wallet, sol, launch.nowMs);
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
    if (coin.complete) this.#complete(launch);
  }

  *#buy(launch: Launch, wallet: Address, sol: number, isUrgent: boolean): Generator<Action> {
    if (launch.stage === 'complete') return;
    const { coin, random, unit } = launch;
    this.#supply(wallet, sol, random);
    if (sol > LEAST_ROUTED_SOL && this.#hops(launch)) {
      yield* this.#swap(launch, 'buy', wallet, lamportsOf(sol));
      return;
    }
    const spent = yield* this.#bringQuote(coin.quote, unit, wallet, sol, launch.nowMs);
    const style = this.#style(coin, random);
    const goesOn = style.style === 'keeping' && !coin.mayhem;
    const tokens = tokensFor(launch, spent, goesOn);
    if (tokens <= 0n) return;
    const spends = BigInt(Math.round(spent * unit));
    const isExact = style.style !== undefined && spends > LEAST_SPENT && random.chance(SPENDS_EXACTLY);
    const order = isExact ? { ...style, tokens, spends } : { ...style, tokens };
    yield* this.#trade(launch, { side: 'buy', user: wallet, closes: false, ...order }, isUrgent);
  }

  *#sell(launch: Launch, wallet: Address, share: number): Generator<Action> {
    if (launch.stage === 'complete') return;
    const { coin, random } = launch;
    const held = this.#chain.tokensOf(coin, wallet);
    const tokens = shareOf(held, share);
    if (tokens === 0n) return;
    this.#supply(wallet, 0, random);
    if (worth(launch, tokens) > LEAST_ROUTED_SOL && this.#hops(launch)) {
      yield* this.#swap(launch, 'sell', wallet, tokens);
      return;
    }
    const closes = tokens === held && random.chance(0.6);
    const style = this.#style(coin, random);
    yield* this.#trade(launch, { side: 'sell', user: wallet, tokens, closes, ...style }, false);
    // Who is paid in a coin wants SOL.
    const source = this.#sourceOf(coin.quote);
    if (!source) return;
    source.nowMs = launch.nowMs;
    yield* this.#sell(source, wallet, 1);
  }

  *#trade(
    launch: Launch,
    trade: Pick<TradeRequest, 'side' | 'user' | 'tokens' | 'spends' | 'style' | 'closes'>,
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
    const source = this.#sourceOf(coin.quote)!;
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
      if (launch.price < before.price * CRASH) this.#startle(launch);
    }
    if (coin.complete && truth.completedMs === null) this.#complete(launch);
  }

  /** Whether a trade of a coin that is quoted in another goes over that one's pool. */
  #hops({ coin, random }: Launch): boolean {
    if (!this.#chain.layout.keepsFees || coin.mayhem) return false;
    return this.#sourceOf(coin.quote) !== undefined && random.chance(HOPS);
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
    this.#supply(payer, 0, random);
    yield { kind: 'sweep', coin, venue, bucket, payer };
  }

  /** Somebody's program tries to buy or sell as well, and fails. */
  *#failSometimes(launch: Launch): Generator<Action> {
    const { coin, random } = launch;
    if (!random.chance(FAILED_PER_TRADE)) return;
    const user = this.#town.bot(random);
    this.#supply(user, 1, random);
    const router = this.#router(random);
    const failure = drawFailure(launch.stage, router !== null, random);
    const side = failure === 'account' || failure === 'tokens' ? 'sell' : 'buy';
    const sol = random.between(0.05, 0.5);
    // A router refuses after the trade.
    const spent =
      failure === 'router' ? yield* this.#bringQuote(coin.quote, launch.unit, user, sol, launch.nowMs) : sol;
    const tokens = tokensFor(launch, spent);
    if (tokens === 0n && failure !== 'complete') return;
    const request: TradeRequest = {
      ...{ coin, user, side, tokens, router, ...this.#style(coin, random) },
      ...{ fails: true, closes: false, failure },
    };
    yield { kind: 'trade', request, isUrgent: false };
  }

  #complete(launch: Launch): void {
    launch.truth.completedMs = launch.nowMs;
    const { coin } = launch;
    if (launch.isStranded) return;
    this.#hot.push({ mint: coin.mint, identity: launch.identity });
    if (this.#hot.length > HOT_COINS) this.#hot.shift();
    const [least, most] = POOL_OPENS_MS[this.#chain.layout.keepsFees ? 'soon' : 'later'];
    this.#seat(launch, new Migrator(), launch.nowMs + launch.random.between(least, most));
  }

  /** A few of those who hold look at once. */
  #startle(launch: Launch): void {
    const { watchers, random } = launch;
    for (let count = Math.min(STARTLED, watchers.length); count > 0; count--) {
      const part = random.pick(watchers);
      const dueMs = part.agent.startle!(launch);
      if (dueMs >= part.dueMs) continue;
      part.dueMs = dueMs;
      this.#schedule.add(dueMs, part);
    }
  }

  #router(random: Random): Address | null {
    return random.chance(ROUTED) ? random.pick(PROGRAMS) : null;
  }

  /** Sees to it that a wallet can spend so many SOL and the fees; what it lacks comes from an exchange. */
  #supply(wallet: Address, sol: number, random: Random): void {
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

const lamportsOf = (sol: number): bigint => BigInt(Math.round(sol * SOL));

/** Whole tokens units of a share, 0 to 1. */
const shareOf = (amount: bigint, share: number): bigint =>
  share >= 1 ? amount : (amount * BigInt(Math.round(share * 10_000))) / 10_000n;
