import { MAYHEM_AGENT } from '../addresses.js';
import { type Agent, leaves, type Turn, type View, waitsUntil } from './agent.js';

/** How long pump.fun's own agent trades a mayhem coin. */
const TRADES_FOR_MS = 20 * 60_000;

/** pump.fun's agent in mayhem coins: buys and sells at random while the coin is young. */
export class Mayhem implements Agent {
  act(view: View): Turn {
    const { random, nowMs } = view;
    if (nowMs - view.bornMs > TRADES_FOR_MS) return leaves;
    const nextMs = nowMs + 1_000 * random.lognormal(40, 1);
    if (view.stage === 'complete') return waitsUntil(nextMs);
    const order =
      view.held(MAYHEM_AGENT) > 0 && random.chance(0.5)
        ? ({ kind: 'sell', wallet: MAYHEM_AGENT, share: random.between(0.2, 0.9) } as const)
        : ({ kind: 'buy', wallet: MAYHEM_AGENT, sol: random.between(0.05, 0.4) } as const);
    return { orders: [order], nextMs };
  }
}
