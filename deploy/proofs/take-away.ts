/** Takes a store of a running product away, and gives it back. */
import { execFileSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import type { Product } from './product.js';

export type How = 'frozen' | 'killed';

/** The returned function lets it come back. */
export async function takeAway(product: Product, service: string, how: How): Promise<() => Promise<void>> {
  if (how === 'killed') {
    const over = new AbortController();
    const killing = keepKilled(product, service, over.signal);
    return async () => {
      over.abort();
      await killing;
    };
  }
  const pid = (await product.pids())[service];
  if (pid === undefined) throw new Error(`${service} has no process`);
  const frozen = treeOf(pid);
  for (const each of frozen) process.kill(each, 'SIGSTOP');
  return async () => {
    for (const each of frozen) process.kill(each, 'SIGCONT');
  };
}

/** Ends the process of a store whenever there is one, until the signal. */
async function keepKilled(product: Product, service: string, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    const pid = (await product.pids())[service];
    try {
      if (pid !== undefined) process.kill(pid, 'SIGKILL');
    } catch {
      // It has just gone by itself.
    }
    await wait(100);
  }
}

/** A process and those that it started, each before its own: Postgres is many. */
function treeOf(pid: number): number[] {
  const all = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const below = (parent: number): number[] =>
    all.flatMap(([child = 0, parentOf]) => (parentOf === parent ? [child, ...below(child)] : []));
  return [pid, ...below(pid)];
}
