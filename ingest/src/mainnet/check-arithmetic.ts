import { TradeExecuted } from '@cryptonite/contracts/events';
import type { Line } from '../decode-cli/decode-file.js';
import { curveBuyCost, poolBuyCost, poolTokensFor, sellProceeds } from '../testing/oracles.js';

/** A trade as printed, which may stand nowhere on the chain. */
const Trade = TradeExecuted.omit({ id: true, position: true });

/** Buys that name the tokens to get; others name the quote to spend, and round otherwise. */
const EXACT_OUT = new Set([null, 'buy', 'buy_v2']);

/**
 * How a real trade differs from what its program computes from the reserves before it, which are its reserves after it
 * taken back. Null where it does not, or where the rule is not known to hold: the reserves of mayhem coins change
 * between trades, and inverted pools take their fees in tokens.
 */
export function checkArithmetic(line: Line): string | null {
  if (line.kind !== 'TradeExecuted') return null;
  const trade = Trade.parse(line);
  const { venue, side, tokenAmount, quoteAmount, priceTokenReserves, priceQuoteReserves, lpFee } = trade;
  if (priceTokenReserves === null || priceQuoteReserves === null || trade.isMayhem) return null;
  if (venue === 'pumpswap' && lpFee === null) return null;
  const isBuy = side === 'buy';
  const tokensBefore = priceTokenReserves + (isBuy ? tokenAmount : -tokenAmount);
  const quoteBefore = priceQuoteReserves - (isBuy ? quoteAmount : -quoteAmount) - (lpFee ?? 0n);
  const isOfPool = venue === 'pumpswap' || priceTokenReserves === trade.realTokenReserves;
  const isExactOut = EXACT_OUT.has(trade.instructionName);
  // A curve's rule for them is not known.
  if (isBuy && !isExactOut && !isOfPool) return null;

  const computed = !isBuy
    ? sellProceeds(quoteBefore, tokensBefore, tokenAmount)
    : (isOfPool ? poolBuyCost : curveBuyCost)(quoteBefore, tokensBefore, tokenAmount);
  if (computed === quoteAmount && (isExactOut || !isBuy)) return null;
  // The part of a buy beyond its curve does not say how it was ordered.
  const mayBeExactIn = isBuy && isOfPool && (!isExactOut || venue === 'pump-curve');
  if (!mayBeExactIn) return `${side} of ${tokenAmount} is ${quoteAmount}, computed ${computed}`;
  const tokens = poolTokensFor(quoteBefore, tokensBefore, quoteAmount);
  return tokens === tokenAmount ? null : `buy for ${quoteAmount} is ${tokenAmount}, computed ${tokens}`;
}
