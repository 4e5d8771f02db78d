import type { z } from 'zod';
import type { ScreenerClock } from './clock.js';
import type { Ring } from './shared.js';
import type { TokenState } from './token-state.js';

const text = (amount: bigint | null): string | null => (amount === null ? null : amount.toString());
const texts = (amounts: readonly bigint[]): string[] => amounts.map((amount) => amount.toString());

const ringOf = <Kind extends Ring>(ring: Kind) => ({
  ...ring,
  quote: texts(ring.quote),
  usdMicros: texts(ring.usdMicros),
});

const reservesOf = (reserves: TokenState['curve']): z.input<typeof TokenState>['curve'] =>
  reserves && {
    ...reserves,
    priceToken: text(reserves.priceToken),
    priceQuote: text(reserves.priceQuote),
    realToken: text(reserves.realToken),
    realQuote: text(reserves.realQuote),
  };

const creatorTradesOf = (trades: TokenState['creatorTrades']): z.input<typeof TokenState>['creatorTrades'] =>
  trades && {
    bought: trades.bought.toString(),
    sold: trades.sold.toString(),
    sales: trades.sales.map(({ cell, amount }) => ({ cell, amount: amount.toString() })),
  };

/** The wire form of a clock. */
export const clockWireOf = (state: ScreenerClock): z.input<typeof ScreenerClock> => {
  const { quotePrices, ...rest } = state;
  if (quotePrices === undefined) return rest;
  return {
    ...state,
    quotePrices: quotePrices.map((price) => ({
      ...price,
      priceToken: price.priceToken.toString(),
      priceQuote: price.priceQuote.toString(),
      realQuote: text(price.realQuote),
    })),
  };
};

/** The wire form of a token, written out field by field: the schema's own encoding checks what is known to be right. */
export const tokenWireOf = (state: TokenState): z.input<typeof TokenState> => ({
  ...state,
  supply: text(state.supply),
  initialRealTokenReserves: text(state.initialRealTokenReserves),
  curve: reservesOf(state.curve),
  poolReserves: reservesOf(state.poolReserves),
  usdMicros: state.usdMicros.toString(),
  creatorTrades: creatorTradesOf(state.creatorTrades),
  rings: {
    m1: ringOf(state.rings.m1),
    m5: ringOf(state.rings.m5),
    h1: ringOf(state.rings.h1),
    h24: ringOf(state.rings.h24),
    ...(state.rings.older !== undefined && { older: state.rings.older && ringOf(state.rings.older) }),
  },
});
