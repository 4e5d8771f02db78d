/** A token in memory: its state, its accounts and traders, and what is computed from them. */

import { placeOf } from '@cryptonite/contracts/amounts';
import type { Fact, JournalRecord } from '@cryptonite/contracts/events';
import {
  type AccountState,
  decodeScreenerState,
  type TokenState,
  type TraderState,
} from '@cryptonite/contracts/states';
import type { HolderFeatures } from './holders.js';
import { emptyRing } from './ring.js';
import { Slots } from './slots.js';
import { isBigBuyer } from './whales.js';

/** A stored shard that nothing has asked for since the start. */
export type ColdShard = { text: string };

export type Token = {
  state: TokenState;
  accounts: Slots<AccountState>;
  traders: Slots<TraderState>;
  /** From `accounts`: the sum of each owner's accounts. */
  balanceOfOwner: Map<string, bigint>;
  /** From `traders`: wallets that may be whale buyers. */
  bigBuyers: Set<string>;
  /** Shards of accounts and traders as they were stored, until {@link thaw}: what stands above lacks them. */
  cold: ColdShard[] | null;
  /** From `accounts`, until one changes. */
  holders: { of: HolderFeatures; gapSlot: number | null } | null;
};

const newTraders = () => new Slots<TraderState>((entry) => entry.wallet);

const newStores = () => ({
  accounts: new Slots<AccountState>((entry) => entry.account),
  traders: newTraders(),
  balanceOfOwner: new Map<string, bigint>(),
  bigBuyers: new Set<string>(),
  cold: null,
  holders: null,
});

/** A token first met in `record`; `now` is stream time. */
export function newToken(mint: string, fact: Fact, record: JournalRecord, now: number): Token {
  const noListing = { now: null, first: [] };
  return {
    ...newStores(),
    state: {
      kind: 'token',
      v: 1,
      mint,
      source: record.source,
      position: fact.position,
      firstSlot: placeOf(fact.position).slot,
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
    },
  };
}

/** A token from its stored state and shards; the shards stay as they are until {@link thaw}. */
export const tokenOf = (state: TokenState, shards: ColdShard[]): Token => ({
  ...newStores(),
  state,
  cold: shards,
});

/**
 * Reads the shards that a restart left as they were. A start with tens of thousands of tokens would else take most of
 * its time and memory for accounts of tokens that are seldom met again.
 */
export function thaw(token: Token): Token {
  const { cold, accounts, traders } = token;
  if (cold === null) return token;
  token.cold = null;
  for (const { text } of cold) {
    const shard = decodeScreenerState(text);
    if (shard.kind === 'accounts') accounts.restoreShard(shard.shard, shard.entries);
    else if (shard.kind === 'traders') traders.restoreShard(shard.shard, shard.entries);
  }
  accounts.restored();
  traders.restored();
  for (const { owner, amount } of accounts.values()) addToOwner(token, owner, amount);
  for (const trader of traders.values()) if (isBigBuyer(trader)) token.bigBuyers.add(trader.wallet);
  return token;
}

export function forgetTraders(token: Token): void {
  token.traders = newTraders();
  token.bigBuyers.clear();
}

function addToOwner(token: Token, owner: string | null, amount: bigint): void {
  if (owner === null || amount === 0n) return;
  const balance = (token.balanceOfOwner.get(owner) ?? 0n) + amount;
  if (balance === 0n) token.balanceOfOwner.delete(owner);
  else token.balanceOfOwner.set(owner, balance);
}

/** The newest position of an account wins; an older one changes nothing. */
export function setAccount(token: Token, next: AccountState): void {
  const known = token.accounts.get(next.account);
  if (known && known.position >= next.position) return;
  if (known) addToOwner(token, known.owner, -known.amount);
  addToOwner(token, next.owner, next.amount);
  token.accounts.put(next);
  token.holders = null;
}
