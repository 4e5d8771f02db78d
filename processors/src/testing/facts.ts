/** Facts of one token in few words, for tests. */

import type { Ask } from '@cryptonite/contracts/asks';
import { positionOf, SOL_MINT } from '@cryptonite/contracts/chain';
import {
  type Answer,
  answerPosition,
  type Fact,
  type JournalRecord,
  type TradeExecuted,
} from '@cryptonite/contracts/events';
import { DERIVED, type DerivedName, type Measurement } from '@cryptonite/contracts/measures';
import { CURVE } from '@cryptonite/contracts/rules';
import { type Folded, foldBatch, newFolded, type Said } from './fold.js';
import { curveOf, mintOf, START_MS, START_SLOT, textOf, walletOf } from './journal.js';

export const MINT = mintOf(1);
export const SOL = 1_000_000_000n;
/** What a token may be quoted in. */
export const COIN = mintOf(2);

type DerivedValues = Record<DerivedName, number | null>;
export type Measured = Measurement & DerivedValues & { pool: string | null };

const derivedOf = (measurement: Measurement): DerivedValues =>
  Object.fromEntries(
    Object.entries(DERIVED).map(([name, derived]) => [name, derived.of(measurement)]),
  ) as DerivedValues;

type Change<Kind extends Fact['kind']> = Partial<Extract<Fact, { kind: Kind }>>;

/** An answer without what every answer carries. */
export type SaidByWorld = Answer extends infer Each
  ? Each extends Answer
    ? Omit<Each, 'id' | 'position' | 'time' | 'mint' | 'from'>
    : never
  : never;

/** Of a pool whose liquidity moves: base units of the quote for one of the token. */
export const POOL_QUOTE_PER_TOKEN = 80n;

/** A chain that a test lets pass: each fact stands one transaction after the one before, unless `together` says else. */
export class Chain {
  readonly folded: Folded = newFolded();
  readonly records: JournalRecord[] = [];
  #ms = START_MS;
  #slot = START_SLOT;
  #transaction = 0;
  /** Facts of the transaction in hand, where it has several. */
  #together: Fact[] | null = null;
  #taken = 0;

  get now(): number {
    return this.#ms;
  }

  /** Lets chain time pass without a slot. */
  pass(ms: number): this {
    this.#ms += ms;
    this.#slot += Math.floor(ms / 400);
    return this;
  }

  /** What `act` does is one transaction. */
  together(act: (chain: Chain) => unknown): this {
    const facts: Fact[] = [];
    this.#transaction += 1;
    this.#together = facts;
    act(this);
    this.#together = null;
    return this.#record(facts);
  }

