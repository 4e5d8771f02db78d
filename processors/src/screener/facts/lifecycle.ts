/** Where a token stands between its launch and its pool. */
import type { Lifecycle } from '@cryptonite/contracts/events';
import { BONDED_FOR_MS, PROGRESS } from '@cryptonite/contracts/rules';
import type { TokenCore } from '@cryptonite/contracts/states';

/** Null while no fact about a curve or pool was seen; `progress` is the bonding progress in percent. */
export function lifecycleOf(state: TokenCore, progress: number | null): Lifecycle | null {
  if (state.migratedAt !== null || (state.completedAt !== null && state.tradesInPool)) return 'graduated';
  if (state.completedAt !== null) return 'migrating';
  if (state.curve === null) return state.poolReserves === null ? null : 'graduated';
  return (progress ?? 0) >= PROGRESS.migratingFrom ? 'migrating' : 'bonding';
}

/**
 * From a buy beyond the curve until the migration: `poolReserves` are what the pool will open with, whose address is not
 * known yet.
 */
export const isPoolToBe = ({
  completedAt,
  migratedAt,
  tradesInPool,
  pool,
  poolReserves,
}: TokenCore): boolean =>
  completedAt !== null && migratedAt === null && !tradesInPool && pool === null && poolReserves !== null;

/** When a graduated token leaves the bonded list; null where nothing tells when it graduated. */
export function bondedUntil(state: TokenCore): number | null {
  const graduatedAt = state.migratedAt ?? state.completedAt;
  return graduatedAt === null ? null : graduatedAt + BONDED_FOR_MS;
}

/** Migrating, or graduated within 24 h; null where it is graduated and nobody saw when. */
export function isBondedAt(state: TokenCore, now: number): boolean | null {
  if (state.lifecycle === 'migrating') return true;
  if (state.lifecycle !== 'graduated') return false;
  const until = bondedUntil(state);
  return until === null ? null : now <= until;
}
