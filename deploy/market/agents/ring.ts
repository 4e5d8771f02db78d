import type { Address } from '../addresses.js';
import { type Agent, leaves, type Order, type Turn, type View, waitsUntil } from './agent.js';

/** Wallets of one owner: how they come in and what makes them leave. */
export interface RingPlan {
  /** All in the creation slot, or one by one over the first minutes. */
  entry: 'bundle' | 'spread';
  /** SOL each brings. */
  solEach: number;
  /** The dump begins when the curve holds this much, … */
  atRaisedSol: number;
  /** … or this long after the pool opened, … */
  afterPoolS: number;
  /** … or at this age, whatever came of it. */
  afterS: number;
}

/** Part of the tokens that ring members hand on, to a wallet that has never traded or among each other. */
const HANDS_ON = 0.25;
const AMONG_EACH_OTHER = 0.4;

/** Share of bundles that take as few transactions as hold so many buys, their signatures being 64 bytes of 1,232 each. */
const IN_FEW = 0.3;
const BUYS_IN_ONE = 4;

/** A ring: wallets funded by the creator, which buy as if they were many and sell as one. */
export class Ring implements Agent {
  readonly #wallets: readonly Address[];
  readonly #plan: RingPlan;
  /** A fresh wallet of the same owner, for tokens that are handed on. */
  readonly #spare: Address;
  #entered = 0;
  #handedOn = false;

  constructor(wallets: readonly Address[], spare: Address, plan: RingPlan) {
    this.#wallets = wallets;
    this.#plan = plan;
    this.#spare = spare;
  }

  act(view: View): Turn {
    if (this.#entered < this.#wallets.length) return this.#enter(view);
    const { random, nowMs } = view;
    if (view.stage === 'complete') return waitsUntil(nowMs + 3_000);
    if (!this.#isTime(view)) {
      if (!this.#handedOn && random.chance(0.05)) return this.#handOn(view);
      const rarer = 1 + (nowMs - view.bornMs) / 120_000;
      return waitsUntil(nowMs + rarer * random.between(800, 3_000));
    }
    const holding = [...this.#wallets, this.#spare].filter((wallet) => view.held(wallet) > 0);
    if (holding.length === 0) return leaves;
    // A few at a time: the rest follow within a second or two.
    const orders = holding.slice(0, 3).map((wallet): Order => ({ kind: 'sell', wallet, share: 1 }));
    return { orders, nextMs: holding.length > 3 ? nowMs + random.between(300, 1_600) : null };
  }

  #enter({ random, nowMs }: View): Turn {
    const { entry, solEach } = this.#plan;
    const count = entry === 'bundle' ? this.#wallets.length : 1;
    const buys = this.#wallets
      .slice(this.#entered, this.#entered + count)
      .map((wallet) => ({ wallet, sol: solEach * random.between(0.7, 1.3) }));
    this.#entered += count;
    const orders: Order[] = [];
    if (entry === 'bundle' && random.chance(IN_FEW)) {
      for (let from = 0; from < buys.length; from += BUYS_IN_ONE)
        orders.push({ kind: 'buy together', buys: buys.slice(from, from + BUYS_IN_ONE) });
    } else {
      const isUrgent = entry === 'bundle' && ({ isUrgent: true } as const);
      orders.push(...buys.map((buy) => ({ kind: 'buy' as const, ...buy, ...isUrgent })));
    }
    return { orders, nextMs: nowMs + random.between(2_000, 12_000) };
  }

  #handOn({ random, nowMs }: View): Turn {
    this.#handedOn = true;
    const wallet = random.pick(this.#wallets);
    const others = this.#wallets.filter((other) => other !== wallet);
    // The unchecked transfer is for accounts that are open: whoever opens one names the mint.
    const isChecked = others.length === 0 || !random.chance(AMONG_EACH_OTHER);
    const to = isChecked ? this.#spare : random.pick(others);
    return {
      orders: [{ kind: 'send', wallet, to, share: HANDS_ON, isChecked }],
      nextMs: nowMs + random.between(2_000, 6_000),
    };
  }

  #isTime({ raisedSol, stage, pooledMs, nowMs, bornMs }: View): boolean {
    const { atRaisedSol, afterPoolS, afterS } = this.#plan;
    if (stage === 'pool') return pooledMs !== null && nowMs - pooledMs >= afterPoolS * 1_000;
    return raisedSol >= atRaisedSol || nowMs - bornMs >= afterS * 1_000;
  }
}
