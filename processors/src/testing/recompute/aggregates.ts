/** The tables that views fill and the views over them, computed again from the raw rows one by one. */
import { dateTimeOf, msOf, type Row } from '@cryptonite/contracts/rows';
import type { RawTrade } from './raw.js';
import { isBeyondCurve } from './standing.js';

type ExpectedRow = Record<string, unknown>;

const HOUR = 3_600_000;
const PERIOD = 6 * HOUR;

export const CANDLES = { candles_1s: 1_000, candles_1m: 60_000, candles_1h: HOUR } as const;

const startOf = (time: string, lengthMs: number): string =>
  dateTimeOf(Math.floor(msOf(time) / lengthMs) * lengthMs);

const sum = (amounts: readonly string[]): string =>
  amounts.reduce((total, amount) => total + BigInt(amount), 0n).toString();

function grouped<Entry>(entries: readonly Entry[], keyOf: (entry: Entry) => readonly string[]): Entry[][] {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const key = keyOf(entry).join(' ');
    const group = groups.get(key);
    if (group) group.push(entry);
    else groups.set(key, [entry]);
  }
  return [...groups.values()];
}

/** `trades` in the order of each token's positions, as everywhere here. */
export function candlesOf(trades: readonly RawTrade[], lengthMs: number): ExpectedRow[] {
  const priced = trades.filter(
    ({ price_token_reserves: token, price_quote_reserves: quote }) => Number(token) > 0 && Number(quote) > 0,
  );
  return grouped(priced, (trade) => [
    trade.mint,
    trade.venue,
    trade.quote_mint,
    startOf(trade.time, lengthMs),
  ]).map((group) => {
    const prices = group.map(
      (trade) => Number(trade.price_quote_reserves) / Number(trade.price_token_reserves),
    );
    const { mint, venue, quote_mint, time } = group[0]!;
    return {
      mint,
      venue,
      quote_mint,
      bucket: startOf(time, lengthMs),
      open: prices[0],
      high: Math.max(...prices),
      low: Math.min(...prices),
      close: prices.at(-1),
      trades: String(group.length),
      token_volume: sum(group.map(({ token_amount }) => token_amount)),
      quote_volume: sum(group.map(({ quote_amount }) => quote_amount)),
    };
  });
}

export function flowOf(trades: readonly RawTrade[]): ExpectedRow[] {
  return grouped(trades, (trade) => [trade.mint, trade.quote_mint, startOf(trade.time, 60_000)]).map(
    (group) => {
      const { mint, quote_mint, time } = group[0]!;
      const [buys, sells] = ['buy', 'sell'].map((side) => group.filter((trade) => trade.side === side));
      return {
        mint,
        quote_mint,
        minute: startOf(time, 60_000),
        buys: String(buys!.length),
        sells: String(sells!.length),
        bought_quote: sum(buys!.map(({ quote_amount }) => quote_amount)),
        sold_quote: sum(sells!.map(({ quote_amount }) => quote_amount)),
        traders: String(new Set(group.map(({ trader }) => trader)).size),
      };
    },
  );
}

/** v_trade_flow_1m names the same otherwise, and adds two ratios. */
export const flowViewOf = (flow: readonly ExpectedRow[]): ExpectedRow[] =>
  flow.map(({ mint, quote_mint, minute, buys, sells, bought_quote, sold_quote, traders }) => ({
    mint,
    quote_mint,
    minute,
    buy_count: buys,
    sell_count: sells,
    bought: bought_quote,
    sold: sold_quote,
    trader_count: traders,
    buy_share: Number(buys) / (Number(buys) + Number(sells)),
    buy_sell_ratio: Number(buys) / Math.max(Number(sells), 1),
  }));

const reservesOf = (trade: RawTrade): ExpectedRow => ({
  time: trade.time,
  virtual_token: trade.price_token_reserves,
  virtual_quote: trade.price_quote_reserves,
  real_token: trade.real_token_reserves,
  real_quote: trade.real_quote_reserves,
});

/** Trades with known reserves. */
const withinCurves = (trades: readonly RawTrade[]) =>
  trades.filter(
    (trade) =>
      trade.venue === 'pump-curve' &&
      trade.price_token_reserves !== null &&
      trade.real_token_reserves !== null &&
      !isBeyondCurve(trade),
  );

export const bondingProgressOf = (trades: readonly RawTrade[]): ExpectedRow[] =>
  grouped(withinCurves(trades), (trade) => [trade.mint, startOf(trade.time, PERIOD)]).map((group) => ({
    mint: group[0]!.mint,
    period: startOf(group[0]!.time, PERIOD),
    newest: reservesOf(group.at(-1)!),
  }));

export const progressViewOf = (trades: readonly RawTrade[]): ExpectedRow[] =>
  grouped(withinCurves(trades), ({ mint }) => [mint]).map((group) => {
    const newest = group.at(-1)!;
    const [virtual, real] = [newest.price_token_reserves, newest.real_token_reserves];
    const isOfToday =
      virtual !== null && real !== null && BigInt(virtual) - BigInt(real) === 279_900_000_000_000n;
    return {
      mint: newest.mint,
      reserves: reservesOf(newest),
      progress_percent: isOfToday ? (100 * (793_100_000_000_000 - Number(real))) / 793_100_000_000_000 : null,
    };
  });

type Balance = Row<'balances_changed'>;

export const holderBalancesOf = (balances: readonly Balance[]): ExpectedRow[] =>
  grouped(balances, ({ mint, account, time }) => [mint, account, startOf(time, PERIOD)]).map((group) => {
    const { mint, account, time, owner_after, amount } = group.at(-1)!;
    return { mint, account, period: startOf(time, PERIOD), newest: { owner: owner_after, amount } };
  });

export const ownerBalancesOf = (balances: readonly Balance[]): ExpectedRow[] => {
  const newest = grouped(balances, ({ mint, account }) => [mint, account]).map((group) => group.at(-1)!);
  const held = newest.filter(({ owner_after, amount }) => owner_after !== null && amount !== '0');
  return grouped(held, ({ mint, owner_after }) => [mint, owner_after!]).map((group) => ({
    mint: group[0]!.mint,
    owner: group[0]!.owner_after,
    balance: sum(group.map(({ amount }) => amount)),
  }));
};

export const concentrationOf = (owners: readonly ExpectedRow[]): ExpectedRow[] =>
  grouped(owners, ({ mint }) => [String(mint)]).map((group) => {
    const byBalance = group
      .map(({ balance, owner }) => ({ balance: BigInt(String(balance)), owner: String(owner) }))
      .sort((a, b) =>
        a.balance === b.balance ? (a.owner < b.owner ? 1 : -1) : a.balance < b.balance ? 1 : -1,
      );
    const total = (some: typeof byBalance) => some.reduce((all, { balance }) => all + balance, 0n);
    const seen = total(byBalance);
    return {
      mint: group[0]!.mint,
      owners: String(group.length),
      seen: seen.toString(),
      by_balance: byBalance.map(({ balance, owner }) => [balance.toString(), owner]),
      top1_share: Number(byBalance[0]!.balance) / Number(seen),
      top10_share: Number(total(byBalance.slice(0, 10))) / Number(seen),
    };
  });
