/**
 * `npm run test:replay -- [--events N] [--seed S]`: a market of at least N events (facts that its transactions state)
 * goes through the product; then its journal goes into empty stores and an empty state, and everything derived is
 * compared by checksum. Exits 1 on any difference, and where there were fewer events.
 */
import { Comparison, countEvents, requireAllRead } from './compare.js';
import { startProduct } from './product.js';
import { compareWithReplay, PRODUCT_OPTIONS, transactionsFor } from './proof.js';
import { endWhereStoresAreNamed, readOptions, wholeNumber } from './proof-options.js';
import { untilPublished, untilStored } from './settle.js';
import { startSource } from './source.js';
import { openStores } from './stores.js';

const LIMIT_MS = 3_600_000;

const { events, seed } = readOptions({ events: wholeNumber(1_000_000, 1_000), seed: wholeNumber(1, 0) });
endWhereStoresAreNamed();

const startedAtMs = performance.now();
const seconds = () => ((performance.now() - startedAtMs) / 1_000).toFixed(1);
const comparison = new Comparison(events);
const source = await startSource({ seed, transactions: transactionsFor(events) });
const product = await startProduct(['--source', source.url, ...PRODUCT_OPTIONS]);
try {
  const { kafka } = openStores(product);
  await untilPublished(kafka, source, LIMIT_MS);
  console.log(`the market stands in the journal after ${seconds()} s`);
  await source.stop();
  await untilStored(product, LIMIT_MS);
  console.log(`it is folded and stored after ${seconds()} s`);
  comparison.enough('events in the journal', await countEvents(kafka), events);
  await requireAllRead(kafka, comparison);
  await compareWithReplay(product, comparison);
} finally {
  await source.stop();
  await product.stop();
}
console.log(`at least ${events} events, seed ${seed}: ${comparison.summary}; ${seconds()} s.`);
process.exit(comparison.differences === 0 ? 0 : 1);
