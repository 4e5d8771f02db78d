/**
 * Layers of the rug analysis, the pattern and the scores of a token of which no answer tells anything: docs/scoring.md,
 * written a second time.
 */
import { creatorHoldsOf, flippersOf, perTradeOf } from './inputs.js';
import type { Creator, Looked, Withdrawal } from './looked.js';
import { SOL, USDC } from './standing.js';
import { type Counted, closesOf, MINUTE, SECOND, sawAllOf, windowOf, windowStart } from './windows.js';

const HOUR = 60 * MINUTE;

/** Of observed weights. */
type Sum = { points: number; weight: number };
const ramp = (value: number, from: number, to: number): number =>
  Math.min(1, Math.max(0, (value - from) / (to - from)));
const logRamp = (value: number, from: number, to: number): number =>
  ramp(Math.log(Math.min(to, Math.max(from, value))), Math.log(from), Math.log(to));

/** What a finding adds: null where it is not known, undefined where nothing is asked of such a token. */
type Found = { points: number | null | undefined; most: number; floor?: number };
/** The first of the pairs that the value is beyond. */
const above = (value: number | null, ...steps: [limit: number, points: number][]): Found => ({
  points: value === null ? null : (steps.find(([limit]) => value > limit)?.[1] ?? 0),
  most: steps[0]![1],
});
const from = (value: number | null, limit: number, points: number): Found => ({
  points: value === null ? null : value >= limit ? points : 0,
  most: points,
});
const only = (isAsked: boolean, found: Found): Found => (isAsked ? found : { ...found, points: undefined });
const floored = (floor: number, isSo: boolean, found: Found): Found => (isSo ? { ...found, floor } : found);
/** Nobody can know it of any token yet. */
const later = (most: number): Found => ({ points: null, most });

/** Points are null where nothing was observed; the share is that of the points that could be known. */
type Layer = { points: number | null; share: number; floors: number[] };
function layer(...findings: Found[]): Layer {
  const applying = findings.filter(({ points }) => points !== undefined);
  const known = applying.filter(({ points }) => points !== null);
  const most = (some: readonly Found[]) => some.reduce((sum, found) => sum + found.most, 0);
  const sum = known.reduce((total, { points }) => total + points!, 0);
  return {
    points: known.length === 0 ? null : Math.min(100, sum),
    share: most(known) / most(applying),
    floors: known.flatMap(({ floor }) => floor ?? []),
  };
}
const UNOBSERVED: Layer = { points: null, share: 0, floors: [] };

const shareOf = (amount: bigint, supply: bigint | null): number | null =>
  supply === null || supply === 0n ? null : Math.min(1, Number(amount) / Number(supply)) * 100;

/** When it was first traded, where its launch was seen and nothing was missed before. */
export const firstTradeOf = ({ trades, seen }: Looked): Counted | null =>
  seen.isWhole ? (trades[0] ?? null) : null;

