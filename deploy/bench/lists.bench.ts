/**
 * `npm run bench -- lists [-- --per-second 1000 --trades 100]`: what a list costs while the market runs. All lists of both
 * profiles are asked for in turn at a constant rate, then as fast as may be, in turn with a bare server that answers the
 * same bytes.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { askedOf, LIST_NAMES, LISTS } from '@cryptonite/contracts/api';
import { PROFILE_NAMES } from '@cryptonite/contracts/rules';
import { root } from '@cryptonite/proofs/product.js';
import { heard } from './heard.js';
import type { Asked, Asking } from './list-asker.js';
import { runAtRate } from './run-at-rate.js';

/** What must hold. */
const P99_MS = 50;
const OF_BARE = 0.5;
const PACED_S = 60;
const FLAT_OUT_S = 10;
const ROUNDS = 3;
const CONNECTIONS = 32;
const MINUTES = 3;

const { values } = parseArgs({
  options: {
    'per-second': { type: 'string', default: '1000' },
    trades: { type: 'string', default: '100' },
    seed: { type: 'string', default: '7' },
  },
});
const perS = Number(values['per-second']);
const trades = Number(values.trades);
const seed = Number(values.seed);
if (!(perS > 0) || !(trades > 0) || !Number.isInteger(seed)) {
  console.error('lists takes --per-second <requests>, --trades <per second> and --seed <whole number>');
  process.exit(2);
}

const paths = LIST_NAMES.flatMap((name) =>
  PROFILE_NAMES.map((profile) => `${LISTS[name].path}?${new URLSearchParams({ profile, ...askedOf(name) })}`),
);

const children: ChildProcess[] = [];
async function start<Ready extends object>(file: string, env: Record<string, string>) {
  const child = fork(join(root, 'deploy/bench/dist', file), [], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  children.push(child);
  const { ready } = await heard<{ ready: Ready }, { ready: Ready }>(child, 'ready');
  return { child, ready };
}

async function ask(asker: ChildProcess, asking: Asking): Promise<Asked> {
  const answer = heard<{ asked: Asked }, { asked: Asked }>(asker, 'asked');
  asker.send(asking);
  return (await answer).asked;
}

const results: { what: string; value: number; unit: string; ratio?: { to: string; value: number } }[] = [];

async function measure(pageUrl: string): Promise<void> {
  const { child: asker } = await start('list-asker.js', {});
  const urls = paths.map((path) => `${pageUrl}${path}`);
  const paced = await ask(asker, { urls, seconds: PACED_S, connections: CONNECTIONS * 4, perS });
  results.push({ what: 'answers at a constant rate', value: paced.perS, unit: 'per s' });
  results.push({ what: 'none, or another than 200', value: paced.failed, unit: 'answers' });
  results.push({ what: 'latency from when it was due, p50', value: paced.latency.p50, unit: 'ms' });
  results.push({
    what: 'latency from when it was due, p99',
    value: paced.latency.p99,
    unit: 'ms',
    ratio: { to: `the limit of ${P99_MS} ms`, value: paced.latency.p99 / P99_MS },
  });
  const { ready } = await start<{ bare: string }>('bare-server.js', {
    BASE_URL: pageUrl,
    PATHS: paths.join(' '),
  });
  const bareUrls = paths.map((path) => `http://${ready.bare}${path}`);
  const asked = { seconds: FLAT_OUT_S, connections: CONNECTIONS };
  let [ours, bare, mb] = [0, 0, 0];
  for (let round = 0; round < ROUNDS; round += 1) {
    const own = await ask(asker, { ...asked, urls });
    ours += own.perS / ROUNDS;
    mb += own.mbPerS / ROUNDS;
    bare += (await ask(asker, { ...asked, urls: bareUrls })).perS / ROUNDS;
  }
  results.push({ what: 'as fast as may be', value: mb, unit: 'MB/s' });
  results.push({
    what: 'as fast as may be',
    value: ours,
    unit: 'per s',
    ratio: { to: `a bare server with the same bytes (at least ${OF_BARE})`, value: ours / bare },
  });
}

try {
  await runAtRate(trades, MINUTES, seed, {
    env: { REQUESTS_PER_SECOND: '1000000' },
    meanwhile: measure,
  });
} finally {
  for (const child of children) child.kill();
}
process.send?.(results);
process.disconnect?.();
