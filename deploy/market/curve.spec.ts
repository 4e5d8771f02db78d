import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterBuy,
  afterSell,
  type Curve,
  feeOf,
  INITIAL_REAL_TOKENS,
  INITIAL_VIRTUAL_LAMPORTS,
  openCurve,
  POOL_MIGRATION_FEE_LAMPORTS,
  progressOf,
  quoteForBuy,
  quoteForSell,
  tokensForQuote,
} from './curve.js';

const product = (curve: Curve): bigint => curve.virtualQuote * curve.virtualTokens;

/** A curve that a few purchases have moved. */
const traded = fc.array(fc.bigInt({ min: 1n, max: 8_000_000_000n }), { maxLength: 10 }).map((purchases) =>
  purchases.reduce((curve, quote) => {
    const tokens = tokensForQuote(curve, quote);
    return tokens === 0n ? curve : afterBuy(curve, tokens, quoteForBuy(curve, tokens));
  }, openCurve(INITIAL_VIRTUAL_LAMPORTS)),
);

describe('the bonding curve', () => {
  it('charges what mainnet charged for the first purchase of a coin', () => {
    const curve = openCurve(INITIAL_VIRTUAL_LAMPORTS);
    const tokens = 3_520_371_073_923n;
    const quote = quoteForBuy(curve, tokens);
    expect(quote).toBe(98_750_018n);
    expect([feeOf(quote, 95n), feeOf(quote, 30n)]).toEqual([938_126n, 296_251n]);
    expect(afterBuy(curve, tokens, quote)).toEqual({
      virtualQuote: 30_098_750_018n,
      virtualTokens: 1_069_479_628_926_077n,
      realQuote: 98_750_018n,
      realTokens: 789_579_628_926_077n,
    });
  });

  it('completes at 85.005 SOL and seeds the pool with 84.990359 SOL', () => {
    const curve = openCurve(INITIAL_VIRTUAL_LAMPORTS);
    const quote = quoteForBuy(curve, INITIAL_REAL_TOKENS);
    const complete = afterBuy(curve, INITIAL_REAL_TOKENS, quote);
    expect(progressOf(complete)).toBe(1);
    expect(quote).toBe(85_005_359_057n);
    expect(quote - POOL_MIGRATION_FEE_LAMPORTS).toBe(84_990_359_056n);
  });

  it('never gives value away: its product grows with every trade', () => {
    fc.assert(
      fc.property(traded, fc.bigInt({ min: 1n, max: 50_000_000_000_000n }), (curve, wanted) => {
        const tokens = wanted < curve.realTokens ? wanted : curve.realTokens;
        fc.pre(tokens > 0n);
        const bought = afterBuy(curve, tokens, quoteForBuy(curve, tokens));
        const sold = afterSell(bought, tokens, quoteForSell(bought, tokens));
        expect(product(bought)).toBeGreaterThan(product(curve));
        expect(product(sold)).toBeGreaterThanOrEqual(product(bought));
        expect(sold.realQuote).toBeGreaterThanOrEqual(curve.realQuote);
      }),
    );
  });

  it('never sells more than it has and buys for a quote cost no more than it', () => {
    fc.assert(
      fc.property(traded, fc.bigInt({ min: 1n, max: 200_000_000_000n }), (curve, quote) => {
        const tokens = tokensForQuote(curve, quote);
        expect(tokens).toBeLessThanOrEqual(curve.realTokens);
        if (tokens > 0n) expect(quoteForBuy(curve, tokens)).toBeLessThanOrEqual(quote + 1n);
      }),
    );
  });

  it('rounds fees up', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 15n }),
        fc.bigInt({ min: 0n, max: 10_000n }),
        (amount, bps) => {
          const fee = feeOf(amount, bps);
          expect(fee * 10_000n).toBeGreaterThanOrEqual(amount * bps);
          expect((fee - 1n) * 10_000n).toBeLessThan(amount * bps);
        },
      ),
    );
  });
});
