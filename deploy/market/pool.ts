import {
  buybackOf,
  feeOf,
  NONE_WAITING,
  netOf,
  POOL_TOKENS,
  sumWaiting,
  TOKEN_SUPPLY,
  tokensForNet,
  type WaitingFees,
  withKept,
} from './curve.js';

/** PumpSwap's arithmetic for canonical pools, exact against 12 mainnet trades; amounts in base units. */
export interface Pool {
  base: bigint;
  quote: bigint;
  /** Quote that counts in the price but is not in the vault; negative where fees wait in the vault that do not count. */
  virtualQuote: bigint;
  /** Fees that wait in the vault. */
  waiting: WaitingFees;
  /** LP tokens that share it: with those that it locked, and those that were burnt without a withdrawal. */
  lpSupply: bigint;
}

/** Quote that counts beyond what is in the vault for trades; 0 for a pool without a boost. */
export const boostOf = ({ virtualQuote, waiting }: Pool): bigint => virtualQuote + sumWaiting(waiting);

/** The pool after fees that waited in its vault have been paid out: at the same price. */
export const afterSweep = (pool: Pool, bucket: keyof WaitingFees): Pool => ({
  ...pool,
  quote: pool.quote - pool.waiting[bucket],
  virtualQuote: pool.virtualQuote + pool.waiting[bucket],
  waiting: { ...pool.waiting, [bucket]: 0n },
});

export interface PoolFeesBps {
  lp: bigint;
  protocol: bigint;
  creator: bigint;
}

/**
 * The fees of canonical pools by market cap in SOL, whole tokens being priced: lower bound, then basis points for
 * liquidity, protocol and creator (solana.pump.fun/docs/fees, September 2025). Of the creator's rates above 54,030 SOL
 * every other one is published with half a basis point, which no program charges: they are rounded down.
 */
const TIERS: readonly (readonly [fromSol: number, lp: number, protocol: number, creator: number])[] = [
  [98_240, 20, 5, 5],
  [93_330, 20, 5, 7],
  [88_400, 20, 5, 10],
  [83_500, 20, 5, 12],
  [78_590, 20, 5, 15],
  [73_681, 20, 5, 17],
  [68_770, 20, 5, 20],
  [63_860, 20, 5, 22],
  [58_940, 20, 5, 25],
  [54_030, 20, 5, 27],
  [49_120, 20, 5, 30],
  [44_210, 20, 5, 35],
  [39_300, 20, 5, 40],
  [34_380, 20, 5, 45],
  [29_470, 20, 5, 50],
  [24_560, 20, 5, 55],
  [19_650, 20, 5, 60],
  [14_740, 20, 5, 65],
  [9_820, 20, 5, 70],
  [4_420, 20, 5, 75],
  [3_440, 20, 5, 80],
  [2_460, 20, 5, 85],
  [1_470, 20, 5, 90],
  [420, 20, 5, 95],
  [0, 2, 93, 30],
];
const FEE_TIERS = TIERS.map(([fromSol, lp, protocol, creator]) => ({
  fromMarketCap: BigInt(fromSol) * 1_000_000_000n,
  fees: { lp: BigInt(lp), protocol: BigInt(protocol), creator: BigInt(creator) },
}));

const priceReserves = (pool: Pool): bigint => pool.quote + pool.virtualQuote;

/** The fees a trade pays at the pool's present market cap, of all of the coin's tokens. */
export function poolFees(pool: Pool, supply: bigint): PoolFeesBps {
  const marketCap = (priceReserves(pool) * supply) / pool.base;
  return (FEE_TIERS.find(({ fromMarketCap }) => marketCap >= fromMarketCap) ?? FEE_TIERS.at(-1)!).fees;
}

/** The largest integer whose square is not above the value. */
function squareRoot(value: bigint): bigint {
  let root = BigInt(Math.floor(Math.sqrt(Number(value))));
  while (root * root > value) root--;
  while ((root + 1n) * (root + 1n) <= value) root++;
  return root;
}

/**
 * The pool a completed curve opens with `deposit` lamports. A boosted pool gives up the pool's share of the supply
 * (20.69%) of its quote at once and counts it as virtual: 84,990,359,084 leaves 67,405,853,790 and 17,584,505,294.
 * `beyond` is what has been bought of it before it opens: the boost is a share of what there was before.
 */
export function openPool(
  deposit: bigint,
  isBoosted = true,
  beyond: { tokens: bigint; quote: bigint } = { tokens: 0n, quote: 0n },
): Pool {
  const virtualQuote = isBoosted ? (deposit * POOL_TOKENS) / TOKEN_SUPPLY : 0n;
  const base = POOL_TOKENS - beyond.tokens;
  const quote = deposit + beyond.quote;
  return {
    base,
    quote: quote - virtualQuote,
    virtualQuote,
    waiting: NONE_WAITING,
    lpSupply: squareRoot(base * quote),
  };
}

