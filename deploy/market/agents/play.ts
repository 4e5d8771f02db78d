import { Random } from '@cryptonite/provider/random.js';
import type { Action } from '../action.js';
import { type Address, keyFor, MIGRATION_AUTHORITY, TOKEN } from '../addresses.js';
import type { Chain } from '../chain.js';
import { type Coin, isSol, type Quote } from '../coin.js';
import { openCurve, tokensForQuote } from '../curve.js';
import { copyIdentity, drawSocials, type Identity, inventIdentity } from '../names/identity.js';
import { type Agent, leaves, type Order, type Turn } from './agent.js';
import { ARCHETYPES, drawLabel } from './archetypes.js';
import { drawBurner } from './burner.js';
import { type Cast, castLaunch, castPool, castRevival, type Entrance } from './cast.js';
import { drawCreatorRate, drawQuote } from './draw-coin.js';
import { drawInitialBuySol } from './initial-buy.js';
import { Launch, type Part } from './launch.js';
import { type LiquidityPlan, LiquidityProvider } from './liquidity-provider.js';
import { Mayhem } from './mayhem.js';
import { Migrator } from './migrator.js';
import { launchRate } from './pace.js';
import { Schedule } from './schedule.js';
import { Town } from './town.js';
import { lamportsOf, shareOf, Trading } from './trading.js';
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
  /** Who puts liquidity into pools, and takes it out. */
  liquidity: readonly LiquidityPlan[];
  /** Hears what a launch was, once nobody plays in it any more. */
  onTruth?: (truth: Truth, isOver: boolean) => void;
}

/** Five of thirty creations observed were mayhem coins, in a sample of odd cases. */
const MAYHEM_SHARE = 0.04;
/** Launches of 2026 are all Token-2022; a few of the old kind keep their readers honest. */
const LEGACY_SHARE = 0.02;
/** Pools of this time open up to five slots after the curve's completion, older ones after some seconds. */
const POOL_OPENS_MS = { soon: [0, 2_000], later: [4_000, 15_000] } as const;
/** So many of those who hold hear of a crash. */
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

/** Decides who launches, buys and sells when: everything a seed says, nothing from a clock. */
export class Play {
  readonly #chain: Chain;
  readonly #options: PlayOptions;
  readonly #random: Random;
  readonly #town: Town;
  readonly #trading: Trading;
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
    this.#trading = new Trading(chain, this.#town, {
      sourceOf: (quote) => this.#sourceOf(quote),
      completed: (launch) => this.#complete(launch),
      crashed: (launch) => this.#startle(launch),
    });
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
      this.#trading.supply(creator, sol + 0.1, random);
      yield { kind: 'fund', from: creator, to, lamports: lamportsOf(sol) };
    }
    const isPlain = archetype.whales[1] === 0;
    const { quote, unit } = drawQuote(this.#chain, this.#hot, isPlain, random);
    const mayhem = isPlain && this.#chain.layout.hasMayhem && random.chance(MAYHEM_SHARE);
    const isCopy = random.chance(archetype.copies) && this.#hot.length > 0;
    const original = isCopy ? random.pick(this.#hot) : null;
    const socials = drawSocials(random, archetype.socials);
    const identity = original
      ? copyIdentity(original.identity, random, socials)
      : inventIdentity(random, socials);
    const { name, symbol, uri } = identity;
    const mint = keyFor(`${this.#options.label}:mint:${number}`);
    const kind = random.chance(LEGACY_SHARE)
      ? { tokenProgram: TOKEN }
      : drawCreatorRate(this.#chain.layout, random);
    const spec = { mint, creator, name, symbol, uri, quote, mayhem, ...kind };
    const initialSol = drawInitialBuySol(archetype.thrift, random);
    this.#trading.supply(creator, initialSol, random);
    const bought = yield* this.#trading.bringQuote(quote, unit, creator, initialSol, nowMs);
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

  /** The launch whose token is the quote; undefined for SOL and USDC. */
  #sourceOf({ mint }: Quote): Launch | undefined {
    return this.#byMint.get(mint);
  }

  #open(launch: Launch, cast: Cast): void {
    this.#byMint.set(launch.coin.mint, launch);
    const source = this.#sourceOf(launch.coin.quote);
    if (source) source.quoting += 1;
    this.#enter(launch, cast.entrances, launch.bornMs);
    const { changesSupplies } = this.#chain.layout;
    if (launch.coin.mayhem)
      this.#seat(
        launch,
        new Mayhem(changesSupplies ? 1 : 0),
        launch.bornMs + 1_000 * launch.random.lognormal(20, 1),
      );
    const { creator, mint } = launch.coin;
    const random = new Random(`${this.#options.label}:burner:${mint}`);
    const burner = changesSupplies ? drawBurner(creator, () => this.#town.person(random), random) : null;
    if (burner) this.#seat(launch, burner.agent, launch.bornMs + burner.afterMs);
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
        this.#trading.supply(order.wallet, order.sol, random);
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
      case 'migrate': {
        const { liquidity } = this.#options;
        const plans = liquidity.filter(({ mint }) => mint === coin.mint && isSol(coin.quote));
        this.#trading.supply(MIGRATION_AUTHORITY, 1, random);
        yield {
          kind: 'migrate',
          coin,
          isBoosted: plans.length === 0 && this.#chain.layout.isBoosted,
        };
        launch.truth.graduatedMs = launch.nowMs;
        // The layouts of 2024 know no pools: the coin goes to another exchange, which nobody here sees.
        if (!coin.pool) return;
        launch.openPool();
        yield* this.#enterPool(launch);
        for (const plan of plans)
          this.#seat(launch, new LiquidityProvider(plan), Math.max(plan.depositMs, launch.nowMs));
        return;
      }
      case 'deposit':
        yield* this.#trading.deposit(launch, order.wallet);
        return;
      case 'withdraw':
        yield* this.#trading.withdraw(launch, order.wallet);
        return;
      case 'buy':
        yield* this.#trading.buy(launch, order);
        return;
      case 'sell':
        yield* this.#trading.sell(launch, order.wallet, order.share);
        return;
      case 'burn': {
        const tokens = shareOf(this.#chain.tokensOf(coin, order.wallet), order.share);
        if (tokens === 0n) return;
        this.#trading.supply(order.wallet, 0, random);
        yield { kind: 'burn', coin, owner: order.wallet, tokens };
        return;
      }
      case 'buy together':
        yield* this.#trading.buyTogether(launch, order.buys);
        return;
      case 'hand over':
        yield* this.#trading.handOver(launch, order.wallet, order.to);
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
}
