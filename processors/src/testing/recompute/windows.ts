/** What a token traded within each window of whole cells, recomputed trade by trade. */
import { usdOfMicros } from './standing.js';

/** A trade that counts: the agent's do not. */
export type Counted = {
  position: string;
  at: number;
  isBuy: boolean;
  trader: string;
  /** What the token was quoted in after it. */
  quotedIn: string | null;
  /** Base units of the token's quote; null in another one. */
  quote: bigint | null;
  usdMicros: bigint | null;
  lamports: bigint | null;
  /** The token's price after it. */
  price: number | null;
};

export const SECOND = 1_000;
export const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** By the ending of its columns' names: the length, and that of the cells that it consists of. */
const WINDOWS = {
  '1m': { lengthMs: MINUTE, cellMs: SECOND },
  '5m': { lengthMs: 5 * MINUTE, cellMs: 10 * SECOND },
  '1h': { lengthMs: HOUR, cellMs: MINUTE },
  '24h': { lengthMs: 24 * HOUR, cellMs: 15 * MINUTE },
} as const;
export type WindowName = keyof typeof WINDOWS;

/** When it is measured, and what was seen by then. */
export type Seen = {
  now: number;
  /** The token from its launch, without a hole. */
  isWhole: boolean;
  watchedFrom: number;
};

export const sawAllOf = ({ isWhole, watchedFrom }: Seen, sinceMs: number): boolean =>
  isWhole || watchedFrom <= sinceMs;

/** The first moment of a window of whole cells that ends with the cell of `now`. */
export const windowStart = (now: number, cellMs: number, lengthMs: number): number =>
  Math.floor(now / cellMs) * cellMs + cellMs - lengthMs;

export function inCells(
  trades: readonly Counted[],
  now: number,
  cellMs: number,
  lengthMs: number,
): Counted[] {
  const start = windowStart(now, cellMs, lengthMs);
  return trades.filter(({ at }) => at >= start);
}

/** The first moment after the cell that holds the middle of a life. */
export const laterHalfStart = (now: number, age: number, cellMs: number): number =>
  (Math.floor((now - age / 2) / cellMs) + 1) * cellMs;

type Prices = {
  price: number | null;
  firstPrice: number | null;
  quoteDecimals: number | null;
  createdAt: number | null;
};

export function windowOf(trades: readonly Counted[], prices: Prices, name: WindowName, seen: Seen) {
  const { lengthMs, cellMs } = WINDOWS[name];
  const within = inCells(trades, seen.now, cellMs, lengthMs);
  const isSeen = sawAllOf(seen, seen.now - lengthMs);
  const buys = within.filter(({ isBuy }) => isBuy).length;
  const sells = within.length - buys;
  const isRatioKnown = isSeen && within.length > 0;
  const unit = prices.quoteDecimals === null ? null : 10 ** prices.quoteDecimals;
  const sum = (amounts: readonly (bigint | null)[]) =>
    isSeen && !amounts.includes(null) ? amounts.reduce<bigint>((all, each) => all + each!, 0n) : null;
  const usdMicros = sum(within.map((trade) => trade.usdMicros));
  const quote = sum(within.map((trade) => trade.quote));
  return {
    trades: within.length,
    buys,
    sells,
    traders: new Set(within.map(({ trader }) => trader)).size,
    volumeUsd: usdMicros === null ? null : usdOfMicros(usdMicros),
    volumeQuote: quote === null || unit === null ? null : Number(quote) / unit,
    priceChangePercent: priceChange(trades, prices, seen, name),
    buyShare: isRatioKnown ? buys / within.length : null,
    buySellRatio: isRatioKnown ? buys / Math.max(sells, 1) : null,
  };
}

/**
 * Against the price before the window's first cell, of a token of under five minutes before the second half of its life; where
 * none was before against that after its first trade.
 */
function priceChange(
  trades: readonly Counted[],
  { price, firstPrice, createdAt }: Prices,
  { now, isWhole, watchedFrom }: Seen,
  name: WindowName,
): number | null {
  const { lengthMs } = WINDOWS[name];
  const age = isWhole && createdAt !== null ? now - createdAt : lengthMs;
  const isHalved = name === '5m' && age < lengthMs;
  const cellMs = isHalved && age < MINUTE ? SECOND : WINDOWS[name].cellMs;
  const start = isHalved ? laterHalfStart(now, age, cellMs) : windowStart(now, cellMs, lengthMs);
  const before = trades.filter((trade) => trade.at < start && trade.price !== null).at(-1);
  let from: number | null = null;
  if (before === undefined) from = isWhole ? firstPrice : null;
  else if (isWhole || Math.floor(before.at / cellMs) * cellMs >= watchedFrom) from = before.price;
  return from === null || from === 0 || price === null ? null : (price / from - 1) * 100;
}

/** The price at the end of each cell that has one, and before the first of them, unless a hole lies between. */
export function closesOf(trades: readonly Counted[], seen: Seen, cellMs: number, lengthMs: number): number[] {
  const start = windowStart(seen.now, cellMs, lengthMs);
  const closes = new Map<number, number>();
  for (const { at, price } of trades) {
    const cell = Math.floor(at / cellMs);
    const isKnown = at >= start || seen.isWhole || cell * cellMs >= seen.watchedFrom;
    if (price !== null && isKnown) closes.set(at < start ? -1 : cell, price);
  }
  return [...closes.values()];
}

/** The columns of every window, by their names. */
export function windowColumns(trades: readonly Counted[], prices: Prices, seen: Seen) {
  const columns = (Object.keys(WINDOWS) as WindowName[]).flatMap((name) => {
    const window = windowOf(trades, prices, name, seen);
    return [
      [`buys_${name}`, window.buys],
      [`sells_${name}`, window.sells],
      [`is_whole_${name}`, sawAllOf(seen, seen.now - WINDOWS[name].lengthMs)],
      [`volume_usd_${name}`, window.volumeUsd],
      [`volume_quote_${name}`, window.volumeQuote],
      [`price_change_${name}_percent`, window.priceChangePercent],
      ...(name === '24h' ? [] : [[`traders_${name}`, window.traders]]),
      [`trades_${name}`, window.trades],
      [`buy_share_${name}`, window.buyShare],
      [`buy_sell_ratio_${name}`, window.buySellRatio],
    ];
  });
  return Object.fromEntries(columns) as Record<string, number | boolean | null>;
}
