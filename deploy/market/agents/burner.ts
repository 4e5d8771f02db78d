import type { Random } from '@cryptonite/provider/random.js';
import type { Address } from '../addresses.js';
import { type Agent, leaves, type Turn, type View, waitsUntil } from './agent.js';

/** Launches with somebody who burns, and those of them who burn what they hold rather than buy for it: assumptions. */
const BURNER_SHARE = 0.05;
const BURNS_OWN = 0.5;
const GIVES_UP_MS = 3_600_000;

/** Takes tokens out of the world: what it buys for it, in the same transaction, or a part of what it holds. */
export class Burner implements Agent {
  readonly #wallet: Address;
  readonly #random: Random;
  readonly #burnsOwn: boolean;

  /** `creator` burns of its own, if it holds any then; `stranger` buys to burn. All is drawn from `random`. */
  constructor(creator: Address, stranger: Address, random: Random) {
    this.#random = random;
    this.#burnsOwn = random.chance(BURNS_OWN);
    this.#wallet = this.#burnsOwn ? creator : stranger;
  }

  act(view: View): Turn {
    const { nowMs, stage } = view;
    if (nowMs - view.bornMs > GIVES_UP_MS) return leaves;
    if (stage === 'complete') return waitsUntil(nowMs + 5_000);
    if (!this.#burnsOwn) {
      const sol = this.#random.between(0.3, 5);
      return { orders: [{ kind: 'buy', wallet: this.#wallet, sol, burns: true }], nextMs: null };
    }
    if (view.held(this.#wallet) === 0) return leaves;
    const share = this.#random.between(0.2, 1);
    return { orders: [{ kind: 'burn', wallet: this.#wallet, share }], nextMs: null };
  }
}

/** Who burns of a launch, and how long after it; null for most. */
export function drawBurner(
  creator: Address,
  stranger: () => Address,
  random: Random,
): { agent: Burner; afterMs: number } | null {
  if (!random.chance(BURNER_SHARE)) return null;
  return { agent: new Burner(creator, stranger(), random), afterMs: 1_000 * random.lognormal(60, 1.2) };
}
