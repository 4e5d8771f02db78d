/** A token in memory: its state, its accounts and traders, and what is computed from them. */

import { slotOf } from '@cryptonite/contracts/chain';
import type { Fact, JournalRecord } from '@cryptonite/contracts/events';
import {
  type AccountState,
  decodeScreenerState,
  encodeScreenerState,
  type ScreenerState,
  SHARD_SIZE,
  type TokenState,
  type TraderState,
} from '@cryptonite/contracts/states';
import { storedListsOf } from '../lists/stored-lists.js';
import type { Owners } from '../measures/holders.js';
import { LiveRings } from '../measures/live-rings.js';
import { emptyRing, fitColumns } from '../measures/ring.js';
import { isBigBuyer, WhaleCounts } from '../measures/whales.js';
import { Holdings } from './holdings.js';
import { type Shard, Slots } from './slots.js';

/** A shard of accounts or traders in wire form. */
export type ColdShard = { text: string };

/** The accounts and traders of a token that nothing has asked for lately. */
type Cold = {
  shards: ColdShard[];
  /** What is measured of them, with what came before `gapSlot` unknown; null where a restart left them as they were. */
  summed: { owners: Owners; gapSlot: number | null } | null;
};

export type Token = {
  state: TokenState;
  accounts: Slots<AccountState>;
  traders: Slots<TraderState>;
  /** The rings of the state with their running sums, and the newest trades, which the state lacks until they are settled. */
  rings: LiveRings;
  /** From `accounts`. */
  holdings: Holdings;
  /** From `traders`: those who may be whale buyers, and how many are. */
  bigBuyers: Set<TraderState>;
  whales: WhaleCounts;
  /** The lists on which it stood when it was last measured. */
  lists: number;
  /** As of its newest fact; null where a restart has to tell it again. */
  placement: number | null;
  /** What was done to its price trail since it was last measured. */
  trail: { tradedFrom: number; isChanged: boolean };
  /** Accounts and traders until {@link thaw}: what stands above lacks them, but for the big buyers of what is summed. */
  cold: Cold | null;
};

const newAccounts = () => new Slots<AccountState>((entry) => entry.account);
const newTraders = () => new Slots<TraderState>((entry) => entry.wallet);

/** Shards of a token's accounts as they are stored. */
export const accountStates = (mint: string, shards: readonly Shard<AccountState>[]): ScreenerState[] =>
  shards.map(({ shard, entries }) => ({ kind: 'accounts', v: 1, mint, shard, entries }));

/** Shards of its traders. */
export const traderStates = (mint: string, shards: readonly Shard<TraderState>[]): ScreenerState[] =>
  shards.map(({ shard, entries }) => ({ kind: 'traders', v: 1, mint, shard, entries }));

/** A token from its stored state and shards; the shards stay as they are until {@link thaw}. */
export const tokenOf = (state: TokenState, shards: ColdShard[] | null): Token => ({
  state,
  accounts: newAccounts(),
  traders: newTraders(),
  rings: new LiveRings(state.rings),
  holdings: new Holdings(),
  bigBuyers: new Set(),
  whales: new WhaleCounts(),
  lists: storedListsOf(state),
  placement: null,
  trail: { tradedFrom: Number.POSITIVE_INFINITY, isChanged: false },
  cold: shards && { shards, summed: null },
});

