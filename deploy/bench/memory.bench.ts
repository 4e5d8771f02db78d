/**
 * `npm run bench -- memory [-- --rate 100 --minutes 2]`: resident memory of every process under a constant rate, minute
 * by minute, and what a live token costs the two that hold tokens.
 */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '@cryptonite/proofs/product.js';
import { runAtRate } from './run-at-rate.js';

type Result = { what: string; value: number; unit: string; ratio?: { to: string; value: number } };

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '100' },
    minutes: { type: 'string', default: '2' },
    seed: { type: 'string', default: '7' },
  },
});
const [rate, minutes, seed] = [values.rate, values.minutes, values.seed].map(Number) as [
  number,
  number,
  number,
];
if (!(rate > 0) || !(minutes >= 2) || !Number.isInteger(seed)) {
  console.error('memory takes --rate <trades per second>, --minutes <2 or more> and --seed <whole number>');
  process.exit(2);
}

const results: Result[] = [];
for (const [who, program] of [
  ['a live token in the screener', 'processors/dist/bench/token-memory.js'],
  ['a shown token in query-api', 'query-api/dist/bench/token-memory.js'],
] as const) {
  const { tokens, bytes } = await measured<{ tokens: number; bytes: number }>(program);
  results.push({ what: `${who}, mean of ${tokens}`, value: bytes / tokens, unit: 'bytes' });
}

const { pairs, bytes, collectionMs } = await measured<{
  pairs: number;
  bytes: number;
  collectionMs: number;
}>('processors/dist/bench/pair-memory.js');
results.push(
  {
    what: `a pair of token and wallet in the screener, mean of ${pairs}`,
    value: bytes / pairs,
    unit: 'bytes',
  },
  { what: `a full collection beside ${pairs} pairs`, value: collectionMs, unit: 'ms' },
);

const { usage } = await runAtRate(rate, minutes, seed);
// What a process keeps fills up in the first minute.
const [, warm] = usage;
const last = usage.at(-1);
if (!warm || !last) throw new Error('the run was too short');
for (const [name, { rssMb }] of Object.entries(last.of)) {
  const all = usage.map(({ of }) => of[name]?.rssMb ?? Number.NaN);
  const warmMb = warm.of[name]?.rssMb ?? Number.NaN;
  results.push(
    {
      what: `${name} after ${last.afterS} s at ${rate}/s`,
      value: rssMb,
      unit: 'MB',
      ratio: { to: `that after ${warm.afterS} s`, value: rssMb / warmMb },
    },
    {
      what: `${name}, growth`,
      value: (rssMb - warmMb) / ((last.afterS - warm.afterS) / 60),
      unit: 'MB per minute',
    },
  );
  console.error(`  ${name}, MB each minute: ${all.map((mb) => mb.toFixed(0)).join(' ')}`);
}
process.send?.(results);
process.disconnect?.();

function measured<Message>(program: string): Promise<Message> {
  const child = fork(join(root, program), [], {
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as Message));
    child.once('exit', (status) => reject(new Error(`${program} ended with ${status}`)));
  });
}
