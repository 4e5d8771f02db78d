import type { Random } from '@cryptonite/provider/random.js';
import type { Address } from '../addresses.js';
import { type Agent, leaves, type Turn, type View, waitsUntil } from './agent.js';

/** How the buyers of a launch hold: medians around which each draws its own. */
export interface Temper {
  /** Seconds until a holder looks again. */
  lookS: number;
  /** Gain that is taken, as a share: 0.5 sells at half again the price paid. */
  gain: number;
  /** Seconds after which a holder no longer waits for its gain. */
  patienceS: number;
  /** Share of those out of patience who keep what they have for good. */
  keeps: number;
}

/** Below this share of the price paid most sell. */
const STOP = { low: 0.35, high: 0.8 };

/** In a panic most of those in the red sell, and some of those still ahead. */
const PANIC = { behind: 0.7, ahead: 0.4 };

/** Looks become rarer, by this factor each. */
const LOOKS_RARER = 1.5;

/** Somebody who has bought, and sells at a gain, at a loss, in a panic, out of patience, or never. */
export class Holder implements Agent {
  readonly #wallet: Address;
  readonly #paid: number;
  readonly #target: number;
  readonly #stop: number;
  readonly #untilMs: number;
  readonly #keeps: number;
  #lookMs: number;
  #startled = false;

  constructor(wallet: Address, paid: number, nowMs: number, temper: Temper, random: Random) {
    this.#wallet = wallet;
    this.#paid = paid;
    this.#target = paid * (1 + random.lognormal(temper.gain, 0.8));
    this.#stop = paid * random.between(STOP.low, STOP.high);
    this.#lookMs = 1_000 * random.lognormal(temper.lookS, 0.7);
    this.#untilMs = nowMs + 1_000 * random.lognormal(temper.patienceS, 1);
    this.#keeps = temper.keeps;
  }

  get firstLookMs(): number {
    return this.#lookMs;
  }

  startle(view: View): number {
    this.#startled = true;
    return view.nowMs + view.random.between(400, 9_000);
  }

  act(view: View): Turn {
    const { random, nowMs, price } = view;
    if (view.stage === 'complete') return waitsUntil(nowMs + random.between(5_000, 20_000));
    if (view.held(this.#wallet) === 0) return leaves;
    const startled = this.#startled;
    this.#startled = false;
    if (price >= this.#target) {
      return random.chance(0.65)
        ? this.#sell(1, null)
        : this.#sell(random.between(0.3, 0.7), this.#next(nowMs));
    }
    if (startled && random.chance(price < this.#paid ? PANIC.behind : PANIC.ahead))
      return this.#sell(1, null);
    if (price <= this.#stop && random.chance(0.7)) return this.#sell(1, null);
    if (nowMs >= this.#untilMs) return random.chance(this.#keeps) ? leaves : this.#sell(1, null);
    return waitsUntil(this.#next(nowMs));
  }

  #next(nowMs: number): number {
    const next = nowMs + this.#lookMs;
    this.#lookMs *= LOOKS_RARER;
    return next;
  }

  #sell(share: number, nextMs: number | null): Turn {
    return { orders: [{ kind: 'sell', wallet: this.#wallet, share }], nextMs };
  }
}
