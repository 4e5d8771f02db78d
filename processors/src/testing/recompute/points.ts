/**
 * Layers of the rug analysis, the pattern and the scores of a token of which no answer tells anything: docs/scoring.md,
 * written a second time.
 */
import { SOL, type Standing, USDC } from './standing.js';
import { type Counted, MINUTE, SECOND, type Seen, sawAllOf, windowOf, windowStart } from './windows.js';

const HOUR = 60 * MINUTE;

/** Base units, but for the shares. */
export type Creator = {
  wallet: string | null;
  bought: bigint;
  sold: bigint;
  /** By the time at which they count; null where it never traded. */
  sales: { at: number; amount: bigint }[] | null;
};
export type Withdrawal = { at: number; before: bigint };

export type Looked = {
  standing: Standing;
  seen: Seen;
  trades: readonly Counted[];
  balances: ReadonlyMap<string, bigint>;
  supply: bigint | null;
  holders: number | null;
  top1: number | null;
  top10: number | null;
  progress: number | null;
  liquidityUsd: number | null;
  marketCapUsd: number | null;
  creator: Creator;
  withdrawals: readonly Withdrawal[];
};

/** Of observed weights. */
type Sum = { points: number; weight: number };
const ramp = (value: number, from: number, to: number): number =>
  Math.min(1, Math.max(0, (value - from) / (to - from)));
const logRamp = (value: number, from: number, to: number): number =>
  ramp(Math.log(Math.min(to, Math.max(from, value))), Math.log(from), Math.log(to));

/** The first of the pairs that the value is beyond. */
const above = (value: number | null, ...steps: [limit: number, points: number][]): number =>
  value === null ? 0 : (steps.find(([limit]) => value > limit)?.[1] ?? 0);
const layer = (isObserved: boolean, ...points: number[]): number | null =>
  isObserved
    ? Math.min(
        100,
        points.reduce((sum, each) => sum + each, 0),
      )
    : null;

const shareOf = (amount: bigint, supply: bigint | null): number | null =>
  supply === null || supply === 0n ? null : (Number(amount) / Number(supply)) * 100;

/** When it was first traded, where its launch was seen and nothing was missed before. */
const firstTradeOf = ({ trades, seen }: Looked): Counted | null =>
  seen.isWhole ? (trades[0] ?? null) : null;

export function layersOf(of: Looked): Record<string, number | null> {
  const { standing, supply, top1, top10, liquidityUsd, marketCapUsd, holders, progress, creator } = of;
  const isGraduated = standing.lifecycle === 'graduated';
  const isOfLaunchpad =
    standing.curve !== null || standing.completedAt !== null || standing.migratedAt !== null;
  const multiple =
    marketCapUsd === null || liquidityUsd === null || liquidityUsd === 0 ? null : marketCapUsd / liquidityUsd;
  const thin =
    isGraduated && liquidityUsd !== null ? (liquidityUsd < 1e3 ? 40 : liquidityUsd < 5e3 ? 20 : 0) : null;
  const held = top1 === null || creator.wallet === null ? null : (of.balances.get(creator.wallet) ?? 0n);
  const few = progress !== null && progress > 40 && holders !== null && holders < 20 ? 15 : 0;
  const m5 = windowOf(of.trades, standing, '5m', of.seen);
  const isBusy = m5.trades >= 30 && m5.buyShare !== null;
  const pulled = pulledOf(of);
  const fall = fallOf(of);
  const soldNow = soldNowOf(of);
  const sold = soldOf(of, held);
  return {
    liquidity_risk: layer(
      isOfLaunchpad || thin !== null || multiple !== null,
      thin ?? 0,
      above(multiple, [30, 20]),
    ),
    holders_risk: layer(
      top1 !== null,
      above(top10, [60, 60], [50, 35], [30, 15]),
      above(top1, [25, 40], [10, 15]),
      above(held === null ? null : shareOf(held, supply), [10, 30], [5, 15]),
      above(snipersOf(of), [20, 30], [10, 15]),
      few,
    ),
    contract_risk: layer(standing.isMayhem !== null, standing.isMayhem ? 10 : 0),
    market_risk: layer(
      pulled !== null || fall !== null || soldNow !== null || sold !== null || isBusy,
      pulled !== null && pulled >= 50 ? 100 : 0,
      fall !== null && fall >= 60 ? 60 : 0,
      soldNow !== null ? 40 : 0,
      above(sold, [50, 40]),
      isBusy && m5.buyShare! > 0.95 ? 15 : 0,
    ),
    social_risk: null,
    community_risk: null,
  };
}

