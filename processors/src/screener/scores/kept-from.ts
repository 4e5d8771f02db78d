/** Since when what the scores look at is kept of a token. */
import type { TokenCore } from '@cryptonite/contracts/states';

/**
 * A token whose state is from before it was kept: its windows begin now, and what is of its whole life stays unknown. A sale
 * just before may have had no known size.
 */
export function keepFrom(state: TokenCore, now: number): void {
  if (state.keptFrom !== undefined) return;
  state.keptFrom = now;
  state.creatorTrades = null;
  state.withdrawals = null;
  state.pulled = null;
  state.creatorDumpedAt = null;
  state.unsizedSellAt = now;
}

/** Whether it was kept since `time`. */
export const isKeptSince = ({ keptFrom }: TokenCore, time: number): boolean =>
  keptFrom === null || (keptFrom !== undefined && keptFrom <= time);
