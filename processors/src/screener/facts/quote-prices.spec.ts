import { U64_MAX } from '@cryptonite/contracts/amounts';
import { Fact } from '@cryptonite/contracts/events';
import { QUOTE_PLACE_FOR_MS } from '@cryptonite/contracts/rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Chain, COIN, MINT, SOL } from '../../testing/facts.js';
import { restart } from '../../testing/fold.js';
import { textOf, walletOf } from '../../testing/journal.js';

fc.configureGlobal({ seed: 17 });

const MINUTE_MS = 60_000;
const POOL = textOf('Vau', 1);
const OTHER_POOL = textOf('Vau', 2);

/** The coin has 6 decimals. */
const IN_COIN = { quoteMint: COIN, quoteDecimals: 6, quoteAmount: 3_000_000n } as const;
const tokenIn = (chain: Chain) => chain.folded.partition.tokens.get(MINT)!.state;
const launched = (chain: Chain) => chain.launch({ quoteMint: COIN }).trade(41, IN_COIN);
/** Whole SOL for a whole coin, as a token quoted in it has it after its next measurement. */
const priceAfter = (chain: Chain) => chain.pass(1_000).trade(42, IN_COIN).slot().measured()?.quotePriceSol;

describe('a token quoted in another coin', () => {
  it('has dollars by that coin’s own price in SOL', () => {
    const chain = launched(new Chain().solPrice('100').quotePrice().slot()).slot();
    const measured = chain.measured();
    expect(measured).toMatchObject({ quote: 'other', quotePriceSol: 2, quotePriceUsdc: null });
    expect(measured?.marketCapUsd).toBeCloseTo((measured?.marketCapQuote ?? Number.NaN) * 200, 6);
    // Three coins of 200 dollars.
    expect(measured?.volumeUsd).toBe(600);
    expect(measured?.liveInitialMarketCapUsd).toBe(measured?.marketCapUsd);
  });

  it('has them by its price in USDC, whatever SOL costs', () => {
    const inUsdc = { pricedIn: 'USDC', priceQuoteReserves: 5_000_000n } as const;
    const chain = launched(new Chain().quotePrice(inUsdc).slot()).slot();
    const measured = chain.measured();
    expect(measured).toMatchObject({ quotePriceSol: null, quotePriceUsdc: 5, volumeUsd: 15 });
    expect(measured?.marketCapUsd).toBeCloseTo((measured?.marketCapQuote ?? Number.NaN) * 5, 6);
  });

  it('has none before the coin was told, and none of trades from before', () => {
    const chain = launched(new Chain().solPrice('100').slot()).slot();
    expect(chain.measured()).toMatchObject({ quotePriceSol: null, marketCapUsd: null, volumeUsd: null });
    expect(chain.quotePrice().pass(1_000).trade(42, IN_COIN).slot().measured()).toMatchObject({
      quotePriceSol: 2,
      volumeUsd: null,
    });
  });

  it('counts a purchase for 5 SOL and more as a whale’s, and knows that it counted all', () => {
    const chain = new Chain().quotePrice().slot().launch({ quoteMint: COIN });
    chain.trade(35, { ...IN_COIN, trader: walletOf(2) }).trade(36, { ...IN_COIN, quoteAmount: 2_499_999n });
    expect(chain.slot().measured()).toMatchObject({ whaleBuyersSeen: 1, isWhaleHourWhole: true });
  });

  it('takes the price up with its next measurement, and says nothing of it before', () => {
    const chain = launched(new Chain().solPrice('100').quotePrice().slot()).slot();
    chain.said();
    chain.quotePrice({ priceQuoteReserves: 3n * SOL });
    expect(chain.said()).toEqual([]);
    expect(chain.pass(10_000).slot().measured()?.quotePriceSol).toBe(3);
  });

  it('keeps it across a restart', () => {
    const chain = launched(new Chain().solPrice('100').quotePrice().slot()).slot();
    restart(chain.folded);
    expect(priceAfter(chain)).toBe(2);
  });
});

