/** Wallets that bought for at least 5 SOL within a window. */
import { WHALE_LAMPORTS, WHALE_WINDOW_MS } from '@cryptonite/contracts/rules';
import type { TraderState } from '@cryptonite/contracts/states';
import { firstBucketOf } from './ring.js';

const MINUTE_MS = 60_000;

const boughtSince = (trader: TraderState, minute: number): bigint => {
  let sum = 0n;
  for (const buy of trader.buys) if (buy.minute >= minute) sum += buy.lamports;
  return sum;
};

/** Whether a trader could be a whale buyer in any window: the others need not be looked at. */
export const isBigBuyer = (trader: TraderState): boolean => boughtSince(trader, 0) >= WHALE_LAMPORTS;

/** Whale buyers within each window, counted again only in a new minute or after {@link WhaleCounts.forget}. */
export class WhaleCounts {
  #minute = Number.NaN;
  h1 = 0;
  m10 = 0;

  forget(): void {
    this.#minute = Number.NaN;
  }

  moveTo(bigBuyers: ReadonlySet<TraderState>, now: number): void {
    const minute = Math.floor(now / MINUTE_MS);
    if (minute === this.#minute) return;
    this.#minute = minute;
    this.h1 = countWhales(bigBuyers, now, WHALE_WINDOW_MS.h1);
    this.m10 = countWhales(bigBuyers, now, WHALE_WINDOW_MS.m10);
  }
}

function countWhales(bigBuyers: Iterable<TraderState>, now: number, windowMs: number): number {
  const first = firstBucketOf(now, windowMs, MINUTE_MS);
  let count = 0;
  for (const trader of bigBuyers) if (boughtSince(trader, first) >= WHALE_LAMPORTS) count += 1;
  return count;
}

/** Notes a buy, and drops those that every window has left behind. */
export function addBuy(trader: TraderState, time: number, lamports: bigint, keepMs: number): void {
  const minute = Math.floor(time / MINUTE_MS);
  const first = firstBucketOf(time, keepMs, MINUTE_MS);
  if (trader.buys[0] && trader.buys[0].minute < first)
    trader.buys = trader.buys.filter((buy) => buy.minute >= first);
  const same = trader.buys.find((buy) => buy.minute === minute);
  if (same) same.lamports += lamports;
  else trader.buys.push({ minute, lamports });
}