/** A token first met in `record`; `now` is stream time. */
export function newToken(mint: string, fact: Fact, record: JournalRecord, now: number): Token {
  const noListing = { now: null, first: [] };
  const state: TokenState = {
    kind: 'token',
    v: 1,
    mint,
    source: record.source,
    position: fact.position,
    firstSlot: slotOf(fact.position),
    touchedAt: now,
    symbol: null,
    name: null,
    uri: null,
    creator: null,
    createdAt: null,
    seenSinceCreation: false,
    isMayhem: null,
    bondingCurve: null,
    pool: null,
    quoteMint: null,
    quoteDecimals: null,
    lifecycle: null,
    completedAt: null,
    migratedAt: null,
    tradesInPool: false,
    lastTradeAt: null,
    supply: null,
    initialRealTokenReserves: null,
    curve: null,
    poolReserves: null,
    price: null,
    firstPrice: null,
    buyCount: 0,
    sellCount: 0,
    usdMicros: 0n,
    unpriced: 0,
    rings: { m1: emptyRing(), m5: emptyRing(), h1: emptyRing(), h24: emptyRing() },
    unsizedBuyAt: null,
    alertRaisedAt: null,
    profiles: { live: { ...noListing, first: [] }, whitepaper: { ...noListing, first: [] } },
    scoredAt: null,
    scoredHash: null,
    dueAt: now,
    prunedAt: now,
    isMonitored: false,
    isBonded: false,
    isMatched: false,
  };
  return tokenOf(state, null);
}

/**
 * Reads the shards of a cold token. A start with tens of thousands of tokens would else take most of its time and memory
 * for accounts of tokens that are seldom met again.
 */
export function thaw(token: Token): Token {
  const { cold, accounts, traders, bigBuyers } = token;
  if (cold === null) return token;
  token.cold = null;
  const shardsOf = { accounts: [] as Shard<AccountState>[], traders: [] as Shard<TraderState>[] };
  for (const { text } of cold.shards) {
    const state = decodeScreenerState(text);
    if (state.kind === 'accounts') shardsOf.accounts.push(state);
    else if (state.kind === 'traders') shardsOf.traders.push(state);
  }
  accounts.restore(shardsOf.accounts.sort((a, b) => a.shard - b.shard));
  traders.restore(shardsOf.traders.sort((a, b) => a.shard - b.shard));
  for (const account of accounts.values()) token.holdings.move(undefined, account);
  bigBuyers.clear();
  for (const trader of traders.values()) if (isBigBuyer(trader)) bigBuyers.add(trader);
  return token;
}

const FROZEN_AFTER_MS = 60_000;
/** The more places it has, the longer: freezing and thawing take less than a ten-thousandth of the wait. */
const FROZEN_AFTER_MS_PER_PLACE = 200;

/**
 * Half of all launches see their last trade within minutes, and stay in memory for a day: kept as they are stored, their
 * accounts and traders take a fraction of what they take as entries. Of a token that nothing was heard of for a while
 * and that has nothing unsaved; `now` is stream time.
 */
export function freezeIfQuiet(token: Token, now: number, gapSlot: number | null): void {
  const { state, accounts, traders } = token;
  if (token.cold !== null) return;
  const places = (accounts.shardCount + traders.shardCount) * SHARD_SIZE;
  if (now - state.touchedAt < FROZEN_AFTER_MS + places * FROZEN_AFTER_MS_PER_PLACE) return;
  const owners = token.holdings.owners(state, accounts.values(), gapSlot);
  const states = [
    ...accountStates(state.mint, accounts.shards()),
    ...traderStates(state.mint, traders.shards()),
  ];
  const shards = states.map((shard) => ({ text: encodeScreenerState(shard) }));
  token.cold = { shards, summed: { owners, gapSlot } };
  token.accounts = newAccounts();
  token.traders = newTraders();
  token.holdings = new Holdings();
  for (const ring of Object.values(state.rings)) fitColumns(ring);
}

/** Whether a cold token can be measured without its accounts and traders. */
export const isSummed = ({ cold }: Token, gapSlot: number | null): boolean =>
  cold?.summed != null && cold.summed.gapSlot === gapSlot;

export function forgetTraders(token: Token): void {
  token.traders = newTraders();
  token.bigBuyers.clear();
  token.whales.forget();
}

/** The newest position of an account wins; an older one changes nothing. */
export function setAccount(token: Token, next: AccountState): void {
  const known = token.accounts.get(next.account);
  if (known && known.position >= next.position) return;
  token.holdings.move(known, next);
  token.accounts.put(next);
}
