/**
 * `npm run test:rolling -- [--events N] [--seed S]`: a market of at least N events goes through the product at 500 trades a second,
 * while each of its services is ended by SIGTERM and started again, one after the other, the next once the one before is at work;
 * and so again until the market is over. A page in a browser stays open. Afterwards ingest must have published what an undisturbed
 * one publishes, and a fresh fold and sink over the same journal must give the same; the page must have shown no error, and never
 * been further behind than 10 s. Exits 1 when any of this does not hold.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { HealthSummary } from '@cryptonite/contracts/api';
import { endAnswers, servicesOf } from '@cryptonite/proofs/answers.js';
import { comparePublished } from '@cryptonite/proofs/compare-published.js';
import { Comparison } from '@cryptonite/proofs/comparison.js';
import { playEnough } from '@cryptonite/proofs/enough.js';
import { type Product, startProduct, until } from '@cryptonite/proofs/product.js';
import { compareWithReplay, PRODUCT_OPTIONS } from '@cryptonite/proofs/proof.js';
import { endWhereStoresAreNamed, readOptions, wholeNumber } from '@cryptonite/proofs/proof-options.js';
import { untilPublished, untilStored } from '@cryptonite/proofs/settle.js';
import { type Source, startSource } from '@cryptonite/proofs/source.js';
import { environmentOf, openStores } from '@cryptonite/proofs/stores.js';
import { publishUndisturbed } from '@cryptonite/proofs/undisturbed.js';
import { writeMeanwhile } from '@cryptonite/proofs/written-meanwhile.js';
import type { Page } from 'playwright-core';
import { launchBrowser, VIEWPORTS } from './browser.js';

/** Of them some four fifths are trades. */
const TRANSACTIONS_PER_SECOND = 650;
const BEHIND_LIMIT_MS = 10_000;
const LIMIT_MS = 900_000;
/** The next one is restarted once the page has been this near to the chain. */
const NEAR_MS = 2_000;
const LOOK_EVERY_MS = 100;
const SERVICES = ['ingest', 'screener', 'sink', 'enrichers', 'query-api'] as const;

const { events, seed } = readOptions({ events: wholeNumber(200_000, 10_000), seed: wholeNumber(1, 0) });
endWhereStoresAreNamed();
const folder = mkdtempSync(join(tmpdir(), 'cryptonite-rolling-'));
const comparison = new Comparison(events);
let restarts = 0;
let mostBehindMs = 0;

const undisturbed = await playEnough(events, (transactions) =>
  publishUndisturbed({ seed, transactions, folder, limitMs: LIMIT_MS }),
);
const browser = await launchBrowser();
const { transactions } = undisturbed;
const source = await startSource({ seed, transactions, perSecond: TRANSACTIONS_PER_SECOND });
const product = await startProduct(
  ['--source', source.url, ...PRODUCT_OPTIONS],
  join(folder, 'product'),
  servicesOf(source),
);
try {
  const writing = await writeMeanwhile(environmentOf(product));
  const lag = watchLag(product, source);
  const page = await browser.newPage({ viewport: VIEWPORTS.desktop });
  await page.goto(`${product.pageUrl}/discovery?tab=high-hype&list=rejected`);
  await page.getByTestId('token-card').first().waitFor({ timeout: LIMIT_MS });
  await until('the page is near the chain', () => lag.nowMs() < NEAR_MS || null, LIMIT_MS);
  lag.takeMostMs();
  const seen = watchPage(page);
  while (!source.played().isOver) for (const service of SERVICES) await restart(service, lag);
  const told = await seen.stop();
  mostBehindMs = Math.max(mostBehindMs, lag.takeMostMs());
  lag.stop();
  await writing.stop();
  await untilPublished(openStores(product).kafka, source, LIMIT_MS);
  await untilStored(product, LIMIT_MS);
  await endAnswers(product, LIMIT_MS);
  const { late } = source.played();
  await source.stop();
  await comparePublished(openStores(product).kafka, undisturbed.kafka, new Map(late), [], comparison);
  await writing.compare(comparison);
  await compareWithReplay(product, comparison);
  comparison.enough('restarts', restarts, 2 * SERVICES.length);
  comparison.note('errors on the page', told.length === 0, `${told.length}`, told);
  comparison.note(
    'the page behind the chain',
    mostBehindMs <= BEHIND_LIMIT_MS,
    `${Math.round(mostBehindMs)} ms at most, of ${BEHIND_LIMIT_MS}`,
  );
} finally {
  await browser.close();
  await source.stop();
  await product.stop();
  await undisturbed.discard();
  rmSync(folder, { recursive: true, force: true });
}
console.log(
  `${restarts} restarts over at least ${events} events at ${TRANSACTIONS_PER_SECOND} transactions a second, seed ${seed}: ${comparison.summary}.`,
);
process.exit(comparison.differences === 0 ? 0 : 1);

