import { VIEWPORTS } from '@cryptonite/e2e/browser.js';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { FIRST_CARD, keepPageLog, type PageLog } from './web-page-log.js';

export type Conditions = {
  size: keyof typeof VIEWPORTS;
  /** The page's processor is so many times slower. */
  slowdown?: number;
  /** The phone network that page-speed tools call slow. */
  isNetworkSlow?: boolean;
};

export type OpenPage = {
  page: Page;
  session: CDPSession;
  /** By this process's `performance.now()`. */
  openedMs: number;
  readLog: () => Promise<PageLog>;
  close: () => Promise<void>;
};

const SLOW_NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};

/** In a browser profile of its own: nothing is in a cache, nothing is remembered. */
export async function openPage(browser: Browser, url: string, conditions: Conditions): Promise<OpenPage> {
  const { size, slowdown = 1, isNetworkSlow = false } = conditions;
  const context = await browser.newContext({ viewport: VIEWPORTS[size] });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await page.addInitScript(keepPageLog, FIRST_CARD);
  if (isNetworkSlow) {
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', SLOW_NETWORK);
  }
  const slow = () => session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await slow();
  await page.goto(url, { waitUntil: 'commit' });
  const openedMs = performance.now();
  // The browser may have gone on in another process, which runs at full speed.
  await slow();
  return {
    page,
    session,
    openedMs,
    readLog: async () => {
      const log = await page.evaluate(() => window.pageLog);
      if (!log) throw new Error('the page keeps no log');
      return log;
    },
    close: () => context.close(),
  };
}

const CARD_LIMIT_MS = 60_000;
/** Seldom enough that asking does not slow it. */
const ASK_MS = 250;

/** Loads so many times, one after the other. @returns ms from navigation to the painted first card, of each */
export async function timeFirstCards(
  browser: Browser,
  url: string,
  conditions: Conditions,
  loads: number,
): Promise<number[]> {
  const times: number[] = [];
  while (times.length < loads) {
    const opened = await openPage(browser, url, conditions);
    await opened.page.waitForFunction(() => typeof window.pageLog?.firstCardMs === 'number', undefined, {
      polling: ASK_MS,
      timeout: CARD_LIMIT_MS,
    });
    times.push((await opened.readLog()).firstCardMs!);
    await opened.close();
  }
  return times;
}
