import { positionOf, SLOT_END, SOL_MINT, USDC_MINT } from '@cryptonite/contracts/chain';
import type { Fact, JournalRecord, QuotePriceObserved, TradeExecuted } from '@cryptonite/contracts/events';
import { RESUME_MARGIN_MS } from '../yellowstone/chain-stream.js';
import { NEEDED_MS, type QuotedIn } from './journal-tail.js';

const PRICED_IN: Readonly<Record<string, QuotePriceObserved['pricedIn']>> = {
  [SOL_MINT]: 'SOL',
  [USDC_MINT]: 'USDC',
};

/**
 * For so long after something was quoted in a coin, or its price was told, that is told again: of each slot that may come
 * again after a restart, the end of the journal says what was so known before it. Twice the margin is left, as that is
 * counted in slots of a rate that was measured.
 */
export const TOLD_FOR_MS = NEEDED_MS - 2 * RESUME_MARGIN_MS;

/**
 * Tells what the coins cost that tokens are quoted in, slot by slot, from their own trades. Which coins these are follows
 * from the slots just before, so that a slot tells the same whenever it is read. Only where some of these were not seen
 * may it tell less.
 */
export class QuotePrices {
  /** The slots in which a coin was named, with their times, ms since 1970. */
  readonly #slotsOf = new Map<string, Map<number, number>>();

  /** @param quotedIn what the end of the journal says */
  constructor(quotedIn: QuotedIn = new Map()) {
    for (const [slot, { timeMs, coins }] of quotedIn)
      for (const coin of coins) this.#note(slot, timeMs, coin);
  }

  /**
   * @param records of a whole slot, in its order
   * @returns one fact for each coin and place, in the order of their ids
   */
  observe(slot: number, time: number, records: readonly JournalRecord[]): Fact[] {
    // A slot that comes again lies no further back than the margin.
    this.#forgetBefore(time - NEEDED_MS);
    const facts = records.flatMap((record) => record.facts);
    for (const fact of facts) if ('quoteMint' in fact) this.#note(slot, time, fact.quoteMint);
    const newest = new Map<string, QuotePriceObserved>();
    for (const fact of facts) {
      const price =
        fact.kind === 'TradeExecuted' && this.#isTold(fact.mint, slot, time)
          ? priceOf(slot, time, fact)
          : null;
      if (price) newest.set(price.id, price);
    }
    for (const { quoteMint } of newest.values()) this.#note(slot, time, quoteMint);
    return [...newest.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  #isTold(coin: string, slot: number, timeMs: number): boolean {
    for (const [named, namedMs] of this.#slotsOf.get(coin) ?? [])
      if (named <= slot && namedMs >= timeMs - TOLD_FOR_MS) return true;
    return false;
  }

  #note(slot: number, timeMs: number, coin: string): void {
    if (coin in PRICED_IN) return;
    const slots = this.#slotsOf.get(coin);
    if (slots) slots.set(slot, timeMs);
    else this.#slotsOf.set(coin, new Map([[slot, timeMs]]));
  }

  #forgetBefore(oldestMs: number): void {
    for (const [coin, slots] of this.#slotsOf) {
      for (const [slot, timeMs] of slots) if (timeMs < oldestMs) slots.delete(slot);
      if (slots.size === 0) this.#slotsOf.delete(coin);
    }
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
    position: positionOf({ slot, ...SLOT_END, inner: 3 }),
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
