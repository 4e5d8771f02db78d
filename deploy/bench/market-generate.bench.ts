/**
 * `npm run bench -- market-generate [-- --launches 100000]`: a market of so many launches with all their trades, made
 * and encoded by one process and turned into the journal by ingest's code in another, as `npm run market` does. The
 * journal is counted and dropped: what a disk takes is its own affair.
 */
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { generate } from '@cryptonite/market/generate.js';

const { values } = parseArgs({
  options: { launches: { type: 'string', default: '5000' }, seed: { type: 'string', default: '7' } },
});
const launches = Number(values.launches);
const ASKED = { launches: 100_000, minutes: 10, memoryMb: 1_000 };

const startedAt = performance.now();
const { output, ended } = generate({
  seed: Number(values.seed),
  launches,
  regime: 'middle',
  truthDir: null,
  format: 'journal',
});
let journalBytes = 0;
output.on('data', (chunk: Buffer) => {
  journalBytes += chunk.length;
});
await once(output, 'end');
const { transactions, failed, bytes, cpuMs, maxMemoryBytes, ingest } = await ended;
const seconds = (performance.now() - startedAt) / 1_000;
if (!ingest) throw new Error('ingest told nothing of itself');

const minutesForAsked = ((seconds / 60) * ASKED.launches) / launches;
const memoryMb = (maxMemoryBytes + ingest.maxMemoryBytes) / 1e6;
const isWhole = launches === ASKED.launches;
process.send?.([
  { what: 'launches', value: launches, unit: '' },
  { what: `transactions, ${failed} of them failed`, value: transactions, unit: '' },
  { what: 'transactions a second', value: transactions / seconds, unit: '/s' },
  {
    what: isWhole ? '100,000 launches' : '100,000 launches at this pace (not run)',
    value: minutesForAsked,
    unit: 'min',
    ratio: { to: '10 minutes', value: minutesForAsked / ASKED.minutes },
  },
  { what: 'CPU of the market', value: (1_000 * cpuMs) / transactions, unit: 'µs a transaction' },
  { what: 'CPU of ingest', value: (1_000 * ingest.cpuMs) / transactions, unit: 'µs a transaction' },
  {
    what: 'most memory, both processes',
    value: memoryMb,
    unit: 'MB',
    ratio: { to: '1 GB', value: memoryMb / ASKED.memoryMb },
  },
  { what: 'updates a subscriber is sent', value: bytes / 1e6, unit: 'MB' },
  { what: 'journal', value: journalBytes / 1e6, unit: 'MB' },
]);
