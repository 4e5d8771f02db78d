/** Watches an open page that nobody touches. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { OpenPage } from './web-open-page.js';
import { movedMost, type Spell, spellOf } from './web-spell.js';
import type { StreamBytes } from './web-stream-bytes.js';

/** What a page does while it opens is told apart from what it does afterwards. */
export const OPENING_MS = 10_000;

export type Watched = {
  opening: Spell;
  /** What follows is of these minutes. */
  idle: Spell;
  bytesPerS: number;
  /** Of the page's process, all threads: where a page is slowed, the slowing is the most of it. */
  coresUsed: number;
};

const NAMED_MOVERS = 5;

/** Processor time that pages have taken so far; one is open at a time. */
async function readProcessorS(page: Page): Promise<number> {
  const session = await page.context().browser()!.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.filter(({ type }) => type === 'renderer').reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

/** From its opening on, and for `minutes` after the first ten seconds. */
export async function watchIdle(
  { page, openedMs, readLog }: OpenPage,
  stream: StreamBytes,
  minutes: number,
  taskLimitMs: number,
): Promise<Watched> {
  await wait(openedMs + OPENING_MS - performance.now());
  const from = { processorS: await readProcessorS(page), atMs: performance.now(), bytes: stream.count() };
  const idleMs = minutes * 60_000;
  await wait(idleMs);
  const seconds = (performance.now() - from.atMs) / 1_000;
  const bytes = stream.count() - from.bytes;
  const processorS = (await readProcessorS(page)) - from.processorS;
  const log = await readLog();
  const movers = movedMost(log)
    .slice(0, NAMED_MOVERS)
    .map(({ node, shift }) => `${node} ${shift.toFixed(4)}`);
  if (movers.length > 0) console.error(`  moved most: ${movers.join(', ')}`);
  return {
    opening: spellOf(log, 0, OPENING_MS, taskLimitMs),
    idle: spellOf(log, OPENING_MS, OPENING_MS + idleMs, taskLimitMs),
    bytesPerS: bytes / seconds,
    coresUsed: processorS / seconds,
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
