/**
 * The wire form of states, written out field by field: a hundred thousand of them are written an hour, and the schema's
 * own encoding checks what is known to be right. states.spec.ts holds the two against each other.
 */
import type { z } from 'zod';
import type { ScreenerState } from './screener-state.js';
import type { Ring } from './shared.js';
import type { AccountShard, TokenState, TraderShard } from './token-state.js';

const text = (amount: bigint | null): string | null => (amount === null ? null : amount.toString());
const texts = (amounts: readonly bigint[]): string[] => amounts.map((amount) => amount.toString());

const ringOf = (ring: Ring): z.input<typeof Ring> => ({
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

const tokenOf = (state: TokenState): z.input<typeof TokenState> => ({
  ...state,
  supply: text(state.supply),
  initialRealTokenReserves: text(state.initialRealTokenReserves),
  curve: reservesOf(state.curve),
  poolReserves: reservesOf(state.poolReserves),
  usdMicros: state.usdMicros.toString(),
  rings: {
    m1: ringOf(state.rings.m1),
    m5: ringOf(state.rings.m5),
    h1: ringOf(state.rings.h1),
    h24: ringOf(state.rings.h24),
  },
});

const accountsOf = (state: AccountShard): z.input<typeof AccountShard> => ({
  ...state,
  entries: state.entries.map((entry) => entry && { ...entry, amount: entry.amount.toString() }),
});

const tradersOf = (state: TraderShard): z.input<typeof TraderShard> => ({
  ...state,
  entries: state.entries.map(
    (entry) =>
      entry && {
        ...entry,
        buys: entry.buys.map(({ minute, lamports }) => ({ minute, lamports: lamports.toString() })),
      },
  ),
});

export function wireOf(state: ScreenerState): z.input<typeof ScreenerState> {
  switch (state.kind) {
    case 'clock':
      return state;
    case 'token':
      return tokenOf(state);
    case 'accounts':
      return accountsOf(state);
    case 'traders':
      return tradersOf(state);
  }
}
