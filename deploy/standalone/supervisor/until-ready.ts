/** Waits for what whoever started the product is told: that it is ready, and that it is live. */
import { setTimeout as wait } from 'node:timers/promises';
import { Health } from '@cryptonite/contracts/api';
import { Readiness, type Verdict } from './readiness.js';

/** Whether the page shows what a visitor should find, once that can be told. */
export async function untilReady(pageUrl: string, signal: AbortSignal): Promise<Verdict> {
  const readiness = new Readiness(performance.now());
  for (;;) {
    const verdict = readiness.judge(await readHealth(pageUrl, signal), performance.now());
    if (verdict) return verdict;
    await wait(100, undefined, { signal });
  }
}

/** A page counts as live here as it does for its visitors: later than this it says that its trades are late. */
const LIVE_WITHIN_MS = 30_000;

/** Rejects when the product stops before. */
export async function untilLive(pageUrl: string, signal: AbortSignal, everyMs = 1_000): Promise<void> {
  for (;;) {
    const health = await readHealth(pageUrl, signal);
    if (health && health.lagMs !== null && health.lagMs < LIVE_WITHIN_MS) return;
    await wait(everyMs, undefined, { signal });
  }
}

/** Null where the page does not answer. */
async function readHealth(pageUrl: string, signal: AbortSignal): Promise<Health | null> {
  signal.throwIfAborted();
  const answer = await fetch(`${pageUrl}/api/health`).catch(() => null);
  return (answer && Health.safeParse(await answer.json().catch(() => null)).data) ?? null;
}
