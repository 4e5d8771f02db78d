/** More instances of screener and sink beside the product's own, all the while, each started again whenever it ends. */
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Copied, Reader } from './fault-plan.js';
import { type Started, startProcess } from './process.js';
import { type Product, until } from './product.js';

const AGAIN_AFTER_MS = 500;

export type Copies = {
  /** Of those that run now. */
  pids: (service: Reader) => number[];
  stop: () => Promise<void>;
};

/** As under the supervisor, it is started again where it finds no broker; as elsewhere, snapshots are its own. */
export function startBeside(
  service: Copied,
  name: string,
  { dataDir }: Product,
  env: Record<string, string>,
): Promise<Started> {
  const logFile = join(dataDir, 'logs', `${name}.log`);
  const own = { ...env, ...(service === 'screener' && { SNAPSHOT_DIR: join(dataDir, `snapshots-${name}`) }) };
  return until(`${name} serves`, () => startProcess(service, own, logFile));
}

/** @returns once each has served */
export async function keepCopies(
  counts: Readonly<Record<Reader, number>>,
  product: Product,
  env: Record<string, string>,
): Promise<Copies> {
  const running = new Map<string, { service: Reader; started: Started }>();
  let isStopping = false;
  const keep = async (service: Reader, name: string): Promise<void> => {
    const started = await startBeside(service, name, product, env);
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
