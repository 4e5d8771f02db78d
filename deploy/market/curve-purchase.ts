import type { TradeOrder } from './call.js';
import { type Coin, poolBefore } from './coin.js';
import { afterBuy, feeOf, netOf, quoteForBuy, tokensForNet } from './curve.js';

/** What the curve charges, in basis points. */
export interface CurveRates {
  protocol: bigint;
  creator: bigint;
}

/** What a buyer gets of the curve, and of the tokens meant for its pool where the curve has not enough. */
export interface Purchase {
  tokens: bigint;
  quote: bigint;
  beyond: { tokens: bigint; quote: bigint };
}

const NOTHING_BEYOND: Purchase['beyond'] = { tokens: 0n, quote: 0n };

/** What an order buys; it goes on beyond the curve's last token only where `goesOn`. */
export function purchaseOf(
  coin: Coin,
  { tokens, spends }: TradeOrder,
  { protocol, creator }: CurveRates,
  goesOn: boolean,
): Purchase {
  const { curve } = coin;
  const rates = [protocol, creator];
  const net = spends === undefined ? null : netOf(spends, rates);
  const wanted = net === null ? tokens : tokensForNet(curve.virtualQuote, curve.virtualTokens, net);
  if (wanted < curve.realTokens || (net === null && !goesOn))
    return { tokens: wanted, quote: net ?? quoteForBuy(curve, wanted), beyond: NOTHING_BEYOND };
  const left = { tokens: curve.realTokens, quote: quoteForBuy(curve, curve.realTokens) };
  if (!goesOn) return { ...left, beyond: NOTHING_BEYOND };
  const pool = poolBefore({ ...coin, curve: afterBuy(curve, left.tokens, left.quote) });
  if (spends === undefined) {
    const more = wanted - left.tokens;
    const rest = pool.tokens - more;
    const quote = more === 0n ? 0n : (pool.quote * more + rest - 1n) / rest;
    return { ...left, beyond: { tokens: more, quote } };
  }
  const cost = rates.reduce((sum, bps) => sum + feeOf(left.quote, bps), left.quote);
  const quote = netOf(spends - cost, rates);
  const more = tokensForNet(pool.quote, pool.tokens, quote);
  return { ...left, beyond: more > 0n ? { tokens: more, quote } : NOTHING_BEYOND };
}
