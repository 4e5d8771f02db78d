/**
 * What follows from a measurement's own values: no row carries it, tables compute it (`sql`, over the columns) and readers
 * do (`of`). Dollars are made of the quote and a price of SOL: that of the measurement, or a newer one.
 */
import {
  countedOf,
  DAILY_WEIGHTS,
  HIDDEN_ABOVE_RISK,
  HYPE_PARTS,
  LAYER_NAMES,
  LAYERS,
  type LayerName,
  limitOf,
  meanRisk,
  PASSED_BITS,
  type ProfileName,
  passedOf,
  RISK_COVERAGE_MIN,
  riskWithFloor,
  STANDING_PERCENT,
  standingShare,
  weighed,
} from '../rules/index.js';
import type { WindowName } from './list.js';
import { columnOf } from './measure.js';
import type { Measurement } from './measurement.js';

export type Derived = {
  /** ClickHouse's type. */
  type: 'Nullable(Float64)' | 'Nullable(UInt32)' | 'UInt32' | 'UInt64' | 'UInt8';
  unit: string;
  meaning: string;
  /** The fields of the API that carry it. */
  shown: readonly string[];
  sql: string;
  of: (measurement: Measurement, solPriceUsd?: number | null) => number | null;
};

type Quoted = Pick<Measurement, 'quote' | 'quotePriceSol' | 'quotePriceUsdc'>;

/** Dollars of one whole unit of the quote. A USDC counts as one dollar; another coin by its own price in SOL or USDC. */
export function quoteUsdOf(
  { quote, quotePriceSol, quotePriceUsdc }: Quoted,
  solPriceUsd: number | null,
): number | null {
  if (quote === 'USDC') return 1;
  if (quote === 'SOL') return solPriceUsd;
  if (quotePriceUsdc !== null) return quotePriceUsdc;
  return quotePriceSol === null || solPriceUsd === null ? null : quotePriceSol * solPriceUsd;
}

/** Whether its dollars move with the price of SOL. */
export const movesWithSol = ({ quote, quotePriceSol }: Quoted): boolean =>
  quote === 'SOL' || (quote === 'other' && quotePriceSol !== null);

const QUOTE_USD =
  "multiIf(quote = 'USDC', 1., quote = 'SOL', sol_price_usd, coalesce(quote_price_usdc, quote_price_sol * sol_price_usd))";

type InQuote = 'priceQuote' | 'marketCapQuote' | 'completionMarketCapQuote' | 'liquidityQuote';

const dollars = (name: InQuote, meaning: string, shown: readonly string[]): Derived => ({
  type: 'Nullable(Float64)',
  unit: 'USD',
  meaning,
  shown,
  sql: `${columnOf(name)} * ${QUOTE_USD}`,
  of: (measurement, solPriceUsd = measurement.solPriceUsd) => {
    const inQuote = measurement[name];
    const quoteUsd = quoteUsdOf(measurement, solPriceUsd);
    return inQuote === null || quoteUsd === null ? null : inQuote * quoteUsd;
  },
});

