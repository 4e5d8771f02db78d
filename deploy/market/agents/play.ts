import type { Action } from '../action.js';
import { type Address, keyFor, MIGRATION_AUTHORITY, TOKEN } from '../addresses.js';
import type { Chain, TradeRequest } from '../chain.js';
import { type Coin, priceReservesOf, QUOTES, type Quote, quoteOf } from '../coin.js';
import { afterBuy, openCurve, quoteForBuy, TOKEN_SUPPLY, tokensForQuote } from '../curve.js';
import type { FailureKind } from '../failures.js';
import { copyIdentity, drawSocials, type Identity, inventIdentity } from '../names/identity.js';
import { poolTokensForQuote } from '../pool.js';
import { Random } from '../random.js';
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

  #drawCreatorRate(random: Random): { creatorFeeBps?: bigint } {
    if (!this.#chain.layout.hasCreatorRates || !random.chance(CREATOR_RATE_SHARE)) return {};
    return { creatorFeeBps: random.pick(CREATOR_RATES_BPS) };
  }

  /** What a launch is bought with, and what one SOL is in it. */
  #drawQuote(isPlain: boolean, random: Random): { quote: Quote; unit: number } {
    const inSol = { quote: QUOTES.SOL, unit: SOL };
    if (!isPlain || !this.#chain.layout.hasQuotes) return inSol;
    const drawn = random.unit();
    if (drawn < USDC_SHARE) return { quote: QUOTES.USDC, unit: USDC_PER_SOL };
    if (drawn >= USDC_SHARE + COIN_QUOTED_SHARE || this.#hot.length === 0) return inSol;
    const coin = this.#chain.coin(random.pick(this.#hot).mint);
    if (!coin?.pool) return inSol;
    const [lamports, tokens] = priceReservesOf(coin);
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
    const shared = { coin, tokens, router: null, closes: false };
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
      requests.push({ coin, user: wallet, side: 'buy', tokens, router: null, fails: false, closes: false });
    }
    if (requests.length === 0) return;
    yield { kind: 'together', requests, isUrgent: true };
    launch.noteTrades(requests.length, Number(quoteIn(coin) - quoteBefore) / unit);
    if (coin.complete) this.#complete(launch);
  }

  *#buy(launch: Launch, wallet: Address, sol: number, isUrgent: boolean): Generator<Action> {
    if (launch.stage === 'complete') return;
    this.#supply(wallet, sol, launch.random);
    const { quote } = launch.coin;
    const spent = yield* this.#bringQuote(quote, launch.unit, wallet, sol, launch.nowMs);
    const tokens = tokensFor(launch, spent);
    if (tokens <= 0n) return;
    yield* this.#trade(launch, { side: 'buy', user: wallet, tokens, closes: false }, isUrgent);
  }

  *#sell(launch: Launch, wallet: Address, share: number): Generator<Action> {
    if (launch.stage === 'complete') return;
    const held = this.#chain.tokensOf(launch.coin, wallet);
    const tokens = shareOf(held, share);
    if (tokens === 0n) return;
    this.#supply(wallet, 0, launch.random);
    const closes = tokens === held && launch.random.chance(0.6);
    yield* this.#trade(launch, { side: 'sell', user: wallet, tokens, closes }, false);
    // Who is paid in a coin wants SOL.
    const source = this.#sourceOf(launch.coin.quote);
    if (!source) return;
    source.nowMs = launch.nowMs;
    yield* this.#sell(source, wallet, 1);
  }

  *#trade(
    launch: Launch,
    trade: Pick<TradeRequest, 'side' | 'user' | 'tokens' | 'closes'>,
    isUrgent: boolean,
  ): Generator<Action> {
    const { coin, random, truth } = launch;
    const { side, user, tokens } = trade;
    const before = launch.price;
    const quoteBefore = quoteIn(coin);
    const request: TradeRequest = { coin, ...trade, router: this.#router(random), fails: false };
    yield { kind: 'trade', request, isUrgent };
    launch.noteTrades(1, Number(quoteIn(coin) - quoteBefore) / launch.unit);
    if (side === 'sell') {
      truth.noteSale(user, Number(tokens) / Number(TOKEN_SUPPLY), before, launch.price, launch.nowMs);
      if (launch.price < before * CRASH) this.#startle(launch);
    }
    if (coin.complete && truth.completedMs === null) this.#complete(launch);
    yield* this.#failSometimes(launch);
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
    const request: TradeRequest = { coin, user, side, tokens, router, fails: true, closes: false, failure };
    yield { kind: 'trade', request, isUrgent: false };
  }

  #complete(launch: Launch): void {
    launch.truth.completedMs = launch.nowMs;
    const { coin } = launch;
    if (launch.isStranded) return;
    this.#hot.push({ mint: coin.mint, identity: launch.identity });
    if (this.#hot.length > HOT_COINS) this.#hot.shift();
    this.#seat(launch, new Migrator(), launch.nowMs + launch.random.between(4_000, 15_000));
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

const quoteIn = ({ pool, curve }: Coin): bigint => pool?.quote ?? curve.realQuote;

/** Tokens that about so many SOL buy. */
function tokensFor({ coin, unit }: Launch, sol: number): bigint {
  const quote = BigInt(Math.round(sol * unit));
  return coin.pool ? poolTokensForQuote(coin.pool, quote) : tokensForQuote(coin.curve, quote);
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