function snipersOf(of: Looked): number | null {
  const first = firstTradeOf(of);
  if (first === null || of.top1 === null) return null;
  const snipers = new Set(
    of.trades.filter(({ isBuy, at }) => isBuy && at - first.at <= 5 * SECOND).map(({ trader }) => trader),
  );
  if (of.creator.wallet !== null) snipers.delete(of.creator.wallet);
  const held = [...snipers].reduce((sum, wallet) => sum + (of.balances.get(wallet) ?? 0n), 0n);
  return shareOf(held, of.supply);
}

/** Of the withdrawals within an hour the one from the most, until it is an hour old or another is from more. */
function pulledOf({ standing, seen, withdrawals }: Looked): number | null {
  if (standing.lifecycle !== 'graduated') return 0;
  const left = standing.poolReserves?.realQuote ?? null;
  if (left === null) return null;
  let most: Withdrawal | null = null;
  for (const withdrawal of withdrawals)
    if (most === null || withdrawal.at - most.at >= HOUR || withdrawal.before > most.before)
      most = withdrawal;
  if (most === null || seen.now - most.at >= HOUR) return sawAllOf(seen, seen.now - HOUR) ? 0 : null;
  return most.before === 0n ? 0 : Math.max(0, (1 - Number(left) / Number(most.before)) * 100);
}

function fallOf({ standing: { price }, seen, trades }: Looked): number | null {
  const highs = [
    ...closesOf(trades, seen.now, MINUTE, HOUR),
    ...closesOf(trades, seen.now, 10 * SECOND, 10 * MINUTE),
  ];
  if (price === null || highs.length === 0) return null;
  const fall = Math.max(0, (1 - price / Math.max(...highs)) * 100);
  return sawAllOf(seen, seen.now - HOUR) || fall >= 60 ? fall : null;
}

/** The price at the end of each cell that has one, and before the first of them. */
function closesOf(trades: readonly Counted[], now: number, cellMs: number, lengthMs: number): number[] {
  const start = windowStart(now, cellMs, lengthMs);
  const closes = new Map<number, number>();
  for (const { at, price } of trades)
    if (price !== null) closes.set(at < start ? -1 : Math.floor(at / cellMs), price);
  return [...closes.values()];
}

/** Of the supply, in five minutes; null below half a percent, as what insiders sold is not known. */
function soldNowOf({ creator: { sales }, seen, supply }: Looked): number | null {
  const start = windowStart(seen.now, 10 * SECOND, 5 * MINUTE);
  const amount = (sales ?? []).reduce((sum, sale) => (sale.at >= start ? sum + sale.amount : sum), 0n);
  const share = shareOf(amount, supply);
  return share !== null && share >= 0.5 ? share : null;
}

function soldOf({ creator: { bought, sold }, seen }: Looked, held: bigint | null): number | null {
  if (held === null || !seen.isWhole) return null;
  const ever = bought > sold + held ? bought : sold + held;
  return ever === 0n ? 0 : (Number(sold) / Number(ever)) * 100;
}

export type Pattern = { pattern: string; score: number; coverage: number };