const ratiosOf = <Window extends WindowName>(window: Window) => {
  // Each text once: put together at every reading, they take longer than what they name.
  const buysName = `buys${window}` as const;
  const sellsName = `sells${window}` as const;
  const isWholeName = `isWhole${window}` as const;
  const [buys, sells] = [columnOf(buysName), columnOf(sellsName)];
  const known = `${columnOf(isWholeName)} AND ${buys} + ${sells} > 0`;
  const ifKnown = (measurement: Measurement, ratio: (buys: number, sells: number) => number) => {
    const [bought, sold] = [measurement[buysName], measurement[sellsName]];
    return measurement[isWholeName] && bought + sold > 0 ? ratio(bought, sold) : null;
  };
  const unknown = `Null without trades, and where the window was not seen whole`;
  return {
    [`trades${window}`]: {
      type: 'UInt32',
      unit: 'trades',
      meaning: `${buys} + ${sells}`,
      shown: window === '24h' ? ['txns24h'] : [],
      sql: `${buys} + ${sells}`,
      of: (measurement: Measurement) => measurement[buysName] + measurement[sellsName],
    },
    [`buyShare${window}`]: {
      type: 'Nullable(Float64)',
      unit: 'share',
      meaning: `${buys} / (${buys} + ${sells}). ${unknown}`,
      shown: window === '5m' ? ['buyShare'] : window === '24h' ? ['buyShare24h'] : [],
      sql: `if(${known}, ${buys} / (${buys} + ${sells}), NULL)`,
      of: (measurement: Measurement) => ifKnown(measurement, (bought, sold) => bought / (bought + sold)),
    },
    [`buySellRatio${window}`]: {
      type: 'Nullable(Float64)',
      unit: 'x',
      meaning: `${buys} / greatest(${sells}, 1). ${unknown}`,
      shown: window === '5m' ? ['buyRatio'] : window === '24h' ? ['buySellRatio'] : [],
      sql: `if(${known}, ${buys} / greatest(${sells}, 1), NULL)`,
      of: (measurement: Measurement) => ifKnown(measurement, (bought, sold) => bought / Math.max(sold, 1)),
    },
  } satisfies Record<string, Derived> as Record<string, Derived> as Record<
    `${'trades' | 'buyShare' | 'buySellRatio'}${Window}`,
    Derived
  >;
};

const countOf = (
  windowName: string,
  seen: 'whaleBuyersSeen' | 'whaleBuyers10mSeen',
  limit: number,
): Derived => {
  const isWhole = seen === 'whaleBuyersSeen' ? 'isWhaleHourWhole' : 'isWhale10mWhole';
  return {
    type: 'Nullable(UInt32)',
    unit: 'wallets',
    meaning: `Wallets whose buys without is_agent sum to 5 SOL or more in ${windowName} that end with the one of time, other quotes by their worth in SOL. Null where fewer than ${limit} and the window was not seen whole or had a buy without a price`,
    shown: seen === 'whaleBuyersSeen' ? ['whaleBuyers'] : [],
    sql: `if(${columnOf(isWhole)} OR ${columnOf(seen)} >= ${limit}, ${columnOf(seen)}, NULL)`,
    of: (measurement) => countedOf(measurement[seen], measurement[isWhole], limit),
  };
};

const passed = (profile: ProfileName, name: `${ProfileName}Checks`): Derived => ({
  type: 'UInt8',
  unit: 'checks',
  meaning: `Checks passed under profile ${profile}, unknown ones not: of those in ${columnOf(name)}`,
  shown: ['passedChecks'],
  sql: `bitCount(bitAnd(${columnOf(name)}, ${PASSED_BITS}))`,
  of: (measurement) => passedOf(measurement[name]),
});

/** A measurement has the scores of tokens alone that are near a list. */
const isScored = ({ socialCoverage }: Measurement): boolean => socialCoverage !== null;
const ifScored = (sql: string): string => `if(isNotNull(${columnOf('socialCoverage')}), ${sql}, NULL)`;

/** Where a measurement has the points of each layer. */
const RISK_OF = Object.fromEntries(LAYER_NAMES.map((name) => [name, `${name}Risk`])) as {
  [Name in LayerName]: `${Name}Risk`;
};
const meanIn = (measurement: Measurement) => meanRisk((name) => measurement[RISK_OF[name]]);
/** Of the layers of which anything was observed. */
const weightSeen = (measurement: Measurement): number =>
  LAYER_NAMES.reduce((sum, name) => sum + (measurement[RISK_OF[name]] === null ? 0 : LAYERS[name].weight), 0);
const layersSql = (of: (weight: number, column: string) => string): string =>
  `(${LAYER_NAMES.map((name) => of(LAYERS[name].weight, columnOf(RISK_OF[name]))).join(' + ')})`;
