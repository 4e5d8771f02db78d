/** What stands on the page, how much of it and in which boxes, over made-up lists: no market is asked. */

import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, VIEWPORTS } from './browser.js';
import { startMadeUpApi } from './made-up-api.js';
import { asUnknown, bondedAnswer, earlyAnswer, qualifiedAnswer, rejectedAnswer } from './made-up-tokens.js';

const DISCOVERY = '/discovery?tab=high-hype';

let api: Awaited<ReturnType<typeof startMadeUpApi>>;
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
  api = await startMadeUpApi();
});
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});
afterAll(async () => {
  await browser?.close();
  await api?.stop();
});

type Opened = {
  path?: string;
  density?: 'cards' | 'rows';
  qualified?: () => unknown;
  options?: BrowserContextOptions;
};

async function open({
  path = DISCOVERY,
  density = 'cards',
  qualified = () => qualifiedAnswer(9),
  options = {},
}: Opened = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: VIEWPORTS.desktop, ...options });
  await context.addInitScript((value) => localStorage.setItem('discovery-density', value), density);
  const page = await context.newPage();
  answerWith(qualified);
  await page.goto(`${api.pageUrl}${path}`);
  await tokensOf(page).first().waitFor();
  await earlyOf(page).first().waitFor();
  return page;
}

/** A list that is null never comes. */
const answerWith = (qualified: () => unknown) =>
  api.answer({
    '/api/tokens/qualified': qualified,
    '/api/tokens/rejected': () => rejectedAnswer(8),
    '/api/tokens/rejected bonded': () => bondedAnswer(8),
    '/api/discovery/early-stage': () => earlyAnswer(56),
    '/api/tokens/monitoring-count': () => ({
      count: 1_269,
      pumpfun: 1_233,
      bonded: 36,
      origin: null,
      asOf: null,
    }),
  });

const tokensOf = (page: Page) => page.getByTestId('token-card');
const earlyOf = (page: Page) => page.getByTestId('early-stage-row');

/** How many stand in the window with their whole box. */
const countWhole = (tokens: Locator) =>
  tokens.evaluateAll((all) => {
    const bottom = document.documentElement.clientHeight;
    return all.filter((token) => token.getBoundingClientRect().bottom <= bottom).length;
  });
const heightsOf = (tokens: Locator) =>
  tokens.evaluateAll((all) => [...new Set(all.map((token) => token.getBoundingClientRect().height))]);

describe('above the fold', () => {
  it('at 1440 × 900 stand at least 14 tokens in rows', async () => {
    const page = await open({ density: 'rows' });
    const all = page.locator('[data-mint]');
    expect(await countWhole(all)).toBeGreaterThanOrEqual(14);
    expect(await heightsOf(all)).toEqual([44]);
  });

  it('at 1440 × 900 stand 6 whole cards', async () => {
    const page = await open();
    expect(await countWhole(tokensOf(page))).toBe(6);
  });

  it('at 390 × 844 stand one whole card and the head of the next', async () => {
    const page = await open({ options: { viewport: VIEWPORTS.phone } });
    expect(await countWhole(tokensOf(page))).toBe(1);
    const head = tokensOf(page).nth(1).locator('h3');
    const box = await head.boundingBox();
    expect((box?.y ?? 1_000) + (box?.height ?? 0)).toBeLessThan(VIEWPORTS.phone.height);
  });

  it('cards stand in three columns, and in four from 1,800 px', async () => {
    const page = await open();
    for (const [width, columns] of [
      [1_280, 3],
      [1_799, 3],
      [1_800, 4],
      [1_920, 4],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      const tops = await tokensOf(page).evaluateAll((all) =>
        all.map((one) => one.getBoundingClientRect().top),
      );
      expect(tops.filter((top) => top === tops[0])).toHaveLength(columns);
    }
  });

  it('rows are remembered', async () => {
    const page = await open();
    const choose = page.getByRole('radiogroup', { name: 'Density' });
    await choose.getByRole('radio', { name: 'Rows' }).click();
    expect(await heightsOf(tokensOf(page))).toEqual([44]);
    expect(await page.evaluate(() => localStorage.getItem('discovery-density'))).toBe('rows');
  });

  it('the bar stays at the top, 40 px high, and says what the data are', async () => {
    const page = await open();
    const bar = page.getByTestId('sticky-bar');
    await page.mouse.wheel(0, 1_500);
    await expect.poll(async () => (await bar.boundingBox())?.y).toBe(0);
    expect((await bar.boundingBox())?.height).toBe(40);
    expect(await bar.textContent()).toContain('Simulated market');
  });

  it('the gates are one line, which unfolds', async () => {
    const page = await open();
    const gates = page.getByRole('region', { name: 'Quality gates' });
    expect((await gates.boundingBox())?.height).toBe(40);
    await gates.getByRole('button', { name: 'Show checks' }).click();
    await gates.locator('[data-gate=momentum]').waitFor();
    await page.reload();
    await gates.locator('[data-gate=momentum]').waitFor();
    await gates.getByRole('button', { name: 'Hide checks' }).click();
  });
});

describe('a box is the same', () => {
  it.each(['cards', 'rows'] as const)(
    'whatever a token is called and whatever is known of it, in %s',
    async (density) => {
      const known = await open({ density });
      const unknown = await open({ density, qualified: () => qualifiedAnswer(9, asUnknown) });
      expect(await heightsOf(tokensOf(unknown))).toEqual(await heightsOf(tokensOf(known)));
      if (density === 'rows') return;
      const topsOf = (page: Page) =>
        tokensOf(page).evaluateAll((all) => [
          ...new Set(
            all.map((one) => [...one.children].map((part) => (part as HTMLElement).offsetTop).join(' ')),
          ),
        ]);
      expect(await topsOf(known)).toHaveLength(1);
      expect(await topsOf(unknown)).toEqual(await topsOf(known));
    },
  );
});
