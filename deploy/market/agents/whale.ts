import type { Address } from '../addresses.js';
import { type Agent, leaves, type Turn, type View, waitsUntil } from './agent.js';

/** A whale looks at curves that hold at least this much, and stops waiting for that after a while. */
const LOOKS_FROM_SOL = 8;
const WAITS_MS = 3_600_000;

/** Somebody with means: buys five SOL and more in a few pieces once a launch has shown that it lives. */
export class Whale implements Agent {
  readonly #wallet: Address;
  /** SOL still to be bought. */
  #appetite: number;
  #paid = 0;
  #targetGain = 0;
  #untilMs = 0;

  constructor(wallet: Address, appetiteSol: number) {
    this.#wallet = wallet;
    this.#appetite = appetiteSol;
  }

  act(view: View): Turn {
    const { random, nowMs } = view;
    if (view.stage === 'complete') return waitsUntil(nowMs + random.between(4_000, 15_000));
    return this.#appetite > 0 ? this.#buy(view) : this.#hold(view);
  }

  #buy(view: View): Turn {
    const { random, nowMs } = view;
    if (nowMs - view.bornMs > WAITS_MS) {
      if (this.#paid === 0) return leaves;
      this.#finish(view);
      return this.#hold(view);
    }
    if (view.raisedSol < LOOKS_FROM_SOL || view.flowSol <= 0 || view.price < view.peak * 0.7)
      return waitsUntil(nowMs + random.between(4_000, 15_000));
    const sol = Math.min(random.between(1.2, 3.2), Math.max(this.#appetite, 0.8));
    this.#appetite -= sol;
    this.#paid = view.price;
    if (this.#appetite <= 0) this.#finish(view);
    return {
      orders: [{ kind: 'buy', wallet: this.#wallet, sol }],
      nextMs: nowMs + random.between(3_000, 20_000),
    };
  }

  /** Buys no more, and settles how long and for what gain it stays. */
  #finish({ random, nowMs }: View): void {
    this.#appetite = 0;
    this.#targetGain = 1 + random.lognormal(1.2, 0.8);
    this.#untilMs = nowMs + 1_000 * random.lognormal(1_200, 1);
  }

  #hold(view: View): Turn {
    const { random, nowMs, price } = view;
    if (view.held(this.#wallet) === 0) return leaves;
    const isOver = nowMs >= this.#untilMs || price < this.#paid * 0.5;
    if (isOver) return { orders: [{ kind: 'sell', wallet: this.#wallet, share: 1 }], nextMs: null };
    if (price >= this.#paid * this.#targetGain) {
      this.#targetGain *= 1.5;
      return {
        orders: [{ kind: 'sell', wallet: this.#wallet, share: random.between(0.3, 0.6) }],
        nextMs: nowMs + random.between(10_000, 60_000),
      };
    }
    return waitsUntil(nowMs + random.between(10_000, 40_000));
  }
}
