/** Where a token stands after each of its facts, from the raw tables alone, by the definitions in the columns' comments. */
import type { Raw, RawFact, RawQuotePrice, RawTrade } from './raw.js';

export const SOL = 'So11111111111111111111111111111111111111112';
export const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const DECIMALS: Readonly<Record<string, number>> = { [SOL]: 9, [USDC]: 6 };
export const AGENT = 'BwWK17cbHxwWBKZkUYvzxLcNQ1YVyaFezduWbtm2de6s';

const TOKENS_FOR_SALE = 793_100_000_000_000n;
/** What a curve of today counts beyond the tokens that it can sell. */
const VIRTUAL_ONLY = 279_900_000_000_000n;

/** Base units; null where the event did not tell. */
export type Reserves = {
  priceToken: bigint | null;
  priceQuote: bigint | null;
  realToken: bigint | null;
  realQuote: bigint | null;
};

export type Standing = {
  lifecycle: 'bonding' | 'migrating' | 'graduated' | null;
  createdAt: number | null;
  completedAt: number | null;
  migratedAt: number | null;
  tradesInPool: boolean;
  isMayhem: boolean | null;
  bondingCurve: string | null;
  pool: string | null;
  /** The pool that the migration named. */
  migratedTo: string | null;
  quoteMint: string | null;
  quoteDecimals: number | null;
  supply: bigint | null;
  /** Something was minted or burnt, whatever else is known of the supply. */
  isSupplyChanged: boolean;
  tokensForSale: bigint | null;
  curve: Reserves | null;
  poolReserves: Reserves | null;
  /** Slot of the buy beyond the curve that `poolReserves` are of, until the token's own pool is known. */
  poolToBeSince: number | null;
  /** Quote base units per token base unit; and after the first trade that set it. */
  price: number | null;
  firstPrice: number | null;
};

const NOTHING: Standing = {
  lifecycle: null,
  createdAt: null,
  completedAt: null,
  migratedAt: null,
  tradesInPool: false,
  isMayhem: null,
  bondingCurve: null,
  pool: null,
  migratedTo: null,
  quoteMint: null,
  quoteDecimals: null,
  supply: null,
  isSupplyChanged: false,
  tokensForSale: null,
  curve: null,
  poolReserves: null,
  poolToBeSince: null,
  price: null,
  firstPrice: null,
};

const NO_RESERVES: Reserves = { priceToken: null, priceQuote: null, realToken: null, realQuote: null };

/** What a completing buy bought past its curve: at the reserves of the pool to be, all of them real. */
export const isBeyondCurve = (trade: RawTrade): boolean =>
  trade.venue === 'pump-curve' &&
  trade.price_token_reserves !== null &&
  trade.price_token_reserves === trade.real_token_reserves;

const big = (text: string | null): bigint | null => (text === null ? null : BigInt(text));

export const slotOf = (position: string): number => Number(position.split('-')[0]);

/** Slot and transaction of a position. */
const transactionOf = (position: string): string => position.split('-', 2).join('-');

const OF_THE_MINT: ReadonlySet<RawFact['table']> = new Set(['supplies_changed', 'authorities_observed']);

/** Its first fact, but for what its transaction did to the mint before. */
export const firstOf = (facts: readonly RawFact[]): RawFact | undefined =>
  facts.find(({ table }) => !OF_THE_MINT.has(table));

/** The standing after each fact. */
export function standingsOf(facts: readonly RawFact[], gaps: Raw['gaps']): Standing[] {
  // By transaction, the pool that a token migrates to in it.
  const migrations = new Map(
    facts.flatMap(({ table, row }) =>
      table === 'tokens_migrated' ? [[transactionOf(row.position), row.pool] as const] : [],
    ),
  );
  const launches = new Set(
    facts.flatMap(({ table, row }) => (table === 'launches_created' ? [transactionOf(row.position)] : [])),
  );
  let standing = NOTHING;
  return facts.map((fact) => {
    const next = isOfOthers(standing, fact, gaps, migrations)
      ? { ...standing, ...(fact.table === 'trades_executed' && coinOf(standing, fact.row)) }
      : { ...standing, ...changesOf(standing, fact, launches) };
    // A balance moves no token along its life.
    if (fact.table !== 'balances_changed') next.lifecycle = lifecycleOf(next);
    standing = next;
    return next;
  });
}

/**
 * Whether the fact is of a pool while the token waits for its own after a buy beyond the curve: until the migration, whose
 * transaction opens the pool before it says so, or a hole that may have held it.
 */
