/** What the rules of the screens count with, each number once. A change of meaning raises `RULES_VERSION`. */

/** pump.fun's curve today: base units (6 decimals) and lamports. Source: the program's Global account. */
export const CURVE = {
  /** Tokens for sale at the start; progress counts these. */
  initialRealTokenReserves: 793_100_000_000_000n,
  initialVirtualTokenReserves: 1_073_000_000_000_000n,
  initialVirtualSolLamports: 30_000_000_000n,
  totalSupply: 1_000_000_000_000_000n,
  tokenDecimals: 6,
} as const;

/** Percent of curve tokens sold. */
export const PROGRESS = {
  windowFrom: 40,
  /** From here on a token counts as migrating: product.md's rule for the screens, not the chain's completion. */
  migratingFrom: 85,
  complete: 100,
  alertFrom: 30,
  alertTo: 50,
} as const;

const MINUTE_MS = 60_000;

export const WINDOW_MS = {
  m1: MINUTE_MS,
  m5: 5 * MINUTE_MS,
  h1: 60 * MINUTE_MS,
  h24: 24 * 60 * MINUTE_MS,
} as const;

/** A graduated token stays in the bonded list for this long. */
export const BONDED_FOR_MS = 24 * 60 * MINUTE_MS;

/** A bonding token is monitored while its last trade is younger than this. */
export const MONITORED_FOR_MS = 60 * MINUTE_MS;

/** A distinct wallet whose buys in the window sum to at least this is a whale buyer. */
export const WHALE_LAMPORTS = 5_000_000_000n;

/** A creator's dump sets its floor for so long. */
export const DUMP_HOLDS_MS = 60 * MINUTE_MS;

/** For so much stream time a coin that tokens are quoted in is taken to cost what its newest trade says. */
export const QUOTE_PRICE_FOR_MS = 60 * MINUTE_MS;

/**
 * Among a coin's curve and pools the one with the most in it tells the price, until another is traded that much later: of
 * liquidity that was taken out again no trade may ever tell.
 */
export const QUOTE_PLACE_FOR_MS = 5 * MINUTE_MS;

/** A partition's fold gives account of itself at most once in so much stream time. */
export const SCAN_EVERY_MS = 1_000;

/** From this bonding progress on a token is near a list: what is asked of the world is asked about it. */
export const NEAR_LIST_PERCENT = 25;

/** Below this share of the supply, 0–1, whose owner is known, shares and counts of holders would mislead: they are unknown. */
export const HOLDER_COVERAGE_MIN = 0.9;

/** Whale buyers are counted over the hour, and over this for the whitepaper. */
export const WHALE_WINDOW_MS = { h1: WINDOW_MS.h1, m10: 10 * MINUTE_MS } as const;

/**
 * How often a token that no list shows is measured while it is traded: in its first hour, and afterwards. One that a list
 * shows is measured in every slot that trades it.
 */
export const HIDDEN_EVERY_MS = { young: 10_000, old: MINUTE_MS, youngFor: WINDOW_MS.h1 } as const;

/** A price trail: so many steps of so long, the last of which is still open. */
export const TRAIL = { steps: 30, stepMs: 10_000 } as const;

/** A token that comes back to its list within this much stream time is no news. */
export const NO_NEWS_WITHIN_MS = 10 * MINUTE_MS;

/** Default length of every list. Lists are never padded. */
export const LIST_LIMIT_DEFAULT = 40;
export const LIST_LIMIT_MAX = 200;