const WEIGHT_SQL = layersSql((weight, column) => `${weight} * isNotNull(${column})`);
const WEIGHED_SQL = layersSql((weight, column) => `${weight} * ifNull(${column}, 0)`);
const LAYER_COLUMNS = LAYER_NAMES.map((name) => `${columnOf(RISK_OF[name])} ${LAYERS[name].weight}`).join(
  ', ',
);

const scored = (
  unit: 'points' | 'share',
  meaning: string,
  shown: readonly string[],
  sql: string,
  of: Derived['of'],
): Derived => ({
  type: 'Nullable(Float64)',
  unit,
  meaning: `${meaning}. Null where no scores were computed`,
  shown,
  sql: ifScored(sql),
  of: (measurement) => (isScored(measurement) ? of(measurement) : null),
});

const RISK: Derived = {
  type: 'Nullable(Float64)',
  unit: 'points',
  meaning: `Rug risk, 0-100, more is worse: the mean of the layers that were observed, by weight (${LAYER_COLUMNS}), or rug_floor where that is higher. Above ${HIDDEN_ABOVE_RISK} the token is on no list. Null where there is neither`,
  shown: ['rugRisk'],
  // What greatest makes of null differs between versions of the engine.
  sql: `if(isNull(${columnOf('rugFloor')}), ${WEIGHED_SQL} / nullIf(${WEIGHT_SQL}, 0), greatest(ifNull(${WEIGHED_SQL} / nullIf(${WEIGHT_SQL}, 0), 0.), ${columnOf('rugFloor')}))`,
  of: (measurement) => riskWithFloor(meanIn(measurement), measurement.rugFloor),
};

const RISK_COVERAGE = scored(
  'share',
  `Share of the weight of the layers that was observed, 0-1, risk_coverage: below ${RISK_COVERAGE_MIN} every gate on rug_risk is unknown. Before rules_version 4 the weight of the layers of which anything was observed`,
  ['rugCoverage'],
  `ifNull(${columnOf('riskCoverage')}, ${WEIGHT_SQL} / 100)`,
  (measurement) => measurement.riskCoverage ?? weightSeen(measurement) / 100,
);

type Weights = Parameters<typeof weighed>[0];

/** The rules since which a pattern counts times what still stands of the token's day. */
const STANDING_SINCE = 4;

/** What still stands, 0–1; null where that is not known. */
export const standingIn = ({ rulesVersion, priceOfHighPercent }: Measurement): number | null =>
  rulesVersion < STANDING_SINCE ? 1 : standingShare(priceOfHighPercent);
const STANDING_SQL = `multiIf(${columnOf('rulesVersion')} < ${STANDING_SINCE}, 1., isNull(${columnOf('priceOfHighPercent')}), NULL, greatest(0., least(1., (${columnOf('priceOfHighPercent')} - ${STANDING_PERCENT.from}) / ${STANDING_PERCENT.to - STANDING_PERCENT.from})))`;

/** Of pattern, security and social: what was not observed of them counts as nothing. */
const composite = (
  weights: Weights,
  unit: 'points' | 'share',
  meaning: string,
  shown: readonly string[],
  of: 'Score' | 'Coverage',
): Derived => {
  const patternName = `pattern${of}` as const;
  const securityName = `security${of}` as const;
  const socialName = `social${of}` as const;
  const sql = (name: keyof Weights) => {
    const column = columnOf(`${name}${of}`);
    if (name !== 'pattern') return `${weights[name]} * ifNull(${column}, 0)`;
    const standing = of === 'Score' ? `${column} * ${STANDING_SQL}` : `1 - (1 - ${column}) * ${STANDING_SQL}`;
    return `${weights[name]} * ifNull(${standing}, 0)`;
  };
  return scored(
    unit,
    meaning,
    shown,
    `(${sql('pattern')} + ${sql('security')} + ${sql('social')}) / 100`,
    (measurement) =>
      weighed(weights, {
        pattern: patternCounted(measurement, of, measurement[patternName]),
        security: measurement[securityName] ?? 0,
        social: measurement[socialName] ?? 0,
      }),
  );
};

