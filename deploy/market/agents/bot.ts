import type { Address } from '../addresses.js';
import { type Agent, leaves, type Turn, type View, waitsUntil } from './agent.js';

/** How long a bot sits in a token, in milliseconds. */
const HOLDS_MS = { low: 3_000, high: 40_000 };

/** Share of sales that buy as much again in the same transaction, so that the token looks traded: an assumption. */
const BUYS_AGAIN = 0.1;

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
      if (random.chance(BUYS_AGAIN)) {
        return {
          orders: [{ kind: 'hand over', wallet: this.#wallet, to: this.#wallet }],
          nextMs: nowMs + random.between(HOLDS_MS.low, HOLDS_MS.high),
        };
      }
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
