/** What each fact of the journal changes. */
import { SOL_MINT } from '@cryptonite/contracts/chain';
import {
  type Answer,
  type Fact,
  isAnswer,
  type JournalRecord,
  type Source,
} from '@cryptonite/contracts/events';
import { WINDOW_MS } from '@cryptonite/contracts/rules';
import { placementOf } from '../lists/placement.js';
import { isFromLaunchpad } from '../measures/features.js';
import { measureDue } from '../measures/measure.js';
import { followLaunch, tellOutcomes } from '../outcomes/outcomes.js';
import { beforeChange, measureSoon, type Partition } from '../partition.js';
import { advanceScan } from '../scan.js';
import { keepFrom } from '../scores/kept-from.js';
import { noteReturn, noteWithdrawal } from '../scores/withdrawals.js';
import { bringBack } from '../state/evict.js';
import { newToken, type Token } from '../state/token.js';
import { applyAnswers } from '../world/answers.js';
import { noteAuthority } from '../world/mint.js';
import { noteAccount } from './account.js';
import { priceOf, progressOf } from './curve.js';
import { describe, identityOf, isSameIdentity } from './identity.js';
import { applySweep, isOfOthers, NO_RESERVES, replacePool } from './pool.js';
import { noteQuotePrice } from './quote-prices.js';
import { noteSteps } from './steps.js';
import { changeSupply, tellSupply } from './supply.js';
import { applyTrade, isTurning } from './trade.js';
import { decimalsOf } from './usd.js';

/** The one object for all tokens, as long as the records are of one source. */
const sharedSource = (known: Source | null, source: Source): Source =>
  known?.kind === source.kind && known.name === source.name ? known : source;

/** Applies the facts of one record, none of which was read before, in their order. */
export function applyRecord(partition: Partition, record: JournalRecord): void {
  partition.clock.recordsRead += 1;
  partition.clock.source = sharedSource(partition.clock.source, record.source);
  if (isAnswer(record)) {
    applyAnswers(partition, record);
    return;
  }
  const { mint } = record;
  const known = mint === null ? undefined : partition.tokens.get(mint);
  const before = known && identityOf(known.state);
  const wasFromLaunchpad = known !== undefined && isFromLaunchpad(known.state);
  for (const fact of record.facts) applyFact(partition, record, fact);
  const token = mint === null ? undefined : partition.tokens.get(mint);
  if (!token) return;
  if (before === undefined || !isSameIdentity(before, token.state)) {
    describe(partition, token.state, record.facts.at(-1)!.position, token.state.touchedAt);
    token.state.trailTouchedFrom = 0;
  } else if (wasFromLaunchpad !== isFromLaunchpad(token.state)) token.state.trailTouchedFrom = 0;
}

function applyFact(partition: Partition, record: JournalRecord, fact: Fact): void {
  const { clock } = partition;
  switch (fact.kind) {
    case 'SlotConfirmed':
      clock.time = Math.max(clock.time ?? fact.time, fact.time);
      clock.slot = Math.max(clock.slot ?? fact.slot, fact.slot);
      clock.position =
        clock.position !== null && clock.position > fact.position ? clock.position : fact.position;
      clock.startedAt ??= clock.time;
      clock.watchedFrom ??= clock.time;
      measureDue(partition, clock.time);
      advanceScan(partition, clock.time);
      return;
    case 'SlotRolledBack':
      noteGap(partition, fact.slot, fact.time);
      return;
    case 'GapDetected': {
      const { afterSlot, beforeSlot, time, durationMs } = fact;
      clock.gaps = [...clock.gaps, { afterSlot, beforeSlot, time, durationMs }]
        .filter((gap) => gap.time > time - WINDOW_MS.h24)
        .slice(-50);
      noteGap(partition, beforeSlot, time);
      return;
    }
    case 'SolPriceObserved':
      clock.solPrice = { usd: fact.priceUsd, from: fact.from, at: fact.time };
      // Readers move their dollars with it; measurements take it up when they are next due.
      return;
    case 'QuotePriceObserved':
      // Measurements of what is quoted in it take it up when they are next due.
      noteQuotePrice(clock, fact);
      return;
    case 'LaunchCreated':
    case 'TradeExecuted':
    case 'CurveCompleted':
    case 'PoolCreated':
    case 'Migrated':
    case 'LiquidityChanged':
    case 'PoolBoosted':
    case 'FeesSwept':
    case 'BalanceChanged':
    case 'AuthorityObserved':
    case 'SupplyChanged':
      applyTokenFact(partition, record, fact);
      return;
    case 'MetadataResolved':
    case 'TokenBoosted':
    case 'SocialObserved':
    case 'MintObserved':
    case 'HoldersObserved':
    case 'LikenessObserved':
    case 'WebsiteObserved':
    case 'VolumePlaceObserved':
    // They stand in records of their own.
  }
}

