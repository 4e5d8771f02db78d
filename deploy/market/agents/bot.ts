import type { Address } from '../addresses.js';
import { type Agent, leaves, type Turn, type View, waitsUntil } from './agent.js';

/** How long a bot sits in a token, in milliseconds. */
const HOLDS_MS = { low: 3_000, high: 40_000 };

/** A program that trades one token in and out for small gains, for as long as others trade it. */
export class Bot implements Agent {
  readonly #wallet: Address;
  readonly #sol: number;
  readonly #pauseS: number;
  #roundsLeft: number;

  constructor(wallet: Address, rounds: number, sol: number, pauseS: number) {
    this.#wallet = wallet;
    this.#roundsLeft = rounds;
    this.#sol = sol;
    this.#pauseS = pauseS;
  }

  act(view: View): Turn {
    const { random, nowMs } = view;
    if (view.stage === 'complete') return waitsUntil(nowMs + random.between(3_000, 12_000));
    if (view.held(this.#wallet) > 0) {
      const nextMs = this.#roundsLeft > 0 ? nowMs + 1_000 * random.lognormal(this.#pauseS, 0.9) : null;
      return { orders: [{ kind: 'sell', wallet: this.#wallet, share: 1 }], nextMs };
    }
    if (this.#roundsLeft-- <= 0 || view.price < view.peak * 0.03) return leaves;
    return {
      orders: [{ kind: 'buy', wallet: this.#wallet, sol: this.#sol * random.between(0.5, 1.5) }],
      nextMs: nowMs + random.between(HOLDS_MS.low, HOLDS_MS.high),
    };
  }
}
