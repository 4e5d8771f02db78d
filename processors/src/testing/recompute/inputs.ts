/** What scores and gates look at and a row carries, of a token of which no answer tells anything: written a second time. */
import type { Creator, Looked } from './looked.js';
import type { Standing } from './standing.js';
import {
  type Counted,
  closesOf,
  inCells,
  laterHalfStart,
  MINUTE,
  SECOND,
  type Seen,
  sawAllOf,
  windowOf,
} from './windows.js';

const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WHALE = 5_000_000_000n;

/** Of those that nobody answers. */
export const UNTOLD = {
  ...{ has_picture: null, has_twitter: null, has_telegram: null, has_website: null },
  ...{ does_website_answer: null, volume_place: null },
  ...{ description_characters: null, names_use: null },
  ...{ posts_1h: null, posts_24h: null, post_growth: null },
  ...{ is_verified: null, followers: null, account_age_days: null },
  ...{ telegram_members: null, boosts: null, has_paid_profile: null, shill_ratio: null },
  ...{ shares_theme: null, theme_age_ms: null },
};

/** By how much the later of two days, of a token under a day the later half of its life, traded more quote, percent. */
export function dayGrowthOf({ standing: { createdAt }, seen, trades }: Looked) {
  const { now, isWhole } = seen;
  const age = createdAt === null ? null : now - createdAt;
  const isOfLife = isWhole && age !== null && age < DAY;
  const known = (percent: number | null) => ({
    volume_growth_24h_percent: percent,
    is_growth_of_life: isOfLife || (percent === null ? null : false),
  });
  if (!isOfLife && !sawAllOf(seen, now - 2 * DAY)) return known(null);
  const [cell, length] = !isOfLife
    ? [HOUR, 2 * DAY]
    : age < MINUTE
      ? [SECOND, MINUTE]
      : age < 10 * MINUTE
        ? [10 * SECOND, 10 * MINUTE]
        : age < HOUR
          ? [MINUTE, HOUR]
          : [15 * MINUTE, 2 * DAY];
  const middle = isOfLife
    ? laterHalfStart(now, age, cell)
    : (Math.floor(now / (15 * MINUTE)) - 95) * 15 * MINUTE;
  const all = inCells(trades, now, cell, length);
  if (all.some(({ quote }) => quote === null)) return known(null);
  const sum = (some: readonly Counted[]) => some.reduce((total, { quote }) => total + quote!, 0n);
  const earlier = sum(all.filter(({ at }) => at < middle));
  return known(earlier === 0n ? null : (Number(sum(all) - earlier) / Number(earlier) - 1) * 100);
}

const isUnsized = (trades: readonly Counted[], isBuy: boolean, after: number): boolean =>
  trades.some((trade) => trade.isBuy === isBuy && trade.lamports === null && trade.at > after);

/** What the whale buyers of the hour bought less what they sold, SOL. */
export function whaleNetOf(trades: readonly Counted[], seen: Seen): number | null {
  const hourAgo = seen.now - HOUR;
  if (!sawAllOf(seen, hourAgo) || isUnsized(trades, true, hourAgo) || isUnsized(trades, false, hourAgo))
    return null;
  const of = new Map<string, { bought: bigint; sold: bigint }>();
  for (const { trader, isBuy, lamports } of inCells(trades, seen.now, MINUTE, HOUR)) {
    const sums = of.get(trader) ?? { bought: 0n, sold: 0n };
    of.set(trader, sums);
    if (isBuy) sums.bought += lamports ?? 0n;
    else sums.sold += lamports ?? 0n;
  }
  const whales = [...of.values()].filter(({ bought }) => bought >= WHALE);
  return Number(whales.reduce((net, { bought, sold }) => net + bought - sold, 0n)) / 1e9;
}

export const NOT_COUNTED = { trader_growth_5m: null, organic_buyers_1h: null };

