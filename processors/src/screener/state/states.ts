/** The partition to and from its state records. */
import {
  type AccountShard,
  type AccountState,
  decodeScreenerState,
  type ScreenerState,
  stateKeyOf,
  stateOfText,
  type TokenState,
  type TraderShard,
  type TraderState,
} from '@cryptonite/contracts/states';
import { newPartition, type Partition } from '../partition.js';
import type { Shard } from './ledger/shard-log.js';
import { type StoredToken, stateOf, type Tables, type Token, tokenOf } from './token.js';

/** A state record to be written; `state` null removes its key. */
export type StateChange = { key: string; state: ScreenerState | null };

/** Shards of a token's accounts as they are stored. */
export const accountShards = (mint: string, shards: readonly Shard<AccountState>[]): AccountShard[] =>
  shards.map((shard) => ({ kind: 'accounts', v: 2, mint, ...shard }));

/** Shards of its traders. */
export const traderShards = (mint: string, shards: readonly Shard<TraderState>[]): TraderShard[] =>
  shards.map((shard) => ({ kind: 'traders', v: 2, mint, ...shard }));

/** What changed of a token since the last call. */
export function takeTokenStates(token: Token): StateChange[] {
  const { mint } = token.state;
  const changes: StateChange[] = [];
  const keep = (state: ScreenerState) => changes.push({ key: stateKeyOf(state), state });
  keep(stateOf(token));
  const accounts = token.accounts.takeChanges();
  const traders = token.traders.takeChanges();
  accountShards(mint, accounts.written).forEach(keep);
  traderShards(mint, traders.written).forEach(keep);
  for (const shard of accounts.removed) changes.push({ key: `accounts/${mint}/${shard}`, state: null });
  for (const shard of traders.removed) changes.push({ key: `traders/${mint}/${shard}`, state: null });
  return changes;
}

/** The token in the tables of a partition. */
export function restoreToken(tables: Tables, { core, accounts, traders }: StoredToken): Token {
  const { rings, ...state } = core;
  const token = tokenOf(tables, state, rings);
  token.accounts.restore(accounts.sort((a, b) => a.shard - b.shard));
  token.traders.restore(traders.sort((a, b) => a.shard - b.shard));
  return token;
}

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

/** A token's parts from all texts of its evicted state. Throws where its core is not among them. */
export function readEvicted(texts: readonly string[]): StoredToken {
  const [core, ...shards] = texts.map(stateOfText);
  if (core?.kind !== 'token') throw new Error('an evicted state does not begin with the token');
  const stored: StoredToken = { core, accounts: [], traders: [] };
  for (const shard of shards)
    if (shard.kind === 'accounts') stored.accounts.push(shard);
    else if (shard.kind === 'traders') stored.traders.push(shard);
  return stored;
}

/** The keys under which the topic of states holds an evicted token. */
export const keysOfEvicted = ({ state: { mint }, accounts, traders }: Token): string[] => [
  `token/${mint}`,
  ...Array.from({ length: accounts.log.shardCount }, (_, shard) => `accounts/${mint}/${shard}`),
  ...Array.from({ length: traders.log.shardCount }, (_, shard) => `traders/${mint}/${shard}`),
];
