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
  const keepToken = ({ state, accounts, traders }: Token) => {
    const { mint } = state;
    keep(state);
    for (const { shard, entries } of accounts.takeChanged())
      keep({ kind: 'accounts', v: 1, mint, shard, entries });
    for (const { shard, entries } of traders.takeChanged())
      keep({ kind: 'traders', v: 1, mint, shard, entries });
  };
  for (const [mint, shardsBefore] of partition.shardsLeft) {
    const evicted = partition.evicted.get(mint);
    if (evicted) keepToken(evicted);
    // A token that is back already may have fewer shards: the others must go.
    const token = evicted ?? partition.tokens.get(mint);
    for (const kind of ['accounts', 'traders'] as const)
      for (let shard = token?.[kind].shardCount ?? 0; shard < shardsBefore[kind]; shard += 1)
        changes.push({ key: `${kind}/${mint}/${shard}`, state: null });
  }
  for (const token of partition.changed) keepToken(token);
  keep(partition.clock);
  partition.shardsLeft.clear();
  partition.changed.clear();
  return changes;
}

/** The partition from the newest state of each key. */
export function restorePartition(number: number, states: Iterable<ScreenerState>): Partition {
  const partition = newPartition(number);
  const shards: Extract<ScreenerState, { kind: 'accounts' | 'traders' }>[] = [];
  for (const state of states) {
    if (state.kind === 'clock') partition.clock = state;
    else if (state.kind === 'token') {
      const tokens = state.evictedOffset === undefined ? partition.tokens : partition.evicted;
      tokens.set(state.mint, tokenOf(state));
    } else shards.push(state);
  }
  for (const shard of shards)
    restoreShard(partition.tokens.get(shard.mint) ?? partition.evicted.get(shard.mint), shard);
  for (const token of partition.evicted.values()) deriveToken(token);
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

/** A token from all parts of its evicted state. Throws where its core is not among them. */
export function restoreEvicted(states: readonly ScreenerState[]): Token {
  const core = states.find((state) => state.kind === 'token');
  if (!core) throw new Error('an evicted state without the token itself');
  const token = tokenOf(core);
  for (const state of states) if (state.kind === 'accounts') restoreShard(token, state);
  deriveToken(token);
  return token;
}

/** The keys under which the topic of states holds an evicted token. */
export const keysOfEvicted = ({ state: { mint }, accounts }: Token): string[] => [
  `token/${mint}`,
  ...accounts.shards().map(({ shard }) => `accounts/${mint}/${shard}`),
];

function restoreShard(
  token: Token | undefined,
  shard: Extract<ScreenerState, { kind: 'accounts' | 'traders' }>,
): void {
  if (!token) return;
  if (shard.kind === 'accounts') token.accounts.restoreShard(shard.shard, shard.entries);
  else token.traders.restoreShard(shard.shard, shard.entries);
}
