/** What the programs compute, from research on real transactions: the reference that facts are held against. */

/** Quote a curve or pool takes for `tokens` out of it: what an exact-out buy costs, fees apart. */
export const curveBuyCost = (quoteReserves: bigint, tokenReserves: bigint, tokens: bigint): bigint =>
  (quoteReserves * tokens) / (tokenReserves - tokens) + 1n;

/** Quote a curve or pool gives for `tokens` into it, fees apart. */
export const sellProceeds = (quoteReserves: bigint, tokenReserves: bigint, tokens: bigint): bigint =>
  (quoteReserves * tokens) / (tokenReserves + tokens);

/** A fee of `basisPoints` of an amount, rounded up. */
export const feeOf = (amount: bigint, basisPoints: bigint): bigint =>
  (amount * basisPoints + 9_999n) / 10_000n;

/** Tokens that a PumpSwap pool, or the part of a buy beyond its curve, gives for `quote` without fees. */
export const poolTokensFor = (quoteReserves: bigint, tokenReserves: bigint, quote: bigint): bigint =>
  ((quote - 1n) * tokenReserves) / (quoteReserves + quote - 1n);

/** Quote a PumpSwap pool takes for `tokens` out of it, rounded up. */
export const poolBuyCost = (quoteReserves: bigint, tokenReserves: bigint, tokens: bigint): bigint => {
  const left = tokenReserves - tokens;
  return (quoteReserves * tokens + left - 1n) / left;
};
