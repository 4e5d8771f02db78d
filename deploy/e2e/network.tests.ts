/** The page on networks that fail: what stands between browser and API stalls, refuses, slows down, or is not there. */
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@cryptonite/proofs/product.js';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { VIEWPORTS } from './browser.js';
import { startProxy, type TcpProxy } from './tcp-proxy.js';

const REJECTED = '/discovery?tab=high-hype&list=rejected';
/** The last sign of life may be so old already, or be under way still. */
const HEARTBEAT_MS = 2_000;
/** How long a line is cut when something is pressed. */
const CUT_MS = 60_000;
/** What a busy machine may add to a time. */
const SLACK_MS = 4_000;

const cardsOf = (page: Page) => page.getByTestId('token-card');
const linked = (page: Page, state: string) =>
  page.locator(`[data-testid="link"][data-link="${state}"]`).waitFor({ timeout: 30_000 });
/** Notes, by the clock that the test has too, when the link came into a state: asking the page takes a busy machine seconds. */
const watchLink = (page: Page) =>
  page.getByTestId('link').evaluate((link) => {
    new MutationObserver(() => {
      link.dataset[`${link.dataset.link}At`] ??= String(Date.now());
    }).observe(link, { attributeFilter: ['data-link'] });
  });
/** How long after `fromMs` the link came into the state. */
async function linkedAfter(page: Page, state: string, fromMs: number): Promise<number> {
  await linked(page, state);
  const at = await page.getByTestId('link').getAttribute(`data-${state}-at`);
  return Number(at) - fromMs;
}

