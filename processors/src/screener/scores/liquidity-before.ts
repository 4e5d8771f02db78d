/** What stood in a token's pool before somebody took liquidity out. */
import type { LiquidityChanged } from '@cryptonite/contracts/events';
import { WINDOW_MS } from '@cryptonite/contracts/rules';
import type { TokenCore } from '@cryptonite/contracts/states';

/**
 * Of an hour's withdrawals one is kept, that from the most: while it is within the
 * hour the others are less.
 */
export function noteWithdrawal(
  state: TokenCore,
  { time, quoteAmount, realQuoteReserves }: LiquidityChanged,
): void {
  const known = state.liquidityBefore;
  if (known === undefined) return;
  const realQuote = realQuoteReserves + quoteAmount;
  const isOver = known === null || time - known.at >= WINDOW_MS.h1;
  if (isOver || realQuote > known.realQuote) state.liquidityBefore = { at: time, realQuote };
}

/** Percent of it that is gone, of a graduated token; 0 where nobody took any out within the hour, null where that was not seen. */
export function pulledPercentOf(
  { liquidityBefore, poolReserves }: TokenCore,
  now: number,
  sawHour: boolean,
): number | null {
  const realQuote = poolReserves?.realQuote ?? null;
  if (liquidityBefore === undefined || realQuote === null) return null;
  if (liquidityBefore === null || now - liquidityBefore.at >= WINDOW_MS.h1) return sawHour ? 0 : null;
  if (liquidityBefore.realQuote === 0n) return 0;
  return Math.max(0, (1 - Number(realQuote) / Number(liquidityBefore.realQuote)) * 100);
}
