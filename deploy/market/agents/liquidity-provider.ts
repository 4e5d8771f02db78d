import type { Address } from '../addresses.js';
import type { Agent, Turn } from './agent.js';

/** What a wallet does with the liquidity of a launch's pool, at times of the market. */
export interface LiquidityPlan {
  /** A launch quoted in SOL, whose pool opens without a boost, since a boosted one takes no liquidity. */
  mint: Address;
  wallet: Address;
  /**
   * SOL for which it buys tokens of the pool, to put these in with as much SOL again: as many SOL as are in the pool
   * make half of it the wallet's.
   */
  sol: number;
  /** Where the pool opens later, when it opens. */
  depositMs: number;
  withdrawMs: number;
}

/** Somebody who puts liquidity into a pool and pulls it: nobody does, unless a test or a proof plans it. */
export class LiquidityProvider implements Agent {
  readonly #plan: LiquidityPlan;
  #hasDeposited = false;

  constructor(plan: LiquidityPlan) {
    this.#plan = plan;
  }

  act(): Turn {
    const { wallet, sol, withdrawMs } = this.#plan;
    if (this.#hasDeposited) return { orders: [{ kind: 'withdraw', wallet }], nextMs: null };
    this.#hasDeposited = true;
    return {
      orders: [
        { kind: 'buy', wallet, sol },
        { kind: 'deposit', wallet },
      ],
      nextMs: withdrawMs,
    };
  }
}
