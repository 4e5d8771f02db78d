/**
 * `npm run bench -- replay [-- --transactions 100000]`: a journal of so many transactions into empty stores, until
 * everything is folded and stored, beside reading the same journal alone. A copier feeds it as fast as the broker takes it.
 */
import { parseArgs, promisify } from 'node:util';
import { gunzip, gzip, type ZlibOptions } from 'node:zlib';
import { TOPICS } from '@cryptonite/contracts/topics';
import { untilSettled } from '@cryptonite/proofs/health.js';
import { copyJournal } from '@cryptonite/proofs/journal.js';
import { type Product, startProduct } from '@cryptonite/proofs/product.js';
import { NO_SOURCE, PRODUCT_OPTIONS } from '@cryptonite/proofs/proof.js';
import { untilPublished } from '@cryptonite/proofs/settle.js';
import { startSource } from '@cryptonite/proofs/source.js';
import { openStores, streamTopic } from '@cryptonite/proofs/stores.js';
import kafkajs, { CompressionTypes } from 'kafkajs';
import { z } from 'zod';
import { readUsage } from './processes.js';

const LIMIT_MS = 3_600_000;
const QUIET_MS = 4_000;

// The copier shares the processors with what is measured: it packs as quickly as it can.
const compress = promisify<Buffer, ZlibOptions, Buffer>(gzip);
kafkajs.CompressionCodecs[CompressionTypes.GZIP] = () => ({
  compress: ({ buffer }: { buffer: Buffer }) => compress(buffer, { level: 1 }),
  decompress: promisify<Buffer, Buffer>(gunzip),
});

const { values } = parseArgs({
  options: { transactions: { type: 'string', default: '100000' }, seed: { type: 'string', default: '7' } },
});
const options = z
  .object({ transactions: z.coerce.number().int().min(1_000), seed: z.coerce.number().int() })
  .safeParse(values);
if (!options.success) {
  console.error('replay takes --transactions <whole number from 1000> and --seed <whole number>');
  process.exit(2);
}
const { transactions, seed } = options.data;

const Line = z.object({ facts: z.array(z.unknown()) });

const products: Product[] = [];
const source = await startSource({ seed, transactions });
try {
  const original = await startProduct(['--source', source.url, ...PRODUCT_OPTIONS]);
  products.push(original);
  const { kafka } = openStores(original);
  await untilPublished(kafka, source, LIMIT_MS);
  await source.stop();
  const { slot: lastSlot } = await untilSettled(original, LIMIT_MS, { quietMs: QUIET_MS });
  console.error(`  ${transactions} transactions stand in the journal`);

  let facts = 0;
  await streamTopic(kafka, TOPICS.journal.name, (records) => {
    for (const { value } of records) facts += Line.parse(JSON.parse(value ?? '')).facts.length;
  });
  const readAtMs = performance.now();
  await streamTopic(kafka, TOPICS.journal.name, () => {});
  const readS = (performance.now() - readAtMs) / 1_000;

  const replayed = await startProduct(['--source', NO_SOURCE, ...PRODUCT_OPTIONS]);
  products.push(replayed);
  const pids = await replayed.pids();
  let before = readUsage(pids);
  let startedAtMs = 0;
  // The copier joins a group first, which takes seconds.
  const records = await copyJournal(kafka, openStores(replayed).kafka, () => {
    startedAtMs = performance.now();
    before = readUsage(pids);
  });
  const copyS = (performance.now() - startedAtMs) / 1_000;
  await untilSettled(replayed, LIMIT_MS, { quietMs: QUIET_MS, lastSlot: lastSlot ?? 0 });
  // It had been so for as long as was watched.
  const replayS = (performance.now() - startedAtMs - QUIET_MS) / 1_000;
  const after = readUsage(pids);

  process.send?.([
    { what: `facts of ${records} records`, value: facts, unit: '' },
    { what: 'reading the journal alone', value: facts / readS, unit: 'facts/s' },
    {
      what: 'replay until all is folded and stored',
      value: facts / replayS,
      unit: 'facts/s',
      ratio: { to: 'reading alone', value: readS / replayS },
    },
    { what: 'replay', value: replayS, unit: 's' },
    { what: 'of it, copying the journal in', value: copyS, unit: 's' },
    ...Object.entries(after).map(([name, { cpuS }]) => ({
      what: `${name}, processor time`,
      value: cpuS - (before[name]?.cpuS ?? 0),
      unit: 's',
    })),
  ]);
} finally {
  await source.stop();
  for (const product of products) await product.stop();
}
process.disconnect?.();
