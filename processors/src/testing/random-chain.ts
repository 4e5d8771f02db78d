/** A token's life at random, for properties: its acts as one list, to be let happen on a {@link Chain}. */
import { MAYHEM_AGENT } from '@cryptonite/contracts/chain';
import type { TradeExecuted } from '@cryptonite/contracts/events';
import fc from 'fast-check';
import { type Chain, COIN, SOL } from './facts.js';
import { textOf, walletOf } from './journal.js';

export type Act = (chain: Chain) => unknown;

const POOL = textOf('Poo', 1);

const inPool = (price: bigint): Partial<TradeExecuted> => ({
  venue: 'pumpswap',
  pool: POOL,
  priceTokenReserves: 1_000_000_000n,
  priceQuoteReserves: price,
  realTokenReserves: 1_000_000_000n,
  realQuoteReserves: price,
});

const trader = fc.nat(4).map(walletOf);
const side = fc.constantFrom('buy', 'sell') as fc.Arbitrary<'buy' | 'sell'>;
const lamports = fc.bigInt({ min: 1n, max: 6n * SOL });

/** Trades on the curve above all, the agent's and late stamps among them; seldom the steps to the pool. */
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.tuple(fc.double({ min: 25, max: 90, noNaN: true }), trader, side, lamports).map(
      ([progress, wallet, traded, quoteAmount]): Act =>
        (chain) =>
          chain.trade(progress, { trader: wallet, side: traded, quoteAmount }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.double({ min: 25, max: 90, noNaN: true }), fc.nat(30_000)).map(
      ([progress, behindMs]): Act =>
        (chain) =>
          chain.trade(progress, { time: chain.now - behindMs }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.double({ min: 25, max: 90, noNaN: true }).map(
      (progress): Act =>
        (chain) =>
          chain.trade(progress, { trader: MAYHEM_AGENT }),
    ),
  },
  { weight: 1, arbitrary: fc.constant<Act>((chain) => chain.solPrice('150.25')) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.nat(2), fc.bigInt({ min: 1n, max: 9n * SOL })).map(
      ([pool, priceQuoteReserves]): Act =>
        (chain) =>
          chain.quotePrice({
            pool: textOf('Vau', pool),
            priceQuoteReserves,
            realQuoteReserves: priceQuoteReserves,
          }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.double({ min: 25, max: 90, noNaN: true }), trader).map(
      ([progress, wallet]): Act =>
        (chain) =>
          chain.trade(progress, {
            trader: wallet,
            quoteMint: COIN,
            quoteDecimals: 6,
            quoteAmount: 1_000_000n,
          }),
    ),
  },
  { weight: 1, arbitrary: fc.constant<Act>((chain) => chain.completed()) },
  {
    weight: 1,
    arbitrary: fc.bigInt({ min: 1n, max: 100n * SOL }).map(
      (price): Act =>
        (chain) =>
          chain.migrated(POOL).trade(100, inPool(price)),
    ),
  },
  { weight: 8, arbitrary: fc.constant<Act>((chain) => chain.slot()) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(1_000, 3_000, 11_000).map(
      (ms): Act =>
        (chain) =>
          chain.pass(ms),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(400_000, 3_700_000, 25 * 3_600_000).map(
      (ms): Act =>
        (chain) =>
          chain.pass(ms).slot(),
    ),
  },
);

/** Acts after which the slot in hand is confirmed. */
export const life: fc.Arbitrary<Act[]> = fc
  .tuple(fc.boolean(), fc.array(act, { minLength: 5, maxLength: 80 }))
  .map(([isLaunched, acts]) => [
    (chain) => chain.slot(),
    ...(isLaunched ? [(chain: Chain) => chain.launch()] : []),
    ...acts,
    (chain) => chain.slot(),
  ]);
