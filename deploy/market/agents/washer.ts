import type { Address } from '../addresses.js';
import { type Agent, leaves, type Order, type Turn, type View, waitsUntil } from './agent.js';

/** Share of rounds that take one transaction, signed by both. */
const IN_ONE = 0.2;

/** Two wallets of one owner that sell to each other what they just bought, so that a launch looks alive. */
export class Washer implements Agent {
  readonly #wallets: readonly [Address, Address];
  readonly #sol: number;
  readonly #pauseS: number;
  #roundsLeft: number;

  constructor(wallets: readonly [Address, Address], rounds: number, sol: number, pauseS: number) {
    this.#wallets = wallets;
    this.#roundsLeft = rounds;
    this.#sol = sol;
    this.#pauseS = pauseS;
  }

  act(view: View): Turn {
    const { random, nowMs } = view;
    if (view.stage === 'complete') return waitsUntil(nowMs + 5_000);
    const [one, other] = this.#wallets;
    const seller = view.held(one) > 0 ? one : view.held(other) > 0 ? other : null;
    const nextMs = nowMs + 1_000 * random.lognormal(this.#pauseS, 0.6);
    if (seller !== null && this.#roundsLeft > 0 && random.chance(IN_ONE)) {
      this.#roundsLeft -= 1;
      return { orders: [{ kind: 'hand over', wallet: seller, to: seller === one ? other : one }], nextMs };
    }
    const selling: Order[] = seller === null ? [] : [{ kind: 'sell', wallet: seller, share: 1 }];
    if (this.#roundsLeft-- <= 0) return seller === null ? leaves : { orders: selling, nextMs: null };
    const buyer = seller === one ? other : one;
    const sol = this.#sol * random.between(0.8, 1.2);
    return {
      orders: [...selling, { kind: 'buy', wallet: buyer, sol }],
      nextMs,
    };
  }
}
