import type { Address } from '../addresses.js';
import { type Agent, leaves, type Turn, type View, waitsUntil } from './agent.js';

/** A program that buys in the slot of the creation and is gone within a minute, with a gain or without. */
export class Sniper implements Agent {
  readonly #wallet: Address;
  readonly #sol: number;
  #target = 0;
  #untilMs = 0;

  constructor(wallet: Address, sol: number) {
    this.#wallet = wallet;
    this.#sol = sol;
  }

  act(view: View): Turn {
    const { random, nowMs } = view;
    if (this.#untilMs === 0) {
      this.#target = view.price * random.between(1.2, 3.5);
      this.#untilMs = nowMs + 1_000 * random.lognormal(18, 0.9);
      return {
        orders: [{ kind: 'buy', wallet: this.#wallet, sol: this.#sol, isUrgent: true }],
        nextMs: nowMs + random.between(1_500, 5_000),
      };
    }
    if (view.stage === 'complete') return waitsUntil(nowMs + 10_000);
    if (view.held(this.#wallet) === 0) return leaves;
    if (view.price < this.#target && nowMs < this.#untilMs)
      return waitsUntil(nowMs + random.between(2_000, 8_000));
    return { orders: [{ kind: 'sell', wallet: this.#wallet, share: 1 }], nextMs: null };
  }
}
