import type { Address } from '../addresses.js';
import { type Agent, leaves, type Turn, type View, waitsUntil } from './agent.js';

/** When a creator sells what it bought at the launch. */
export interface CreatorExit {
  /** SOL in the curve at which it sells at once; infinite for those who wait. */
  atRaisedSol: number;
  /** Seconds after which it sells whatever the price; infinite for those who hold. */
  afterS: number;
}

const LOOK_MS = { low: 1_500, high: 5_000 };
/** A creator who has not sold by then has forgotten its coin. */
const FORGETS_MS = 3_600_000;

/** The creator after its initial purchase: it waits for others to buy, and sells to them. */
export class Creator implements Agent {
  readonly #wallet: Address;
  readonly #exit: CreatorExit;

  constructor(wallet: Address, exit: CreatorExit) {
    this.#wallet = wallet;
    this.#exit = exit;
  }

  act(view: View): Turn {
    const { random, nowMs } = view;
    const { atRaisedSol, afterS } = this.#exit;
    const ageMs = nowMs - view.bornMs;
    if (ageMs > FORGETS_MS || view.held(this.#wallet) === 0) return leaves;
    const isTime = view.raisedSol >= atRaisedSol || ageMs >= afterS * 1_000;
    if (!isTime || view.stage === 'complete') {
      const rarer = 1 + ageMs / 60_000;
      return waitsUntil(nowMs + rarer * random.between(LOOK_MS.low, LOOK_MS.high));
    }
    return { orders: [{ kind: 'sell', wallet: this.#wallet, share: 1 }], nextMs: null };
  }
}
