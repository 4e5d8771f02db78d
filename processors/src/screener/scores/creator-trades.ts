/** What a token's creator bought and sold of it. */
import type { TradeExecuted } from '@cryptonite/contracts/events';
import { DUMP_HOLDS_MS, FOUND_FROM, WINDOW_MS } from '@cryptonite/contracts/rules';
import type { TokenCore } from '@cryptonite/contracts/states';
import { firstBucketOf, RINGS } from '../measures/ring.js';

const { widthMs } = RINGS.m5;

type CreatorTrades = NonNullable<TokenCore['creatorTrades']>;

export function noteCreatorTrade(state: TokenCore, { side, tokenAmount }: TradeExecuted, time: number): void {
  state.creatorTrades ??= { bought: 0n, sold: 0n, sales: [] };
  const { creatorTrades } = state;
  if (side === 'buy') {
    creatorTrades.bought += tokenAmount;
    return;
  }
  creatorTrades.sold += tokenAmount;
  const cell = Math.floor(time / widthMs);
  const known = creatorTrades.sales.find((sale) => sale.cell === cell);
  if (known) known.amount += tokenAmount;
  else creatorTrades.sales.push({ cell, amount: tokenAmount });
  const newest = Math.max(...creatorTrades.sales.map((sale) => sale.cell));
  const oldest = firstBucketOf(newest * widthMs, WINDOW_MS.m5, widthMs);
  creatorTrades.sales = creatorTrades.sales.filter((sale) => sale.cell >= oldest);
}

/**
 * Notes that a creator dumped: in the five minutes that end at `now` it sold half and more of what it held, which is a tenth
 * and more of the supply. `balance` is what it holds now.
 */
export function noteDump(state: TokenCore, balance: bigint, supply: bigint, now: number): void {
  const { creatorTrades } = state;
  if (!creatorTrades || creatorTrades.sales.length === 0) return;
  const sold = soldOfLate(creatorTrades, now);
  const { ofHeld, ofSupply } = FOUND_FROM.creatorDumped;
  const isOf = (percent: number, whole: bigint) => sold * 100n >= whole * BigInt(percent);
  if (sold === 0n || !isOf(ofHeld, sold + balance) || !isOf(ofSupply, supply)) return;
  state.creatorDumpedAt = Math.max(...creatorTrades.sales.map(({ cell }) => cell)) * widthMs;
}

/** Whether that was an hour ago or less. */
export const hasDumpedOfLate = ({ creatorDumpedAt = null }: TokenCore, now: number): boolean =>
  creatorDumpedAt !== null && now - creatorDumpedAt < DUMP_HOLDS_MS;

/** What it sold in the five minutes that end at `now`. */
export function soldOfLate({ sales }: CreatorTrades, now: number): bigint {
  const first = firstBucketOf(now, WINDOW_MS.m5, widthMs);
  return sales.reduce((sum, { cell, amount }) => (cell >= first ? sum + amount : sum), 0n);
}