export interface PoolTrade {
  /** Tokens that left the pool or entered it. */
  base: bigint;
  /** What the constant product takes or gives, before fees. */
  quote: bigint;
  lpFee: bigint;
  protocolFee: bigint;
  creatorFee: bigint;
  /** What the trader pays or receives in all. */
  userQuote: bigint;
  /** The part of the fees that stays in the vault, though not in the price. */
  kept: bigint;
  /** The pool after the trade: the LP fee stays in it. */
  after: Pool;
}

/** A buy of exactly `base` tokens: quote is rounded up. `keeps`: fees wait in the vault. */
export function buyFromPool(pool: Pool, base: bigint, bps: PoolFeesBps, keeps = false): PoolTrade {
  const left = pool.base - base;
  const quote = (priceReserves(pool) * base + left - 1n) / left;
  return tradeOf(pool, base, quote, bps, keeps);
}

/** A buy that pays `gross` with all fees, or one unit less: tokens are rounded down. */
export function spendInPool(pool: Pool, gross: bigint, bps: PoolFeesBps, keeps = false): PoolTrade {
  const net = netOf(gross, [bps.lp, bps.protocol, bps.creator]);
  return tradeOf(pool, tokensForNet(priceReserves(pool), pool.base, net), net, bps, keeps);
}

/** A sale of exactly `base` tokens: quote is rounded down. */
export function sellToPool(pool: Pool, base: bigint, bps: PoolFeesBps, keeps = false): PoolTrade {
  const quote = (priceReserves(pool) * base) / (pool.base + base);
  return tradeOf(pool, -base, -quote, bps, keeps);
}

/** Tokens that about `quote` buys. */
export function poolTokensForQuote(pool: Pool, quote: bigint): bigint {
  return (quote * pool.base) / (priceReserves(pool) + quote);
}

/** A trade by what leaves the pool and what enters it, each negative in a sale. */
function tradeOf(pool: Pool, out: bigint, into: bigint, bps: PoolFeesBps, keeps: boolean): PoolTrade {
  const quote = into < 0n ? -into : into;
  const lpFee = feeOf(quote, bps.lp);
  const [protocolFee, creatorFee] = [feeOf(quote, bps.protocol), feeOf(quote, bps.creator)];
  const fees = lpFee + protocolFee + creatorFee;
  const kept = keeps ? protocolFee - buybackOf(protocolFee) + creatorFee : 0n;
  return {
    base: out < 0n ? -out : out,
    quote,
    lpFee,
    protocolFee,
    creatorFee,
    userQuote: into < 0n ? quote - fees : quote + fees,
    kept,
    after: {
      base: pool.base - out,
      quote: pool.quote + into + lpFee + kept,
      virtualQuote: pool.virtualQuote - kept,
      waiting: keeps ? withKept(pool.waiting, { protocol: protocolFee, creator: creatorFee }) : pool.waiting,
      lpSupply: pool.lpSupply,
    },
  };
}

/** What a deposit puts in or a withdrawal takes out, and the pool after it. */
export interface LiquidityChange {
  base: bigint;
  quote: bigint;
  after: Pool;
}

/** LP tokens that about so many tokens, and the quote that belongs to them, are worth: rounded down. */
export const lpTokensFor = ({ base, lpSupply }: Pool, tokens: bigint): bigint => (tokens * lpSupply) / base;

/** What exactly so many LP tokens cost: rounded up. */
export const depositInPool = (pool: Pool, lpTokens: bigint): LiquidityChange =>
  changeLiquidity(pool, lpTokens, (amount) => (amount * lpTokens + pool.lpSupply - 1n) / pool.lpSupply);

/** What exactly so many LP tokens give back: rounded down. */
export const withdrawFromPool = (pool: Pool, lpTokens: bigint): LiquidityChange =>
  changeLiquidity(pool, -lpTokens, (amount) => (amount * lpTokens) / pool.lpSupply);

/** `minted` is negative where LP tokens are burnt. What is shared is what makes the price: waiting fees are nobody's liquidity. */
function changeLiquidity(pool: Pool, minted: bigint, shareOf: (amount: bigint) => bigint): LiquidityChange {
  if (boostOf(pool) !== 0n) throw new RangeError('a boosted pool takes and gives no liquidity');
  const [base, quote] = [shareOf(pool.base), shareOf(priceReserves(pool))];
  if (base === 0n || quote === 0n) throw new RangeError('so few LP tokens are worth nothing');
  const sign = minted < 0n ? -1n : 1n;
  return {
    base,
    quote,
    after: {
      ...pool,
      base: pool.base + sign * base,
      quote: pool.quote + sign * quote,
      lpSupply: pool.lpSupply + minted,
    },
  };
}
