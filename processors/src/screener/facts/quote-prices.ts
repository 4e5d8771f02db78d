/** What the coins cost that tokens are quoted in: of each one price, as of the place where it trades most deeply. */
import { U64_MAX } from '@cryptonite/contracts/amounts';
import { SOL_MINT, USDC_MINT } from '@cryptonite/contracts/chain';
import type { QuotePriceObserved, TradeExecuted } from '@cryptonite/contracts/events';
import { QUOTE_PLACE_FOR_MS, QUOTE_PRICE_FOR_MS } from '@cryptonite/contracts/rules';
import type { QuotePrice, ScreenerClock } from '@cryptonite/contracts/states';
import { usdMicrosOf } from './usd.js';

const MINTS = { SOL: SOL_MINT, USDC: USDC_MINT };

/** Of as many coins prices are kept; the one told longest ago goes first. */
const MOST_PRICES = 1_000;

/** A curve that has sold all it had, or what was bought beyond it: the coin trades in its pool from then on. */
const isOver = ({ venue, priceTokenReserves, realTokenReserves }: QuotePriceObserved): boolean =>
  venue === 'pump-curve' && (realTokenReserves === 0n || realTokenReserves === priceTokenReserves);

/**
 * Anybody can open a pool at any price: one beside is believed where more stands in it, or once the other has been silent
 * for some minutes. Until then a place weighs what its newest trade left there: what is taken out of it later stands in
 * the coin's own partition, and the price in all of them.
 */
export function noteQuotePrice(clock: ScreenerClock, fact: QuotePriceObserved): void {
  const { quotePrices = [] } = clock;
  const now = clock.time ?? fact.time;
  const price: QuotePrice = {
    quoteMint: fact.quoteMint,
    pool: fact.pool,
    pricedIn: fact.pricedIn,
    priceToken: fact.priceTokenReserves,
    priceQuote: fact.priceQuoteReserves,
    realQuote: fact.realQuoteReserves,
    isOver: isOver(fact),
    position: fact.position,
    at: fact.time,
  };
  const before = quotePrices.find(({ quoteMint }) => quoteMint === fact.quoteMint);
  if (before && !isBelieved(price, before, clock)) return;
  const others = quotePrices.filter((other) => other !== before && isKnownAt(other, now));
  clock.quotePrices = [...others, price].slice(-MOST_PRICES);
}

function isBelieved(price: QuotePrice, before: QuotePrice, clock: ScreenerClock): boolean {
  if (price.position < before.position) return false;
  if (price.pool === before.pool || before.isOver || price.at - before.at > QUOTE_PLACE_FOR_MS) return true;
  return depthOf(price, clock) > depthOf(before, clock);
}

/** Millionths of a dollar. */
const depthOf = ({ realQuote, pricedIn }: QuotePrice, clock: ScreenerClock): bigint =>
  (realQuote === null ? null : usdMicrosOf(realQuote, MINTS[pricedIn], clock.solPrice?.usd ?? null)) ?? 0n;

const isKnownAt = ({ at }: QuotePrice, now: number): boolean => now - at <= QUOTE_PRICE_FOR_MS;

/** Null where none was told within the hour. */
export function quotePriceOf({ quotePrices, time }: ScreenerClock, quoteMint: string): QuotePrice | null {
  const price = quotePrices?.find((each) => each.quoteMint === quoteMint);
  return price && isKnownAt(price, time ?? price.at) ? price : null;
}

type Paid = Pick<TradeExecuted, 'quoteAmount' | 'quoteMint'>;

/**
 * What was paid in another coin, as what that coin is priced in; in SOL or USDC, as it is. Null where no price is known,
 * and where there cannot be as much of it: both ends of a price are whoever's that opened the place.
 */
export function inSolOrUsdc(clock: ScreenerClock, paid: Paid): Paid | null {
  if (paid.quoteMint === SOL_MINT || paid.quoteMint === USDC_MINT) return paid;
  const price = quotePriceOf(clock, paid.quoteMint);
  if (price === null) return null;
  const quoteAmount = (paid.quoteAmount * price.priceQuote) / price.priceToken;
  return quoteAmount > U64_MAX ? null : { quoteAmount, quoteMint: MINTS[price.pricedIn] };
}