describe('the price of a coin', () => {
  const chainWith = () => launched(new Chain().solPrice('100').quotePrice().slot()).slot();

  it('is unknown when nothing was told for more than an hour', () => {
    const chain = chainWith()
      .pass(60 * MINUTE_MS - 2_000)
      .slot();
    expect(priceAfter(chain)).toBe(2);
    expect(priceAfter(chain.pass(2_000))).toBeNull();
    expect(priceAfter(chain.quotePrice({ priceQuoteReserves: 4n * SOL }))).toBe(4);
  });

  it('is not that of a place with less in it, unless the other fell silent', () => {
    const chain = chainWith();
    const beside = { pool: OTHER_POOL, priceQuoteReserves: 900n * SOL, realQuoteReserves: 9n * SOL };
    expect(priceAfter(chain.quotePrice(beside))).toBe(2);
    chain.quotePrice().slot();
    expect(priceAfter(chain.pass(QUOTE_PLACE_FOR_MS).quotePrice(beside))).toBe(2);
    expect(priceAfter(chain.quotePrice(beside))).toBe(900);
  });

  it('is that of the other place minutes after one was deep for the length of a trade', () => {
    const chain = chainWith();
    const flash = { pool: OTHER_POOL, priceQuoteReserves: 900n * SOL, realQuoteReserves: 90_000n * SOL };
    expect(priceAfter(chain.quotePrice(flash))).toBe(900);
    for (let minute = 0; minute < 6; minute += 1) chain.pass(MINUTE_MS).quotePrice().slot();
    expect(priceAfter(chain)).toBe(2);
  });

  it('is that of a place with more in it, in dollars', () => {
    const chain = chainWith();
    const inDollars = { pool: OTHER_POOL, pricedIn: 'USDC', priceQuoteReserves: 7_000_000n } as const;
    expect(priceAfter(chain.quotePrice({ ...inDollars, realQuoteReserves: 1_000_000_000n }))).toBe(2);
    expect(priceAfter(chain.quotePrice({ ...inDollars, realQuoteReserves: 1_000_000_001n }))).toBeNull();
    expect(chain.pass(1_000).trade(43, IN_COIN).slot().measured()?.quotePriceUsdc).toBe(7);
  });

  it.each([
    ['has sold all it had', { realTokenReserves: 0n }],
    ['was bought beyond', { realTokenReserves: 1_000_000n }],
  ])('goes over to the pool once the curve %s', (_, end) => {
    const curve = {
      pool: textOf('Curve', 1),
      venue: 'pump-curve',
      realQuoteReserves: 85n * SOL,
    } as const;
    const chain = launched(new Chain().quotePrice({ ...curve, realTokenReserves: 5n }).slot()).slot();
    const pool = { pool: POOL, priceQuoteReserves: 3n * SOL, realQuoteReserves: 67n * SOL };
    expect(priceAfter(chain.quotePrice(pool))).toBe(2);
    expect(priceAfter(chain.quotePrice({ ...curve, ...end }).quotePrice(pool))).toBe(3);
  });

  it('is not taken back by what is told late', () => {
    const chain = chainWith();
    const position = '000000000001-999999-999-0003';
    expect(priceAfter(chain.quotePrice({ position, priceQuoteReserves: 9n * SOL }))).toBe(2);
  });
});

describe('whatever a place says', () => {
  const extreme = (most: bigint) =>
    fc.oneof(
      fc.constantFrom(1n, most),
      fc.bigInt({ min: 1n, max: 1_000n }),
      fc.bigInt({ min: 1n, max: most }),
    );
  const reserves = extreme(2n ** 127n - 1n);
  const amount = fc.oneof(fc.constant(0n), extreme(U64_MAX));

  it('is no price where one of its reserves is 0 or less', () => {
    const [record] = new Chain().quotePrice().records;
    const wire = z.encode(Fact, record!.facts[0]!) as Record<string, unknown>;
    expect(Fact.safeParse(wire).success).toBe(true);
    for (const name of ['priceTokenReserves', 'priceQuoteReserves'])
      for (const value of ['0', '-0', '00', '-1', `${-(2n ** 127n)}`])
        expect(Fact.safeParse({ ...wire, [name]: value }).success).toBe(false);
  });

  it('is folded, stored and read again, and no amount by it exceeds what an amount can be', () => {
    fc.assert(
      fc.property(
        fc.record({
          priceTokenReserves: reserves,
          priceQuoteReserves: reserves,
          realQuoteReserves: fc.option(amount),
          realTokenReserves: fc.option(amount),
          pricedIn: fc.constantFrom('SOL', 'USDC'),
          venue: fc.constantFrom('pump-curve', 'pumpswap', 'raydium'),
        }),
        fc.record({ quoteAmount: amount, quoteDecimals: fc.option(fc.nat(18)) }),
        fc.option(fc.constantFrom('0', '0.000001', '100', '999999999999.999999')),
        (price, paid, solPrice) => {
          const chain = new Chain();
          if (solPrice !== null) chain.solPrice(solPrice);
          chain.quotePrice(price).slot().launch({ quoteMint: COIN });
          chain.trade(41, { ...IN_COIN, ...paid }).slot();
          restart(chain.folded);
          chain
            .pass(1_000)
            .trade(42, { ...IN_COIN, ...paid })
            .slot();
          const worth = (paid.quoteAmount * price.priceQuoteReserves) / price.priceTokenReserves;
          const isPriced = worth <= U64_MAX && (price.pricedIn === 'USDC' || solPrice !== null);
          expect(tokenIn(chain).unpriced).toBe(isPriced ? 0 : 2);
        },
      ),
      { numRuns: 300 },
    );
  });
});