function isOfOthers(
  was: Standing,
  fact: RawFact,
  gaps: Raw['gaps'],
  migrations: ReadonlyMap<string, string | null>,
): boolean {
  const { poolToBeSince: since } = was;
  if (since === null || was.completedAt === null || was.migratedAt !== null) return false;
  if (gaps.some(({ beforeSlot }) => beforeSlot > since && beforeSlot <= slotOf(fact.row.position)))
    return false;
  if (fact.table === 'trades_executed') return fact.row.venue !== 'pump-curve';
  if (!['pools_created', 'pools_boosted', 'liquidity_changed'].includes(fact.table)) return false;
  const ownPool = migrations.get(transactionOf(fact.row.position));
  return ownPool === undefined || (ownPool !== null && 'pool' in fact.row && ownPool !== fact.row.pool);
}

/** What a trade says of its coin, wherever it was made. */
const coinOf = (was: Standing, trade: RawTrade) => ({
  isMayhem: was.isMayhem ?? trade.is_mayhem,
  supply: big(trade.token_supply) ?? was.supply,
});

function changesOf(was: Standing, fact: RawFact, launches: ReadonlySet<string>): Partial<Standing> {
  const { at } = fact;
  switch (fact.table) {
    case 'launches_created': {
      const { row } = fact;
      const curve = was.curve ?? {
        priceToken: big(row.virtual_token_reserves),
        priceQuote: big(row.virtual_quote_reserves),
        realToken: big(row.real_token_reserves),
        realQuote: 0n,
      };
      return {
        curve,
        createdAt: at,
        isMayhem: row.is_mayhem,
        bondingCurve: row.bonding_curve,
        supply: was.supply ?? big(row.token_total_supply),
        tokensForSale: big(row.real_token_reserves),
        quoteMint: was.quoteMint ?? row.quote_mint,
        quoteDecimals: was.quoteDecimals ?? DECIMALS[row.quote_mint] ?? null,
        price: was.price ?? priceOf(curve),
      };
    }
    case 'trades_executed':
      return changesOfTrade(was, fact.row);
    case 'curves_completed':
      return {
        completedAt: was.completedAt ?? at,
        bondingCurve: was.bondingCurve ?? fact.row.bonding_curve,
        quoteMint: was.quoteMint ?? fact.row.quote_mint,
      };
    case 'pools_created': {
      const { row } = fact;
      if (was.pool !== null && was.pool !== row.pool) return {};
      return {
        pool: row.pool,
        poolToBeSince: null,
        quoteMint: was.quoteMint ?? row.quote_mint,
        quoteDecimals: was.quoteDecimals ?? row.quote_decimals ?? DECIMALS[row.quote_mint] ?? null,
        poolReserves: {
          priceToken: null,
          priceQuote: null,
          realToken: BigInt(row.token_amount),
          realQuote: BigInt(row.quote_amount),
        },
      };
    }
    case 'tokens_migrated': {
      const { row } = fact;
      const isElsewhere = row.pool !== null && row.pool !== was.pool;
      return {
        migratedAt: was.migratedAt ?? at,
        migratedTo: row.pool ?? was.migratedTo,
        bondingCurve: was.bondingCurve ?? row.bonding_curve,
        quoteMint: was.quoteMint ?? row.quote_mint,
        ...(isElsewhere && { pool: row.pool, poolReserves: null }),
      };
    }
    case 'liquidity_changed': {
      const { row } = fact;
      if (was.pool !== null && was.pool !== row.pool) return {};
      return {
        pool: row.pool,
        poolToBeSince: null,
        quoteMint: was.quoteMint ?? row.quote_mint,
        poolReserves: {
          priceToken: was.poolReserves?.priceToken ?? null,
          priceQuote: was.poolReserves?.priceQuote ?? null,
          realToken: BigInt(row.real_token_reserves),
          realQuote: BigInt(row.real_quote_reserves),
        },
      };
    }
    case 'pools_boosted': {
      const { row } = fact;
      if (was.pool !== null && was.pool !== row.pool) return {};
      const held = was.poolReserves ?? NO_RESERVES;
      return {
        pool: row.pool,
        poolToBeSince: null,
        poolReserves: { ...held, realQuote: BigInt(row.real_quote_reserves) },
      };
    }
    case 'fees_swept': {
      const { pool, fee_mint, mint, amount } = fact.row;
      const { poolReserves: held } = was;
      if (held === null || was.pool !== pool) return {};
      const side = fee_mint === mint ? 'realToken' : 'realQuote';
      const left = (held[side] ?? -1n) - BigInt(amount);
      return { poolReserves: { ...held, [side]: left < 0n ? null : left } };
    }
    case 'supplies_changed': {
      // A launch mints the first of its tokens.
      const before = launches.has(transactionOf(fact.row.position)) ? (was.supply ?? 0n) : supplyOf(was);
      const after = before === null ? -1n : before + BigInt(fact.row.change);
      return { supply: after < 0n || after >= 2n ** 64n ? null : after, isSupplyChanged: true };
    }
    case 'balances_changed':
    case 'authorities_observed':
      return {};
  }
}

