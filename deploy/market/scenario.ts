import { type Address, keyFor, MAYHEM_AGENT, MIGRATION_AUTHORITY } from './addresses.js';
import type { Chain, TradeRequest } from './chain.js';
import { type Coin, type CoinSpec, QUOTES } from './coin.js';
import { openCurve, tokensForQuote } from './curve.js';
import { inventIdentity } from './names/identity.js';
import { activityOf, drawFate, drawPlan, type Fate, type Plan, targetOf } from './plan.js';
import { poolTokensForQuote } from './pool.js';
import type { Random } from './random.js';

/** What happens next; the caller executes it before asking for more, since later choices depend on it. */
export type Action =
  | { kind: 'launch'; spec: CoinSpec; tokens: bigint; created: (coin: Coin) => void }
  | { kind: 'trade'; request: TradeRequest }
  | { kind: 'migrate'; coin: Coin };

interface Whale {
  wallet: Address;
  /** SOL still to be bought. */
  appetite: number;
}

interface Launch {
  coin: Coin;
  plan: Plan;
  bornMs: number;
  /** SOL in the coin's quote units. */
  unit: number;
  whales: Whale[];
  holders: Address[];
  migratesAtMs: number | null;
  poolSinceMs: number | null;
  /** Whether the pool goes up or down in the long run. */
  poolDrift: number;
}

const RETAIL_WALLETS = 4_000;
const WHALE_WALLETS = 160;

/** Share of trades through another program, and of transactions that fail (a third again of the successful ones). */
const ROUTED = 0.3;
const FAILED_PER_TRADE = 1 / 3;

const LAUNCHES_PER_S = 1;

/** The first launches of a market, one every other second, so that each kind of token soon exists. */
const OPENING: readonly Fate[] = [
  'graduate',
  'runner',
  'weak',
  'early',
  'runner',
  'graduate',
  'runner',
  'early',
  'weak',
  'runner',
  'fizzle',
  'graduate',
  'runner',
  'weak',
  'early',
  'runner',
  'fizzle',
  'weak',
  'runner',
  'graduate',
  'early',
  'runner',
  'weak',
  'fizzle',
];
const OPENING_INTERVAL_MS = 2_000;

/** When a course falls away the large holders are the first to leave. */
const PANIC_DRAWS = 6;

const SOL = 1_000_000_000;

/** Programs that trade for their users; traders' bots each have their own. */
const ROUTERS: readonly Address[] = [1, 2, 3].map((number) => keyFor(`router ${number}`));

/** Decides who launches, buys and sells when: everything a seed says, nothing from a clock. */
export class Scenario {
  readonly #chain: Chain;
  readonly #random: Random;
  readonly #label: string;
  readonly #activity: number;
  readonly #startMs: number;
  readonly #launches = new Set<Launch>();
  readonly #retail: Address[];
  readonly #whales: Address[];
  #launched = 0;
  #opened = 0;

  /** `label` names this market's run, so that no two runs share a mint; `activity` multiplies the launches. */
  constructor(chain: Chain, random: Random, label: string, startMs: number, activity: number) {
    this.#chain = chain;
    this.#random = random;
    this.#label = label;
    this.#activity = activity;
    this.#startMs = startMs;
    this.#retail = Array.from({ length: RETAIL_WALLETS }, (_, index) => keyFor(`retail wallet ${index}`));
    this.#whales = Array.from({ length: WHALE_WALLETS }, (_, index) => keyFor(`whale wallet ${index}`));
  }

  /** Number of launches so far. */
  get launched(): number {
    return this.#launched;
  }

