import { positionOf, SOL_MINT, USDC_MINT } from '@cryptonite/contracts/chain';
import type { Fact, JournalRecord, QuotePriceObserved, TradeExecuted } from '@cryptonite/contracts/events';
import { AFTER_ALL } from './slot-facts.js';

const PRICED_IN: Readonly<Record<string, QuotePriceObserved['pricedIn']>> = {
  [SOL_MINT]: 'SOL',
  [USDC_MINT]: 'USDC',
};
/** Some hundred bytes each. */
const MOST_COINS = 10_000;

/**
 * Tells what the coins cost that tokens are quoted in, slot by slot, from their own trades. Which coins these are, the
 * launches, pools and trades say that are quoted in them: after a restart a coin is told again once one of them is seen.
 */
export class QuotePrices {
  /** The one seen longest ago first. */
  readonly #coins = new Set<string>();

  /**
   * @param records of a whole slot, in its order
   * @returns one fact for each coin and place, in the order of their ids
   */
  observe(slot: number, time: number, records: readonly JournalRecord[]): Fact[] {
    const facts = records.flatMap((record) => record.facts);
    for (const fact of facts) if ('quoteMint' in fact) this.#note(fact.quoteMint);
    const newest = new Map<string, QuotePriceObserved>();
    for (const fact of facts) {
      const price =
        fact.kind === 'TradeExecuted' && this.#coins.has(fact.mint) ? priceOf(slot, time, fact) : null;
      if (price) newest.set(price.id, price);
    }
    return [...newest.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  #note(quoteMint: string): void {
    if (quoteMint in PRICED_IN) return;
    this.#coins.delete(quoteMint);
    this.#coins.add(quoteMint);
    if (this.#coins.size <= MOST_COINS) return;
    const [oldest = quoteMint] = this.#coins;
    this.#coins.delete(oldest);
  }
}

/** Null where the trade does not tell it, or tells it in yet another coin. */
function priceOf(slot: number, time: number, trade: TradeExecuted): QuotePriceObserved | null {
  const { mint, venue, pool, priceTokenReserves, priceQuoteReserves } = trade;
  const pricedIn = PRICED_IN[trade.quoteMint];
  if (pricedIn === undefined || pool === null || priceTokenReserves === null || priceQuoteReserves === null)
    return null;
  if (priceTokenReserves <= 0n || priceQuoteReserves <= 0n) return null;
  return {
    kind: 'QuotePriceObserved',
    id: `quote-price:${slot}:${mint}:${pool}`,
    position: positionOf({ slot, ...AFTER_ALL, inner: 3 }),
    time,
    quoteMint: mint,
    pricedIn,
    venue,
    pool,
    priceTokenReserves,
    priceQuoteReserves,
    realTokenReserves: trade.realTokenReserves,
    realQuoteReserves: trade.realQuoteReserves,
  };
}