  launch(change: Change<'LaunchCreated'> = {}): this {
    return this.#write({
      kind: 'LaunchCreated',
      ...this.#base('LaunchCreated'),
      mint: MINT,
      name: 'Name',
      symbol: 'SYM',
      uri: '',
      bondingCurve: curveOf(MINT),
      user: walletOf(1),
      creator: walletOf(1),
      tokenProgram: null,
      quoteMint: SOL_MINT,
      virtualTokenReserves: CURVE.initialVirtualTokenReserves,
      virtualQuoteReserves: CURVE.initialVirtualSolLamports,
      realTokenReserves: CURVE.initialRealTokenReserves,
      tokenTotalSupply: CURVE.totalSupply,
      isMayhem: false,
      isCashback: null,
      creatorFeeBasisPoints: null,
      ...change,
    });
  }

  /** A trade on the curve, after which `progress` percent of its tokens are sold. */
  trade(progress: number, change: Partial<TradeExecuted> = {}): this {
    const sold = BigInt(Math.round(Number(CURVE.initialRealTokenReserves) * (progress / 100)));
    const token = CURVE.initialVirtualTokenReserves - sold;
    const invariant = CURVE.initialVirtualTokenReserves * CURVE.initialVirtualSolLamports;
    const quote = (invariant + token - 1n) / token;
    return this.#write({
      kind: 'TradeExecuted',
      ...this.#base('TradeExecuted'),
      mint: MINT,
      venue: 'pump-curve',
      pool: curveOf(MINT),
      side: 'buy',
      tokenAmount: 1_000_000n,
      quoteMint: SOL_MINT,
      quoteDecimals: 9,
      quoteAmount: SOL,
      protocolFee: null,
      creatorFee: null,
      lpFee: null,
      trader: walletOf(1),
      feePayer: null,
      priceTokenReserves: token,
      priceQuoteReserves: quote,
      realTokenReserves: CURVE.initialRealTokenReserves - sold,
      realQuoteReserves: quote - CURVE.initialVirtualSolLamports,
      creator: null,
      isMayhem: null,
      tokenSupply: null,
      instructionName: null,
      ...change,
    });
  }

  balance(account: number, owner: string, amount: bigint): this {
    return this.#write({
      kind: 'BalanceChanged',
      ...this.#base('BalanceChanged'),
      mint: MINT,
      account: `Account${walletOf(account).slice(7)}`,
      ownerBefore: owner,
      ownerAfter: owner,
      amount,
    });
  }

  completed(): this {
    return this.#write({
      kind: 'CurveCompleted',
      ...this.#base('CurveCompleted'),
      mint: MINT,
      bondingCurve: curveOf(MINT),
      user: walletOf(1),
      quoteMint: SOL_MINT,
    });
  }

  /** What the buy that completed the curve bought beyond it: `quote` more, at the price of the pool to be. */
  beyondCurve(quote: bigint): this {
    const tokensBefore = 206_900_000_000_000n;
    const quoteBefore = 84_990_360_000n;
    const priceQuoteReserves = quoteBefore + quote;
    const priceTokenReserves = (tokensBefore * quoteBefore) / priceQuoteReserves;
    return this.trade(100, {
      tokenAmount: tokensBefore - priceTokenReserves,
      quoteAmount: quote,
      priceTokenReserves,
      priceQuoteReserves,
      realTokenReserves: priceTokenReserves,
      realQuoteReserves: priceQuoteReserves,
    });
  }

  poolCreated(pool: string, tokenAmount: bigint, quoteAmount: bigint): this {
    return this.#write({
      kind: 'PoolCreated',
      ...this.#base('PoolCreated'),
      mint: MINT,
      venue: 'pumpswap',
      pool,
      quoteMint: SOL_MINT,
      quoteDecimals: 9,
      isInverted: false,
      user: walletOf(1),
      creator: null,
      tokenAmount,
      quoteAmount,
      isMayhem: null,
    });
  }

  /** Liquidity was taken out: `quoteAmount` of what stood there, so that `left` stands there. */
  withdrawn(pool: string, quoteAmount: bigint, left: bigint, time = this.#ms): this {
    return this.#write({
      kind: 'LiquidityChanged',
      ...this.#base('LiquidityChanged'),
      time,
      mint: MINT,
      venue: 'pumpswap',
      pool,
      quoteMint: SOL_MINT,
      change: 'withdraw',
      user: walletOf(1),
      tokenAmount: quoteAmount / POOL_QUOTE_PER_TOKEN,
      quoteAmount,
      lpTokenAmount: 1n,
      realTokenReserves: left / POOL_QUOTE_PER_TOKEN,
      realQuoteReserves: left,
    });
  }

  boosted(pool: string, virtualQuoteReserves: bigint, realQuoteReserves: bigint): this {
    return this.#write({
      kind: 'PoolBoosted',
      ...this.#base('PoolBoosted'),
      mint: MINT,
      venue: 'pumpswap',
      bondingCurve: curveOf(MINT),
      pool,
      virtualQuoteReserves,
      realQuoteReserves,
    });
  }

  /** Fees in SOL that a curve or pool paid out. */
  swept(pool: string, amount: bigint): this {
    return this.#write({
      kind: 'FeesSwept',
      ...this.#base('FeesSwept'),
      mint: MINT,
      venue: pool === curveOf(MINT) ? 'pump-curve' : 'pumpswap',
      pool,
      feeMint: SOL_MINT,
      bucket: 'creator',
      recipient: walletOf(1),
      amount,
    });
  }

  migrated(pool: string): this {
    return this.#write({
      kind: 'Migrated',
      ...this.#base('Migrated'),
      mint: MINT,
      venue: 'pumpswap',
      bondingCurve: curveOf(MINT),
      pool,
      user: walletOf(1),
      quoteMint: SOL_MINT,
      tokenAmount: null,
      quoteAmount: null,
      migrationFee: null,
    });
  }

  solPrice(priceUsd: string): this {
    return this.#write({
      kind: 'SolPriceObserved',
      ...this.#base('SolPriceObserved'),
      priceUsd,
      from: 'test',
    });
  }

  /** What a coin that tokens are quoted in costs: 2 SOL for a million base units, and ten SOL stand in its pool. */
  quotePrice(change: Change<'QuotePriceObserved'> = {}): this {
    return this.#write({
      kind: 'QuotePriceObserved',
      ...this.#base('QuotePriceObserved'),
      quoteMint: COIN,
      pricedIn: 'SOL',
      venue: 'pumpswap',
      pool: textOf('Vau', 1),
      priceTokenReserves: 1_000_000n,
      priceQuoteReserves: 2n * SOL,
      realTokenReserves: 1_000_000n,
      realQuoteReserves: 10n * SOL,
      ...change,
    });
  }

  /** An authority over the mint is given up, or somebody else's. */
  authority(change: Change<'AuthorityObserved'> = {}): this {
    return this.#write({
      kind: 'AuthorityObserved',
      ...this.#base('AuthorityObserved'),
      mint: MINT,
      authority: 'mint',
      holder: null,
      ...change,
    });
  }

  /** So many base units are minted, or burnt where they are below 0. */
  supply(change: bigint): this {
    return this.#write({ kind: 'SupplyChanged', ...this.#base('SupplyChanged'), mint: MINT, change });
  }

  get slotInHand(): number {
    return this.#slot;
  }

  gap(): this {
    return this.#write({
      kind: 'GapDetected',
      ...this.#base('GapDetected'),
      afterSlot: this.#slot - 10,
      beforeSlot: this.#slot,
      durationMs: 4_000,
      reason: 'test',
    });
  }

  /** What an enricher answers about the token, as of the slot in hand. */
  answer(said: SaidByWorld): this {
    return this.#write({
      ...said,
      id: `${MINT}:${this.#slot}:${said.kind}`,
      position: answerPosition(this.#slot),
      time: this.#ms,
      mint: MINT,
      from: 'test',
    });
  }

  /** What was asked of the world since the last call, clocks apart. */
  asked(): Ask[] {
    return this.folded.asked.splice(0).filter((ask) => ask.what !== 'clock');
  }

  /** Whose transfers it was told to follow since the last call: accounts, by the share of the supply in millionths. */
  followed(): [account: string, partsPerMillion: number][][] {
    return this.folded.followed
      .splice(0)
      .map(({ accounts }) => accounts.map(({ account, partsPerMillion }) => [account, partsPerMillion]));
  }

  /** Confirms the slot in hand, and everything in it. */
  slot(): this {
    this.#transaction = 999_998;
    const slot = this.#slot;
    this.#write({ kind: 'SlotConfirmed', ...this.#base('SlotConfirmed'), slot, parentSlot: slot - 1 });
    this.#slot += 1;
    this.#transaction = 0;
    return this;
  }

  /** What was emitted since the last call. */
  said(): Said[] {
    const said = this.folded.emitted.slice(this.#taken);
    this.#taken = this.folded.emitted.length;
    return said;
  }

  /** The newest measurement said since the last call, what follows from it, and the token's pool; undefined where there was none. */
  measured(): Measured | undefined {
    const measurement = this.said()
      .filter((event) => event.kind === 'Measured')
      .at(-1);
    return (
      measurement && {
        ...measurement,
        ...derivedOf(measurement),
        pool: this.#described?.pool ?? null,
      }
    );
  }

  /** Who the token was last said to be. */
  get #described(): Extract<Said, { kind: 'TokenDescribed' }> | undefined {
    return this.folded.emitted.filter((event) => event.kind === 'TokenDescribed').at(-1);
  }

  #base(kind: string) {
    if (this.#together === null) this.#transaction += 1;
    const position = positionOf({
      slot: this.#slot,
      transaction: this.#transaction,
      instruction: this.#together?.length ?? 0,
      inner: 0,
    });
    return { id: `${position}:${kind}`, position, time: this.#ms };
  }

  #write(fact: Fact): this {
    if (this.#together === null) return this.#record([fact]);
    this.#together.push(fact);
    return this;
  }

  #record(facts: Fact[]): this {
    const [first] = facts;
    const record: JournalRecord = {
      v: 1,
      mint: first && 'mint' in first ? first.mint : null,
      slot: this.#slot,
      time: this.#ms,
      signature: null,
      feePayer: null,
      source: { kind: 'market', name: 'test' },
      facts,
    };
    this.records.push(record);
    foldBatch(this.folded, [record]);
    return this;
  }
}

/** The records of what a new chain is let do. */
export const recordsOf = (act: (chain: Chain) => Chain): JournalRecord[] => act(new Chain()).records;
