import { TradeExecuted } from '@cryptonite/contracts/events';
import type { Line } from '../decode-cli/decode-json.js';
import { curveBuyCost, poolBuyCost, sellProceeds } from '../testing/oracles.js';

/** A trade as printed, which may stand nowhere on the chain. */
const Trade = TradeExecuted.omit({ id: true, position: true });

/** Curve buys that name the tokens to get; others name the SOL to spend, and round otherwise. */
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
  if (side === 'buy' && !EXACT_OUT.has(trade.instructionName)) return null;
  const tokensBefore = priceTokenReserves + (side === 'buy' ? tokenAmount : -tokenAmount);
  const quoteBefore = priceQuoteReserves - (side === 'buy' ? quoteAmount : -quoteAmount) - (lpFee ?? 0n);
  const buyCost = venue === 'pumpswap' ? poolBuyCost : curveBuyCost;
  const computed = (side === 'buy' ? buyCost : sellProceeds)(quoteBefore, tokensBefore, tokenAmount);
  return computed === quoteAmount
    ? null
    : `${side} of ${tokenAmount} is ${quoteAmount}, computed ${computed}`;
}
