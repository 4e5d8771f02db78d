/** What each fact of the journal changes. */
import { slotOf } from '@cryptonite/contracts/chain';
import type { Fact, FeesSwept, JournalRecord, TradeExecuted } from '@cryptonite/contracts/events';
import { isEarlyStage, RULES_VERSION, WHALE_LAMPORTS, WINDOW_MS } from '@cryptonite/contracts/rules';
import { placementOf } from '../lists/placement.js';
import { isFromLaunchpad } from '../measures/features.js';
import { MAYHEM_AGENT } from '../measures/holders.js';
import { measureDue } from '../measures/measure.js';
import { beforeChange, emit, measureSoon, type Partition } from '../partition.js';
import { advanceScan } from '../scan.js';
import { bringBack } from '../state/evict.js';
import { CREATOR, SNIPED_WITHIN_MS, SNIPER } from '../state/ledger/marks.js';
import { newToken, type Token } from '../state/token.js';
import { priceOf, progressOf } from './curve.js';
import { describe, identityOf, isSameIdentity } from './identity.js';
import { isPoolToBe, lifecycleOf } from './lifecycle.js';
import { decimalsOf, lamportsOf, usdMicrosOf } from './usd.js';

/** Applies the facts of one record, none of which was read before, in their order. */
export function applyRecord(partition: Partition, record: JournalRecord): void {
  partition.clock.recordsRead += 1;
  partition.clock.source = record.source;
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
      applyTokenFact(partition, record, fact);
  }
}

type TokenFact = Extract<Fact, { mint: string }>;

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
  const isFirst = token === undefined;
  if (!token) {
    token = newToken(partition, fact.mint, fact, record, now);
    partition.tokens.set(fact.mint, token);
    partition.due.push(now, fact.mint);
  }
  beforeChange(partition, token);
  const { state } = token;
  token.placement ??= placementOf(state.lifecycle, progressOf(state));
  const isNews = fact.position > state.position;
  if (isNews) state.position = fact.position;
  state.source = record.source;
  state.touchedAt = Math.max(now, record.time);
  let isTurn = live === undefined;
  switch (fact.kind) {
    case 'LaunchCreated':
      applyLaunch(token, fact, isFirst);
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
      if (fact.pool === null || fact.pool === state.pool) break;
      // A pool that somebody opened before is not the one that the liquidity went to.
      state.pool = fact.pool;
      state.poolReserves = null;
      break;
    case 'LiquidityChanged':
      if (isOfOthers(partition, state, record, fact.pool)) break;
      isTurn ||= fact.change === 'withdraw';
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
      token.accounts.set({
        account: fact.account,
        owner: fact.ownerAfter,
        amount: fact.amount,
        position: fact.position,
      });
      break;
    case 'AuthorityObserved':
      // Kept in its raw table; no check reads it yet.
      break;
  }
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

/** Whether a pool that something happens to is one that somebody opened beside the token's own. */
function isOfOthers(
  partition: Partition,
  state: Token['state'],
  { facts }: JournalRecord,
  pool: string,
): boolean {
  if (state.pool !== null) return state.pool !== pool;
  // The migration tells its pool in the transaction that opens it, after what it does there.
  const isMigrating = facts.some((fact) => fact.kind === 'Migrated' && (fact.pool ?? pool) === pool);
  return !isMigrating && awaitsMigration(partition, state);
}

/** While the pool is to be, no pool is the token's, unless a gap since the completion may have held its migration. */
function awaitsMigration({ clock: { gapSlot } }: Partition, state: Token['state']): boolean {
  if (!isPoolToBe(state) || state.poolReserves === null) return false;
  return gapSlot === null || gapSlot <= slotOf(state.poolReserves.position);
}

const NO_RESERVES = { priceToken: null, priceQuote: null, realToken: null, realQuote: null };