function changesOfTrade(was: Standing, trade: RawTrade): Partial<Standing> {
  const isCurve = trade.venue === 'pump-curve';
  const common = {
    tradesInPool: was.tradesInPool || (!isCurve && was.completedAt !== null),
    ...coinOf(was, trade),
  };
  if (!setsPrice(was, trade)) return common;
  const reserves = {
    priceToken: big(trade.price_token_reserves),
    priceQuote: big(trade.price_quote_reserves),
    realToken: big(trade.real_token_reserves),
    realQuote: big(trade.real_quote_reserves),
  };
  const isSameQuote = was.quoteMint === trade.quote_mint;
  const decimalsBefore = isSameQuote ? was.quoteDecimals : null;
  const price = priceOf(reserves);
  return {
    ...common,
    ...(isCurve
      ? { bondingCurve: was.bondingCurve ?? trade.pool }
      : { poolReserves: reserves, pool: was.pool ?? trade.pool, poolToBeSince: null }),
    ...(isCurve &&
      (isBeyondCurve(trade)
        ? { poolReserves: reserves, pool: null, poolToBeSince: slotOf(trade.position) }
        : { curve: reserves })),
    quoteMint: trade.quote_mint,
    quoteDecimals: decimalsBefore ?? trade.quote_decimals ?? DECIMALS[trade.quote_mint] ?? null,
    price,
    // Prices in another quote are none to compare with.
    firstPrice: (isSameQuote || was.quoteMint === null ? was.firstPrice : null) ?? price,
  };
}

/** On the curve until the token has graduated; in its pool once the curve is done, or where none was seen. */
function setsPrice(was: Standing, trade: RawTrade): boolean {
  if (trade.price_token_reserves === null && trade.real_token_reserves === null) return false;
  if (trade.venue === 'pump-curve') return was.lifecycle !== 'graduated' || was.curve === null;
  const isDone = was.curve === null || was.completedAt !== null || was.migratedAt !== null;
  return isDone && (was.pool === null || trade.pool === null || was.pool === trade.pool);
}

export function priceOf({ priceToken, priceQuote }: Reserves): number | null {
  if (priceToken === null || priceQuote === null || priceToken <= 0n || priceQuote <= 0n) return null;
  return Number(priceQuote) / Number(priceToken);
}

const isOfToday = (curve: Reserves): boolean =>
  curve.priceToken !== null &&
  curve.realToken !== null &&
  curve.priceToken - curve.realToken === VIRTUAL_ONLY;

/** Percent of the curve's tokens that are sold. */
export function progressOf({ completedAt, migratedAt, curve, tokensForSale }: Standing): number | null {
  if (completedAt !== null || migratedAt !== null) return 100;
  if (curve === null || curve.realToken === null) return null;
  const all = tokensForSale ?? (isOfToday(curve) ? TOKENS_FOR_SALE : null);
  if (all === null || all === 0n || curve.realToken > all) return null;
  return (100 * Number(all - curve.realToken)) / Number(all);
}

function lifecycleOf(standing: Standing): Standing['lifecycle'] {
  const { migratedAt, completedAt, tradesInPool, curve, poolReserves } = standing;
  if (migratedAt !== null || (completedAt !== null && tradesInPool)) return 'graduated';
  if (completedAt !== null) return 'migrating';
  if (curve !== null) return (progressOf(standing) ?? 0) >= 85 ? 'migrating' : 'bonding';
  return poolReserves === null ? null : 'graduated';
}

/** Base units in existence. */
export function supplyOf({ supply, isSupplyChanged, curve, isMayhem }: Standing): bigint | null {
  if (supply !== null) return supply;
  return curve !== null && isMayhem !== true && !isSupplyChanged && isOfToday(curve)
    ? 1_000_000_000_000_000n
    : null;
}

/** Quote base units that the curve needs in all: by its invariant, when only the tokens that it cannot sell are left. */
export function quoteToCompleteOf({ priceToken, priceQuote, realToken, realQuote }: Reserves): bigint | null {
  if (priceToken === null || priceQuote === null || realToken === null || realQuote === null) return null;
  const left = priceToken - realToken;
  if (left <= 0n || priceQuote <= 0n) return null;
  const atEnd = (priceToken * priceQuote + left - 1n) / left;
  const toComplete = atEnd - (priceQuote - realQuote);
  return toComplete <= 0n || toComplete >= 2n ** 64n ? null : toComplete;
}

