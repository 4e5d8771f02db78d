/**
 * Tokens that leave memory after a day's quiet, and come back when they are met again. Their final state is said once
 * for the tables, and stays marked in the topic of states until the runtime finds it there. Where a token comes back
 * from, memory or the tables, changes nothing.
 */
import type { Fact } from '@cryptonite/contracts/events';
import { encodeScreenerState, type ScreenerState } from '@cryptonite/contracts/states';
import { type Partition, SECOND_MS, secondOf, setDue } from '../partition.js';
import { accountStates, forgetTraders, type Token, thaw } from './token.js';

/** A day after its newest fact a token's windows are empty and its traders forgotten: the rest is kept. */
export function evict(partition: Partition, token: Token, now: number): void {
  const { state } = token;
  const { mint } = state;
  partition.monitoredPumpfun -= Number(state.isMonitored);
  partition.monitoredBonded -= Number(state.isBonded);
  partition.matched -= Number(state.isMatched);
  Object.assign(state, { isMonitored: false, isBonded: false, isMatched: false });
  partition.shown.delete(token);
  token.lists = 0;
  state.evictedOffset = partition.offset;
  token.rings.moveTo(now);
  noteShards(partition, mint, { accounts: 0, traders: token.traders.storedCount });
  forgetTraders(token);
  // What is said here has no empty place that the next capture would close: so the accounts stand alike wherever the
  // token comes back from.
  token.accounts.closeUp();
  partition.tokens.delete(mint);
  partition.changed.delete(token);
  partition.evicted.set(mint, token);

  const states: ScreenerState[] = [state, ...accountStates(mint, token.accounts.shards())];
  states.forEach((part, index) => {
    partition.leaving.push({
      v: 1,
      mint,
      partition: partition.clock.partition,
      evictedOffset: partition.offset,
      evictedAt: now,
      part: index,
      parts: states.length,
      state: encodeScreenerState(part),
    });
  });
}

function noteShards(partition: Partition, mint: string, left: { accounts: number; traders: number }): void {
  const before = partition.shardsLeft.get(mint);
  partition.shardsLeft.set(mint, {
    accounts: Math.max(left.accounts, before?.accounts ?? 0),
    traders: Math.max(left.traders, before?.traders ?? 0),
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
  const token = partition.evicted.get(mint) ?? partition.found.get(mint);
  if (!token) return undefined;
  partition.evicted.delete(mint);
  partition.found.delete(mint);
  const { accounts, traders } = thaw(token);
  if (isLaunched(fresh, mint)) {
    noteShards(partition, mint, { accounts: accounts.storedCount, traders: traders.storedCount });
    return undefined;
  }
  delete token.state.evictedOffset;
  // Its keys may have been removed.
  accounts.touch();
  partition.tokens.set(mint, token);
  setDue(partition, token, (secondOf(now) + 1) * SECOND_MS);
  return token;
}