/** A pool's vault holds less then; what sets its price stays, as the virtual quote grows by as much. */
function applySweep({ state }: Token, { pool, feeMint, mint, amount, position }: FeesSwept): void {
  const { poolReserves } = state;
  if (poolReserves === null || state.pool !== pool || position < poolReserves.position) return;
  const lessOf = (held: bigint | null) => (held === null || held < amount ? null : held - amount);
  const swept =
    feeMint === mint
      ? { realToken: lessOf(poolReserves.realToken) }
      : { realQuote: lessOf(poolReserves.realQuote) };
  state.poolReserves = { ...poolReserves, ...swept, position };
}

function applyLaunch(
  { state }: Token,
  fact: Extract<Fact, { kind: 'LaunchCreated' }>,
  isFirst: boolean,
): void {
  state.createdAt = fact.time;
  state.seenSinceCreation = isFirst;
  state.symbol = fact.symbol;
  state.name = fact.name;
  state.uri = fact.uri;
  state.creator = fact.creator ?? fact.user;
  state.bondingCurve = fact.bondingCurve;
  state.isMayhem = fact.isMayhem;
  state.supply ??= fact.tokenTotalSupply;
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

/** A purchase as a whale makes it, the creator's sale, and the first trade of a token that nobody monitored. */
function isTurning({ clock }: Partition, { state }: Token, trade: TradeExecuted): boolean {
  if (state.lifecycle === 'bonding' && !state.isMonitored) return true;
  if (trade.side === 'sell') return trade.trader === state.creator;
  const lamports = lamportsOf(trade.quoteAmount, trade.quoteMint, clock.solPrice?.usd ?? null);
  return lamports !== null && lamports >= WHALE_LAMPORTS;
}

function applyTrade(partition: Partition, token: Token, record: JournalRecord, trade: TradeExecuted): void {
  const { state } = token;
  const isCurve = trade.venue === 'pump-curve' && !isBeyondCurve(trade);
  const newest = isCurve ? state.curve : state.poolReserves;
  const isLate = newest !== null && trade.position < newest.position;
  const isInOtherPool = trade.venue !== 'pump-curve' && awaitsMigration(partition, state);
  if (trade.venue !== 'pump-curve' && state.completedAt !== null && !isInOtherPool) state.tradesInPool = true;
  state.creator ??= trade.creator;
  state.isMayhem ??= trade.isMayhem;
  state.supply ??= trade.tokenSupply;
  if (!isLate && !isInOtherPool && setsPrice(state, trade)) takeReserves(token, trade);
  if (trade.trader !== MAYHEM_AGENT) countTrade(partition, token, record, trade, isLate);
}

/**
 * What a completing buy buys beyond its curve, at the price and with the reserves of the pool to be, all of them real. A
 * curve's own never are: it counts more tokens than it can sell.
 */
const isBeyondCurve = ({ venue, priceTokenReserves, realTokenReserves }: TradeExecuted): boolean =>
  venue === 'pump-curve' && priceTokenReserves !== null && priceTokenReserves === realTokenReserves;

/** A pool that somebody opened beside the curve says nothing of the token's price. */
function setsPrice(state: Token['state'], trade: TradeExecuted): boolean {
  // Of an event that was cut before them the reserves are not known.
  if (trade.priceTokenReserves === null && trade.realTokenReserves === null) return false;
  if (trade.venue === 'pump-curve') return state.lifecycle !== 'graduated' || state.curve === null;
  const isInPool = state.curve === null || state.completedAt !== null || state.migratedAt !== null;
  return isInPool && (state.pool === null || trade.pool === null || state.pool === trade.pool);
}

function takeReserves({ state, rings }: Token, trade: TradeExecuted): void {
  const reserves = {
    position: trade.position,
    priceToken: trade.priceTokenReserves,
    priceQuote: trade.priceQuoteReserves,
    realToken: trade.realTokenReserves,
    realQuote: trade.realQuoteReserves,
  };
  if (isBeyondCurve(trade)) {
    // The curve stays as it completed; a pool that somebody opened before is not the one to be.
    state.pool = null;
    state.poolReserves = reserves;
    state.bondingCurve ??= trade.pool;
  } else if (trade.venue === 'pump-curve') {
    state.curve = reserves;
    state.bondingCurve ??= trade.pool;
  } else {
    state.poolReserves = reserves;
    state.pool ??= trade.pool;
  }
  if (state.quoteMint !== trade.quoteMint) {
    if (state.quoteMint !== null) rings.forgetQuote();
    state.quoteMint = trade.quoteMint;
    state.quoteDecimals = null;
  }
  state.quoteDecimals ??= trade.quoteDecimals ?? decimalsOf(trade.quoteMint);
  // A trade that does not tell its price leaves it unknown: the last one told may be of a curve long complete.
  state.price = priceOf(reserves);
  state.firstPrice ??= state.price;
}

function countTrade(
  partition: Partition,
  token: Token,
  record: JournalRecord,
  trade: TradeExecuted,
  isLate: boolean,
): void {
  const { state } = token;
  const solPrice = partition.clock.solPrice?.usd ?? null;
  const isBuy = trade.side === 'buy';
  const usdMicros = usdMicrosOf(trade.quoteAmount, trade.quoteMint, solPrice);
  const isFirst = state.buyCount + state.sellCount === 0;
  if (isBuy) state.buyCount += 1;
  else state.sellCount += 1;
  if (usdMicros === null) state.unpriced += 1;
  else state.usdMicros += usdMicros;
  state.lastTradeAt = Math.max(state.lastTradeAt ?? trade.time, trade.time);
  // A window that has been told is not told again: a late trade corrects only the totals.
  if (isLate) return;

  // A stamp ahead of its block would stay in the windows for too long.
  const time = Math.min(trade.time, record.time);
  const quote = trade.quoteMint === state.quoteMint ? trade.quoteAmount : null;
  state.trailTouchedFrom = Math.min(state.trailTouchedFrom ?? time, time);
  token.rings.addTrade({ time, isBuy, quote, usdMicros, price: state.price });

  const { row, before } = token.traders.trade(trade.trader, time);
  if (before !== undefined) token.rings.moveTrader(before, time);
  if (trade.trader === state.creator) token.traders.mark(row, CREATOR);
  if (!isBuy) return;
  const { gapSlot } = partition.clock;
  if (state.seenSinceCreation && (gapSlot === null || gapSlot <= state.firstSlot)) {
    // Whoever came first is known only where nobody was missed.
    state.firstTradeAt ??= isFirst ? time : null;
    token.traders.markFirstBuyer(row);
    if (state.firstTradeAt !== null && time - state.firstTradeAt <= SNIPED_WITHIN_MS)
      token.traders.mark(row, SNIPER);
  }
  const lamports = lamportsOf(trade.quoteAmount, trade.quoteMint, solPrice);
  if (lamports === null) state.unsizedBuyAt = time;
  else if (token.traders.buy(row, time, lamports)) token.whales.forget();
}

/**
 * Steps of the lifecycle and the alert go out with the fact that caused them, at its time: stream time is still that of
 * the slot confirmed before it.
 */
function noteSteps(partition: Partition, { state }: Token, fact: TokenFact, progress: number | null): void {
  const baseOf = () => ({
    mint: state.mint,
    position: fact.position,
    time: fact.time,
    rulesVersion: RULES_VERSION,
    origin: state.source,
  });
  const to = lifecycleOf(state, progress);
  const from = state.lifecycle ?? (state.curve === null ? to : 'bonding');
  state.lifecycle = to;
  if (from !== null && to !== null && from !== to)
    emit(partition, {
      kind: 'LifecycleChanged',
      id: `${state.mint}:${fact.position}:LifecycleChanged:${to}`,
      ...baseOf(),
      from,
      to,
    });

  if (state.alertRaisedAt !== null) return;
  if (to === null || progress === null || !isEarlyStage(to, progress)) return;
  const base = baseOf();
  state.alertRaisedAt = base.time;
  emit(partition, {
    kind: 'BondingAlertRaised',
    id: `${state.mint}:BondingAlertRaised`,
    ...base,
    bondingProgressPercent: progress,
  });
}
