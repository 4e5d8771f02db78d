/** Markets that are large enough: how many events so many transactions state is known only when they were played. */

/**
 * A transaction of the market states 2.2 to 2.49 facts on average (seeds 1 to 5 and 99, 400 to 40,000 transactions): few
 * markets are played twice.
 */
const EVENTS_PER_TRANSACTION_LEAST = 2.2;
/** Of transactions beyond what the events so far say. */
const ROOM = 1.02;

/** So many transactions are likely to state `events` facts. */
export const transactionsFor = (events: number): number => Math.ceil(events / EVENTS_PER_TRANSACTION_LEAST);

export type Played = {
  transactions: number;
  /** What they stated. */
  events: number;
  discard: () => Promise<void>;
};

/** Plays a market of at least `wanted` events: again, with more transactions, where it stated fewer. */
export async function playEnough<P extends Played>(
  wanted: number,
  play: (transactions: number) => Promise<P>,
): Promise<P> {
  for (let transactions = transactionsFor(wanted); ; ) {
    const played = await play(transactions);
    const { events } = played;
    if (events >= wanted) return played;
    await played.discard();
    if (events === 0) throw new Error(`${transactions} transactions state no event`);
    const more = Math.ceil(((transactions * wanted) / events) * ROOM);
    console.log(`${transactions} transactions state ${events} events of ${wanted}: ${more} are played`);
    transactions = more;
  }
}
