/**
 * `npm run test:replay -- [--events N] [--seed S]`: a market of at least N events (facts that its transactions state)
 * goes through the product, whose enrichers ask its services; then its journal goes into empty stores and an empty state,
 * and everything derived is compared by checksum. Exits 1 on any difference.
 */
import { endAnswers, servicesOf } from './answers.js';
import { requireAllRead } from './compare-published.js';
import { Comparison } from './comparison.js';
import { playEnough } from './enough.js';
import { countEvents } from './journal.js';
import { startProduct } from './product.js';
import { compareWithReplay, PRODUCT_OPTIONS } from './proof.js';
import { endWhereStoresAreNamed, readOptions, wholeNumber } from './proof-options.js';
import { untilPublished, untilStored } from './settle.js';
import { startSource } from './source.js';
import { openStores } from './stores.js';

const LIMIT_MS = 3_600_000;
/** A market that is played as fast as it is read leaves the tables minutes of its time behind, of which no place is told. */
const TOO_FAST_FOR = new Set(['volume_places_observed']);

const { events, seed } = readOptions({ events: wholeNumber(1_000_000, 1_000), seed: wholeNumber(1, 0) });
endWhereStoresAreNamed();

const startedAtMs = performance.now();
const seconds = () => ((performance.now() - startedAtMs) / 1_000).toFixed(1);
const comparison = new Comparison(events, TOO_FAST_FOR);
const { product, kafka, events: stated, discard } = await playEnough(events, publish);
try {
  console.log(`the market's ${stated} events stand in the journal after ${seconds()} s`);
  await untilStored(product, LIMIT_MS);
  await endAnswers(product, LIMIT_MS);
  console.log(`it is folded and stored after ${seconds()} s`);
  await requireAllRead(kafka, comparison);
  await compareWithReplay(product, comparison);
} finally {
  await discard();
}
console.log(`at least ${events} events, seed ${seed}: ${comparison.summary}; ${seconds()} s.`);
process.exit(comparison.differences === 0 ? 0 : 1);

/** Starts the product on a market of so many transactions, and waits until all of them stand in its journal. */
async function publish(transactions: number) {
  const source = await startSource({ seed, transactions });
  try {
    const options = ['--source', source.url, ...PRODUCT_OPTIONS];
    const product = await startProduct(options, undefined, servicesOf(source));
    // What is asked while the journal is folded is answered until then.
    const discard = async () => {
      await product.stop();
      await source.stop();
    };
    try {
      const { kafka } = openStores(product);
      await untilPublished(kafka, source, LIMIT_MS);
      return { product, kafka, transactions, events: await countEvents(kafka), discard };
    } catch (error) {
      await product.stop();
      throw error;
    }
  } catch (error) {
    await source.stop();
    throw error;
  }
}
