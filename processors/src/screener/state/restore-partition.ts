/** The partition from its state records. */
import {
  type AccountShard,
  decodeScreenerState,
  type TokenState,
  type TraderShard,
} from '@cryptonite/contracts/states';
import { newPartition, type Partition } from '../partition.js';
import { restoreToken, type StoredToken } from './token-states.js';

type Shards = Omit<StoredToken, 'core'>;

/** The partition from the newest value of each key. */
export function* restorePartition(
  number: number,
  stored: Iterable<readonly [key: string, value: Buffer | string]>,
): Generator<void, Partition> {
  const partition = newPartition(number);
  const shardsOf = new Map<string, Shards>();
  const cores: TokenState[] = [];
  for (const [, value] of stored) {
    const state = decodeScreenerState(value);
    if (state.kind === 'clock') partition.clock = state;
    else if (state.kind === 'token') cores.push(state);
    else addShard(shardsOf, state);
    yield;
  }
  for (const core of cores) {
    const { mint } = core;
    const token = restoreToken(partition, { core, ...(shardsOf.get(mint) ?? { accounts: [], traders: [] }) });
    shardsOf.delete(mint);
    yield;
    const { state } = token;
    if (state.evictedOffset !== undefined) {
      partition.evicted.set(mint, token);
      continue;
    }
    partition.tokens.set(mint, token);
    partition.due.push(state.dueAt, mint);
    if (token.lists !== 0) partition.shown.add(token);
    partition.monitoredPumpfun += Number(state.isMonitored);
    partition.monitoredBonded += Number(state.isBonded);
    partition.matched += Number(state.isMatched);
  }
  return partition;
}

function addShard(shardsOf: Map<string, Shards>, shard: AccountShard | TraderShard): void {
  const shards = shardsOf.get(shard.mint) ?? { accounts: [], traders: [] };
  shardsOf.set(shard.mint, shards);
  if (shard.kind === 'accounts') shards.accounts.push(shard);
  else shards.traders.push(shard);
}
