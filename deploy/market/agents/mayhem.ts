import { MAYHEM_AGENT } from '../addresses.js';
import { type Agent, leaves, type Order, type Turn, type View, waitsUntil } from './agent.js';

/** How long pump.fun's own agent trades a mayhem coin. */
const TRADES_FOR_MS = 20 * 60_000;

/** Of what it holds, a part of what it bought: rounded down to the shares that are sold, so that nothing given goes. */
const soldOf = (held: number, given: number, part: number): number =>
  given === 0 ? part : Math.floor((1 - given / held) * part * 10_000) / 10_000;

/**
 * pump.fun's agent in mayhem coins: buys and sells at random while the coin is young, and burns then what it holds. It
 * never sells of the billion that the launch gave it: a young curve could not pay for it.
 */
export class Mayhem implements Agent {
  /** `given`: what the launch gave it, as a share of what every launch mints. */
  constructor(private readonly given: 0 | 1) {}

  act(view: View): Turn {
    const { random, nowMs } = view;
    if (nowMs - view.bornMs > TRADES_FOR_MS) {
      if (this.given === 0) return leaves;
      return { orders: [{ kind: 'burn', wallet: MAYHEM_AGENT, share: 1 }], nextMs: null };
    }
    const nextMs = nowMs + 1_000 * random.lognormal(40, 1);
    if (view.stage === 'complete') return waitsUntil(nextMs);
    const held = view.held(MAYHEM_AGENT);
    const order: Order =
      held > this.given && random.chance(0.5)
        ? { kind: 'sell', wallet: MAYHEM_AGENT, share: soldOf(held, this.given, random.between(0.2, 0.9)) }
        : { kind: 'buy', wallet: MAYHEM_AGENT, sol: random.between(0.05, 0.4) };
    return { orders: [order], nextMs };
  }
}