type TokenFact = Exclude<Extract<Fact, { mint: string }>, Answer>;

/** What was counted before a gap may be too low, and balances from before it are no longer known. */
function noteGap(partition: Partition, slot: number, time: number): void {
  const { clock } = partition;
  clock.gapSlot = Math.max(clock.gapSlot ?? slot, slot);
  clock.watchedFrom = Math.max(clock.watchedFrom ?? time, time);
  const now = clock.time ?? 0;
  for (const token of partition.shown) measureSoon(partition, token, now, { isNews: false, isTurn: false });
}

function applyTokenFact(partition: Partition, record: JournalRecord, fact: TokenFact): void {
  const now = partition.clock.time ?? record.time;
  const live = partition.tokens.get(fact.mint);
  let token = live ?? bringBack(partition, record.facts, fact.mint, now);
  if (!token) {
    token = newToken(partition, fact.mint, fact, record, now);
    partition.tokens.set(fact.mint, token);
    partition.due.push(now, fact.mint);
  }
  beforeChange(partition, token);
  tellOutcomes(partition, token, Math.min(fact.time, record.time));
  const { state } = token;
  keepFrom(state, now);
  token.placement ??= placementOf(state.lifecycle, progressOf(state));
  const isNews = fact.position > state.position;
  // Those of one batch stand at one position.
  const isNewest = fact.position >= state.position;
  if (isNews) state.position = fact.position;
  state.source = partition.clock.source ?? record.source;
  state.touchedAt = Math.max(state.touchedAt, now, record.time);
  let isTurn = live === undefined;
  switch (fact.kind) {
    case 'LaunchCreated':
      applyLaunch(token, fact);
      break;
    case 'TradeExecuted':
      isTurn ||= isTurning(partition, token, fact);
      applyTrade(partition, token, record, fact);
      break;
    case 'CurveCompleted':
      isTurn = true;
      state.completedAt ??= fact.time;
      state.bondingCurve ??= fact.bondingCurve;
      state.quoteMint ??= fact.quoteMint;
      break;
    case 'PoolCreated':
      if (isOfOthers(partition, state, record, fact.pool)) break;
      state.pool = fact.pool;
      state.quoteMint ??= fact.quoteMint;
      state.quoteDecimals ??= fact.quoteDecimals ?? decimalsOf(fact.quoteMint);
      if (state.poolReserves === null || state.poolReserves.position < fact.position)
        state.poolReserves = {
          position: fact.position,
          priceToken: null,
          priceQuote: null,
          realToken: fact.tokenAmount,
          realQuote: fact.quoteAmount,
        };
      break;
    case 'Migrated':
      isTurn = true;
      state.migratedAt ??= fact.time;
      state.bondingCurve ??= fact.bondingCurve;
      state.quoteMint ??= fact.quoteMint;
      state.migratedTo = fact.pool ?? state.migratedTo ?? null;
      if (fact.pool === null || fact.pool === state.pool) break;
      // A pool that somebody opened before is not the one that the liquidity went to.
      replacePool(state, fact.pool, null);
      break;
    case 'LiquidityChanged':
      if (isOfOthers(partition, state, record, fact.pool)) break;
      isTurn ||= fact.change === 'withdraw';
      // A stamp ahead of its block would stay in the hour for too long.
      if (fact.change === 'withdraw')
        noteWithdrawal(state, { ...fact, time: Math.min(fact.time, record.time) }, now);
      state.pool = fact.pool;
      state.quoteMint ??= fact.quoteMint;
      if (state.poolReserves === null || state.poolReserves.position < fact.position)
        state.poolReserves = {
          position: fact.position,
          priceToken: state.poolReserves?.priceToken ?? null,
          priceQuote: state.poolReserves?.priceQuote ?? null,
          realToken: fact.realTokenReserves,
          realQuote: fact.realQuoteReserves,
        };
      break;
    case 'PoolBoosted':
      if (isOfOthers(partition, state, record, fact.pool)) break;
      state.pool = fact.pool;
      if (state.poolReserves === null || state.poolReserves.position < fact.position)
        state.poolReserves = {
          ...(state.poolReserves ?? NO_RESERVES),
          position: fact.position,
          realQuote: fact.realQuoteReserves,
        };
      break;
    case 'FeesSwept':
      applySweep(token, fact);
      break;
    case 'BalanceChanged':
      noteAccount(partition, token, {
        account: fact.account,
        owner: fact.ownerAfter,
        amount: fact.amount,
        position: fact.position,
      });
      break;
    case 'AuthorityObserved':
      // It may be one that takes holders' money.
      isTurn = true;
      noteAuthority(state, fact, isNewest);
      break;
    case 'SupplyChanged':
      changeSupply(state, fact.change, fact.position, isOfLaunch(record));
      break;
  }
  if (noteReturn(state)) isTurn = true;
  // One text for all tokens, where every fact brings its own.
  if (state.quoteMint === SOL_MINT) state.quoteMint = SOL_MINT;
  // A balance moves no token along its life.
  if (fact.kind !== 'BalanceChanged') {
    const progress = progressOf(state);
    noteSteps(partition, token, fact, progress);
    const placement = placementOf(state.lifecycle, progress);
    isTurn ||= placement !== token.placement;
    token.placement = placement;
  }
  measureSoon(partition, token, now, { isNews, isTurn });
}