/** Of a token's first hour of trading, with SOL for a whole unit of the quote. */
export function patternOf(of: Looked, inSol: number | null): Pattern {
  const { standing, seen, top1, top10, holders, creator } = of;
  const h1 = windowOf(of.trades, standing, '1h', seen);
  const held = top1 === null || creator.wallet === null ? null : (of.balances.get(creator.wallet) ?? 0n);
  const buyers = buyersOf(of);
  const inflow = inflowOf(of);
  const inflowSol = inflow === null || inSol === null ? null : inflow * inSol;
  const perTrade =
    h1.volumeQuote === null || h1.trades === 0 || inSol === null
      ? null
      : (h1.volumeQuote / h1.trades) * inSol;
  const part = (weight: number, value: number | null, earned: (value: number) => number): Sum | null =>
    value === null ? null : { weight, points: weight * earned(value) };
  const linear = (weight: number, value: number | null, from: number, to: number) =>
    part(weight, value, (each) => ramp(each, from, to));
  const patterns: [string, (Sum | null)[]][] = [
    [
      'viralMeme',
      [
        linear(25, buyers?.organic ?? null, 10, 100),
        linear(20, inflowSol, 3, 25),
        linear(15, perTrade, 0.1, 0.5),
        linear(15, buyers?.growth ?? null, 1, 2),
      ],
    ],
    [
      'techUtility',
      [
        part(
          20,
          held === null || !seen.isWhole ? null : Number(creator.bought > 0n && held >= creator.bought),
          (is) => is,
        ),
        linear(15, h1.buyShare === null ? null : h1.buyShare * 100, 52, 65),
        linear(20, seen.isWhole ? holders : null, 5, 60),
      ],
    ],
    [
      'communityDriven',
      [
        part(25, holders, (count) => logRamp(count, 30, 300)),
        linear(20, top10, 60, 20),
        linear(25, holders === null ? null : (buyers?.keepers ?? null), 30, 80),
      ],
    ],
    ['trendRiding', [linear(25, inflowSol, 1, 15), linear(15, buyers?.organic ?? null, 5, 60)]],
  ];
  return patterns
    .map(([pattern, parts]) => ({
      pattern,
      score: parts.reduce((sum, each) => sum + (each?.points ?? 0), 0),
      coverage: parts.reduce((sum, each) => sum + (each?.weight ?? 0), 0) / 100,
    }))
    .reduce((best, other) => (other.score > best.score ? other : best));
}

/** Null where one may have been missed, or the size of a buy is not known. */
function buyersOf({ trades, seen, balances, creator, ...of }: Looked) {
  const buys = trades.filter(({ isBuy }) => isBuy);
  if (!seen.isWhole || buys.some(({ lamports }) => lamports === null)) return null;
  const minutes = new Map<string, number[]>();
  for (const { trader, at } of buys)
    minutes.set(trader, [...(minutes.get(trader) ?? []), Math.floor(at / MINUTE)]);
  const late = windowStart(seen.now, MINUTE, 5 * MINUTE) / MINUTE;
  const early = windowStart(seen.now, MINUTE, 10 * MINUTE) / MINUTE;
  const first = firstTradeOf({ trades, seen, balances, creator, ...of });
  const sniped = new Set(buys.filter(({ at }) => at - first!.at <= 5 * SECOND).map(({ trader }) => trader));
  const wallets = [...minutes].map(([wallet, all]) => ({
    wallet,
    // Of the hour before its newest.
    all: all.filter((minute) => minute > Math.max(...all) - 60),
  }));
  const count = (is: (wallet: (typeof wallets)[number]) => boolean) => wallets.filter(is).length;
  const inLast5 = count(({ all }) => all.some((minute) => minute >= late));
  const in5Before = count(({ all }) => all.some((minute) => minute >= early && minute < late));
  const earlier = wallets.filter(({ all }) => all.some((minute) => minute < early));
  return {
    organic: count(
      ({ wallet, all }) =>
        all.some((minute) => minute >= early) && wallet !== creator.wallet && !sniped.has(wallet),
    ),
    growth: in5Before === 0 ? null : inLast5 / in5Before,
    keepers:
      earlier.length === 0
        ? null
        : (earlier.filter(({ wallet }) => (balances.get(wallet) ?? 0n) > 0n).length / earlier.length) * 100,
  };
}

