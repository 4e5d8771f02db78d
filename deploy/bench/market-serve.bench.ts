/**
 * `npm run bench -- market-serve [-- --minutes 10 --rate 5000]`: a market, its time running fast, played and
 * served over gRPC at 5,000 trades a second to the whole product on the same machine, and to a client that does nothing
 * but count; one minute by default, after some in which the market's first hours are played. The product's processes
 * get the lower priority: they may fall behind, the server may not.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { PUMP, PUMP_SWAP, toBase58 } from '@cryptonite/market/addresses.js';
import { HEAP_FLAGS } from '@cryptonite/market/generate.js';
import { clockOf } from '@cryptonite/market/slot-clock.js';
import { lengthTag } from '@cryptonite/market/wire-writer.js';
import { type Product, root, startProduct } from '@cryptonite/proofs/product.js';
import { connectGeyser } from '@cryptonite/provider/client.js';
import { readFields } from '@cryptonite/provider/protobuf.js';
import { CommitmentLevel, SubscribeRequest } from '@triton-one/yellowstone-grpc';
import { heard } from './heard.js';
import type { ServerMessage, ServerReport } from './market-server.js';
import { spreadOf } from './trace-trades.js';

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '5000' },
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string', default: '7' },
    /** Without the product: what the server alone can do. */
    alone: { type: 'boolean', default: false },
  },
});
const [rate, minutes] = [Number(values.rate), Number(values.minutes)];
if (!(rate > 0) || !(minutes > 0)) {
  console.error('market-serve takes --rate <trades per second>, --minutes <number>, --seed and --alone');
  process.exit(2);
}

const TRANSACTION_TAG = lengthTag(4);

/** Counts what arrives, without decoding it. */
class Reader {
  trades = 0;
  bytes = 0;
  failure: string | null = null;

  constructor(address: string) {
    const stream = connectGeyser(`http://${address}`, undefined).subscribe();
    stream.on('data', (frame: Buffer) => this.#take(frame));
    stream.on('error', ({ message }) => {
      this.failure = message;
    });
    const programs = [PUMP, PUMP_SWAP].map(toBase58);
    stream.write(
      SubscribeRequest.fromPartial({
        transactions: { trades: { accountInclude: programs, failed: false } },
        slots: { own: { filterByCommitment: true } },
        commitment: CommitmentLevel.CONFIRMED,
      }),
    );
  }

  #take(frame: Buffer): void {
    this.bytes += frame.length;
    for (const { tag } of readFields(frame)) {
      if (tag === TRANSACTION_TAG) this.trades++;
    }
  }
}

let product: Product | null = null;
let server: ChildProcess | null = null;
try {
  server = fork(join(root, 'deploy/bench/dist/market-server.js'), [], {
    env: { ...process.env, TRADES_PER_S: String(rate), SEED: values.seed },
    execArgv: HEAP_FLAGS,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const { ready } = await heard<ServerMessage, { ready: { grpc: string } }>(server, 'ready');
  const started = heard<ServerMessage, { playing: true }>(server, 'playing');
  if (!values.alone) {
    product = await startProduct(['--source', `http://${ready.grpc}`, '--sol-price', '150']);
    for (const pid of Object.values(await product.pids())) if (pid !== undefined) lowerPriority(pid);
  }
  const reader = new Reader(ready.grpc);
  await started;
  // What was going on while the product started is not measured.
  await ask(server);
  const begin = { atMs: Date.now(), trades: reader.trades, bytes: reader.bytes };

  const reports: ServerReport[] = [];
  for (let minute = 1; minute <= Math.ceil(minutes); minute++) {
    await wait(begin.atMs + Math.min(minute, minutes) * 60_000 - Date.now());
    const said = await ask(server);
    reports.push(said);
    const late = spreadOf(said.lateMs);
    console.error(
      `  minute ${minute}: ${said.rssMb.toFixed(0)} MB resident, serving thread ${said.heapMb.toFixed(0)} MB of heap and ${said.busyMs.toFixed(0)} ms busy at most, ${said.cpuS.toFixed(1)} s of CPU, ${said.trades} trades in ${said.transactions} transactions, slots late by ${late.p50} ms (p50), ${late.most} ms (most)`,
    );
    if (reader.failure !== null) throw new Error(`the counting client was cut off: ${reader.failure}`);
  }
  const seconds = (Date.now() - begin.atMs) / 1_000;
  const late = spreadOf(reports.flatMap(({ lateMs }) => lateMs));
  const sum = (field: 'trades' | 'transactions' | 'cpuS'): number =>
    reports.reduce((total, report) => total + report[field], 0);
  const [first, last] = [reports[0]!, reports.at(-1)!];
  process.send?.([
    {
      what: 'trades served',
      value: sum('trades') / seconds,
      unit: 'per s',
      ratio: { to: `the ${rate} wanted`, value: sum('trades') / seconds / rate },
    },
    {
      what: 'made, with those that failed and plain transfers',
      value: sum('transactions') / seconds,
      unit: 'per s',
    },
    { what: 'trades counted by a client', value: (reader.trades - begin.trades) / seconds, unit: 'per s' },
    { what: 'to that client', value: (reader.bytes - begin.bytes) / seconds / 2 ** 20, unit: 'MB/s' },
    { what: 'slots published late, p50', value: late.p50, unit: 'ms' },
    {
      what: 'slots published late, p99',
      value: late.p99,
      unit: 'ms',
      ratio: { to: `a slot of ${clockOf().slotMs} ms`, value: late.p99 / clockOf().slotMs },
    },
    { what: 'slots published late, most', value: late.most, unit: 'ms' },
    { what: 'server, of a core', value: (sum('cpuS') / seconds) * 100, unit: '%' },
    {
      what: 'a transaction made and served to its clients',
      value: (sum('cpuS') / sum('transactions')) * 1e6,
      unit: 'µs of CPU',
    },
    {
      what: `server, memory after ${reports.length} min`,
      value: last.rssMb,
      unit: 'MB',
      ratio: { to: 'that after the first minute', value: last.rssMb / first.rssMb },
    },
  ]);
} finally {
  server?.kill();
  await product?.stop();
}
process.disconnect?.();
process.exit();

/** Linux keeps a priority for each thread; those that are started later have that of the one that starts them. */
function lowerPriority(pid: number): void {
  const threads = `/proc/${pid}/task`;
  const ids = existsSync(threads) ? readdirSync(threads).map(Number) : [pid];
  for (const id of ids) setPriority(id, constants.priority.PRIORITY_LOW);
}

async function ask(child: ChildProcess): Promise<ServerReport> {
  const said = heard<ServerMessage, { report: ServerReport }>(child, 'report');
  child.send('report');
  return (await said).report;
}
