/** A market in which a launch graduates, and what somebody does to its pool. */
import type { Update } from '@cryptonite/provider/update.js';
import bs58 from 'bs58';
import { keyFor } from '../addresses.js';
import type { LiquidityPlan } from '../agents/liquidity-provider.js';
import { BOUNDED_START_MS, type BoundedMarketOptions, playBounded } from '../market-source.js';

/** With this seed a coin quoted in SOL gets its pool within so many. */
export const GRADUATING: BoundedMarketOptions = {
  ...{ seed: 37, startMs: BOUNDED_START_MS, regime: 'high' },
  ...{ launches: Number.POSITIVE_INFINITY, transactions: 3_500 },
};
export const PULLER = keyFor('puller');

/** Plays the market as nobody pulls anything; `mint` is that of the plan, as people write it. */
export function planPull(): { updates: Update[]; plan: LiquidityPlan; mint: string } {
  let graduate: { mint: string; graduatedMs: number } | null = null;
  const onTruth: BoundedMarketOptions['onTruth'] = (truth) => {
    if (truth.graduatedMs !== null) graduate = JSON.parse(truth.toJson(true));
  };
  const updates = [...playBounded({ ...GRADUATING, onTruth })].flat();
  const { mint, graduatedMs } = graduate!;
  const plan = {
    mint: Buffer.from(bs58.decode(mint)).toString('latin1'),
    // More than the pool holds: more than half of it is pulled then.
    ...{ wallet: PULLER, sol: 200 },
    ...{ depositMs: graduatedMs + 20_000, withdrawMs: graduatedMs + 60_000 },
  };
  return { updates, plan, mint };
}
