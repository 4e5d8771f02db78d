/** The partition to and from its state records. */
import {
  decodeScreenerState,
  type ScreenerState,
  stateKeyOf,
  type TokenState,
} from '@cryptonite/contracts/states';
import { newPartition, type Partition } from '../partition.js';
import {
  accountStates,
  type ColdShard,
  freezeIfQuiet,
  type Token,
  thaw,
  tokenOf,
  traderStates,
} from './token.js';

/** A state record to be written; `state` null removes its key. */
export type StateChange = { key: string; state: ScreenerState | null };

/** What changed since the last call. The clock always has. */
export function takeStates(partition: Partition): StateChange[] {
  const changes: StateChange[] = [];
  const keep = (state: ScreenerState) => changes.push({ key: stateKeyOf(state), state });
  const remove = (key: string) => changes.push({ key, state: null });
  const keepToken = ({ state, accounts, traders, rings }: Token) => {
    rings.settle();
    const { mint } = state;
    keep(state);
    const ofAccounts = accounts.takeChanges();
    const ofTraders = traders.takeChanges();
    accountStates(mint, ofAccounts.written).forEach(keep);
    traderStates(mint, ofTraders.written).forEach(keep);
    for (const shard of ofAccounts.removed) remove(`accounts/${mint}/${shard}`);
    for (const shard of ofTraders.removed) remove(`traders/${mint}/${shard}`);
  };
  for (const mint of partition.shardsLeft.keys()) {
    const evicted = partition.evicted.get(mint);
    if (evicted) keepToken(evicted);
  }
  partition.changed.forEach(keepToken);
  for (const [mint, left] of partition.shardsLeft) {
    // A token that is back already may have fewer shards: the others must go.
    const token = partition.evicted.get(mint) ?? partition.tokens.get(mint);
    for (const kind of ['accounts', 'traders'] as const)
      for (let shard = token?.[kind].shardCount ?? 0; shard < left[kind]; shard += 1)
        remove(`${kind}/${mint}/${shard}`);
  }
  const { time, gapSlot } = partition.clock;
  for (const token of partition.changed)
    if (time !== null && token.lists === 0) freezeIfQuiet(token, time, gapSlot);
  keep(partition.clock);
  partition.shardsLeft.clear();
  partition.changed.clear();
  return changes;
}

/** The partition from the newest value of each key. */
export function* restorePartition(
  number: number,
  stored: Iterable<readonly [key: string, value: string]>,
): Generator<void, Partition> {
  const partition = newPartition(number);
  const shardsOf = new Map<string, ColdShard[]>();
  const cores: TokenState[] = [];
  for (const [key, text] of stored) {
    const [kind, mint = ''] = key.split('/');
    if (kind === 'accounts' || kind === 'traders') {
      const shards = shardsOf.get(mint);
      if (shards) shards.push({ text });
      else shardsOf.set(mint, [{ text }]);
      continue;
    }
    const state = decodeScreenerState(text);
    if (state.kind === 'clock') partition.clock = state;
    else if (state.kind === 'token') cores.push(state);
    yield;
  }
  for (const state of cores) {
    const token = tokenOf(state, shardsOf.get(state.mint) ?? []);
    if (state.evictedOffset !== undefined) {
      partition.evicted.set(state.mint, token);
      continue;
    }
    partition.tokens.set(state.mint, token);
    partition.due.push(state.dueAt, state.mint);
    if (token.lists !== 0) partition.shown.add(token);
    partition.monitoredPumpfun += Number(state.isMonitored);
    partition.monitoredBonded += Number(state.isBonded);
    partition.matched += Number(state.isMatched);
  }
  return partition;
}

/** A token from all parts of its evicted state. Throws where its core is not among them. */
export function restoreEvicted(parts: readonly string[]): Token {
  const [core, ...shards] = parts;
  const state = decodeScreenerState(core ?? '');
  if (state.kind !== 'token') throw new Error('an evicted state does not begin with the token');
  return thaw(
    tokenOf(
      state,
      shards.map((text) => ({ text })),
    ),
  );
}

/** The keys under which the topic of states holds an evicted token. */
export const keysOfEvicted = (token: Token): string[] => {
  const { state, accounts } = thaw(token);
  return [`token/${state.mint}`, ...accounts.shards().map(({ shard }) => `accounts/${state.mint}/${shard}`)];
};
