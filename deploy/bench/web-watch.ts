/** Watches an open page that nobody touches. */
import { setTimeout as wait } from 'node:timers/promises';
import type { OpenPage } from './web-open-page.js';
import { movedMost, type Spell, spellOf } from './web-spell.js';
import type { StreamBytes } from './web-stream-bytes.js';

/** What a page does while it opens is told apart from what it does afterwards. */
export const OPENING_MS = 10_000;

export type Watched = { opening: Spell; idle: Spell; bytesPerS: number };

const NAMED_MOVERS = 5;

/** From its opening on, and for `minutes` after the first ten seconds. */
export async function watchIdle(
  { openedMs, readLog }: OpenPage,
  stream: StreamBytes,
  minutes: number,
  taskLimitMs: number,
): Promise<Watched> {
  await wait(openedMs + OPENING_MS - performance.now());
  const from = { atMs: performance.now(), bytes: stream.count() };
  const idleMs = minutes * 60_000;
  await wait(idleMs);
  const bytesPerS = (stream.count() - from.bytes) / ((performance.now() - from.atMs) / 1_000);
  const log = await readLog();
  const movers = movedMost(log)
    .slice(0, NAMED_MOVERS)
    .map(({ node, shift }) => `${node} ${shift.toFixed(4)}`);
  if (movers.length > 0) console.error(`  moved most: ${movers.join(', ')}`);
  return {
    opening: spellOf(log, 0, OPENING_MS, taskLimitMs),
    idle: spellOf(log, OPENING_MS, OPENING_MS + idleMs, taskLimitMs),
    bytesPerS,
  };
}

/** MB of the page's JS heap after a forced collection: now, and after each minute. */
export async function watchHeap({ session }: OpenPage, minutes: number): Promise<number[]> {
  const startedMs = performance.now();
  const heapMb: number[] = [];
  while (heapMb.length <= minutes) {
    await wait(startedMs + heapMb.length * 60_000 - performance.now());
    await session.send('HeapProfiler.collectGarbage');
    heapMb.push((await session.send('Runtime.getHeapUsage')).usedSize / 1e6);
  }
  return heapMb;
}