/** Of those that walk over all who traded; snipers are those of a token whose first trade was seen as one. */
export function countsOf({ trades, seen, creator }: Looked, first: Counted | null) {
  const { now } = seen;
  const hourAgo = now - HOUR;
  const isBuyUnsized = isUnsized(trades, true, hourAgo);
  const within = (minutes: number) => inCells(trades, now, MINUTE, minutes * MINUTE);
  const wallets = (some: readonly Counted[]) => new Set(some.map(({ trader }) => trader));
  const buyers = wallets(within(60).filter(({ isBuy }) => isBuy));
  if (creator.wallet !== null) buyers.delete(creator.wallet);
  if (first !== null)
    for (const { trader, isBuy, at } of trades)
      if (isBuy && at - first.at <= 5 * SECOND) buyers.delete(trader);
  // Of whole minutes.
  const minute = Math.floor(now / MINUTE);
  const ofMinutes = (from: number, end: number) =>
    wallets(trades.filter(({ at }) => at >= (minute - from) * MINUTE && at < (minute - end) * MINUTE)).size;
  const before = ofMinutes(10, 5);
  const isGrowthKnown =
    sawAllOf(seen, now - 11 * MINUTE) && !isBuyUnsized && !isUnsized(trades, false, hourAgo) && before > 0;
  return {
    trader_growth_5m: isGrowthKnown ? ofMinutes(5, 0) / before : null,
    organic_buyers_1h: sawAllOf(seen, hourAgo) && !isBuyUnsized ? buyers.size : null,
  };
}

/** Of the hour's sellers, percent with a sale in the minutes after a purchase of their own. */
export function flippersOf(trades: readonly Counted[], seen: Seen): number | null {
  if (!seen.isWhole || trades.some(({ lamports }) => lamports === null)) return null;
  const boughtIn = new Map<string, number>();
  const [sellers, flippers] = [new Set<string>(), new Set<string>()];
  const first = Math.floor(seen.now / MINUTE) - 59;
  for (const { trader, isBuy, at } of trades) {
    const minute = Math.floor(at / MINUTE);
    if (isBuy) boughtIn.set(trader, Math.max(boughtIn.get(trader) ?? 0, minute));
    else if (minute >= first) {
      sellers.add(trader);
      if ((boughtIn.get(trader) ?? Number.NEGATIVE_INFINITY) >= minute - 5) flippers.add(trader);
    }
  }
  return sellers.size === 0 ? null : (flippers.size / sellers.size) * 100;
}

export const NOT_YOUNG = {
  ...{ organic_buyers_10m: null, net_inflow_sol_10m: null, sol_per_trade: null, buyer_growth_5m: null },
  ...{ keepers_percent: null, holders_gained_1h: null, flippers_percent_1h: null },
};

/** Whether its creator bought, and holds as much. */
export function creatorHoldsOf(
  { balances, seen, top1 }: Looked,
  { wallet, bought }: Creator,
): boolean | null {
  if (wallet === null || top1 === null || !seen.isWhole) return null;
  return bought > 0n && (balances.get(wallet) ?? 0n) >= bought;
}

/** SOL of a trade of the hour. */
export function perTradeOf({ trades, standing, seen }: Looked, inSol: number | null): number | null {
  const h1 = windowOf(trades, standing, '1h', seen);
  return h1.volumeQuote === null || h1.trades === 0 || inSol === null
    ? null
    : (h1.volumeQuote / h1.trades) * inSol;
}

/** Percent of the highest price of the day, as prices stood at the ends of cells. */
export function priceOfHighOf({ price }: Standing, trades: readonly Counted[], seen: Seen): number | null {
  if (price === null || !sawAllOf(seen, seen.now - DAY)) return null;
  const highs = [
    ...closesOf(trades, seen, 15 * MINUTE, DAY),
    ...closesOf(trades, seen, MINUTE, HOUR),
    ...closesOf(trades, seen, 10 * SECOND, 10 * MINUTE),
  ];
  return (price / Math.max(price, ...highs)) * 100;
}

/** Of the wallets that bought for 5 SOL and more in the hour, those that hold the token. */
export const whalesHoldingOf = ({ trades, balances, top1, seen }: Looked): number | null =>
  top1 === null
    ? null
    : whalesIn(trades, seen.now, HOUR).filter((wallet) => (balances.get(wallet) ?? 0n) > 0n).length;

/** Wallets that bought for 5 SOL and more. */
export function whalesIn(trades: readonly Counted[], now: number, windowMs: number): string[] {
  const bought = new Map<string, bigint>();
  for (const { isBuy, trader, lamports } of inCells(trades, now, MINUTE, windowMs))
    if (isBuy && lamports !== null) bought.set(trader, (bought.get(trader) ?? 0n) + lamports);
  return [...bought].filter(([, lamports]) => lamports >= WHALE).map(([wallet]) => wallet);
}