/** Ends a service as a rolling restart does, and waits until its successor is at work and the page near the chain. */
async function restart(service: (typeof SERVICES)[number], lag: Lag): Promise<void> {
  const pid = (await product.pids())[service];
  if (pid === undefined) throw new Error(`${service} does not run`);
  const timesUp = () => product.lines.filter((line) => line.startsWith(`${service} is up`)).length;
  const before = timesUp();
  const beganMs = performance.now();
  process.kill(pid, 'SIGTERM');
  await until(`${service} serves again`, () => timesUp() > before || null, LIMIT_MS);
  await until(
    `${service} is at work`,
    () => lag.nowMs() < NEAR_MS || source.played().isOver || null,
    LIMIT_MS,
  );
  restarts += 1;
  const behindMs = lag.takeMostMs();
  mostBehindMs = Math.max(mostBehindMs, behindMs);
  console.log(
    `restart ${restarts}, ${service}: at work after ${Math.round(performance.now() - beganMs)} ms, the page ${Math.round(behindMs)} ms behind at most`,
  );
}

type Lag = {
  /** How long ago the source played the first slot that the page cannot know yet. */
  nowMs: () => number;
  /** The greatest since this was last asked for. */
  takeMostMs: () => number;
  stop: () => void;
};

/**
 * Looks all the while how far what query-api tells is behind what the source has played. While it does not answer, it tells what it
 * told last.
 */
function watchLag({ pageUrl }: Product, { played }: Source): Lag {
  const stop = new AbortController();
  let playedAt: { slot: number; atMs: number }[] = [];
  let shownSlot = 0;
  let [nowMs, mostMs] = [0, 0];
  const look = async () => {
    const answer = await fetch(`${pageUrl}/api/health`, { signal: AbortSignal.timeout(1_000) });
    shownSlot = Math.max(shownSlot, HealthSummary.parse(await answer.json()).slot ?? 0);
  };
  const tick = setInterval(() => {
    const { slot } = played();
    if (slot !== playedAt.at(-1)?.slot) playedAt.push({ slot, atMs: performance.now() });
    playedAt = playedAt.filter((each) => each.slot > shownSlot);
    nowMs = playedAt[0] ? performance.now() - playedAt[0].atMs : 0;
    mostMs = Math.max(mostMs, nowMs);
  }, LOOK_EVERY_MS);
  void (async () => {
    while (!stop.signal.aborted) {
      await look().catch(() => {});
      await wait(LOOK_EVERY_MS);
    }
  })();
  return {
    nowMs: () => nowMs,
    takeMostMs: () => {
      const taken = mostMs;
      mostMs = nowMs;
      return taken;
    },
    stop: () => {
      stop.abort();
      clearInterval(tick);
    },
  };
}

/** Looks all the while what the page says; @returns what it said of errors, and what scripts threw. */
function watchPage(page: Page): { stop: () => Promise<string[]> } {
  const told = new Set<string>();
  let isOver = false;
  page.on('pageerror', (error) => told.add(`a script threw: ${error.message}`));
  const watching = (async () => {
    while (!isOver) {
      const found = await page.evaluate(() => ({
        alerts: [...document.querySelectorAll('[role=alert]')].map((alert) => alert.textContent ?? ''),
        link: document.querySelector<HTMLElement>('[data-testid=link]')?.dataset.link ?? 'none',
        cards: document.querySelectorAll('[data-testid=token-card]').length,
      }));
      for (const alert of found.alerts) told.add(alert);
      if (['silent', 'offline', 'none'].includes(found.link)) told.add(`the link is ${found.link}`);
      if (found.cards === 0) told.add('no card is shown');
      await wait(LOOK_EVERY_MS);
    }
  })();
  return {
    stop: async () => {
      isOver = true;
      await watching;
      return [...told];
    },
  };
}
