/** The whole product under a constant rate of trades, from its own processes, with a client on its stream. */
import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { clockOf } from '@cryptonite/market/slot-clock.js';
import { untilSettled } from '@cryptonite/proofs/health.js';
import { type Product, root, startProduct } from '@cryptonite/proofs/product.js';
import { z } from 'zod';
import { heard } from './heard.js';
import type { PlayerMessage } from './market-player.js';
import { readUsage, type Usage } from './processes.js';
import type { WatcherReport } from './stream-watcher.js';

export type RateRun = {
  watched: WatcherReport;
  /** At the start and after each minute. */
  usage: { afterS: number; of: Record<string, Usage> }[];
};

const SETTLE_LIMIT_MS = 600_000;

const compiled = (path: string) => join(root, 'deploy/bench/dist', path);
const say = (line: string) => console.error(`  ${line}`);

/** `env`: of the product. `meanwhile`: what is done with it while the trades come, which is waited for. */
export type Beside = {
  env?: Record<string, string>;
  meanwhile?: (pageUrl: string, kafka: Record<string, string>) => Promise<void>;
};

/** Plays `minutes` at `tradesPerS`, after three minutes of history, and ends everything that it started. */
export async function runAtRate(
  tradesPerS: number,
  minutes: number,
  seed: number,
  { env = {}, meanwhile = async () => {} }: Beside = {},
): Promise<RateRun> {
  const seconds = Math.round(minutes * 60);
  const children: ChildProcess[] = [];
  const start = (file: string, env: Record<string, string>) => {
    const child = fork(compiled(file), [], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    children.push(child);
    return child;
  };
  let product: Product | null = null;
  try {
    const player = start('market-player.js', {
      TRADES_PER_S: String(tradesPerS),
      SECONDS: String(seconds),
      SEED: String(seed),
    });
    const { ready } = await heard<PlayerMessage, { ready: { grpc: string } }>(player, 'ready');
    const historyRead = heard<PlayerMessage, { historyRead: true }>(player, 'historyRead');
    product = await startProduct(['--source', `http://${ready.grpc}`, '--sol-price', '150'], undefined, env);
    await historyRead;
    await untilSettled(product, SETTLE_LIMIT_MS);
    say('the history is folded and stored');

    const watcher = start('stream-watcher.js', { PAGE_URL: product.pageUrl, ...kafkaOf(product) });
    await heard(watcher, 'ready');
    watcher.send('count');
    const playing = heard<PlayerMessage, { playing: { slot: number; atMs: number } }>(player, 'playing');
    player.send('go');
    const plan = { ...(await playing).playing, slotMs: clockOf().slotMs };

    const pids = { ...(await product.pids()), player: player.pid, watcher: watcher.pid };
    const usage = [{ afterS: 0, of: readUsage(pids) }];
    const done = meanwhile(product.pageUrl, kafkaOf(product));
    // Heard below, once the trades have come.
    done.catch(() => {});
    for (let afterS = 0; afterS < seconds; ) {
      afterS = Math.min(afterS + 60, seconds);
      await wait(plan.atMs + afterS * 1_000 - Date.now());
      usage.push({ afterS, of: readUsage(pids) });
      say(`${afterS} s of ${seconds}`);
    }
    await done;
    // A product that fell behind is given the time to show the rest: its lateness counts in full.
    await untilSettled(product, SETTLE_LIMIT_MS);
    const reported = heard<{ report: WatcherReport }, { report: WatcherReport }>(watcher, 'report');
    watcher.send({ report: plan });
    return { watched: (await reported).report, usage };
  } finally {
    for (const child of children) child.kill();
    await product?.stop();
  }
}

const Secrets = z.object({ kafkaPassword: z.string() });

function kafkaOf({ dataDir, lines }: Product): Record<string, string> {
  const address = /127\.0\.0\.1:\d+/.exec(lines.find((line) => line.startsWith('kafka is up')) ?? '')?.[0];
  if (address === undefined) throw new Error('the broker named no address');
  const { kafkaPassword } = Secrets.parse(JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')));
  return { KAFKA_BROKERS: address, KAFKA_USERNAME: 'cryptonite', KAFKA_PASSWORD: kafkaPassword };
}
