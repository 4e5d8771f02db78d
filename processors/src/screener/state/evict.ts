/**
 * Tokens that leave memory after a day's quiet, and come back when they are met again. Their final state is said once
 * for the tables, and stays marked in the topic of states until the runtime finds it there. Where a token comes back
 * from, memory or the tables, changes nothing.
 */
import type { Fact } from '@cryptonite/contracts/events';
import { type ScreenerState, textOfState } from '@cryptonite/contracts/states';
import { countIn, NOT_COUNTED } from '../lists/counts.js';
import { beforeChange, type Partition, SECOND_MS, secondOf, setDue } from '../partition.js';
import { forgetPromotion } from '../world/asks.js';
import { inShards } from './ledger/shard-log.js';
import { accountShards, restoreToken, traderShards } from './states.js';
import { stateOf, type Token } from './token.js';

/** A day after its newest fact a token's windows are empty and its traders forgotten: roles and the rest are kept. */
export function evict(partition: Partition, token: Token, now: number): void {
  const { state } = token;
  const { mint } = state;
  partition.monitoredPumpfun -= Number(state.isMonitored);
  partition.monitoredBonded -= Number(state.isBonded);
  partition.matched -= Number(state.isMatched);
  countIn(partition.counts, state, -1);
  const counted = { ...NOT_COUNTED };
  Object.assign(state, { isMonitored: false, isBonded: false, isMatched: false, lists: 0, counted });
  partition.shown.delete(token);
  state.evictedOffset = partition.offset;
  token.rings.moveTo(now);
  token.traders.leave();
  token.whales.forget();
  // What is said here is what the next capture writes: so the token stands alike wherever it comes back from.
  token.accounts.closeUp();
  partition.tokens.delete(mint);
  partition.evicted.set(mint, token);

  const states: ScreenerState[] = [
    stateOf(token),
    ...accountShards(mint, inShards(token.accounts.states())),
    ...traderShards(mint, inShards(token.traders.states())),
  ];
  states.forEach((part, index) => {
    partition.leaving.push({
      v: 1,
      mint,
      partition: partition.clock.partition,
      evictedOffset: partition.offset,
      evictedAt: now,
      part: index,
      parts: states.length,
      state: textOfState(part),
    });
  });
}

/**
 * A token that these facts of a record, none of them read before, launch is new: whatever was stored under its mint is
 * not asked for.
 */
export const isLaunched = (fresh: readonly Fact[], mint: string): boolean =>
  fresh.find((fact) => 'mint' in fact && fact.mint === mint)?.kind === 'LaunchCreated';

/** The token as it was evicted, live again; undefined for one that is new. What brings it back has it measured. */
export function bringBack(
  partition: Partition,
  fresh: readonly Fact[],
  mint: string,
  now: number,
): Token | undefined {
  const evicted = partition.evicted.get(mint);
  const found = partition.found.get(mint);
  partition.evicted.delete(mint);
  partition.found.delete(mint);
  if (isLaunched(fresh, mint)) {
    if (evicted) forget(partition, evicted);
    return undefined;
  }
  const token = evicted ?? (found && restoreToken(partition, found));
  if (!token) return undefined;
  beforeChange(partition, token);
  delete token.state.evictedOffset;
  forgetPromotion(token.state.world);
  // Its keys may have been removed.
  token.accounts.closeUp();
  token.traders.closeUp();
  partition.tokens.set(mint, token);
  setDue(partition, token, (secondOf(now) + 1) * SECOND_MS);
  return token;
}

/** A token was launched under the mint of this one. */
function forget(partition: Partition, token: Token): void {
  beforeChange(partition, token);
  partition.changed.delete(token);
  const { mint } = token.state;
  for (const kind of ['accounts', 'traders'] as const)
    for (let shard = 0; shard < token[kind].log.storedCount; shard += 1)
      partition.keysLeft.push(`${kind}/${mint}/${shard}`);
  token.drop();
}
