import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NONE_WAITING, TOKEN_SUPPLY } from './curve.js';
import {
  afterSweep,
  boostOf,
  buyFromPool,
  depositInPool,
  lpTokensFor,
  openPool,
  type Pool,
  poolFees,
  sellToPool,
  spendInPool,
  withdrawFromPool,
} from './pool.js';

/** LP tokens of a pool in which nobody takes part here. */
const lpSupply = 4_193_388_282_604n;

const product = (pool: Pool): bigint => pool.base * (pool.quote + pool.virtualQuote);

describe('a PumpSwap pool', () => {
  it('opens boosted as mainnet opens it', () => {
    expect(openPool(84_990_359_084n)).toEqual({
      base: 206_900_000_000_000n,
      quote: 67_405_853_790n,
      virtualQuote: 17_584_505_294n,
      waiting: NONE_WAITING,
      lpSupply: 4_193_388_283_295n,
    });
  });

  it('opens where a completing purchase of mainnet left it, with the boost of what was there before', () => {
    const beyond = { tokens: 956_205_008_883n, quote: 394_613_527n };
    expect(openPool(84_990_359_122n, true, beyond)).toEqual({
      base: 205_943_794_991_117n,
      quote: 67_800_467_347n,
      virtualQuote: 17_584_505_302n,
      waiting: NONE_WAITING,
      lpSupply: 4_193_388_284_257n,
    });
  });

  it('keeps the fees of a sale as mainnet kept them', () => {
    const pool = {
      base: 74_473_392_242_842n,
      quote: 218_834_620_214n,
      virtualQuote: 17_584_418_739n,
      waiting: { protocol: 2_473n, creator: 84_076n },
      lpSupply,
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
      lpSupply,
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
      lpSupply,
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
      lpSupply,
    };
    const trade = buyFromPool(pool, 141_859_566n, { lp: 20n, protocol: 5n, creator: 85n });
    expect(trade).toMatchObject({
      quote: 457_436n,
      lpFee: 915n,
      protocolFee: 229n,
      creatorFee: 3_889n,
      userQuote: 462_469n,
    });
    expect(poolFees(pool, TOKEN_SUPPLY)).toMatchObject({ lp: 20n, protocol: 5n, creator: 85n });
  });

  it('prices a sale as mainnet priced one of August 2026', () => {
    const pool = {
      base: 110_621_242_036n,
      quote: 795_574_167_842_770n,
      virtualQuote: 0n,
      waiting: NONE_WAITING,
      lpSupply,
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
    expect(poolFees(openPool(84_990_359_056n), TOKEN_SUPPLY)).toMatchObject({
      lp: 2n,
      protocol: 93n,
      creator: 30n,
    });
  });

  it('never gives value away', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 100_000_000_000_000n }), (base) => {
        const pool = openPool(84_990_359_056n);
        const bought = buyFromPool(pool, base, poolFees(pool, TOKEN_SUPPLY));
        const sold = sellToPool(bought.after, base, poolFees(bought.after, TOKEN_SUPPLY));
        expect(product(bought.after)).toBeGreaterThanOrEqual(product(pool));
        expect(product(sold.after)).toBeGreaterThanOrEqual(product(bought.after));
        expect(sold.userQuote).toBeLessThan(bought.userQuote);
      }),
    );
  });
});

