/** What the coins cost that tokens are quoted in: of each one price, as of the place where it trades most deeply. */
import { SOL_MINT, USDC_MINT } from '@cryptonite/contracts/chain';
import type { QuotePriceObserved } from '@cryptonite/contracts/events';
import { QUOTE_PRICE_FOR_MS } from '@cryptonite/contracts/rules';
import type { QuotePrice, ScreenerClock } from '@cryptonite/contracts/states';
import { usdMicrosOf } from './usd.js';

const MINTS = { SOL: SOL_MINT, USDC: USDC_MINT };

/** Of as many coins prices are kept; the one told longest ago goes first. */
const MOST_PRICES = 1_000;

/** A curve that has sold all it had, or what was bought beyond it: the coin trades in its pool from then on. */
const isOver = ({ venue, priceTokenReserves, realTokenReserves }: QuotePriceObserved): boolean =>
  venue === 'pump-curve' && (realTokenReserves === 0n || realTokenReserves === priceTokenReserves);

/** Anybody can open a pool at any price: one beside is believed where more stands in it, or where the other fell silent. */
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
  if (before && !isBelieved(price, before, clock, now)) return;
  const others = quotePrices.filter((other) => other !== before && isKnownAt(other, now));
  clock.quotePrices = [...others, price].slice(-MOST_PRICES);
}

function isBelieved(price: QuotePrice, before: QuotePrice, clock: ScreenerClock, now: number): boolean {
  if (price.position < before.position) return false;
  if (price.pool === before.pool || before.isOver || !isKnownAt(before, now)) return true;
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

/** An amount of another coin as what that coin is priced in; one of SOL or USDC as it is. Null where no price is known. */
export function inSolOrUsdc(
  clock: ScreenerClock,
  amount: bigint,
  quoteMint: string,
): { amount: bigint; quoteMint: string } | null {
  if (quoteMint === SOL_MINT || quoteMint === USDC_MINT) return { amount, quoteMint };
  const price = quotePriceOf(clock, quoteMint);
  if (price === null) return null;
  return { amount: (amount * price.priceQuote) / price.priceToken, quoteMint: MINTS[price.pricedIn] };
}
