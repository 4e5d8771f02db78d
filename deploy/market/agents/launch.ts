import { Random } from '@cryptonite/provider/random.js';
import type { Address } from '../addresses.js';
import type { Chain } from '../chain.js';
import { type Coin, priceReservesOf } from '../coin.js';
import { INITIAL_VIRTUAL_TOKENS, TOKEN_SUPPLY } from '../curve.js';
import type { Identity } from '../names/identity.js';
import type { SocialSignal } from '../public-market.js';
import type { Agent, View } from './agent.js';
import type { Archetype } from './archetypes.js';
import type { Truth } from './truth.js';

/** An agent's place in a launch. */
export interface Part {
  readonly launch: Launch;
  readonly agent: Agent;
  /** When it acts next; a turn scheduled for another time is void. */
  dueMs: number;
}

/** In how much time half of what flowed in is forgotten. */
const FLOW_HALF_LIFE_MS = 20_000;

/** Share of launches whose creators pay for posts. */
const BOUGHT_TALK = 0.1;
/** How long they pay for, from the creation. */
const BOUGHT_MINUTES = 10;

/** How far back people read. */
const TALK_MINUTES = 5;

/** How a launch is talked about: it differs from launch to launch, and nobody's outcome is known to it. */
interface Voice {
  noise: Random;
  /** Posts that the creator pays for. */
  bought: number;
  perTrade: number;
  followersAtBirth: number;
  isVerified: boolean;
  /** By minute: whether a fraction of a post becomes one. */
  roundings: number[];
}

/** A launch as its agents see it. */
export class Launch implements View {
  readonly coin: Coin;
  readonly archetype: Archetype;
  readonly identity: Identity;
  readonly truth: Truth;
  readonly random: Random;
  readonly bornMs: number;
  /** One SOL in the coin's quote units. */
  readonly unit: number;
  /** Agents that hear of a crash. */
  readonly watchers: Part[] = [];
  /** Agents that will act again. */
  playing = 0;
  /** Launches that are bought with this one's token and have not been forgotten. */
  quoting = 0;
  nowMs: number;
  pooledMs: number | null = null;
  price = 1;
  peak = 1;
  readonly #chain: Chain;
  readonly #tradesByMinute: number[] = [];
  #flow = 0;
  #flowAtMs: number;

  constructor(
    chain: Chain,
    launch: Pick<Launch, 'coin' | 'archetype' | 'identity' | 'truth' | 'random' | 'bornMs' | 'unit'>,
  ) {
    this.#chain = chain;
    this.coin = launch.coin;
    this.archetype = launch.archetype;
    this.identity = launch.identity;
    this.truth = launch.truth;
    this.random = launch.random;
    this.bornMs = launch.bornMs;
    this.unit = launch.unit;
    this.nowMs = launch.bornMs;
    this.#flowAtMs = launch.bornMs;
    this.lookAtPrice();
  }

  get stage(): View['stage'] {
    if (this.coin.pool) return 'pool';
    return this.coin.complete ? 'complete' : 'curve';
  }

  /** Complete, and without a pool for good: not every layout has one for it. */
  get isStranded(): boolean {
    const { complete, pool } = this.coin;
    return (
      complete && pool === null && (!this.#chain.canMigrate(this.coin) || this.truth.graduatedMs !== null)
    );
  }

  get raisedSol(): number {
    return Number(this.coin.curve.realQuote) / this.unit;
  }

  get flowSol(): number {
    return this.#flow * 0.5 ** ((this.nowMs - this.#flowAtMs) / FLOW_HALF_LIFE_MS);
  }

  get talk(): number {
    const minute = this.#minuteOf(this.nowMs);
    let posts = 0;
    for (let past = Math.max(0, minute - TALK_MINUTES + 1); past <= minute; past += 1)
      posts += this.#postsIn(past);
    return posts;
  }

  /** How much is said of the launch: its traders talk, and some creators pay for more at the start. */
  social(nowMs: number): SocialSignal {
    const { twitter } = this.identity.keys.socials;
    const { followersAtBirth, isVerified } = this.#voice();
    const postsByMinute = Array.from({ length: this.#minuteOf(nowMs) + 1 }, (_, minute) =>
      this.#postsIn(minute),
    );
    const posts = postsByMinute.reduce((sum, count) => sum + count, 0);
    return { postsByMinute, followers: twitter ? Math.round(followersAtBirth + posts * 2) : 0, isVerified };
  }

  #minuteOf(nowMs: number): number {
    return Math.floor((nowMs - this.bornMs) / 60_000);
  }

  #postsIn(minute: number): number {
    const { noise, bought, perTrade, roundings } = this.#voice();
    // Drawn in the order of minutes: what was said of the past is said again.
    while (roundings.length <= minute) roundings.push(noise.unit());
    const paid = minute < BOUGHT_MINUTES ? bought / BOUGHT_MINUTES : 0;
    return Math.floor((this.#tradesByMinute[minute] ?? 0) * perTrade + paid + roundings[minute]!);
  }

  #drawnVoice: Voice | null = null;

  #voice(): Voice {
    if (this.#drawnVoice !== null) return this.#drawnVoice;
    const noise = new Random(`social ${this.coin.mint}`);
    const bought = noise.chance(BOUGHT_TALK) ? noise.lognormal(30, 1) : 0;
    const perTrade = noise.lognormal(0.25, 0.7);
    const followersAtBirth = noise.lognormal(40, 1.5);
    const isVerified = this.identity.keys.socials.twitter && noise.chance(0.04);
    this.#drawnVoice = { noise, bought, perTrade, followersAtBirth, isVerified, roundings: [] };
    return this.#drawnVoice;
  }

  held(wallet: Address): number {
    return Number(this.#chain.tokensOf(this.coin, wallet)) / Number(TOKEN_SUPPLY);
  }

  /** Takes note of the trades of one transaction, and of the SOL that came in by them, or left where negative. */
  noteTrades(count: number, sol: number): void {
    const minute = this.#minuteOf(this.nowMs);
    this.#tradesByMinute[minute] = (this.#tradesByMinute[minute] ?? 0) + count;
    this.#flow = this.flowSol + sol;
    this.#flowAtMs = this.nowMs;
    this.lookAtPrice();
    this.truth.noteTrades(count, this.price);
  }

  /** Who comes to the pool compares with its first price, not with what the curve has seen. */
  openPool(): void {
    this.pooledMs = this.nowMs;
    this.peak = 0;
    this.lookAtPrice();
  }

  lookAtPrice(): void {
    const { coin } = this;
    const [quote, tokens] = priceReservesOf(coin);
    const opening = Number(coin.quote.initialVirtual) / Number(INITIAL_VIRTUAL_TOKENS);
    this.price = Number(quote) / Number(tokens) / opening;
    if (this.price > this.peak) this.peak = this.price;
  }
}
