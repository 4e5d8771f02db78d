/** The partition to and from its state records. */
import { RULES_VERSION } from '@cryptonite/contracts/rules';
import {
  type AccountShard,
  type AccountState,
  checkShardVersion,
  decodeScreenerState,
  mintOfShard,
  type ScreenerState,
  stateKeyOf,
  stateOfText,
  type TokenCore,
  type TokenState,
  type TraderShard,
  type TraderState,
} from '@cryptonite/contracts/states';
import { countIn, NOT_COUNTED } from '../lists/counts.js';
import { newPartition, type Partition } from '../partition.js';
import type { Shard, ShardLog } from './ledger/shard-log.js';
import { type StoredToken, stateOf, type Tables, Token } from './token.js';

/** A state record to be written; `state` null removes its key. */
export type StateChange = { key: string; state: ScreenerState | null };

/** Shards of a token's accounts as they are stored. */
export const accountShards = (mint: string, shards: readonly Shard<AccountState>[]): AccountShard[] =>
  shards.map((shard) => ({ kind: 'accounts', v: 2, mint, ...shard }));

/** Shards of its traders. */
export const traderShards = (mint: string, shards: readonly Shard<TraderState>[]): TraderShard[] =>
  shards.map((shard) => ({ kind: 'traders', v: 3, mint, ...shard }));

/** What changed of a token since the last call. */
export function takeTokenStates(token: Token): StateChange[] {
  const { mint } = token.state;
  const changes: StateChange[] = [];
  const keep = (state: ScreenerState) => changes.push({ key: stateKeyOf(state), state });
  keep(stateOf(token));
  // What was never read cannot have changed.
  if (!token.isTakenIn) return changes;
  const accounts = token.accounts.takeChanges();
  const traders = token.traders.takeChanges();
  accountShards(mint, accounts.written).forEach(keep);
  traderShards(mint, traders.written).forEach(keep);
  for (const shard of accounts.removed) changes.push({ key: `accounts/${mint}/${shard}`, state: null });
  for (const shard of traders.removed) changes.push({ key: `traders/${mint}/${shard}`, state: null });
  return changes;
}

/** By other rules its codes say nothing: it counts, and its layers are said, from its next measurement on. */
function forgetCodes(state: TokenCore): void {
  if (state.counted === undefined || state.counted.rulesVersion === RULES_VERSION) return;
  state.counted = { ...NOT_COUNTED };
  state.assessed = null;
}

/** The token in the tables of a partition. */
export function restoreToken(tables: Tables, { core, shards }: StoredToken): Token {
  const { rings, ...state } = core;
  forgetCodes(state);
  return new Token(tables, state, { rings, shards });
}

type StoredValue = Buffer | string;

const readShards = (values: readonly StoredValue[]) => () =>
  values.map(decodeScreenerState).filter((state) => state.kind === 'accounts' || state.kind === 'traders');

/** The partition from the newest value of each key. */
export function* restorePartition(
  number: number,
  stored: Iterable<readonly [key: string, value: StoredValue]>,
): Generator<void, Partition> {
  const partition = newPartition(number);
  const shardsOf = new Map<string, StoredValue[]>();
  const cores: TokenState[] = [];
  for (const [key, value] of stored) {
    const mint = mintOfShard(key);
    if (mint === null) {
      const state = decodeScreenerState(value);
      if (state.kind === 'clock') partition.clock = state;
      else if (state.kind === 'token') cores.push(state);
      yield;
      continue;
    }
    checkShardVersion(value);
    const shards = shardsOf.get(mint);
    if (shards) shards.push(value);
    else shardsOf.set(mint, [value]);
  }
  for (const core of cores) {
    const { mint } = core;
    const token = restoreToken(partition, { core, shards: readShards(shardsOf.get(mint) ?? []) });
    yield;
    partition.restored.push(token);
    const { state } = token;
    if (state.evictedOffset !== undefined) {
      partition.evicted.set(mint, token);
      continue;
    }
    partition.tokens.set(mint, token);
    partition.due.push(state.dueAt, mint);
    if (token.isShown) partition.shown.add(token);
    countIn(partition.counts, state, 1);
    partition.monitoredPumpfun += Number(state.isMonitored);
    partition.monitoredBonded += Number(state.isBonded);
    partition.matched += Number(state.isMatched);
  }
  return partition;
}

/** A token's parts from all texts of its evicted state. Throws where its core is not among them. */
export function readEvicted(texts: readonly string[]): StoredToken {
  const [core, ...others] = texts.map(stateOfText);
  if (core?.kind !== 'token') throw new Error('an evicted state does not begin with the token');
  const shards = others.filter((state) => state.kind === 'accounts' || state.kind === 'traders');
  return { core, shards: () => shards };
}

/** The keys under which the topic of states holds an evicted token. */
export const keysOfEvicted = ({ state: { mint }, accounts, traders }: Token): string[] => [
  `token/${mint}`,
  ...keysOf('accounts', mint, accounts.log),
  ...keysOf('traders', mint, traders.log),
];

/** All that stand there, though a newer state may do with fewer. */
const keysOf = (
  kind: 'accounts' | 'traders',
  mint: string,
  { shardCount, storedCount }: ShardLog,
): string[] =>
  Array.from({ length: Math.max(shardCount, storedCount) }, (_, shard) => `${kind}/${mint}/${shard}`);
