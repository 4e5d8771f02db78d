import type { Random } from '@cryptonite/provider/random.js';
import type { Address } from '../addresses.js';
import { type Agent, leaves, type Turn, type View, waitsUntil } from './agent.js';
import { Holder, type Temper } from './holder.js';

/** Who hears of a launch, how fast, and what they do when they come. */
export interface CrowdPlan {
  /** People who would come if nobody told anybody. */
  size: number;
  /** Seconds in which two thirds of them come. */
  tempoS: number;
  /** Others that each buyer brings while the price rises; below 1, or a crowd would never end. */
  virality: number;
  /** SOL of a typical purchase, and the deviation of its logarithm. */
  ticketSol: number;
  ticketSigma: number;
  temper: Temper;
}

/** Fewer people than this are nobody. */
const NOBODY = 0.05;

/**
 * People who hear of a launch and come one by one: more while others buy, fewer as its news grows old. Who comes
 * looks at the price, its past and who else is buying, and buys or goes on.
 */
export class Crowd implements Agent {
  readonly #plan: CrowdPlan;
  readonly #draw: (random: Random) => Address;
  #expected: number;
  #lastMs: number;

  /** `draw` finds the wallet of whoever comes. */
  constructor(plan: CrowdPlan, nowMs: number, draw: (random: Random) => Address) {
    this.#plan = plan;
    this.#draw = draw;
    this.#expected = plan.size;
    this.#lastMs = nowMs;
  }

  /** When the first of them comes; null where nobody does. */
  first(random: Random): number | null {
    return this.#next(random);
  }

  act(view: View): Turn {
    const { random, nowMs } = view;
    const { ticketSol, ticketSigma, virality, temper } = this.#plan;
    if (view.stage === 'complete') return waitsUntil(nowMs + random.between(2_000, 8_000));
    if (!random.chance(appetite(view))) return this.#wait(random);
    if (view.flowSol > 0) this.#expected += virality;
    const wallet = this.#draw(random);
    const sol = Math.min(random.lognormal(ticketSol, ticketSigma), 20);
    const holder = new Holder(wallet, view.price, nowMs, temper, random);
    return {
      orders: [{ kind: 'buy', wallet, sol }],
      nextMs: this.#next(random),
      joins: [{ agent: holder, atMs: nowMs + holder.firstLookMs }],
    };
  }

  #wait(random: Random): Turn {
    const nextMs = this.#next(random);
    return nextMs === null ? leaves : waitsUntil(nextMs);
  }

  /**
   * The next arrival: their rate falls exponentially with the tempo, and the integral of that rate from now on is the
   * number still expected, so that inverting it gives the time.
   */
  #next(random: Random): number | null {
    const passed = -Math.log(1 - random.unit());
    if (this.#expected < NOBODY || passed >= this.#expected) return null;
    const left = this.#expected - passed;
    this.#lastMs += 1_000 * this.#plan.tempoS * Math.log(this.#expected / left);
    this.#expected = left;
    return this.#lastMs;
  }
}

/** So many posts in five minutes convince half of those whom any number would. */
const POSTS_THAT_CONVINCE = 6;

/**
 * Chance that somebody who looks at a launch buys it: nobody wants what falls, though in a pool some buy the dip; and what
 * everybody talks about is bought by a quarter more than what nobody does.
 */
function appetite({ price, peak, flowSol, talk, stage }: View): number {
  const fallen = price / peak;
  const floor = stage === 'pool' ? 0.18 : 0.12;
  const wish = fallen > 0.75 ? 0.85 : fallen > 0.5 ? 0.6 : Math.max(floor, fallen > 0.3 ? 0.3 : 0);
  const heard = wish * (0.88 + (0.24 * talk) / (talk + POSTS_THAT_CONVINCE));
  return flowSol < -2 ? heard * 0.5 : heard;
}