/** Quote base units per token base unit when the last token is sold. */
export function completionPriceOf({ priceToken, priceQuote, realToken }: Reserves): number | null {
  if (priceToken === null || priceQuote === null || realToken === null) return null;
  const left = priceToken - realToken;
  return left <= 0n ? null : Number((priceToken * priceQuote + left - 1n) / left) / Number(left);
}

/** What is known of the prices of a token's quote. */
export type Prices = {
  solUsd: string | null;
  /** Of a quote that is another coin. */
  coin: RawQuotePrice | null;
};

/** Whole SOL or USDC for a whole unit of another coin. */
export function coinPricesOf(quoteDecimals: number | null, { coin }: Prices) {
  const inCurrency = (currency: string, decimals: number) =>
    coin === null || quoteDecimals === null || coin.priced_in !== currency
      ? null
      : ((Number(coin.price_quote_reserves) / Number(coin.price_token_reserves)) * 10 ** quoteDecimals) /
        10 ** decimals;
  return { quote_price_sol: inCurrency('SOL', 9), quote_price_usdc: inCurrency('USDC', 6) };
}

/** Dollars of one whole unit of a quote. */
export function dollarsOf(quoteMint: string, quoteDecimals: number | null, prices: Prices): number | null {
  const solUsd = prices.solUsd === null ? null : Number(prices.solUsd);
  if (quoteMint === USDC) return 1;
  if (quoteMint === SOL) return solUsd;
  const { quote_price_sol: inSol, quote_price_usdc: inUsdc } = coinPricesOf(quoteDecimals, prices);
  return inUsdc ?? (inSol === null || solUsd === null ? null : inSol * solUsd);
}

/** Of all tokens, in dollars. */
export function marketCapUsdOf(standing: Standing, prices: Prices): number | null {
  const { price, quoteMint, quoteDecimals } = standing;
  const supply = supplyOf(standing);
  const quoteUsd = quoteMint === null ? null : dollarsOf(quoteMint, quoteDecimals, prices);
  if (price === null || supply === null || quoteDecimals === null || quoteUsd === null) return null;
  return ((price * Number(supply)) / 10 ** quoteDecimals) * quoteUsd;
}

const MICROS = 1_000_000n;
const LAMPORTS = 1_000_000_000n;

const microsOf = (usd: string): bigint => {
  const [whole = '', fraction = ''] = usd.split('.');
  return BigInt(whole + fraction.slice(0, 6).padEnd(6, '0'));
};

/** What moved in SOL or USDC, that of another coin at its price, rounded down; null where it has none, or is no amount. */
function paidOf(trade: RawTrade, { coin }: Prices): { amount: bigint; isSol: boolean } | null {
  const amount = BigInt(trade.quote_amount);
  if (trade.quote_mint === SOL || trade.quote_mint === USDC)
    return { amount, isSol: trade.quote_mint === SOL };
  if (coin === null) return null;
  const paid = (amount * BigInt(coin.price_quote_reserves)) / BigInt(coin.price_token_reserves);
  return paid >= 2n ** 64n ? null : { amount: paid, isSol: coin.priced_in === 'SOL' };
}

/** Lamports in millionths of a dollar, rounded down. */
export const microsOfLamports = (lamports: bigint, solUsd: string): bigint =>
  (lamports * microsOf(solUsd)) / LAMPORTS;

/** Millionths of a dollar, rounded down; null where the quote has no price. */
export function usdMicrosOf(trade: RawTrade, prices: Prices): bigint | null {
  const paid = paidOf(trade, prices);
  if (paid === null) return null;
  if (!paid.isSol) return paid.amount;
  return prices.solUsd === null ? null : microsOfLamports(paid.amount, prices.solUsd);
}

/** What a trade was worth in lamports. */
export function lamportsOf(trade: RawTrade, prices: Prices): bigint | null {
  const paid = paidOf(trade, prices);
  if (paid?.isSol) return paid.amount;
  const { solUsd } = prices;
  const micros = usdMicrosOf(trade, prices);
  const solMicros = solUsd === null ? 0n : microsOf(solUsd);
  return micros === null || solMicros === 0n ? null : (micros * LAMPORTS) / solMicros;
}

export const usdOfMicros = (micros: bigint): number => Number(micros) / Number(MICROS);
