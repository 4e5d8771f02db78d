/** What a trade changes: the reserves that set the price, and what is counted of it. */
import { MAYHEM_AGENT } from '@cryptonite/contracts/chain';
import type { JournalRecord, TradeExecuted } from '@cryptonite/contracts/events';
import { WHALE_LAMPORTS } from '@cryptonite/contracts/rules';
import type { ScreenerClock } from '@cryptonite/contracts/states';
import { followPrice, losePrice } from '../outcomes/outcomes.js';
import type { Partition } from '../partition.js';
import { noteCreatorTrade } from '../scores/creator-trades.js';
import { CREATOR, SNIPED_WITHIN_MS, SNIPER } from '../state/ledger/marks.js';
import type { Token } from '../state/token.js';
import { priceOf } from './curve.js';
import { awaitsMigration, replacePool } from './pool.js';
import { inSolOrUsdc } from './quote-prices.js';
import { tellSupply } from './supply.js';
import { decimalsOf, lamportsOf, usdMicrosOf } from './usd.js';

/** A purchase as a whale makes it, the creator's sale, and the first trade of a token that nobody monitored. */
export function isTurning({ clock }: Partition, { state }: Token, trade: TradeExecuted): boolean {
  if (state.lifecycle === 'bonding' && !state.isMonitored) return true;
  if (trade.side === 'sell') return trade.trader === state.creator;
  const lamports = lamportsIn(clock, trade);
  return lamports !== null && lamports >= WHALE_LAMPORTS;
}

export function applyTrade(
  partition: Partition,
  token: Token,
  record: JournalRecord,
  trade: TradeExecuted,
): void {
  const { state } = token;
  const isCurve = trade.venue === 'pump-curve' && !isBeyondCurve(trade);
  const newest = isCurve ? state.curve : state.poolReserves;
  const isLate = newest !== null && trade.position < newest.position;
  const isInOtherPool = trade.venue !== 'pump-curve' && awaitsMigration(partition, state);
  if (trade.venue !== 'pump-curve' && state.completedAt !== null && !isInOtherPool) state.tradesInPool = true;
  state.creator ??= trade.creator;
  state.isMayhem ??= trade.isMayhem;
  tellSupply(state, trade.tokenSupply, trade.position);
  if (!isLate && !isInOtherPool && setsPrice(state, trade)) takeReserves(token, trade);
  if (trade.trader === MAYHEM_AGENT) return;
  countTrade(partition, token, record, trade, isLate);
  letTradersGo(token);
}

/** Of those that are let go nobody knows what they traded: as if it were of no known size. */
function letTradersGo({ state, traders, whales }: Token): void {
  const until = traders.letOldestGo();
  if (until === null) return;
  whales.forget();
  state.unsizedBuyAt = Math.max(state.unsizedBuyAt ?? until, until);
  state.unsizedSellAt = Math.max(state.unsizedSellAt ?? until, until);
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
    replacePool(state, null, reserves);
    state.bondingCurve ??= trade.pool;
  } else if (trade.venue === 'pump-curve') {
    state.curve = reserves;
    state.bondingCurve ??= trade.pool;
  } else {
    state.poolReserves = reserves;
    state.pool ??= trade.pool;
  }
  if (state.quoteMint !== trade.quoteMint) {
    if (state.quoteMint !== null) {
      rings.forgetQuote();
      losePrice(state);
      state.firstPrice = null;
    }
    state.quoteMint = trade.quoteMint;
    state.quoteDecimals = null;
  }
  state.quoteDecimals ??= trade.quoteDecimals ?? decimalsOf(trade.quoteMint);
  // A trade that does not tell its price leaves it unknown: the last one told may be of a curve long complete.
  state.price = priceOf(reserves);
  state.firstPrice ??= state.price;
  followPrice(state);
}

/** What moved, in millionths of a dollar; null where no price is known. */
function usdMicrosIn(clock: ScreenerClock, trade: TradeExecuted): bigint | null {
  const paid = inSolOrUsdc(clock, trade);
  return paid && usdMicrosOf(paid.quoteAmount, paid.quoteMint, clock.solPrice?.usd ?? null);
}

/** What moved, in lamports; null where no price is known. */
function lamportsIn(clock: ScreenerClock, trade: TradeExecuted): bigint | null {
  const paid = inSolOrUsdc(clock, trade);
  return paid && lamportsOf(paid.quoteAmount, paid.quoteMint, clock.solPrice?.usd ?? null);
}

function countTrade(
  partition: Partition,
  token: Token,
  record: JournalRecord,
  trade: TradeExecuted,
  isLate: boolean,
): void {
  const { state } = token;
  const isBuy = trade.side === 'buy';
  const usdMicros = usdMicrosIn(partition.clock, trade);
  const isFirst = state.buyCount + state.sellCount === 0;
  if (isBuy) state.buyCount += 1;
  else state.sellCount += 1;
  if (usdMicros === null) state.unpriced += 1;
  else state.usdMicros += usdMicros;
  state.lastTradeAt = Math.max(state.lastTradeAt ?? trade.time, trade.time);
  // A stamp ahead of its block would stay in the windows for too long.
  const time = Math.min(trade.time, record.time);
  if (trade.trader === state.creator) noteCreatorTrade(state, trade, time);
  // A window that has been told is not told again: a late trade corrects only the totals.
  if (isLate) return;

  const quote = trade.quoteMint === state.quoteMint ? trade.quoteAmount : null;
  state.trailTouchedFrom = Math.min(state.trailTouchedFrom ?? time, time);
  token.rings.addTrade({ time, isBuy, quote, usdMicros, price: state.price });

  const { row, before } = token.traders.trade(trade.trader, time);
  if (before !== undefined) token.rings.moveTrader(before, time);
  if (trade.trader === state.creator) token.traders.mark(row, CREATOR);
  const lamports = lamportsIn(partition.clock, trade);
  if (!isBuy) {
    if (lamports !== null) {
      token.whales.add(token.traders, row, -1);
      token.traders.sell(row, time, lamports);
      token.whales.add(token.traders, row, 1);
    } else state.unsizedSellAt = Math.max(state.unsizedSellAt ?? time, time);
    return;
  }
  const { gapSlot } = partition.clock;
  if (state.seenSinceCreation && (gapSlot === null || gapSlot <= state.firstSlot)) {
    // Whoever came first is known only where nobody was missed.
    state.firstTradeAt ??= isFirst ? time : null;
    token.traders.markFirstBuyer(row);
    if (state.firstTradeAt !== null && time - state.firstTradeAt <= SNIPED_WITHIN_MS)
      token.traders.mark(row, SNIPER);
  }
  if (lamports === null) state.unsizedBuyAt = Math.max(state.unsizedBuyAt ?? time, time);
  else {
    token.whales.add(token.traders, row, -1);
    token.traders.buy(row, time, lamports);
    token.whales.add(token.traders, row, 1);
  }
}