  /** The actions between two moments, in order. */
  *play(fromMs: number, toMs: number): Generator<Action> {
    yield* this.#newLaunches(fromMs, toMs);
    for (const launch of [...this.#launches]) {
      if (fromMs - launch.bornMs > launch.plan.lifeMs) {
        this.#launches.delete(launch);
        this.#chain.retire(launch.coin);
        continue;
      }
      yield* this.#live(launch, fromMs, toMs);
    }
  }

  *#newLaunches(fromMs: number, toMs: number): Generator<Action> {
    while (this.#opened < OPENING.length && this.#startMs + this.#opened * OPENING_INTERVAL_MS < toMs) {
      yield this.#launch(OPENING[this.#opened++]!, fromMs);
    }
    const expected = (LAUNCHES_PER_S * this.#activity * (toMs - fromMs)) / 1_000;
    for (let count = this.#random.poisson(expected); count > 0; count--) {
      yield this.#launch(drawFate(this.#random), fromMs);
    }
  }

  #launch(fate: Fate, nowMs: number): Action {
    const random = this.#random;
    const plan = drawPlan(fate, random);
    // Only SOL coins have a way to a pool here.
    const usdc = fate !== 'graduate' && random.chance(0.03);
    const quote = usdc ? QUOTES.USDC : QUOTES.SOL;
    const mint = keyFor(`${this.#label}:mint:${this.#launched++}`);
    const creator = this.#funded(random.pick(this.#retail), 5);
    const mayhem = fate !== 'graduate' && random.chance(0.04);
    const { name, symbol, uri } = inventIdentity(random);
    const spec = { mint, creator, name, symbol, uri, quote, mayhem };
    const unit = usdc ? 150_000_000 : SOL;
    const firstBuy = random.chance(0.8) ? Math.min(random.lognormal(0.3, 0.9), 3, plan.peak / 2) : 0;
    const tokens = tokensForQuote(openCurve(quote.initialVirtual), BigInt(Math.round(firstBuy * unit)));
    const created = (coin: Coin): void => {
      this.#launches.add({
        coin,
        plan,
        bornMs: nowMs,
        unit,
        whales: Array.from({ length: plan.whales }, () => ({
          wallet: random.pick(this.#whales),
          appetite: random.between(5.4, 9),
        })),
        holders: tokens > 0n ? [creator] : [],
        migratesAtMs: null,
        poolSinceMs: null,
        poolDrift: random.chance(0.25) ? random.between(0.01, 0.06) : random.between(-0.12, -0.02),
      });
    };
    return { kind: 'launch', spec, tokens, created };
  }

  *#live(launch: Launch, fromMs: number, toMs: number): Generator<Action> {
    const { coin, plan } = launch;
    if (coin.complete && !coin.pool) {
      launch.migratesAtMs ??= fromMs + this.#random.between(4_000, 15_000);
      if (toMs < launch.migratesAtMs) return;
      launch.poolSinceMs = fromMs;
      this.#funded(MIGRATION_AUTHORITY, 10);
      yield { kind: 'migrate', coin };
      return;
    }
    const perS =
      launch.poolSinceMs === null
        ? activityOf(plan, fromMs - launch.bornMs)
        : poolActivity(fromMs - launch.poolSinceMs);
    for (let count = this.#random.poisson((perS * (toMs - fromMs)) / 1_000); count > 0; count--) {
      if (coin.complete && !coin.pool) return;
      const request = coin.pool ? this.#poolTrade(launch) : this.#curveTrade(launch, fromMs);
      if (!request) continue;
      yield { kind: 'trade', request };
      if (this.#random.chance(FAILED_PER_TRADE)) {
        const user = this.#funded(this.#random.pick(this.#retail), 2);
        const router = this.#router();
        const failing = { ...request, side: 'buy' as const, user, router, fails: true, closes: false };
        yield { kind: 'trade', request: failing };
      }
    }
  }

  #curveTrade(launch: Launch, nowMs: number): TradeRequest | null {
    const { coin, plan, unit } = launch;
    const random = this.#random;
    const target = targetOf(plan, nowMs - launch.bornMs);
    const gap = target - Number(coin.curve.realQuote) / unit;
    const mayhem = coin.mayhem && random.chance(0.15);
    // Ahead of its course a curve meets sellers; far ahead, when the course has fallen away, hardly anyone buys.
    const buys = random.chance(plan.buyShare * (gap > 0 ? 1 : gap > -2 ? 0.62 : 0.25));
    if (!buys) {
      const limit = gap > 0 ? Math.max(gap * 0.3, 0.4) : gap > -2 ? 1 : Infinity;
      return this.#sale(launch, mayhem ? MAYHEM_AGENT : null, limit);
    }

    const whale =
      gap > 0.2 && random.chance(0.3) ? launch.whales.find(({ appetite }) => appetite > 0) : undefined;
    // Nobody but a whale runs ahead of the course by more than a small buy.
    const amount = whale
      ? Math.min(random.between(0.8, 2.6), Math.max(whale.appetite, 0.5))
      : Math.min(this.#retailSize(gap), Math.max(gap * 1.3, 0.05));
    if (whale) whale.appetite -= amount;
    const wallet = whale?.wallet ?? (mayhem ? MAYHEM_AGENT : random.pick(this.#retail));
    const tokens = tokensForQuote(coin.curve, BigInt(Math.round(amount * unit)));
    return this.#purchase(launch, wallet, tokens, amount);
  }

  #retailSize(gap: number): number {
    return Math.min(this.#random.lognormal(gap > 3 ? 0.3 : 0.13, 1), 6);
  }

  #poolTrade(launch: Launch): TradeRequest | null {
    const random = this.#random;
    const { coin } = launch;
    if (!coin.pool || !random.chance(0.5 + launch.poolDrift)) return this.#sale(launch, null, 6);
    const amount = Math.min(random.lognormal(0.35, 1.1), 12);
    const wallet = random.pick(random.chance(0.06) ? this.#whales : this.#retail);
    return this.#purchase(
      launch,
      wallet,
      poolTokensForQuote(coin.pool, BigInt(Math.round(amount * SOL))),
      amount,
    );
  }

  /** `amount` is what the tokens cost in SOL or its equal, to fund the wallet. */
  #purchase(launch: Launch, wallet: Address, tokens: bigint, amount: number): TradeRequest | null {
    if (tokens <= 0n) return null;
    const user = this.#funded(wallet, amount * 1.2 + 1);
    launch.holders.push(user);
    return {
      coin: launch.coin,
      user,
      side: 'buy',
      tokens,
      router: this.#router(),
      fails: false,
      closes: false,
    };
  }

  /** A holder sells some or all, worth at most `limit` SOL. */
  #sale(launch: Launch, seller: Address | null, limit: number): TradeRequest | null {
    const random = this.#random;
    const { coin, unit } = launch;
    const user = seller ?? this.#pickHolder(launch, limit === Infinity ? PANIC_DRAWS : 1);
    if (user === null) return null;
    const held = this.#chain.tokensOf(coin, user);
    if (held === 0n) return null;
    const part = random.chance(0.5) ? held : (held * BigInt(20 + random.below(60))) / 100n;
    const worth = limit === Infinity ? part : capTokens(coin, limit * unit);
    const tokens = part < worth ? part : worth;
    if (tokens <= 0n) return null;
    const closes = tokens === held && random.chance(0.6);
    return {
      coin,
      user: this.#funded(user, 1),
      side: 'sell',
      tokens,
      router: this.#router(),
      fails: false,
      closes,
    };
  }

  /** The greatest of so many holders drawn at random; those found empty are struck off the list. */
  #pickHolder({ coin, holders }: Launch, draws: number): Address | null {
    let greatest: Address | null = null;
    let most = 0n;
    for (let draw = 0; draw < draws && holders.length > 0; draw++) {
      const position = this.#random.below(holders.length);
      const holder = holders[position]!;
      const held = this.#chain.tokensOf(coin, holder);
      if (held === 0n) holders.splice(position, 1);
      if (held <= most) continue;
      greatest = holder;
      most = held;
    }
    return greatest;
  }

  #router(): Address | null {
    return this.#random.chance(ROUTED) ? this.#random.pick(ROUTERS) : null;
  }

  /** A wallet with at least so many SOL; short ones are topped up from outside the market. */
  #funded(wallet: Address, sol: number): Address {
    const needed = BigInt(Math.ceil(sol * SOL));
    if (this.#chain.ledger.lamports(wallet) < needed) {
      this.#chain.fund(wallet, needed + BigInt(Math.round(this.#random.lognormal(6, 1) * SOL)));
    }
    return wallet;
  }
}

/** About how many tokens a quote amount is worth now. */
function capTokens(coin: Coin, quote: number): bigint {
  const amount = BigInt(Math.round(quote));
  return coin.pool ? poolTokensForQuote(coin.pool, amount) : tokensForQuote(coin.curve, amount);
}

/** Trades per second in a pool: a rush that ebbs over ten minutes to a trickle. */
function poolActivity(ageMs: number): number {
  return 0.3 + 2.2 * Math.exp(-ageMs / 300_000);
}