/** Whether its transaction launched the token. */
const isOfLaunch = ({ facts }: JournalRecord): boolean => facts.some(({ kind }) => kind === 'LaunchCreated');

/** A launch is the first fact of a token but for what its own transaction did to the mint before. */
const isUnseen = ({ curve, poolReserves, lifecycle, buyCount, sellCount }: Token['state']): boolean =>
  curve === null && poolReserves === null && lifecycle === null && buyCount + sellCount === 0;

function applyLaunch(token: Token, fact: Extract<Fact, { kind: 'LaunchCreated' }>): void {
  const { state } = token;
  const isFirst = isUnseen(state);
  state.createdAt = fact.time;
  state.seenSinceCreation = isFirst;
  if (isFirst) followLaunch(token, fact.time);
  state.symbol = fact.symbol;
  state.name = fact.name;
  state.uri = fact.uri;
  state.creator = fact.creator ?? fact.user;
  state.bondingCurve = fact.bondingCurve;
  state.isMayhem = fact.isMayhem;
  if (state.supply === null) tellSupply(state, fact.tokenTotalSupply, fact.position);
  state.initialRealTokenReserves = fact.realTokenReserves;
  state.quoteMint ??= fact.quoteMint;
  state.quoteDecimals ??= decimalsOf(fact.quoteMint);
  if (state.curve !== null) return;
  state.curve = {
    position: fact.position,
    priceToken: fact.virtualTokenReserves,
    priceQuote: fact.virtualQuoteReserves,
    realToken: fact.realTokenReserves,
    realQuote: 0n,
  };
  state.price ??= priceOf(state.curve);
}