/** What ten minutes put into the reserves, whole units of the quote, from a product of reserves that stays. */
function inflowOf({ standing, seen, trades }: Looked): number | null {
  const { curve, poolReserves, completedAt, migratedAt, price, quoteDecimals, poolToBeSince } = standing;
  const graduatedAt = migratedAt ?? completedAt;
  if (graduatedAt !== null && graduatedAt > seen.now - 10 * MINUTE) return null;
  const isInPool = standing.lifecycle === 'graduated' || (completedAt !== null && poolToBeSince !== null);
  const reserves = isInPool ? poolReserves : curve;
  if (price === null || quoteDecimals === null || !reserves?.priceToken || !reserves.priceQuote) return null;
  const start = windowStart(seen.now, 10 * SECOND, 10 * MINUTE);
  const before = trades.filter((trade) => trade.at < start && trade.price !== null).at(-1);
  const unit = 10 ** quoteDecimals;
  if (before === undefined) {
    const isAll = seen.isWhole && !isInPool && reserves.realQuote !== null;
    return isAll ? Number(reserves.realQuote) / unit : null;
  }
  const cell = Math.floor(before.at / (10 * SECOND)) * 10 * SECOND;
  if (!seen.isWhole && cell < seen.watchedFrom) return null;
  const product = Number(reserves.priceToken) * Number(reserves.priceQuote);
  return (Math.sqrt(product * price) - Math.sqrt(product * before.price!)) / unit;
}

/** SOL for a whole unit of the quote. */
export function solPerQuote(
  quoteMint: string,
  { quote_price_sol, quote_price_usdc }: { quote_price_sol: number | null; quote_price_usdc: number | null },
  solUsd: number | null,
): number | null {
  if (quoteMint === SOL) return 1;
  if (quote_price_sol !== null) return quote_price_sol;
  const usd = quoteMint === USDC ? 1 : quote_price_usdc;
  return usd === null || solUsd === null || solUsd === 0 ? null : usd / solUsd;
}

const WEIGHTS: Readonly<Record<string, number>> = {
  liquidity_risk: 20,
  holders_risk: 25,
  contract_risk: 20,
  market_risk: 20,
  social_risk: 10,
  community_risk: 5,
};

/** The columns of a token far from every list. */
export const NOT_SCORED = {
  ...Object.fromEntries(Object.keys(WEIGHTS).map((name) => [name, null])),
  ...{ pattern: '', pattern_score: null, pattern_coverage: null, social_score: null, social_coverage: null },
  ...{ score: null, rug_risk: null, rug_coverage: null, security_score: null, security_coverage: null },
  ...{ score_coverage: null, live_daily_score: null, whitepaper_daily_score: null },
};

/** Of posts and accounts nothing is known. */
export function scoresOf(of: Looked, pattern: Pattern | null) {
  const layers = layersOf(of);
  const known = Object.entries(layers).filter(([, points]) => points !== null);
  const weight = known.reduce((sum, [name]) => sum + WEIGHTS[name]!, 0);
  const weighted = known.reduce((sum, [name, points]) => sum + WEIGHTS[name]! * points!, 0);
  const security = (100 * weight - weighted) / 100;
  const points = pattern?.score ?? 0;
  const coverage = pattern?.coverage ?? 0;
  return {
    ...layers,
    pattern: pattern === null || coverage === 0 ? '' : pattern.pattern,
    pattern_score: coverage === 0 ? null : points,
    pattern_coverage: coverage,
    social_score: null,
    social_coverage: 0,
    score: weight === 0 && coverage === 0 ? null : (0.7 * (2 * points + security)) / 3,
    rug_risk: weight === 0 ? null : weighted / weight,
    rug_coverage: weight / 100,
    security_score: security,
    security_coverage: weight / 100,
    score_coverage: (0.7 * (2 * coverage + weight / 100)) / 3,
    live_daily_score: 0.4 * points + 0.2 * security,
    whitepaper_daily_score: 0.35 * points + 0.25 * security,
  };
}