function layersOf(of: Looked): Record<string, Layer> {
  const { standing, supply, top1, top10, liquidityUsd, liquidityQuote, marketCapQuote, holders, progress } =
    of;
  const isGraduated = standing.lifecycle === 'graduated';
  const isOfLaunchpad =
    standing.curve !== null || standing.completedAt !== null || standing.migratedAt !== null;
  const isHeld = isGraduated
    ? standing.pool !== null && standing.pool === standing.migratedTo
    : isOfLaunchpad;
  const thin =
    marketCapQuote === null || liquidityQuote === null || marketCapQuote === 0
      ? null
      : Number(marketCapQuote > 30 * liquidityQuote);
  const { creator } = of;
  const held = top1 === null || creator.wallet === null ? null : (of.balances.get(creator.wallet) ?? 0n);
  const m5 = windowOf(of.trades, standing, '5m', of.seen);
  const isBusy = sawAllOf(of.seen, of.seen.now - 5 * MINUTE) ? m5.trades >= 30 : null;
  return {
    liquidity_risk: layer(
      { points: isHeld ? 0 : null, most: 80 },
      only(isGraduated, above(liquidityUsd === null ? null : -liquidityUsd, [-1e3, 40], [-5e3, 20])),
      from(thin, 1, 20),
    ),
    holders_risk: layer(
      above(top10, [60, 60], [50, 35], [30, 15]),
      above(of.top10OfSold, [60, 0]),
      above(top1, [25, 40], [10, 15]),
      above(held === null ? null : shareOf(held, supply), [10, 30], [5, 15]),
      above(snipersOf(of), [20, 30], [10, 15]),
      // Insiders, bundles and clusters.
      ...[40, 30, 50].map(later),
      only(
        progress === null || progress > 40,
        from(progress === null || holders === null ? null : Number(holders < 20), 1, 15),
      ),
    ),
    // No node told the mint.
    contract_risk: UNOBSERVED,
    market_risk: layer(
      only(isGraduated, floored(95, isPulled(of), from(pulledOf(of), 50, 100))),
      from(fallOf(of), 60, 60),
      from(soldNowOf(of), 0.5, 40),
      above(soldOf(of, held), [50, 40]),
      floored(85, hasDumped(of), { points: hasDumped(of) || top1 !== null ? 0 : null, most: 0 }),
      // Wash trades, and what became of the creator's other launches, many or few.
      ...[40, 40, 20].map(later),
      only(isBusy !== false, above(isBusy ? m5.buyShare! * 100 : null, [95, 15])),
    ),
    social_risk: UNOBSERVED,
    community_risk: UNOBSERVED,
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

/**
 * Percent of the pool that the withdrawals of an hour took, or that was pulled and is not back; less than half may be more
 * where the hour was not seen whole.
 */
function pulledOf({ standing, seen, pulled: { withdrawals, notBack } }: Looked): number | null {
  if (standing.poolReserves === null) return null;
  const pulled = Math.max(takenPercent(withdrawals, seen.now), notBack);
  return sawAllOf(seen, seen.now - HOUR) || pulled >= 50 ? pulled : null;
}

/** What the withdrawals of the hour before took of what stood there, percent. */
export const takenPercent = (withdrawals: readonly Withdrawal[], now: number): number =>
  (1 - withdrawals.filter(({ at }) => now - at < HOUR).reduce((left, { share }) => left * (1 - share), 1)) *
  100;

const isPulled = (of: Looked): boolean => of.standing.lifecycle === 'graduated' && (pulledOf(of) ?? 0) >= 50;

const hasDumped = ({ dumpedAt, seen }: Looked): boolean => dumpedAt !== null && seen.now - dumpedAt < HOUR;

/** Of a mint nothing is known. */
export const hasFloor = (of: Looked): boolean => isPulled(of) || hasDumped(of);

function fallOf({ standing: { price }, seen, trades }: Looked): number | null {
  const highs = [
    ...closesOf(trades, seen, MINUTE, HOUR),
    ...closesOf(trades, seen, 10 * SECOND, 10 * MINUTE),
  ];
  if (price === null || highs.length === 0) return null;
  const fall = Math.max(0, (1 - price / Math.max(...highs)) * 100);
  return sawAllOf(seen, seen.now - HOUR) || fall >= 60 ? fall : null;
}

/** Of the supply, in five minutes; null below half a percent, as what insiders sold is not known. */
function soldNowOf({ creator, seen, supply }: Looked): number | null {
  const share = shareOf(soldIn5m(creator, seen.now), supply);
  return share !== null && share >= 0.5 ? share : null;
}

/** Base units. */
function soldIn5m({ sales }: Creator, now: number): bigint {
  const start = windowStart(now, 10 * SECOND, 5 * MINUTE);
  return (sales ?? []).reduce((sum, sale) => (sale.at >= start ? sum + sale.amount : sum), 0n);
}

/** Start of the cell of its newest sale, where its creator sold half of what it held and a tenth of the supply in five minutes. */
export function dumpOf({ creator, seen, supply, top1, balances }: Omit<Looked, 'dumpedAt'>): number | null {
  const sold = soldIn5m(creator, seen.now);
  if (creator.wallet === null || top1 === null || supply === null || sold === 0n) return null;
  const isDump = sold >= (balances.get(creator.wallet) ?? 0n) && 10n * sold >= supply;
  const cellMs = 10 * SECOND;
  return isDump ? Math.floor(Math.max(...creator.sales!.map(({ at }) => at)) / cellMs) * cellMs : null;
}

function soldOf({ creator: { bought, sold }, seen }: Looked, held: bigint | null): number | null {
  if (held === null || !seen.isWhole) return null;
  const ever = bought > sold + held ? bought : sold + held;
  return ever === 0n ? 0 : (Number(sold) / Number(ever)) * 100;
}

export type Pattern = { pattern: string; score: number; coverage: number };

/** What the patterns alone look at, in a token's first hour of trading; SOL for a whole unit of the quote. */
export function youngOf(of: Looked, inSol: number | null) {
  const buyers = buyersOf(of);
  const inflow = inflowOf(of);
  return {
    organic_buyers_10m: buyers?.organic ?? null,
    net_inflow_sol_10m: inflow === null || inSol === null ? null : inflow * inSol,
    sol_per_trade: perTradeOf(of, inSol),
    buyer_growth_5m: buyers?.growth ?? null,
    keepers_percent: of.holders === null ? null : (buyers?.keepers ?? null),
    holders_gained_1h: of.seen.isWhole ? of.holders : null,
    flippers_percent_1h: flippersOf(of.trades, of.seen),
  };
}

/** Of a token's first hour of trading. */
export function patternOf(of: Looked, inSol: number | null): Pattern {
  const { standing, seen, top10, holders, creator } = of;
  const h1 = windowOf(of.trades, standing, '1h', seen);
  const young = youngOf(of, inSol);
  const creatorHolds = creatorHoldsOf(of, creator);
  const part = (weight: number, value: number | null, earned: (value: number) => number): Sum | null =>
    value === null ? null : { weight, points: weight * earned(value) };
  const linear = (weight: number, value: number | null, from: number, to: number) =>
    part(weight, value, (each) => ramp(each, from, to));
  const patterns: [string, (Sum | null)[]][] = [
    [
      'viralMeme',
      [
        linear(25, young.organic_buyers_10m, 10, 100),
        linear(20, young.net_inflow_sol_10m, 3, 25),
        linear(15, young.sol_per_trade, 0.1, 0.5),
        linear(15, young.buyer_growth_5m, 1, 2),
      ],
    ],
    [
      'techUtility',
      [
        part(20, creatorHolds === null ? null : Number(creatorHolds), (is) => is),
        linear(15, h1.buyShare === null ? null : h1.buyShare * 100, 52, 65),
        linear(20, young.holders_gained_1h, 5, 60),
        linear(15, young.flippers_percent_1h, 60, 20),
      ],
    ],
    [
      'communityDriven',
      [
        part(25, holders, (count) => logRamp(count, 30, 300)),
        linear(20, top10, 60, 20),
        linear(25, young.keepers_percent, 30, 80),
      ],
    ],
    [
      'trendRiding',
      [linear(25, young.net_inflow_sol_10m, 1, 15), linear(15, young.organic_buyers_10m, 5, 60)],
    ],
  ];
  return patterns
    .map(([pattern, parts]) => ({
      pattern,
      score: parts.reduce((sum, each) => sum + (each?.points ?? 0), 0),
      coverage: parts.reduce((sum, each) => sum + (each?.weight ?? 0), 0) / 100,
    }))
    .reduce((best, other) => betterOf(best, other));
}

/** Of equals the one of which more was observed, then the first. */
export const betterOf = (one: Pattern | null, other: Pattern): Pattern =>
  one === null || other.score > one.score || (other.score === one.score && other.coverage > one.coverage)
    ? other
    : one;

/** Null where one may have been missed, or the size of a buy is not known. */
function buyersOf({ trades, seen, balances, creator, ...of }: Looked) {
  const buys = trades.filter(({ isBuy }) => isBuy);
  if (!seen.isWhole || buys.some(({ lamports }) => lamports === null)) return null;
  const minutes = new Map<string, number[]>();
  for (const { trader, at } of buys)
    minutes.set(trader, [...(minutes.get(trader) ?? []), Math.floor(at / MINUTE)]);
  const now = Math.floor(seen.now / MINUTE);
  const early = now - 9;
  const first = firstTradeOf({ trades, seen, balances, creator, ...of });
  const sniped = new Set(buys.filter(({ at }) => at - first!.at <= 5 * SECOND).map(({ trader }) => trader));
  const wallets = [...minutes].map(([wallet, all]) => ({
    wallet,
    // Of the hour before its newest.
    all: all.filter((minute) => minute > Math.max(...all) - 60),
  }));
  const count = (is: (wallet: (typeof wallets)[number]) => boolean) => wallets.filter(is).length;
  // Of whole minutes.
  const inLast5 = count(({ all }) => all.some((minute) => minute >= now - 5 && minute < now));
  const in5Before = count(({ all }) => all.some((minute) => minute >= now - 10 && minute < now - 5));
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
  ...{ score: null, rug_floor: null, rug_risk: null, risk_coverage: null, rug_coverage: null },
  ...{ security_score: null, security_coverage: null },
  ...{ score_coverage: null, live_daily_score: null, whitepaper_daily_score: null },
  ...{ ultimate_score: null, ultimate_coverage: null },
};

/** What the parts of Ultimate look at besides what was looked at for the layers. */
export type ForUltimate = {
  growth: number | null;
  whales: number | null;
  whaleNet: number | null;
  traderGrowth: number | null;
};

/** Of the six components; what was not observed of them earns nothing. */
function ultimateOf(of: Looked, security: Sum, more: ForUltimate) {
  const { standing, seen, trades, liquidityUsd, marketCapUsd, holders, top10, priceOfHigh } = of;
  const [h1, m5] = (['1h', '5m'] as const).map((name) => windowOf(trades, standing, name, seen));
  const ratio =
    liquidityUsd === null || marketCapUsd === null || marketCapUsd === 0
      ? null
      : (liquidityUsd / marketCapUsd) * 100;
  const share = h1!.buyShare === null ? null : h1!.buyShare * 100;
  const part = (weight: number, value: number | null, earned: (value: number) => number): Sum =>
    value === null ? { weight: 0, points: 0 } : { weight, points: weight * earned(value) };
  const line = (weight: number, value: number | null, from: number, to: number) =>
    part(weight, value, (each) => ramp(each, from, to));
  const log = (weight: number, value: number | null, from: number, to: number) =>
    part(weight, value, (each) => logRamp(each, from, to));
  const components: [number, Sum[]][] = [
    [25, [{ weight: security.weight, points: security.points }]],
    [
      25,
      [
        // It rises as a price falls.
        part(30, priceOfHigh === null ? null : ratio, (each) => (priceOfHigh! >= 50 ? ramp(each, 5, 20) : 0)),
        log(20, liquidityUsd, 2_000, 20_000),
        log(20, holders, 50, 500),
        line(20, top10, 60, 20),
        part(10, share, (each) => Number(each >= 45 && each <= 75)),
      ],
    ],
    [
      20,
      [
        line(35, h1!.priceChangePercent, 2, 50),
        line(35, more.growth, 120, 400),
        line(15, m5!.priceChangePercent, 0, 15),
        line(15, h1!.buySellRatio, 1, 2),
      ],
    ],
    [10, [line(60, more.whales, 0, 5), line(40, more.whaleNet, 0, 20)]],
    [5, [line(20, more.traderGrowth, 1, 2)]],
  ];
  const total = (by: keyof Sum) =>
    components.reduce(
      (sum, [weight, parts]) => sum + (weight * parts.reduce((all, each) => all + each[by], 0)) / 100,
      0,
    );
  return { ultimate_score: total('points'), ultimate_coverage: total('weight') / 100 };
}

/** Of posts and accounts nothing is known. */
export function scoresOf(of: Looked, pattern: Pattern | null, more: ForUltimate) {
  const layers = layersOf(of);
  const seen = Object.entries(layers).flatMap(([name, { points, share, floors }]) =>
    points === null ? [] : [{ weight: WEIGHTS[name]!, points, share, floors }],
  );
  const sum = (each: (layer: (typeof seen)[number]) => number) =>
    seen.reduce((total, found) => total + each(found), 0);
  const weight = sum((found) => found.weight);
  const floors = seen.flatMap((found) => found.floors);
  const risks = weight === 0 ? floors : [...floors, sum((found) => found.weight * found.points) / weight];
  const security = sum((found) => (found.weight * found.share * (100 - found.points)) / 100);
  const riskCoverage = sum((found) => found.weight * found.share) / 100;
  const points = pattern?.score ?? 0;
  const coverage = pattern?.coverage ?? 0;
  // What still stands of the day: where that is not known the pattern counts for nothing.
  const standing = of.priceOfHigh === null ? null : ramp(of.priceOfHigh, 20, 70);
  const counted = points * (standing ?? 0);
  const countedCoverage = standing === null ? 0 : 1 - (1 - coverage) * standing;
  const ultimate = ultimateOf(of, { weight: 100 * riskCoverage, points: security }, more);
  return {
    ultimate_score: ultimate.ultimate_coverage === 0 ? null : ultimate.ultimate_score,
    ultimate_coverage: ultimate.ultimate_coverage,
    ...Object.fromEntries(Object.entries(layers).map(([name, found]) => [name, found.points])),
    pattern: pattern === null || coverage === 0 ? '' : pattern.pattern,
    pattern_score: coverage === 0 ? null : points,
    pattern_coverage: coverage,
    social_score: null,
    social_coverage: 0,
    score: riskCoverage === 0 && coverage === 0 ? null : (0.7 * (2 * counted + security)) / 3,
    rug_floor: floors.length === 0 ? null : Math.max(...floors),
    rug_risk: risks.length === 0 ? null : Math.max(...risks),
    risk_coverage: riskCoverage,
    rug_coverage: riskCoverage,
    security_score: riskCoverage === 0 ? null : security,
    security_coverage: riskCoverage,
    score_coverage: (0.7 * (2 * countedCoverage + riskCoverage)) / 3,
    live_daily_score: 0.4 * counted + 0.2 * security,
    whitepaper_daily_score: 0.35 * counted + 0.25 * security,
  };
}