/** The states that the link is in during 20 s. */
const linksOf = (page: Page) =>
  page.evaluate(async () => {
    const seen = new Set<string | undefined>();
    const link = document.querySelector<HTMLElement>('[data-testid="link"]');
    for (let look = 0; look < 100; look++) {
      seen.add(link?.dataset.link);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    return [...seen];
  });

/** Declares the tests of a page that stands behind a failing network. `market` is asked once a test runs: it is live then. */
export function testNetworks(market: () => { pageUrl: string; browser: Browser }): void {
  let proxy: TcpProxy;
  const contexts: BrowserContext[] = [];

  beforeEach(async () => {
    proxy = await startProxy(market().pageUrl);
  });
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close();
    proxy.close();
  });

  async function newPage(viewport: keyof typeof VIEWPORTS): Promise<Page> {
    const context = await market().browser.newContext({ viewport: VIEWPORTS[viewport] });
    contexts.push(context);
    return context.newPage();
  }

  async function open(
    viewport: keyof typeof VIEWPORTS = 'desktop',
    prepare: (page: Page) => void = () => {},
  ): Promise<Page> {
    const page = await newPage(viewport);
    prepare(page);
    await page.goto(`${proxy.url}${REJECTED}`);
    await cardsOf(page).first().waitFor({ timeout: 90_000 });
    await linked(page, 'live');
    return page;
  }

  async function openPolled(): Promise<Page> {
    const page = await newPage('desktop');
    // What lies between tells them by their paths, which a proxy of bytes does not read.
    await page.route('**/api/stream*', (route) => route.abort());
    await page.goto(`${proxy.url}${REJECTED}`);
    await linked(page, 'polling');
    return page;
  }

  describe('at its start', () => {
    it('asks for nothing twice, and gets lists and stream compressed', async () => {
      const asked: string[] = [];
      const encodings = new Map<string, string | undefined>();
      const page = await open('desktop', (opened) => {
        opened.on('request', (request) => asked.push(request.url().slice(proxy.url.length)));
        opened.on('response', (response) => {
          const { pathname } = new URL(response.url());
          encodings.set(pathname, response.headers()['content-encoding']);
        });
      });
      await page.getByText('Live updates').first().waitFor();
      // Launches may share a picture.
      const isPolled = (path: string) => path.includes('progress') || path.startsWith('/api/images/');
      const ofApi = asked.filter((path) => path.startsWith('/api/') && !isPolled(path));
      expect(ofApi.length).toBeGreaterThan(4);
      expect([...new Set(ofApi)]).toEqual(ofApi);
      // Lists further down come onto the page once those above are read: each stream is for more than the one before.
      const streams = ofApi.filter((path) => path.startsWith('/api/stream'));
      const named = streams.map(
        (path) => new URL(path, proxy.url).searchParams.get('lists')?.split(',') ?? [],
      );
      for (const name of ['qualified.pumpfun', 'rejected.pumpfun', 'earlyStage'])
        expect(named[0]).toContain(name);
      for (const [place, lists] of named.slice(1).entries()) {
        expect(lists).toEqual(expect.arrayContaining(named[place]!));
        expect(lists.length).toBeGreaterThan(named[place]!.length);
      }
      for (const path of streams) expect(path).toContain('&after=');
      expect(encodings.get('/api/stream')).toBe('gzip');
      expect(encodings.get('/api/tokens/rejected')).toBe('gzip');
    });

    it('shares one stream among the tabs, for the lists that any of them shows', async () => {
      const page = await open();
      const second = await contexts[0]!.newPage();
      const streams: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/api/stream')) streams.push(decodeURIComponent(request.url()));
      });
      second.on('request', (request) => {
        if (request.url().includes('/api/stream')) streams.push('of the second tab');
      });
      await second.goto(`${proxy.url}${REJECTED}&source=bonded`);
      await linked(second, 'live');
      await until('the stream is for both', () => (streams.length > 0 ? true : null));
      expect(streams).toEqual([expect.stringContaining('qualified.bonded,qualified.pumpfun')]);
    });
  });

  describe('a network that stalls', () => {
    it('is told after 5 s, has its values stale after 15, and takes no card away', async () => {
      const [page, phone] = [await open(), await open('phone')];
      await Promise.all([watchLink(page), watchLink(phone)]);
      const stalledAt = Date.now();
      proxy.become('stalled');
      for (const each of [page, phone]) {
        const afterMs = await linkedAfter(each, 'reconnecting', stalledAt);
        expect(afterMs).toBeGreaterThan(5_000 - HEARTBEAT_MS);
        expect(afterMs).toBeLessThan(5_000 + SLACK_MS);
      }
      for (const each of [page, phone]) {
        const afterMs = await linkedAfter(each, 'silent', stalledAt);
        expect(afterMs).toBeGreaterThan(15_000 - HEARTBEAT_MS);
        expect(afterMs).toBeLessThan(15_000 + SLACK_MS);
      }
      await phone.locator('.link-short', { hasText: /^At \d\d:\d\d:\d\d$/ }).waitFor();
      await page.getByText(/^Last data \d\d:\d\d:\d\d$/).waitFor();
      await page.getByTestId('problem').getByText('Stale').waitFor();
      await page.locator('.is-stale').first().waitFor();
      expect(await cardsOf(page).count()).toBeGreaterThan(0);
      proxy.become('open');
      await Promise.all([linked(page, 'live'), linked(phone, 'live')]);
      await expect.poll(() => page.locator('.is-stale').count()).toBe(0);
      expect(await page.getByTestId('problem').innerText()).toBe('');
    });
  });

  describe('a network that refuses', () => {
    it('is told, takes no card away, and is live again when it lets through', async () => {
      const page = await open();
      await watchLink(page);
      const refusedAt = Date.now();
      proxy.become('refusing');
      const afterMs = await linkedAfter(page, 'reconnecting', refusedAt);
      expect(afterMs).toBeLessThan(5_000 + SLACK_MS);
      await linked(page, 'silent');
      expect(await cardsOf(page).count()).toBeGreaterThan(0);
      proxy.become('open');
      await linked(page, 'live');
      expect(await cardsOf(page).count()).toBeGreaterThan(0);
    });
  });

  describe('a network that is cut', () => {
    it('is told, takes no card away, and is live again when it is mended', async () => {
      const page = await open();
      await watchLink(page);
      const cutAt = Date.now();
      proxy.become('cut');
      const afterMs = await linkedAfter(page, 'reconnecting', cutAt);
      expect(afterMs).toBeLessThan(5_000 + SLACK_MS);
      await linked(page, 'silent');
      await page.getByTestId('problem').getByText('Stale').waitFor();
      expect(await cardsOf(page).count()).toBeGreaterThan(0);
      proxy.become('open');
      await linked(page, 'live');
      await expect.poll(() => page.locator('.is-stale').count()).toBe(0);
    });
  });

  describe('a network that lets answers through and no stream', () => {
    it('is polled, and said to be so all along', async () => {
      const page = await openPolled();
      expect(await linksOf(page)).toEqual(['polling']);
    });
  });

  describe('a network that lets one list through and not the other', () => {
    it('makes stale what it lacks alone', async () => {
      const page = await openPolled();
      await cardsOf(page).first().waitFor();
      const early = page.getByTestId('early-stage-row');
      await early.first().waitFor();
      await page.route('**/api/tokens/rejected*', (route) => route.abort());
      await page.locator('[data-testid="token-card"].is-stale').first().waitFor({ timeout: 90_000 });
      await cardsOf(page)
        .first()
        .getByText(/^as of \d\d:\d\d:\d\d/)
        .waitFor();
      expect(await page.locator('[data-testid="early-stage-row"].is-stale').count()).toBe(0);
      await page.unroute('**/api/tokens/rejected*');
      await expect.poll(() => page.locator('.is-stale').count(), { timeout: 90_000 }).toBe(0);
    });
  });

  describe('a network that is slow', () => {
    it('carries the stream at 20 kB/s without a pause', async () => {
      const page = await open();
      // The line is the stream's alone.
      await page.route('**/api/images/**', (route) => route.abort());
      proxy.become({ bytesPerS: 20_000 });
      expect(await linksOf(page)).toEqual(['live']);
    });
  });

  describe('a network that is cut just before a press', () => {
    const dialogOf = (page: Page) => page.getByRole('dialog');
    const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name });
    const tab = (name: string | RegExp) => (page: Page) => page.getByRole('tab', { name });
    const radio = (name: string | RegExp) => (page: Page) => page.getByRole('radio', { name });
    const link = (name: string | RegExp) => (page: Page) => page.getByRole('link', { name });
    /** What is pressed on a page while the line is cut, one after the other, and what stands once it is back. */
    const pages: {
      path?: string;
      pressed: ((page: Page) => Locator)[];
      whole: (page: Page) => Locator;
      opensDialogs?: boolean;
    }[] = [
      {
        opensDialogs: true,
        pressed: [/^Alerts/, 'All of the data status', 'How It Works', 'Settings'].map(button),
        whole: cardsOf,
      },
      {
        pressed: [
          ...['Rows', 'Cards'].map(radio),
          link('High Hype'),
          button('Show new'),
          tab(/^Qualified/),
          radio(/Bonded/),
          radio('Whitepaper'),
          tab('Daily Boosted'),
          tab(/^Ultimate/),
          tab('Pre-Migration'),
          radio(/PumpFun/),
          tab(/^Rejected/),
        ],
        whole: (page) => page.getByTestId('new-row').first(),
      },
      // What follows has code of its own, of which none is there when the line is cut.
      {
        pressed: [(page) => page.getByTestId('score-plate').first()],
        // A token that went quiet meanwhile has none any more, which is said.
        whole: (page) => page.getByTestId('score-parts').getByText(/Earned|Unknown/),
      },
      { pressed: [link('Back to Home')], whole: (page) => page.locator('.hero-title') },
      {
        path: '/',
        pressed: [button('How It Works')],
        whole: (page) => dialogOf(page).getByRole('heading', { level: 3 }),
      },
      {
        path: '/',
        pressed: [link(/^Terms$/)],
        whole: (page) => page.getByRole('heading', { level: 1, name: 'Terms of Service' }),
      },
    ];

    it('stays usable for a minute, and is whole once the network is back, whatever is pressed', async () => {
      const opened = [];
      let isCut = false;
      for (const each of pages) {
        const page = await newPage('desktop');
        await page.route('**/chunks.json', (route) => (isCut ? route.continue() : route.abort()));
        await page.goto(`${proxy.url}${each.path ?? REJECTED}`);
        if (each.path) await page.locator('.hero-title').waitFor({ timeout: 90_000 });
        else {
          await cardsOf(page).first().waitFor({ timeout: 90_000 });
          await linked(page, 'live');
        }
        const failed: string[] = [];
        const errors: string[] = [];
        page.on('requestfailed', (request) => failed.push(request.url()));
        page.on('console', (message) => {
          if (message.type() === 'error') errors.push(message.text());
        });
        opened.push({ ...each, page, failed, errors });
      }
      proxy.become('cut');
      isCut = true;
      const cutAt = Date.now();
      for (const { page, pressed, opensDialogs } of opened)
        for (const control of pressed) {
          await control(page).click();
          if (!opensDialogs) continue;
          await dialogOf(page).waitFor();
          await page.keyboard.press('Escape');
          await dialogOf(page).waitFor({ state: 'hidden' });
        }
      await sleep(cutAt + CUT_MS - Date.now());
      for (const { page, failed, errors } of opened) {
        expect(await page.getByText(/^This (page )?could not be loaded/).count()).toBe(0);
        expect(errors.length, errors.join('; ')).toBeLessThanOrEqual(failed.length);
      }
      proxy.become('open');
      // What was pressed comes by itself.
      for (const { page, whole } of opened) await whole(page).first().waitFor({ timeout: 60_000 });
      for (const { page } of opened.slice(0, 2)) await linked(page, 'live');
    }, 300_000);
  });

  describe('a line of 20 kB/s', () => {
    it('carries the first list in a small answer, then the others, and nothing of it is called a failure', async () => {
      const page = await newPage('desktop');
      const session = await page.context().newCDPSession(page);
      await session.send('Network.emulateNetworkConditions', {
        ...{ offline: false, latency: 100, downloadThroughput: 20_000, uploadThroughput: 20_000 },
      });
      const firstParts: number[] = [];
      page.on('requestfinished', async (request) => {
        const { pathname, searchParams } = new URL(request.url());
        if (!/^\/api\/(tokens|discovery|bonded)\//.test(pathname) || searchParams.has('cursor')) return;
        if (searchParams.get('limit') === '40') firstParts.push((await request.sizes()).responseBodySize);
      });
      await page.addInitScript(() => {
        const failures: string[] = [];
        Object.assign(window, { failures });
        new MutationObserver((changes) => {
          for (const { target, addedNodes } of changes)
            for (const node of [target, ...addedNodes])
              for (const [failure] of (node.textContent ?? '').matchAll(
                /could not be (loaded|read)|Connection too slow|cannot be reached/g,
              ))
                failures.push(failure);
        }).observe(document, { childList: true, characterData: true, subtree: true });
      });
      await page.goto(`${proxy.url}${REJECTED}`);
      await cardsOf(page).first().waitFor({ timeout: 90_000 });
      // All lists come in the end.
      for (const row of ['early-stage-row', 'microcap-row'])
        await page.getByTestId(row).first().waitFor({ timeout: 120_000 });
      expect(firstParts.length).toBeGreaterThan(4);
      for (const bytes of firstParts) expect(bytes).toBeLessThan(60_000);
      expect(await page.evaluate(() => (window as unknown as { failures: string[] }).failures)).toEqual([]);
    });
  });

  describe('a browser without a network', () => {
    it('is believed at once, keeps its cards, and is live again when it has one', async () => {
      const page = await open();
      const requests: string[] = [];
      await watchLink(page);
      // The browser's own switch, because it alone sets `navigator.onLine`, which follows the machine's network interfaces: no
      // proxy takes these away. What a page does where nothing arrives is shown above, by a network that is cut.
      const offlineAt = Date.now();
      await contexts[0]!.setOffline(true);
      const afterMs = await linkedAfter(page, 'offline', offlineAt);
      expect(afterMs).toBeLessThan(SLACK_MS);
      await page.getByText('Offline').first().waitFor();
      await page.getByTestId('problem').getByText('No network').waitFor();
      page.on('request', (request) => requests.push(request.url()));
      expect(await cardsOf(page).count()).toBeGreaterThan(0);
      await contexts[0]!.setOffline(false);
      await linked(page, 'live');
      expect(requests.some((url) => url.includes('/api/stream'))).toBe(true);
    });
  });
}
