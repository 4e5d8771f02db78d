/**
 * `npm run bench -- web [-- --minutes 5 --heap-minutes 10 --seed 7]`: how still the page holds, and what it costs, in
 * Chromium on the simulated market that `npm start` serves, about a hundred trades a second on today's clock, with the
 * whole product on the same machine. Nobody touches the page. About half an hour.
 */
import { loadavg } from 'node:os';
import { QualifiedTokens } from '@cryptonite/contracts/api';
import { launchBrowser, VIEWPORTS } from '@cryptonite/e2e/browser.js';
import { readHealth } from '@cryptonite/proofs/health.js';
import { type Product, startProduct, until } from '@cryptonite/proofs/product.js';
import { readOptions, wholeNumber } from '@cryptonite/proofs/proof-options.js';
import type { Browser } from 'playwright-core';
import { firstCardFigures, heapFigures, LIMITS, type Result, watchedFigures } from './web-figures.js';
import { type Conditions, openPage, timeFirstCards } from './web-open-page.js';
import { countStreamBytes, type StreamBytes } from './web-stream-bytes.js';
import { tradesPerSecond } from './web-trades.js';
import { watchHeap, watchIdle } from './web-watch.js';

const {
  minutes,
  'heap-minutes': heapMinutes,
  seed,
} = readOptions({
  minutes: wholeNumber(5, 1, 60),
  'heap-minutes': wholeNumber(10, 1, 120),
  seed: wholeNumber(7, 0),
});

const SLOWDOWN = 4;
const LOADS = 5;
const SLOW_PHONE = { size: 'phone', slowdown: SLOWDOWN, isNetworkSlow: true } as const;
/** Fewer would leave a desktop's window half empty. */
const LEAST_CARDS = 6;
/** The market's past is read first, which takes a slow machine minutes. */
const START_LIMIT_MS = 600_000;

const say = (line: string) => console.error(`  ${line}`);
const results: Result[] = [];
let product: Product | null = null;
let stream: StreamBytes | null = null;
let browser: Browser | null = null;
try {
  product = await startProduct(['--seed', String(seed)]);
  await untilLively(product.pageUrl);
  stream = await countStreamBytes(product.pageUrl);
  browser = await launchBrowser();
  const url = `${stream.pageUrl}/discovery?tab=high-hype`;
  const sinceMs = Date.now();

  say(`${LOADS} loads on this machine, ${LOADS} on a slow phone`);
  const fast = await timeFirstCards(browser, url, { size: 'desktop' }, LOADS);
  const slow = await timeFirstCards(browser, url, SLOW_PHONE, LOADS);
  for (const times of [fast, slow]) say(`first card, ms: ${times.map((ms) => ms.toFixed(0)).join(' ')}`);
  results.push(
    ...firstCardFigures('on this machine', fast, LIMITS.firstCardMs),
    ...firstCardFigures(
      `on a slow phone (1.6 Mbit/s, 150 ms, ${SLOWDOWN}× slower)`,
      slow,
      LIMITS.slowFirstCardMs,
    ),
  );

  for (const conditions of [{ size: 'desktop' }, { size: 'phone' }] as const)
    await watch(browser, stream, url, conditions);
  await watch(browser, stream, url, { size: 'desktop', slowdown: SLOWDOWN });
  results.unshift({
    what: 'trades meanwhile',
    value: await tradesPerSecond(product, sinceMs, Date.now()),
    unit: 'per s',
  });
} finally {
  await browser?.close();
  stream?.close();
  await product?.stop();
}
process.send?.(results);
process.disconnect?.();

async function untilLively(pageUrl: string): Promise<void> {
  say('the product starts and reads the market’s past');
  await until(
    `${LEAST_CARDS} tokens qualify and the stream is current`,
    async () => {
      const answer = await fetch(`${pageUrl}/api/tokens/qualified?source=pumpfun`);
      const { total } = QualifiedTokens.parse(await answer.json());
      return total >= LEAST_CARDS && (await readHealth(pageUrl)).status === 'ok' ? true : null;
    },
    START_LIMIT_MS,
  );
}

/** The heap is watched after the idle minutes of the desktop: what a forced collection takes would be one of their tasks. */
async function watch(
  browser: Browser,
  stream: StreamBytes,
  url: string,
  conditions: Conditions,
): Promise<void> {
  const { size, slowdown = 1 } = conditions;
  const { width, height } = VIEWPORTS[size];
  const where = `${width} × ${height}${slowdown === 1 ? '' : `, ${slowdown}× slower`}`;
  const taskLimitMs = slowdown === 1 ? LIMITS.taskMs : LIMITS.slowedTaskMs;
  say(`${where}: ${minutes} min`);
  const opened = await openPage(browser, url, conditions);
  const watched = await watchIdle(opened, stream, minutes, taskLimitMs);
  results.push(...watchedFigures(where, watched, minutes, taskLimitMs));
  if (slowdown === 1)
    results.push({
      what: `${where}, the page's process, of a core`,
      value: watched.coresUsed * 100,
      unit: '%',
    });
  if (size === 'desktop' && slowdown === 1) {
    say(`${where}, heap: ${heapMinutes} min`);
    const heapMb = await watchHeap(opened, heapMinutes);
    say(`MB each minute: ${heapMb.map((mb) => mb.toFixed(2)).join(' ')}`);
    results.push(...heapFigures(heapMb));
  }
  await opened.close();
  say(`load average ${loadavg()[0]?.toFixed(2)}`);
}
