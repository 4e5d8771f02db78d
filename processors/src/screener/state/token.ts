/** A token in memory: what is stored of it as it is, its share of the partition's tables, and what is computed from them. */

import { slotOf } from '@cryptonite/contracts/chain';
import type { Fact, JournalRecord } from '@cryptonite/contracts/events';
import { isShownOn } from '@cryptonite/contracts/rules';
import type { AccountShard, TokenCore, TokenState, TraderShard } from '@cryptonite/contracts/states';
import { NOT_COUNTED } from '../lists/counts.js';
import { storedListsOf } from '../lists/stored-lists.js';
import type { Buckets } from '../measures/buckets.js';
import { LiveRings } from '../measures/live-rings.js';
import { emptyRing, type Ring, type RingName } from '../measures/ring.js';
import { ringOf, storedRing } from '../measures/stored-ring.js';
import { WhaleCounts } from '../measures/whales.js';
import type { Ledger } from './ledger/ledger.js';
import { TokenAccounts } from './ledger/token-accounts.js';
import { TokenTraders } from './ledger/token-traders.js';
import { TokenWallets } from './ledger/token-wallets.js';

/** The tables of a partition, in which all of its tokens stand. */
export type Tables = { ledger: Ledger; buckets: Buckets };

/** Stored parts of a token that say nothing sound: reading them again would not end. */
export class DamagedState extends Error {
  override name = 'DamagedState';
}

export type Shards = readonly (AccountShard | TraderShard)[];

/** A token's stored parts, before they stand in the tables of a partition; its shards are read when they are asked for. */
export type StoredToken = { core: TokenState; shards: () => Shards };

export class Token {
  readonly state: TokenCore;
  /** The newest trades, too, which stand in no ring until they are settled. */
  readonly rings: LiveRings;
  /** Of `traders`. */
  readonly whales = new WhaleCounts();
  /** As of its newest fact; null where a restart has to tell it again. */
  placement: number | null = null;
  /** When the next horizon of what is followed ends; null where it has to be told again. */
  nextHorizon: number | null = null;
  readonly #wallets: TokenWallets;
  readonly #accounts: TokenAccounts;
  readonly #traders: TokenTraders;
  /** Shards that are not in the ledger yet. */
  #stored: StoredToken['shards'] | null;

  /** With what was stored of it, or without accounts, traders and trades yet. */
  constructor(
    { ledger, buckets }: Tables,
    state: TokenCore,
    stored?: { rings: TokenState['rings']; shards: StoredToken['shards'] },
  ) {
    const ring = (name: RingName) => (stored ? ringOf(buckets, stored.rings[name]) : emptyRing(buckets));
    this.state = state;
    const older = stored ? olderOf(stored.rings) : null;
    this.rings = new LiveRings(
      { m1: ring('m1'), m5: ring('m5'), h1: ring('h1'), h24: ring('h24') },
      older && ringOf(buckets, older),
    );
    this.#wallets = new TokenWallets(ledger);
    this.#accounts = new TokenAccounts(this.#wallets);
    this.#traders = new TokenTraders(this.#wallets);
    this.#stored = stored?.shards ?? null;
  }

  /** The lists on which it stood when it was last measured. */
  get lists(): number {
    return this.state.lists ?? storedListsOf(this.state);
  }

  /** Whether one of them shows it in each slot that trades it. */
  get isShown(): boolean {
    return isShownOn(this.lists);
  }

  get wallets(): TokenWallets {
    this.takeIn();
    return this.#wallets;
  }

  get accounts(): TokenAccounts {
    this.takeIn();
    return this.#accounts;
  }

  get traders(): TokenTraders {
    this.takeIn();
    return this.#traders;
  }

  /** Whether its shards are in the ledger; until then they are as they are stored. */
  get isTakenIn(): boolean {
    return this.#stored === null;
  }

  /** Puts its shards into the ledger. After a restart every token would keep its partition waiting. */
  takeIn(): void {
    if (this.#stored === null) return;
    const read = this.#stored;
    this.#stored = null;
    try {
      const shards = [...read()].sort((a, b) => a.shard - b.shard);
      this.#accounts.restore(shards.filter((shard) => shard.kind === 'accounts'));
      this.#traders.restore(shards.filter((shard) => shard.kind === 'traders'));
    } catch (error) {
      throw new DamagedState(
        `the stored accounts and traders of ${this.state.mint}: ${error instanceof Error ? error.message : error}`,
      );
    }
  }

  /** Lets go of what the tables hold of it. */
  drop(): void {
    this.rings.drop();
    if (this.#stored !== null) {
      this.#stored = null;
      return;
    }
    this.#accounts.drop();
    this.#traders.drop();
    this.#wallets.drop();
  }
}

/** In a state from before it was kept nothing has left the day's ring where no price has. */
const olderOf = ({ h24, older }: TokenState['rings']): TokenState['rings']['older'] =>
  older === undefined && h24.before === null ? null : older;

function withoutTraders(ring: Ring): TokenState['rings']['h24'] {
  const { newestOf, ...stored } = storedRing(ring);
  return stored;
}

/** What is stored of a token, its accounts and traders apart. */
export function stateOf({ state, rings }: Token): TokenState {
  rings.settle();
  const { m1, m5, h1, h24, older } = rings;
  return {
    ...state,
    rings: {
      m1: storedRing(m1.ring),
      m5: storedRing(m5.ring),
      h1: storedRing(h1.ring),
      h24: withoutTraders(h24.ring),
      ...(older !== undefined && { older: older && withoutTraders(older) }),
    },
  };
}

/** A token first met in `record`; `now` is stream time. */
export function newToken(
  tables: Tables,
  mint: string,
  fact: Fact,
  record: JournalRecord,
  now: number,
): Token {
  const noListing = { now: null, first: [] };
  const state: TokenCore = {
    kind: 'token',
    v: 2,
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
    firstTradeAt: null,
    lastTradeAt: null,
    supply: null,
    supplyToldAt: null,
    supplyChangedAt: null,
    initialRealTokenReserves: null,
    curve: null,
    poolReserves: null,
    price: null,
    firstPrice: null,
    buyCount: 0,
    sellCount: 0,
    usdMicros: 0n,
    unpriced: 0,
    unsizedBuyAt: null,
    alertRaisedAt: null,
    alertMarketCapUsd: null,
    migratedTo: null,
    keptFrom: null,
    creatorTrades: null,
    withdrawals: null,
    pulled: null,
    creatorDumpedAt: null,
    firstHour: null,
    assessed: null,
    lists: 0,
    firstOn: [],
    counted: { ...NOT_COUNTED },
    unsizedSellAt: null,
    outcomes: { lists: 0, spans: [] },
    profiles: { live: { ...noListing, first: [] }, whitepaper: { ...noListing, first: [] } },
    scoredAt: null,
    trailTouchedFrom: null,
    scoredHash: null,
    dueAt: now,
    prunedAt: now,
    isMonitored: false,
    isBonded: false,
    isMatched: false,
  };
  return new Token(tables, state);
}
