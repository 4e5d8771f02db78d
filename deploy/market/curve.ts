/**
 * The bonding curve's arithmetic, exact to the lamport (research on 184 mainnet trades): constant product over
 * virtual reserves. Amounts are base units: tokens with 6 decimals, quote in lamports or the quote mint's units.
 */

export const TOKEN_SUPPLY = 1_000_000_000_000_000n;
export const INITIAL_VIRTUAL_TOKENS = 1_073_000_000_000_000n;
export const INITIAL_REAL_TOKENS = 793_100_000_000_000n;
export const INITIAL_VIRTUAL_LAMPORTS = 30_000_000_000n;

/** Tokens that never leave the curve by trades: they go to the pool at migration. */
export const POOL_TOKENS = TOKEN_SUPPLY - INITIAL_REAL_TOKENS;

/** `CompletePumpAmmMigrationEvent.pool_migration_fee` of standard SOL launches, in lamports. */
export const POOL_MIGRATION_FEE_LAMPORTS = 15_000_001n;

/** Share of the protocol fee that buys back, in basis points; recorded in events, paid by the fee recipient. */
export const BUYBACK_FEE_BPS = 5_000n;

export interface Curve {
  virtualQuote: bigint;
  virtualTokens: bigint;
  realQuote: bigint;
  realTokens: bigint;
}

/** A fresh curve; `virtualQuote` is 30 SOL for SOL launches. */
export function openCurve(virtualQuote: bigint): Curve {
  return {
    virtualQuote,
    virtualTokens: INITIAL_VIRTUAL_TOKENS,
    realQuote: 0n,
    realTokens: INITIAL_REAL_TOKENS,
  };
}

/** Fee on an amount: rounded up. */
export const feeOf = (amount: bigint, bps: bigint): bigint => (amount * bps + 9_999n) / 10_000n;

/** The part of the protocol fee that buys back: rounded down. */
export const buybackOf = (protocolFee: bigint): bigint => (protocolFee * BUYBACK_FEE_BPS) / 10_000n;

/** Fees that wait where they were charged until they are swept, in units of the quote. */
export interface WaitingFees {
  readonly protocol: bigint;
  readonly creator: bigint;
}

export const NONE_WAITING: WaitingFees = { protocol: 0n, creator: 0n };

/** With what a trade leaves of its fees: the part of the protocol's that buys back is paid out at once. */
export const withKept = (waiting: WaitingFees, fees: WaitingFees): WaitingFees => ({
  protocol: waiting.protocol + fees.protocol - buybackOf(fees.protocol),
  creator: waiting.creator + fees.creator,
});

export const sumWaiting = ({ protocol, creator }: WaitingFees): bigint => protocol + creator;

/**
 * What is left for the trade itself where `gross` pays for it and for fees at these rates on what is left; at least
 * what was observed of `buy_exact_sol_in` and its kin: the share without fees, less what rounding the fees up is too much.
 */
export function netOf(gross: bigint, rates: readonly bigint[]): bigint {
  const net = (gross * 10_000n) / (10_000n + rates.reduce((sum, bps) => sum + bps, 0n));
  const excess = rates.reduce((sum, bps) => sum + feeOf(net, bps), net) - gross;
  return excess > 0n ? net - excess : net;
}

/** Quote that enters the curve for exactly `tokens` leaving it, before fees. */
export function quoteForBuy(curve: Curve, tokens: bigint): bigint {
  return (curve.virtualQuote * tokens) / (curve.virtualTokens - tokens) + 1n;
}

/** Quote that leaves the curve for `tokens` entering it, before fees. */
export function quoteForSell(curve: Curve, tokens: bigint): bigint {
  return (curve.virtualQuote * tokens) / (curve.virtualTokens + tokens);
}

/** Tokens that about `quote` buys, never more than the curve has left to sell. */
export function tokensForQuote(curve: Curve, quote: bigint): bigint {
  const tokens = (quote * curve.virtualTokens) / (curve.virtualQuote + quote);
  return tokens < curve.realTokens ? tokens : curve.realTokens;
}

/** Tokens that exactly `net` buys of reserves, curve's or pool's: rounded down, with one unit of the quote to spare. */
export const tokensForNet = (quote: bigint, tokens: bigint, net: bigint): bigint =>
  net <= 1n ? 0n : ((net - 1n) * tokens) / (quote + net - 1n);

/** The curve after `tokens` left it for `quote`. */
export function afterBuy(curve: Curve, tokens: bigint, quote: bigint): Curve {
  return {
    virtualQuote: curve.virtualQuote + quote,
    virtualTokens: curve.virtualTokens - tokens,
    realQuote: curve.realQuote + quote,
    realTokens: curve.realTokens - tokens,
  };
}

/** The curve after `tokens` entered it for `quote`. */
export function afterSell(curve: Curve, tokens: bigint, quote: bigint): Curve {
  return afterBuy(curve, -tokens, -quote);
}

/** Share of the curve's tokens that have been sold, 0 to 1. */
export function progressOf(curve: Curve): number {
  return 1 - Number(curve.realTokens) / Number(INITIAL_REAL_TOKENS);
}
