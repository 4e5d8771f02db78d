/**
 * `npm run bench -- streams [-- --clients 2000 --trades 100]`: how late the stream tells so many clients, a third of them on
 * the lists of each tab of the page, while the market runs.
 */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { root } from '@cryptonite/proofs/product.js';
import { heard } from './heard.js';
import { runAtRate } from './run-at-rate.js';
import type { StreamReport } from './stream-clients.js';

/** What must hold. */
const P99_MS = 1_000;
const COUNTED_S = 60;
const MINUTES = 3;
const TABS = [
  ['ultimate', 'ultimateNear'],
  ['daily', 'social', 'shilled'],
  [
    'qualified.pumpfun',
    'rejected.pumpfun',
    'discoveryQualified',
    'bondedAnalyzed',
    'earlyStage',
    'microcaps',
  ],
];

const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '2000' },
    trades: { type: 'string', default: '100' },
    seed: { type: 'string', default: '7' },
  },
});
const clients = Number(values.clients);
const trades = Number(values.trades);
const seed = Number(values.seed);
if (!Number.isInteger(clients) || clients < 1 || !(trades > 0) || !Number.isInteger(seed)) {
  console.error('streams takes --clients <number>, --trades <per second> and --seed <whole number>');
  process.exit(2);
}

async function measure(pageUrl: string, kafka: Record<string, string>): Promise<StreamReport> {
  const child = fork(join(root, 'deploy/bench/dist/stream-clients.js'), [], {
    env: {
      ...process.env,
      ...kafka,
      PAGE_URL: pageUrl,
      CLIENTS: String(clients),
      QUERIES: TABS.map((lists) => `lists=${lists.join(',')}`).join(' '),
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  try {
    await heard(child, 'ready');
    child.send('count');
    await wait(COUNTED_S * 1_000);
    const report = heard<{ report: StreamReport }, { report: StreamReport }>(child, 'report');
    child.send('report');
    return (await report).report;
  } finally {
    child.kill();
  }
}

const reports: StreamReport[] = [];
const { usage } = await runAtRate(trades, MINUTES, seed, {
  env: {
    STREAMS_MAX: String(clients + 10),
    STREAMS_PER_CALLER: String(clients + 10),
    STREAM_GROUPS_PER_CALLER: '10',
    REQUESTS_PER_SECOND: '1000000',
  },
  meanwhile: async (pageUrl, kafka) => {
    reports.push(await measure(pageUrl, kafka));
  },
});
const { open, delivery, deliveries, mbPerS, cores } = reports[0]!;
const [atStart, atEnd] = [usage[0]!, usage.at(-1)!].map(({ of }) => of['query-api']!);
const queryApiCores = (atEnd!.cpuS - atStart!.cpuS) / (MINUTES * 60);
process.send?.([
  { what: 'streams open at the end', value: open, unit: 'clients' },
  { what: 'written to all of them', value: mbPerS, unit: 'MB/s' },
  { what: 'records followed to a client', value: deliveries, unit: 'deliveries' },
  { what: 'from record to event, p50', value: delivery.p50, unit: 'ms' },
  {
    what: 'from record to event, p99',
    value: delivery.p99,
    unit: 'ms',
    ratio: { to: `the limit of ${P99_MS} ms`, value: delivery.p99 / P99_MS },
  },
  { what: 'from record to event, most', value: delivery.most, unit: 'ms' },
  { what: 'query-api, of a core', value: queryApiCores * 100, unit: '%' },
  { what: 'query-api, memory at the end', value: atEnd!.rssMb, unit: 'MB' },
  { what: 'the clients, of a core', value: cores * 100, unit: '%' },
]);
process.disconnect?.();