/** The pattern's points, or what was observed of them, as they count while so much still stands. */
function patternCounted(measurement: Measurement, of: 'Score' | 'Coverage', value: number | null): number {
  const standing = standingIn(measurement);
  if (standing === null || value === null) return 0;
  return of === 'Score' ? value * standing : 1 - (1 - value) * standing;
}

const daily = (profile: ProfileName): Derived => {
  const parts = Object.entries(DAILY_WEIGHTS[profile]).map(([name, weight]) => `${weight}% ${name}_score`);
  return composite(
    DAILY_WEIGHTS[profile],
    'points',
    `Composite of Daily Boosted under profile ${profile}, 0-100: ${parts.join(', ')}, what is null counting as 0, and pattern_score times what still stands as in score`,
    [],
    'Score',
  );
};

export const DERIVED = {
  priceUsd: dollars(
    'priceQuote',
    'price_quote in dollars: SOL at sol_price_usd, USDC as 1, another coin at quote_price_usdc or quote_price_sol',
    ['price'],
  ),
  marketCapUsd: dollars('marketCapQuote', 'market_cap_quote in dollars as price_usd', ['marketCap']),
  completionMarketCapUsd: dollars(
    'completionMarketCapQuote',
    'What completion of the curve is worth now: the target, in dollars as price_usd',
    ['completionMarketCap'],
  ),
  liquidityUsd: dollars('liquidityQuote', 'liquidity_quote in dollars as price_usd', [
    'currentLiquidity',
    'liquidity',
  ]),
  tradeCount: {
    type: 'UInt64',
    unit: 'trades',
    meaning: 'Trades seen since launch, on curve and in pools, but those with is_agent',
    shown: ['tradeCount', 'totalTrades'],
    sql: 'buy_count + sell_count',
    of: ({ buyCount, sellCount }) => buyCount + sellCount,
  },
  ...ratiosOf('1m'),
  ...ratiosOf('5m'),
  ...ratiosOf('1h'),
  ...ratiosOf('24h'),
  whaleBuyers: countOf('the 60 cells of a minute', 'whaleBuyersSeen', limitOf('live', 'whaleBuyers')),
  whaleBuyers10m: countOf('the 10 cells of a minute', 'whaleBuyers10mSeen', limitOf('whitepaper', 'whales')),
  rugRisk: RISK,
  rugCoverage: RISK_COVERAGE,
  scoreCoverage: composite(
    HYPE_PARTS,
    'share',
    'Share of the weight of the hype score that was observed, 0-1',
    ['hypeCoverage'],
    'Coverage',
  ),
  liveDailyScore: daily('live'),
  whitepaperDailyScore: daily('whitepaper'),
  shillRatio: {
    type: 'Nullable(Float64)',
    unit: 'x',
    meaning:
      'posts_1h and boosts together, what is null counting as 0, for each of organic_buyers_1h, of one where there are none. Null where both are null, and where organic_buyers_1h is',
    shown: [],
    sql: 'if(isNull(posts_1h) AND isNull(boosts), NULL, (ifNull(posts_1h, 0) + ifNull(boosts, 0)) / if(organic_buyers_1h < 1, 1, organic_buyers_1h))',
    of: ({ posts1h, boosts, organicBuyers1h }) =>
      organicBuyers1h === null || (posts1h === null && boosts === null)
        ? null
        : ((posts1h ?? 0) + (boosts ?? 0)) / Math.max(organicBuyers1h, 1),
  },
  livePassedChecks: passed('live', 'liveChecks'),
  whitepaperPassedChecks: passed('whitepaper', 'whitepaperChecks'),
} as const satisfies Record<string, Derived>;

export type DerivedName = keyof typeof DERIVED;
