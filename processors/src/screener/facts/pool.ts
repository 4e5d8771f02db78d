/** Which pool is the token's, and what stands in it. */
import { slotOf } from '@cryptonite/contracts/chain';
import type { FeesSwept, JournalRecord } from '@cryptonite/contracts/events';
import type { Partition } from '../partition.js';
import type { Token } from '../state/token.js';
import { isPoolToBe } from './lifecycle.js';

/** Whether a pool that something happens to is one that somebody opened beside the token's own. */
export function isOfOthers(
  partition: Partition,
  state: Token['state'],
  { facts }: JournalRecord,
  pool: string,
): boolean {
  if (state.pool !== null) return state.pool !== pool;
  // The migration tells its pool in the transaction that opens it, after what it does there.
  const isMigrating = facts.some((fact) => fact.kind === 'Migrated' && (fact.pool ?? pool) === pool);
  return !isMigrating && awaitsMigration(partition, state);
}

/** While the pool is to be, no pool is the token's, unless a gap since the completion may have held its migration. */
export function awaitsMigration({ clock: { gapSlot } }: Partition, state: Token['state']): boolean {
  if (!isPoolToBe(state) || state.poolReserves === null) return false;
  return gapSlot === null || gapSlot <= slotOf(state.poolReserves.position);
}

/** What was taken out of the pool before is none of the new one's. */
export function replacePool(
  state: Token['state'],
  pool: string | null,
  poolReserves: Token['state']['poolReserves'],
): void {
  state.pool = pool;
  state.poolReserves = poolReserves;
  state.withdrawals = null;
  state.pulled = null;
}

export const NO_RESERVES = { priceToken: null, priceQuote: null, realToken: null, realQuote: null };

/** A pool's vault holds less then; what sets its price stays, as the virtual quote grows by as much. */
export function applySweep({ state }: Token, { pool, feeMint, mint, amount, position }: FeesSwept): void {
  const { poolReserves } = state;
  if (poolReserves === null || state.pool !== pool || position < poolReserves.position) return;
  const lessOf = (held: bigint | null) => (held === null || held < amount ? null : held - amount);
  const swept =
    feeMint === mint
      ? { realToken: lessOf(poolReserves.realToken) }
      : { realQuote: lessOf(poolReserves.realQuote) };
  state.poolReserves = { ...poolReserves, ...swept, position };
}
