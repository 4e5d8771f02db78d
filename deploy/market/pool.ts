import { feeOf, POOL_TOKENS, TOKEN_SUPPLY } from './curve.js';

/** PumpSwap's arithmetic for canonical pools, exact against 12 mainnet trades; amounts in base units. */
export interface Pool {
  base: bigint;
  quote: bigint;
  /** Quote that counts in the price but is not in the vault. */
  virtualQuote: bigint;
}

export interface PoolFeesBps {
  lp: bigint;
  protocol: bigint;
  creator: bigint;
}

/** First tiers of the mainnet fee configuration, by market cap in lamports; higher caps are out of this market's reach. */
const FEE_TIERS: readonly (PoolFeesBps & { fromMarketCap: bigint })[] = [
  { fromMarketCap: 2_460_000_000_000n, lp: 20n, protocol: 5n, creator: 85n },
  { fromMarketCap: 1_470_000_000_000n, lp: 20n, protocol: 5n, creator: 90n },
  { fromMarketCap: 420_000_000_000n, lp: 20n, protocol: 5n, creator: 95n },
  { fromMarketCap: 0n, lp: 2n, protocol: 93n, creator: 30n },
];

const priceReserves = (pool: Pool): bigint => pool.quote + pool.virtualQuote;

/** The fees a trade pays at the pool's present market cap. */
export function poolFees(pool: Pool): PoolFeesBps {
  const marketCap = (priceReserves(pool) * TOKEN_SUPPLY) / pool.base;
  return FEE_TIERS.find(({ fromMarketCap }) => marketCap >= fromMarketCap) ?? FEE_TIERS.at(-1)!;
}

/**
 * The pool a completed curve opens with `deposit` lamports. A boosted pool gives up the pool's share of the supply
 * (20.69%) of its quote at once and counts it as virtual: 84,990,359,084 leaves 67,405,853,790 and 17,584,505,294.
 */
export function openPool(deposit: bigint): Pool {
  const virtualQuote = (deposit * POOL_TOKENS) / TOKEN_SUPPLY;
  return { base: POOL_TOKENS, quote: deposit - virtualQuote, virtualQuote };
}

export interface PoolTrade {
  /** `quote_amount_in` of a buy, `quote_amount_out` of a sell. */
  quote: bigint;
  lpFee: bigint;
  protocolFee: bigint;
  creatorFee: bigint;
  /** What the trader pays or receives in all. */
  userQuote: bigint;
  /** The pool after the trade: the LP fee stays in it. */
  after: Pool;
}

/** A buy of exactly `base` tokens: quote is rounded up. */
export function buyFromPool(pool: Pool, base: bigint, bps: PoolFeesBps): PoolTrade {
  const left = pool.base - base;
  const quote = (priceReserves(pool) * base + left - 1n) / left;
  const fees = feesOn(quote, bps);
  const userQuote = quote + fees.lpFee + fees.protocolFee + fees.creatorFee;
  return {
    quote,
    ...fees,
    userQuote,
    after: { ...pool, base: left, quote: pool.quote + quote + fees.lpFee },
  };
}

/** A sale of exactly `base` tokens: quote is rounded down. */
export function sellToPool(pool: Pool, base: bigint, bps: PoolFeesBps): PoolTrade {
  const quote = (priceReserves(pool) * base) / (pool.base + base);
  const fees = feesOn(quote, bps);
  const userQuote = quote - fees.lpFee - fees.protocolFee - fees.creatorFee;
  return {
    quote,
    ...fees,
    userQuote,
    after: { ...pool, base: pool.base + base, quote: pool.quote - quote + fees.lpFee },
  };
}

/** Tokens that about `quote` buys. */
export function poolTokensForQuote(pool: Pool, quote: bigint): bigint {
  return (quote * pool.base) / (priceReserves(pool) + quote);
}

function feesOn(quote: bigint, bps: PoolFeesBps): Pick<PoolTrade, 'lpFee' | 'protocolFee' | 'creatorFee'> {
  return {
    lpFee: feeOf(quote, bps.lp),
    protocolFee: feeOf(quote, bps.protocol),
    creatorFee: feeOf(quote, bps.creator),
  };
}
