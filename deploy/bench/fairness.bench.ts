/**
 * `npm run bench -- fairness [-- --trades 100]`: what one caller can take from the others. A visitor asks for lists at a constant
 * rate while the market runs, first alone, then beside callers who ask for what costs most.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { LIST_NAMES, LISTS } from '@cryptonite/contracts/api';
import { root } from '@cryptonite/proofs/product.js';
import { z } from 'zod';
import { heard } from './heard.js';
import type { Attack } from './hostile-callers.js';
import type { Asked, Asking } from './list-asker.js';
import { runAtRate } from './run-at-rate.js';

/** What must hold: p99 beside an attack, of that without one. */
const TIMES_IDLE = 2;
const PHASE_S = 20;
const PER_S = 50;
const MINUTES = 5;

const { values } = parseArgs({ options: { trades: { type: 'string', default: '100' } } });
const trades = Number(values.trades);
if (!(trades > 0)) {
  console.error('fairness takes --trades <per second>');
  process.exit(2);
}

const VISITOR = { 'X-Forwarded-For': '198.51.100.1' };
const ONE = '203.0.113.1';
const DEFAULT = '/api/tokens/qualified';

const attacksAfter = (position: string): Record<string, Attack> => ({
  'twenty streams a second that come back after a while': {
    path: `/api/stream?after=${encodeURIComponent(position)}`,
    visitor: ONE,
    perS: 20,
    listenMs: 1_000,
  },
  'two hundred parts of a list a second, each behind another cursor': {
    path: `${DEFAULT}?limit=200&cursor=${encodeURIComponent('9000000000000~~')}{mint}`,
    visitor: ONE,
    perS: 200,
    listenMs: 2_000,
  },
  'fifty mints a second that never were': {
    path: '/api/tokens/{mint}/evidence',
    visitor: ONE,
    perS: 50,
    listenMs: 10_000,
  },
  'a thousand requests a second from as many networks of one company': {
    path: DEFAULT,
    visitor: '2001:db8:7:{n}::1',
    perS: 1_000,
    listenMs: 2_000,
  },
});

const children: ChildProcess[] = [];
async function start(file: string): Promise<ChildProcess> {
  const child = fork(join(root, 'deploy/bench/dist', file), [], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  children.push(child);
  await heard(child, 'ready');
  return child;
}

const results: { what: string; value: number; unit: string; ratio?: { to: string; value: number } }[] = [];
const Listed = z.object({ position: z.string() });

async function measure(pageUrl: string): Promise<void> {
  const [asker, hostile] = [await start('list-asker.js'), await start('hostile-callers.js')];
  const urls = LIST_NAMES.map((name) => `${pageUrl}${LISTS[name].path}`);
  const askFor = async (): Promise<Asked> => {
    const answer = heard<{ asked: Asked }, { asked: Asked }>(asker, 'asked');
    const asking: Asking = { urls, seconds: PHASE_S, connections: 32, perS: PER_S, headers: VISITOR };
    asker.send(asking);
    return (await answer).asked;
  };
  const before = await fetch(`${pageUrl}${DEFAULT}`, { headers: VISITOR });
  const { position } = Listed.parse(await before.json());
  await askFor();
  const idle = await askFor();
  results.push({ what: 'lists, alone, p99', value: idle.latency.p99, unit: 'ms' });
  for (const [what, attack] of Object.entries(attacksAfter(position))) {
    hostile.send({ pageUrl, attack });
    const { latency, failed } = await askFor();
    const heardOf = heard<{ answers: object }, { answers: object }>(hostile, 'answers');
    hostile.send('stop');
    console.error(`  ${what}: ${JSON.stringify((await heardOf).answers)}`);
    results.push({
      what: `lists beside ${what}, p99`,
      value: latency.p99,
      unit: 'ms',
      ratio: { to: `that alone (at most ${TIMES_IDLE})`, value: latency.p99 / idle.latency.p99 },
    });
    results.push({ what: 'of these none, or another than 200', value: failed, unit: 'answers' });
  }
}

try {
  await runAtRate(trades, MINUTES, 7, { env: { TRUSTED_PROXIES: '127.0.0.1' }, meanwhile: measure });
} finally {
  for (const child of children) child.kill();
}
process.send?.(results);
process.disconnect?.();
