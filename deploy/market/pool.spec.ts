import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NONE_WAITING } from './curve.js';
import {
  afterSweep,
  boostOf,
  buyFromPool,
  openPool,
  type Pool,
  poolFees,
  sellToPool,
  spendInPool,
} from './pool.js';

const product = (pool: Pool): bigint => pool.base * (pool.quote + pool.virtualQuote);

describe('a PumpSwap pool', () => {
  it('opens boosted as mainnet opens it', () => {
    expect(openPool(84_990_359_084n)).toEqual({
      base: 206_900_000_000_000n,
      quote: 67_405_853_790n,
      virtualQuote: 17_584_505_294n,
      waiting: NONE_WAITING,
    });
  });

  it('opens where a completing purchase of mainnet left it, with the boost of what was there before', () => {
    const beyond = { tokens: 956_205_008_883n, quote: 394_613_527n };
    expect(openPool(84_990_359_122n, true, beyond)).toEqual({
      base: 205_943_794_991_117n,
      quote: 67_800_467_347n,
      virtualQuote: 17_584_505_302n,
      waiting: NONE_WAITING,
    });
  });

  it('keeps the fees of a sale as mainnet kept them', () => {
    const pool = {
      base: 74_473_392_242_842n,
      quote: 218_834_620_214n,
      virtualQuote: 17_584_418_739n,
      waiting: { protocol: 2_473n, creator: 84_076n },
    };
    const trade = sellToPool(pool, 3_143_049_857n, { lp: 20n, protocol: 5n, creator: 85n }, true);
    expect(trade).toMatchObject({ quote: 9_977_328n, lpFee: 19_955n, userQuote: 9_867_576n, kept: 87_303n });
    expect(trade.after.waiting.creator).toBe(168_884n);
    expect(trade.after.quote).toBe(218_834_620_214n - 9_977_328n + 19_955n + 87_303n);
    expect(boostOf(trade.after)).toBe(boostOf(pool));
  });

  it('sells for exactly what is spent as mainnet sold in the second hop of a route', () => {
    const pool = {
      base: 201_400_000_000_000n,
      quote: 78_778_163_181_426n,
      virtualQuote: 19_866_109_326_942n,
      waiting: NONE_WAITING,
    };
    const trade = spendInPool(pool, 116_421_446_124n, { lp: 20n, protocol: 0n, creator: 5n }, true);
    expect(trade).toMatchObject({
      base: 236_823_730_685n,
      quote: 116_131_118_327n,
      lpFee: 232_262_237n,
      creatorFee: 58_065_560n,
      userQuote: 116_421_446_124n,
    });
  });

  it('has the same price after a sweep', () => {
    const pool = {
      base: 10n ** 14n,
      quote: 10n ** 11n,
      virtualQuote: -70n,
      waiting: { protocol: 30n, creator: 40n },
    };
    const swept = afterSweep(pool, 'creator');
    expect(swept).toMatchObject({
      quote: 10n ** 11n - 40n,
      virtualQuote: -30n,
      waiting: { protocol: 30n, creator: 0n },
    });
    expect(product(swept)).toBe(product(pool));
  });

  it('prices a purchase as mainnet priced one of September 2026', () => {
    const pool = {
      base: 73_894_701_580_072n,
      quote: 220_693_325_181n,
      virtualQuote: 17_584_505_288n,
      waiting: NONE_WAITING,
    };
    const trade = buyFromPool(pool, 141_859_566n, { lp: 20n, protocol: 5n, creator: 85n });
    expect(trade).toMatchObject({
      quote: 457_436n,
      lpFee: 915n,
      protocolFee: 229n,
      creatorFee: 3_889n,
      userQuote: 462_469n,
    });
    expect(poolFees(pool)).toMatchObject({ lp: 20n, protocol: 5n, creator: 85n });
  });

  it('prices a sale as mainnet priced one of August 2026', () => {
    const pool = {
      base: 110_621_242_036n,
      quote: 795_574_167_842_770n,
      virtualQuote: 0n,
      waiting: NONE_WAITING,
    };
    const trade = sellToPool(pool, 460_358_085n, { lp: 25n, protocol: 5n, creator: 0n });
    expect(trade).toMatchObject({
      quote: 3_297_116_714_060n,
      lpFee: 8_242_791_786n,
      protocolFee: 1_648_558_358n,
      userQuote: 3_287_225_363_916n,
    });
  });

  it('takes the mainnet tier of its market cap when it opens', () => {
    expect(poolFees(openPool(84_990_359_056n))).toMatchObject({ lp: 2n, protocol: 93n, creator: 30n });
  });

  it('never gives value away', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 100_000_000_000_000n }), (base) => {
        const pool = openPool(84_990_359_056n);
        const bought = buyFromPool(pool, base, poolFees(pool));
        const sold = sellToPool(bought.after, base, poolFees(bought.after));
        expect(product(bought.after)).toBeGreaterThanOrEqual(product(pool));
        expect(product(sold.after)).toBeGreaterThanOrEqual(product(bought.after));
        expect(sold.userQuote).toBeLessThan(bought.userQuote);
      }),
    );
  });
});
