/**
 * `npm run bench -- latency [-- --rate 100 --minutes 10]`: from a transaction's receipt by ingest to the server-sent
 * event that shows it, with the whole product running from its processes; both rates for a minute each by default.
 * Counted are trades of tokens that a list shows; nothing is sent of the others.
 */
import { parseArgs } from 'node:util';
import { runAtRate } from './run-at-rate.js';
import { STAGES, type Stage } from './trace-trades.js';

/** What must hold, ms. */
const LIMITS: Readonly<Record<number, { p50: number; p99: number }>> = {
  100: { p50: 100, p99: 500 },
  1000: { p50: 250, p99: 1_000 },
};

const STAGE_TITLES: Readonly<Record<Stage, string>> = {
  held: 'held back until its slot is confirmed',
  written: 'until the journal can be read',
  folded: 'until the measurement can be read',
  shown: 'until the event has come',
};

const { values } = parseArgs({
  options: {
    rate: { type: 'string' },
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string', default: '7' },
  },
});
const rates = values.rate === undefined ? [100, 1000] : [Number(values.rate)];
const minutes = Number(values.minutes);
const seed = Number(values.seed);
if (!rates.every((rate) => rate > 0) || !(minutes > 0) || !Number.isInteger(seed)) {
  console.error('latency takes --rate <trades per second>, --minutes <number> and --seed <whole number>');
  process.exit(2);
}

type Result = { what: string; value: number; unit: string; ratio?: { to: string; value: number } };
const results: Result[] = [];

for (const rate of rates) {
  const { watched, usage } = await runAtRate(rate, minutes, seed);
  const seconds = minutes * 60;
  const limits = LIMITS[rate];
  const add = (what: string, value: number, unit: string, limit?: number) =>
    results.push({
      what: `at ${rate}/s, ${what}`,
      value,
      unit,
      ...(limit !== undefined && { ratio: { to: `the limit of ${limit} ${unit}`, value: value / limit } }),
    });
  add('trades received', watched.trades / seconds, 'per s');
  add('of a token that a list shows', (watched.counted / watched.trades) * 100, '%');
  add('without an event', watched.unseen, 'trades');
  add('the stream said to read the lists anew', watched.resets, 'times');
  add('receipt to event, p50', watched.total.p50, 'ms', limits?.p50);
  add('receipt to event, p99', watched.total.p99, 'ms', limits?.p99);
  add('receipt to event, most', watched.total.most, 'ms');
  for (const stage of STAGES) {
    add(`${STAGE_TITLES[stage]}, p50`, watched.stages[stage].p50, 'ms');
    add(`${STAGE_TITLES[stage]}, p99`, watched.stages[stage].p99, 'ms');
  }
  add('slots received later than planned, p99', watched.late.p99, 'ms');
  for (const { mint, position, totalMs, stages } of watched.slowest)
    console.error(
      `  slowest: ${Math.round(totalMs)} ms, ${STAGES.map((stage) => `${stage} ${Math.round(stages[stage])}`).join(', ')}: ${mint} at ${position}`,
    );
  const first = usage[0]!;
  const last = usage.at(-1)!;
  // The first minute warms up what a process keeps: from then on memory should stand still.
  const warm = usage.length > 2 ? usage[1]! : first;
  for (const [name, { rssMb, cpuS }] of Object.entries(last.of)) {
    add(`${name}, of a core`, ((cpuS - (first.of[name]?.cpuS ?? 0)) / last.afterS) * 100, '%');
    const warmMb = warm.of[name]?.rssMb ?? Number.NaN;
    results.push({
      what: `at ${rate}/s, ${name}, memory after ${last.afterS} s`,
      value: rssMb,
      unit: 'MB',
      ratio: { to: `that after ${warm.afterS} s`, value: rssMb / warmMb },
    });
  }
  for (const { afterS, of } of usage)
    console.error(
      `  MB after ${afterS} s: ${Object.entries(of)
        .map(([name, { rssMb }]) => `${name} ${rssMb.toFixed(0)}`)
        .join(', ')}`,
    );
}

process.send?.(results);
process.disconnect?.();
