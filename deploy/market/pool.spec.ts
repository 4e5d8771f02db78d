import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buyFromPool, openPool, type Pool, poolFees, sellToPool } from './pool.js';

const product = (pool: Pool): bigint => pool.base * (pool.quote + pool.virtualQuote);

describe('a PumpSwap pool', () => {
  it('opens boosted as mainnet opens it', () => {
    expect(openPool(84_990_359_084n)).toEqual({
      base: 206_900_000_000_000n,
      quote: 67_405_853_790n,
      virtualQuote: 17_584_505_294n,
    });
  });

  it('prices a purchase as mainnet priced one of September 2026', () => {
    const pool = { base: 73_894_701_580_072n, quote: 220_693_325_181n, virtualQuote: 17_584_505_288n };
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
    const pool = { base: 110_621_242_036n, quote: 795_574_167_842_770n, virtualQuote: 0n };
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
