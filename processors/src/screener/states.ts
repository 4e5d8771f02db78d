/** The partition to and from its state records. */
import { type ScreenerState, stateKeyOf } from '@cryptonite/contracts/states';
import { newPartition, type Partition } from './partition.js';
import { deriveToken, type Token, tokenOf } from './token.js';

/** A state record to be written; `state` null removes its key. */
export type StateChange = { key: string; state: ScreenerState | null };

/** What changed since the last call. The clock always has. */
export function takeStates(partition: Partition): StateChange[] {
  const changes: StateChange[] = [];
  const keep = (state: ScreenerState) => changes.push({ key: stateKeyOf(state), state });
  for (const [mint, shardsOf] of partition.dropped) {
    // A token met again within the same batch starts anew, with fewer shards: the others must go.
    const isBack = partition.tokens.get(mint);
    if (!isBack) changes.push({ key: `token/${mint}`, state: null });
    for (const kind of ['accounts', 'traders'] as const)
      for (let shard = 0; shard < shardsOf[kind]; shard += 1)
        if (!isBack || shard >= isBack[kind].shardCount)
          changes.push({ key: `${kind}/${mint}/${shard}`, state: null });
  }
  for (const token of partition.changed) {
    const { mint } = token.state;
    keep(token.state);
    for (const { shard, entries } of token.accounts.takeChanged())
      keep({ kind: 'accounts', v: 1, mint, shard, entries });
    for (const { shard, entries } of token.traders.takeChanged())
      keep({ kind: 'traders', v: 1, mint, shard, entries });
  }
  keep(partition.clock);
  partition.dropped.clear();
  partition.changed.clear();
  return changes;
}

/** The partition from the newest state of each key. */
export function restorePartition(number: number, states: Iterable<ScreenerState>): Partition {
  const partition = newPartition(number);
  const shards: Extract<ScreenerState, { kind: 'accounts' | 'traders' }>[] = [];
  for (const state of states) {
    if (state.kind === 'clock') partition.clock = state;
    else if (state.kind === 'token') partition.tokens.set(state.mint, tokenOf(state));
    else shards.push(state);
  }
  for (const shard of shards) restoreShard(partition.tokens.get(shard.mint), shard);
  for (const token of partition.tokens.values()) {
    deriveToken(token);
    const { state } = token;
    partition.due.push(state.dueAt, state.mint);
    partition.monitoredPumpfun += Number(state.isMonitored);
    partition.monitoredBonded += Number(state.isBonded);
    partition.matched += Number(state.isMatched);
  }
  return partition;
}

function restoreShard(
  token: Token | undefined,
  shard: Extract<ScreenerState, { kind: 'accounts' | 'traders' }>,
): void {
  if (!token) return;
  if (shard.kind === 'accounts') token.accounts.restoreShard(shard.shard, shard.entries);
  else token.traders.restoreShard(shard.shard, shard.entries);
}