describe('the liquidity of a PumpSwap pool', () => {
  it('counts the LP tokens that mainnet counted when it opened', () => {
    expect(openPool(84_990_359_056n).lpSupply).toBe(4_193_388_282_604n);
    expect(openPool(84_990_359_060n).lpSupply).toBe(4_193_388_282_703n);
  });

  it('costs what a deposit of mainnet of August 2026 cost, rounded up', () => {
    const pool = {
      base: 1_652_969_862_671n,
      quote: 4_203_492_200_023_607n,
      virtualQuote: 0n,
      waiting: NONE_WAITING,
      lpSupply: 30_415_620_397_455n,
    };
    expect(depositInPool(pool, 184_168_854n)).toMatchObject({ base: 10_008_857n, quote: 25_452_459_334n });
  });

  it('gives back what a withdrawal of mainnet gave, of all but what the pool locked, rounded down', () => {
    const pool = {
      base: 103_113_808_015n,
      quote: 72_459_229_861_346n,
      virtualQuote: 0n,
      waiting: NONE_WAITING,
      lpSupply: 2_645_751_311_064n,
    };
    const withdrawal = withdrawFromPool(pool, 2_645_751_310_964n);
    expect(withdrawal).toMatchObject({ base: 103_113_808_011n, quote: 72_459_229_858_607n });
    expect(withdrawal.after).toEqual({ ...pool, base: 4n, quote: 2_739n, lpSupply: 100n });
  });

  it('is refused to a pool with a boost, and where it would be worth nothing', () => {
    expect(() => depositInPool(openPool(84_990_359_056n), 1_000_000n)).toThrow('boosted');
    expect(() => withdrawFromPool(openPool(84_990_359_056n), 1_000_000n)).toThrow('boosted');
    expect(() => depositInPool(openPool(84_990_359_056n, false), 0n)).toThrow('worth nothing');
    expect(() => withdrawFromPool(openPool(84_990_359_056n, false), 1n)).toThrow('worth nothing');
  });

  /** A pool without a boost after any trades, with fees that may wait in its vault. */
  const pools = fc
    .record({
      base: fc.bigInt({ min: 10n ** 9n, max: 10n ** 15n }),
      liquid: fc.bigInt({ min: 10n ** 6n, max: 10n ** 14n }),
      protocol: fc.bigInt({ min: 0n, max: 10n ** 9n }),
      creator: fc.bigInt({ min: 0n, max: 10n ** 9n }),
      lpSupply: fc.bigInt({ min: 10n ** 6n, max: 10n ** 14n }),
    })
    .map(({ base, liquid, protocol, creator, lpSupply: supply }): Pool => {
      const kept = protocol + creator;
      const waiting = { protocol, creator };
      return { base, quote: liquid + kept, virtualQuote: -kept, waiting, lpSupply: supply };
    });
  const lpAmounts = fc.bigInt({ min: 1n, max: 10n ** 15n });
  const liquid = ({ quote, virtualQuote }: Pool): bigint => quote + virtualQuote;

  /** Whether each LP token is worth as much as before, or more, on both sides. */
  const losesNothing = (before: Pool, after: Pool): boolean =>
    after.base * before.lpSupply >= before.base * after.lpSupply &&
    liquid(after) * before.lpSupply >= liquid(before) * after.lpSupply;

  it('returns no more than was put in, and never at the cost of those who stay', () => {
    fc.assert(
      fc.property(pools, lpAmounts, (pool, lpTokens) => {
        const put = depositInPool(pool, lpTokens);
        expect(put.after.lpSupply).toBe(pool.lpSupply + lpTokens);
        expect(losesNothing(pool, put.after)).toBe(true);
        const [base, quote] = [(put.after.base * lpTokens) / put.after.lpSupply, liquid(put.after)];
        fc.pre(base > 0n && quote * lpTokens >= put.after.lpSupply);
        const back = withdrawFromPool(put.after, lpTokens);
        expect(back.base).toBeLessThanOrEqual(put.base);
        expect(back.quote).toBeLessThanOrEqual(put.quote);
        expect(losesNothing(put.after, back.after)).toBe(true);
        expect(back.after.base).toBe(pool.base + put.base - back.base);
        expect(back.after.quote).toBe(pool.quote + put.quote - back.quote);
        expect(back.after).toMatchObject({ lpSupply: pool.lpSupply, waiting: pool.waiting });
      }),
    );
  });

  it('mints the most LP tokens that an amount of tokens pays for', () => {
    fc.assert(
      fc.property(pools, fc.bigInt({ min: 1n, max: 10n ** 15n }), (pool, tokens) => {
        const lpTokens = lpTokensFor(pool, tokens);
        fc.pre(lpTokens > 0n);
        expect(depositInPool(pool, lpTokens).base).toBeLessThanOrEqual(tokens);
        expect(depositInPool(pool, lpTokens + 1n).base).toBeGreaterThan(tokens);
      }),
    );
  });

  it('gains by trades, and gives nobody more by parts than at once', () => {
    const { lp, protocol, creator } = { lp: 20n, protocol: 5n, creator: 95n };
    fc.assert(
      fc.property(
        fc.bigInt({ min: 10n ** 9n, max: 10n ** 14n }),
        fc.integer({ min: 1, max: 99 }),
        fc.bigInt({ min: 10n ** 6n, max: 10n ** 13n }),
        (lpTokens, percent, traded) => {
          const put = depositInPool(openPool(84_990_359_056n, false), lpTokens);
          const bought = buyFromPool(put.after, traded, { lp, protocol, creator }, true);
          const sold = sellToPool(bought.after, traded, { lp, protocol, creator }, true);
          expect(losesNothing(put.after, sold.after)).toBe(true);
          const part = (lpTokens * BigInt(percent)) / 100n;
          const first = withdrawFromPool(sold.after, part);
          const second = withdrawFromPool(first.after, lpTokens - part);
          const whole = withdrawFromPool(sold.after, lpTokens);
          expect(first.base + second.base).toBeLessThanOrEqual(whole.base);
          expect(first.quote + second.quote).toBeLessThanOrEqual(whole.quote);
          expect(boostOf(second.after)).toBe(0n);
        },
      ),
    );
  });
});
