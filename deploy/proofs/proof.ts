/** What the crash proof and the replay proof have in common. */
import { type Comparison, compareDerived, copyJournal } from './compare.js';
import { type Product, startProduct } from './product.js';
import { untilStored } from './settle.js';
import { openStores } from './stores.js';

/** Dollars per SOL: without a price, many figures would be null. */
export const SOL_PRICE_USD = '150';
/** Nothing may leave the topics or tables before it is compared. */
export const PRODUCT_OPTIONS = ['--sol-price', SOL_PRICE_USD, '--history-gb', '1000'];

/**
 * A transaction of the market states 2.27 to 2.49 facts on average (seeds 1 to 5, 400 to 40,000 transactions); with some
 * room below. The proofs count what really came.
 */
const EVENTS_PER_TRANSACTION_LEAST = 2.2;

/** So many transactions state at least `events` facts. */
export const transactionsFor = (events: number): number => Math.ceil(events / EVENTS_PER_TRANSACTION_LEAST);

const SETTLE_LIMIT_MS = 3_600_000;
/** Nothing listens there: an ingest that never connects publishes nothing. */
export const NO_SOURCE = 'http://127.0.0.1:9';

/**
 * Copies a product's journal into a new one with empty stores and no source, lets it fold and store all of it, and
 * compares everything that was derived.
 */
export async function compareWithReplay(product: Product, comparison: Comparison): Promise<void> {
  const replayed = await startProduct(['--source', NO_SOURCE, ...PRODUCT_OPTIONS]);
  try {
    const [left, right] = [openStores(product), openStores(replayed)];
    const startedAtMs = performance.now();
    const records = await copyJournal(left.kafka, right.kafka);
    await untilStored(replayed, SETTLE_LIMIT_MS);
    console.log(
      `a fresh fold and sink over the same ${records} records took ${((performance.now() - startedAtMs) / 1_000).toFixed(1)} s`,
    );
    await compareDerived(left, right, comparison);
    await Promise.all([left.clickhouse.close(), right.clickhouse.close()]);
  } finally {
    await replayed.stop();
  }
}
