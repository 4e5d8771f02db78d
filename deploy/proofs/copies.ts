/** More instances of screener and sink beside the product's own, all the while, each started again whenever it ends. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Reader } from './fault-plan.js';
import { type Started, startProcess } from './process.js';
import { type Product, until } from './product.js';

const AGAIN_AFTER_MS = 500;
const START_LIMIT_MS = 120_000;

export type Copies = {
  /** Of those that run now. */
  pids: (service: Reader) => number[];
  stop: () => Promise<void>;
};

/** @returns once each has served */
export async function keepCopies(
  counts: Readonly<Record<Reader, number>>,
  product: Product,
  env: Record<string, string>,
): Promise<Copies> {
  const running = new Map<string, { service: Reader; started: Started }>();
  let isStopping = false;
  const keep = async (service: Reader, name: string): Promise<void> => {
    const logFile = join(product.dataDir, 'logs', `${name}.log`);
    const snapshots = join(product.dataDir, 'snapshots', name);
    mkdirSync(snapshots, { recursive: true });
    const own = { ...env, ...(service === 'screener' && { SNAPSHOT_DIR: snapshots }) };
    const start = () => until(`${name} serves`, () => startProcess(service, own, logFile), START_LIMIT_MS);
    const started = await start();
    if (isStopping) return started.end();
    running.set(name, { service, started });
    started.child.once('exit', () => {
      running.delete(name);
      if (!isStopping) void wait(AGAIN_AFTER_MS).then(() => (isStopping ? undefined : keep(service, name)));
    });
  };
  const names = (service: Reader) =>
    Array.from({ length: counts[service] }, (_, index) => `${service}-${index + 2}`);
  for (const service of ['screener', 'sink'] as const)
    await Promise.all(names(service).map((name) => keep(service, name)));
  return {
    pids: (service) =>
      [...running.values()].flatMap((each) =>
        each.service === service && each.started.child.pid ? [each.started.child.pid] : [],
      ),
    stop: async () => {
      isStopping = true;
      await Promise.all([...running.values()].map(({ started }) => started.end()));
    },
  };
}
