/** Waits for what whoever started the product is told: that it is ready, and that it has caught up. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Health } from '@cryptonite/contracts/api';
import { Readiness, type Verdict } from './readiness.js';

/** Whoever waits for the lists does so no longer: where they cannot be loaded the rest comes up all the same, and health says why. */
const LISTS_MOST_MS = 15_000;

/** Until the lists of what is stored are loaded, but not for ever. */
export async function untilListed(
  pageUrl: string,
  signal: AbortSignal,
  mostMs = LISTS_MOST_MS,
): Promise<void> {
  const giveUpAt = performance.now() + mostMs;
  while (performance.now() < giveUpAt) {
    signal.throwIfAborted();
    const answer = await fetch(`${pageUrl}/api/ready`).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    await wait(100, undefined, { signal });
  }
}

/** What health says; null where nobody answers. */
export type ReadHealth = () => Promise<Health | null>;

/** Whether the page shows what a visitor should find, once that can be told. */
export async function untilReady(readHealth: ReadHealth, signal: AbortSignal): Promise<Verdict> {
  const readiness = new Readiness(performance.now());
  for (;;) {
    signal.throwIfAborted();
    const verdict = readiness.judge(await readHealth(), performance.now());
    if (verdict) return verdict;
    await wait(100, undefined, { signal });
  }
}

/** Until health says nothing of late blocks any more. Rejects when the product stops before. */
export async function untilCaughtUp(
  readHealth: ReadHealth,
  signal: AbortSignal,
  everyMs = 1_000,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const health = await readHealth();
    const isLate = health?.problems.some((problem) => problem.includes('newest block is'));
    if (health && health.status !== 'failed' && health.lagMs !== null && !isLate) return;
    await wait(everyMs, undefined, { signal });
  }
}
