/** The page holds still: what leaves, what comes back, what is new, and what is told of it. */
import type { PreMigrationToken } from '@cryptonite/contracts/api';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { launchBrowser, VIEWPORTS } from './browser.js';
import { openStage, qualifiedToken, rejectedToken, START, type Stage } from './staged-lists.js';

const PATH = '/discovery?tab=high-hype';
const TITLE = '🚨 New Qualified Token!';

/** Listed one minute after the other, so the last stands first. */
const tokenAt = (symbol: string, minute: number, change: Partial<PreMigrationToken> = {}) =>
  qualifiedToken(symbol, { listedAt: START + minute * 60_000, ...change });
const a = tokenAt('ALPHA', 0);
const b = tokenAt('BRAVO', 1);
const c = tokenAt('COVE', 2);
const d = tokenAt('DELTA', 3);
const e = tokenAt('ECHO', 4);
const five = [a, b, c, d, e];
const fresh = tokenAt('FRESH', 9);

let browser: Browser;
let stage: Stage;
const contexts: BrowserContext[] = [];

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
});
beforeEach(async () => {
  stage = await openStage();
});
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
  await stage.stop();
});

/** Counts what a viewer is told, and how far things move that they did not touch. */
function observe(): void {
  const told: Told = { toasts: 0, toasted: [], notifications: 0, shift: 0 };
  Object.assign(globalThis, { told });
  class Recorded {
    static permission = 'granted';
    static requestPermission = async () => 'granted';
    constructor() {
      told.notifications += 1;
    }
  }
  Object.assign(globalThis, { Notification: Recorded });
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) {
        if (!(node instanceof Element && node.matches('.toast'))) continue;
        told.toasts += 1;
        told.toasted.push({ at: performance.now(), text: node.textContent });
      }
  }).observe(document, { childList: true, subtree: true });
  new PerformanceObserver((entries) => {
    for (const entry of entries.getEntries())
      told.shift += (entry as PerformanceEntry & { value: number }).value;
  }).observe({ type: 'layout-shift' });
}
type Told = {
  toasts: number;
  toasted: { at: number; text: string }[];
  notifications: number;
  shift: number;
};
const toldOn = (page: Page) => page.evaluate(() => (globalThis as unknown as { told: Told }).told);

async function openContext(viewport: keyof typeof VIEWPORTS = 'desktop'): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: VIEWPORTS[viewport] });
  contexts.push(context);
  await context.addInitScript(observe);
  return context;
}

async function open(tokens: PreMigrationToken[], context?: BrowserContext): Promise<Page> {
  stage.show({ qualified: tokens, rejected: [] });
  const page = await (context ?? (await openContext())).newPage();
  await page.goto(`${stage.url}${PATH}`);
  for (const token of tokens) await cardOf(page, token).waitFor();
  await page.locator('[data-testid="link"][data-link="live"]').waitFor();
  return page;
}

/** As names stand in messages: isolated, so that they turn nothing but themselves. */
const named = (symbol: string) => `\u2068${symbol}\u2069`;
const cardOf = (page: Page, { mint }: { mint: string }) => page.locator(`[data-mint="${mint}"]`);
const leftOf = (page: Page, token: PreMigrationToken) => cardOf(page, token).getByText(/Left the list/);
const orderOf = (page: Page) =>
  page
    .getByTestId('token-card')
    .evaluateAll((cards) => cards.map((card) => card.getAttribute('data-mint')?.replace(/1+$/, '')));

/** Where every card stands on the page, to the pixel, whatever was scrolled. */
const boxesOf = (page: Page) =>
  page.getByTestId('token-card').evaluateAll((cards) =>
    cards.map((card) => {
      const { x, y, width, height } = card.getBoundingClientRect();
      return [card.getAttribute('data-mint'), x + scrollX, y + scrollY, width, height];
    }),
  );

it.each(['high-hype', 'daily-boosted', 'ultimate'])('opens one stream at the start of %s', async (tab) => {
  stage.show({ qualified: five, rejected: [] });
  const page = await (await openContext()).newPage();
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(pathname + search);
  });
  await page.goto(`${stage.url}/discovery?tab=${tab}`);
  await page.locator('[data-testid="link"][data-link="live"]').waitFor();
  const below = { 'high-hype': 'microcaps', 'daily-boosted': 'shilled', ultimate: 'ultimate' }[tab];
  await expect.poll(() => asked.filter((url) => url.includes(`/${below}`))).not.toEqual([]);
  await page.waitForLoadState('load');
  // What is asked for once more would be asked for within a second.
  await page.waitForTimeout(1_000);
  expect(asked.filter((url) => url.startsWith('/api/stream'))).toHaveLength(1);
  expect(asked.filter((url, index) => asked.indexOf(url) !== index)).toEqual([]);
});

it('makes one toast of a token that flaps 20 times in a minute, and moves nothing', async () => {
  const page = await open(five);
  stage.show({ qualified: [...five, fresh] });
  await page.getByText(`${named('FRESH')} passed 4 of 5 checks`).waitFor();
  expect(await orderOf(page)).toEqual(['FRESH', 'ECHO', 'DELTA', 'COVE', 'BRAVO', 'ALPHA']);
  // The glide is over once two looks agree.
  await expect.poll(async () => sameTwice(() => boxesOf(page))).toBe(true);
  const boxes = await boxesOf(page);
  const { shift } = await toldOn(page);
  for (let flap = 0; flap < 20; flap++) {
    stage.show({ qualified: five, rejected: [rejectedToken(fresh)] }, 1.5);
    await leftOf(page, fresh).waitFor();
    expect(await boxesOf(page)).toEqual(boxes);
    stage.show({ qualified: [...five, fresh], rejected: [] }, 1.5);
    await leftOf(page, fresh).waitFor({ state: 'detached' });
    expect(await boxesOf(page)).toEqual(boxes);
  }
  await page.getByText(TITLE).waitFor({ state: 'detached' });
  const told = await toldOn(page);
  // Forty times words change within their card; no card does.
  expect(told.shift - shift).toBeLessThan(0.01);
  expect(told).toMatchObject({ toasts: 1, notifications: 1 });
  await page.getByRole('button', { name: 'Alerts, 1 unread' }).waitFor();
});

it('moves nothing when a token comes while the one before it glides in', async () => {
  const context = await openContext();
  // Five times as slow, so that the next one surely comes before the end.
  await context.addInitScript(() => {
    const { animate } = Element.prototype;
    Element.prototype.animate = function (frames, timing) {
      const { duration, ...rest } = timing as KeyframeAnimationOptions;
      return animate.call(this, frames, { ...rest, duration: Number(duration) * 5 });
    };
  });
  const page = await open(five, context);
  const { shift } = await toldOn(page);
  for (const [index, symbol] of ['FRESH', 'GOLF', 'HOTEL', 'INDIA'].entries()) {
    stage.tell(tokenAt(symbol, 9 + index), 'qualified');
    await page.waitForFunction(() =>
      document
        .getAnimations()
        .some(({ effect }) => (effect as KeyframeEffect | null)?.target?.matches('.token-cards > li')),
    );
  }
  await expect
    .poll(() => orderOf(page))
    .toEqual(['INDIA', 'HOTEL', 'GOLF', 'FRESH', 'ECHO', 'DELTA', 'COVE', 'BRAVO', 'ALPHA']);
  await expect.poll(async () => sameTwice(() => boxesOf(page))).toBe(true);
  expect((await toldOn(page)).shift - shift).toBeLessThan(0.01);
});

async function sameTwice(read: () => Promise<unknown>): Promise<boolean> {
  const first = JSON.stringify(await read());
  return first === JSON.stringify(await read());
}

it('keeps the box of a held row to the pixel while its token leaves, changes and returns', async () => {
  const page = await open(five);
  await cardOf(page, c).hover();
  const boxes = await boxesOf(page);
  const others = five.filter((token) => token !== c);

  stage.show({ qualified: others, rejected: [rejectedToken(c)] });
  await leftOf(page, c).waitFor();
  expect(await boxesOf(page)).toEqual(boxes);

  const changed = { ...c, marketCap: 987_600, tradeCount: 18_204, priceChange: 4_812.6 };
  stage.show({ qualified: [...others, fresh], rejected: [rejectedToken(changed)] });
  await page.getByRole('button', { name: /^1 new/ }).waitFor();
  expect(await boxesOf(page)).toEqual(boxes);

  stage.show({ qualified: [...others, changed, fresh], rejected: [] });
  await leftOf(page, c).waitFor({ state: 'detached' });
  expect(await boxesOf(page)).toEqual(boxes);

  await page.mouse.move(2, 2);
  await expect.poll(() => orderOf(page)).toEqual(['FRESH', 'ECHO', 'DELTA', 'COVE', 'BRAVO', 'ALPHA']);
});

it('keeps the box of a held row to the pixel while the stream tells of its token and of others', async () => {
  const page = await open(five);
  await cardOf(page, c).hover();
  const boxes = await boxesOf(page);
  const { shift } = await toldOn(page);

  stage.tell({ ...c, marketCap: 987_600, tradeCount: 18_204, priceChange: 4_812.6 }, 'qualified');
  await cardOf(page, c).getByText('$987.6K').waitFor();
  expect(await boxesOf(page)).toEqual(boxes);

  stage.tell(rejectedToken(c), 'rejected');
  await leftOf(page, c).waitFor();
  stage.tell(fresh, 'qualified');
  await page.getByRole('button', { name: /^1 new/ }).waitFor();
  expect(await boxesOf(page)).toEqual(boxes);

  stage.tell({ ...c, marketCap: 31_000 }, 'qualified');
  await leftOf(page, c).waitFor({ state: 'detached' });
  expect(await boxesOf(page)).toEqual(boxes);
  expect((await toldOn(page)).shift - shift).toBeLessThan(0.01);

  await page.mouse.move(2, 2);
  await expect.poll(() => orderOf(page)).toEqual(['FRESH', 'ECHO', 'DELTA', 'COVE', 'BRAVO', 'ALPHA']);
});

it('says of a token that migrates where it went, though no list on the page holds it', async () => {
  const page = await open(five);
  stage.tell({ ...c, bondingCurveProgress: 86, lifecycle: 'migrating' }, null);
  await cardOf(page, c).getByText('Left the list: Migrating, see Bonded').waitFor();
  await page.getByRole('tab', { name: /Qualified\s*4/ }).waitFor();
});

it('tells nothing of a token that comes back after a look at the other source', async () => {
  const page = await open(five);
  stage.show({ qualified: [a, b, d, e], rejected: [rejectedToken(c)] });
  await leftOf(page, c).waitFor();
  await page.getByRole('radio', { name: /Bonded/ }).click();
  await page.getByText('No Qualified Tokens Yet').waitFor();
  await page.getByRole('radio', { name: /PumpFun/ }).click();
  await cardOf(page, a).waitFor();
  await page.mouse.move(2, 2);
  stage.show({ qualified: five, rejected: [] }, 180);
  // The stream may be on its way to the lists of this source: what is told meanwhile nobody hears.
  await expect
    .poll(async () => {
      stage.show({});
      return cardOf(page, c).count();
    })
    .toBe(1);
  stage.show({ qualified: [...five, fresh] });
  await page.getByText(`${named('FRESH')} passed`).waitFor();
  expect(await toldOn(page)).toMatchObject({ toasts: 1, notifications: 1 });
  expect(await cardOf(page, c).evaluate((card) => card.classList.contains('is-new'))).toBe(false);
});

it('tells nothing of hours that go by as they are caught up with', async () => {
  const page = await open(five);
  const past = tokenAt('PAST', 8);
  stage.fallBehind(3 * 60 * 60_000);
  await page.locator('.is-stale').first().waitFor();
  stage.show({ qualified: [...five, past] });
  await cardOf(page, past).waitFor();
  stage.fallBehind(0);
  await page.locator('.is-stale').first().waitFor({ state: 'detached' });
  stage.show({ qualified: [...five, past, fresh] });
  await page.getByText(`${named('FRESH')} passed`).waitFor();
  expect(await toldOn(page)).toMatchObject({ toasts: 1, notifications: 1 });
});

it('says so when a toast leads to a token that has left', async () => {
  const page = await open(five);
  stage.show({ qualified: [...five, fresh] });
  const toast = page.getByText(`${named('FRESH')} passed`);
  await toast.waitFor();
  await toast.hover();
  // Reading the toast keeps it, longer than the card stays that left.
  stage.show({ qualified: five });
  await cardOf(page, fresh).waitFor({ state: 'detached', timeout: 30_000 });
  await toast.click();
  await page.getByText(`${named('FRESH')} is no longer in this list`).waitFor();
});

it('shows as much of a list as an alert needs to lead to its token', async () => {
  const many = Array.from({ length: 60 }, (_, index) =>
    tokenAt(
      `MANY${String.fromCharCode(65 + (index % 26))}${index < 26 ? 'A' : index < 52 ? 'B' : 'C'}`,
      20 + index,
    ),
  );
  const page = await open(five);
  stage.show({ qualified: [...five, fresh] });
  await page.getByRole('button', { name: 'Alerts, 1 unread' }).waitFor();
  stage.show({ qualified: [...many, ...five, fresh] });
  await page.getByText('of 66 shown').waitFor();
  await expect.poll(() => cardOf(page, fresh).count()).toBe(0);
  await page.getByRole('button', { name: /^Alerts/ }).click();
  await page.getByTestId('alert').filter({ hasText: 'FRESH' }).click();
  await expect.poll(() => cardOf(page, fresh).evaluate((card) => card === document.activeElement)).toBe(true);
});

it('lets go of what left below the window of a page that is scrolled', async () => {
  const page = await open(
    [...five, fresh, tokenAt('LATER', 10), tokenAt('NOVA', 11), tokenAt('ONYX', 12)],
    await openContext('phone'),
  );
  await page.mouse.wheel(0, 500);
  const first = tokenAt('ONYX', 12);
  await expect
    .poll(() => cardOf(page, first).evaluate((card) => card.getBoundingClientRect().bottom))
    .toBeLessThan(400);
  const boxes = await boxesOf(page);
  stage.tell(rejectedToken(a), 'rejected');
  await leftOf(page, a).waitFor({ state: 'attached' });
  await cardOf(page, a).waitFor({ state: 'detached', timeout: 30_000 });
  expect(await boxesOf(page)).toEqual(boxes.slice(0, -1));
});

it('leaves no hole below a list that has become short', async () => {
  const many = Array.from({ length: 30 }, (_, index) =>
    tokenAt(`MANY${'ABCDEF'[index % 6]}${'GHJKM'[index % 5]}`, 20 + index),
  );
  const page = await open([...many, ...five]);
  stage.show({ qualified: five });
  const below = page.getByRole('heading', { name: 'Early Stage' });
  const topOf = () => below.evaluate((heading) => heading.getBoundingClientRect().top);
  // Within the window it is kept, so that nothing that is seen moves.
  await expect.poll(topOf, { timeout: 40_000 }).toBeLessThan(VIEWPORTS.desktop.height + 20);
});

it('shows the whole reason in rows, whatever the width', async () => {
  const context = await openContext();
  await context.addInitScript(() => localStorage.setItem('discovery-density', 'rows'));
  const page = await open(five, context);
  stage.show({ qualified: [a, b, d, e], rejected: [rejectedToken(c)] });
  const reason = cardOf(page, c).locator('.col-left > span');
  await reason.getByText('Left the list: Momentum 12.9% is below 15%').waitFor();
  for (const width of [768, 900, 1_023, 1_024, 1_152, 1_279, 1_280, 1_440]) {
    await page.setViewportSize({ width, height: 900 });
    const cut = await reason.evaluate((node) => node.scrollHeight - node.clientHeight);
    expect({ width, cut }).toEqual({ width, cut: 0 });
  }
});

it('shows the whole reason on cards of phones, of a token that left and of one that was rejected', async () => {
  const page = await open(five, await openContext('phone'));
  stage.show({ qualified: [a, b, d, e], rejected: [rejectedToken(c)] });
  const reasonOf = () => cardOf(page, c).getByTestId('rejection-reason');
  const cutAt = async (width: number) => {
    await page.setViewportSize({ width, height: 844 });
    return reasonOf()
      .locator('.truncate')
      .evaluate((node) => [
        node.scrollWidth - node.clientWidth,
        node.getBoundingClientRect().bottom >
          (node.closest('.card-line')?.getBoundingClientRect().bottom ?? 0),
      ]);
  };
  await reasonOf().getByText('Left the list: Momentum 12.9% is below 15%').waitFor();
  for (const width of [360, 390, 430]) expect([width, await cutAt(width)]).toEqual([width, [0, false]]);
  await page.getByRole('tab', { name: /Rejected/ }).click();
  await reasonOf().waitFor();
  for (const width of [360, 390, 430]) expect([width, await cutAt(width)]).toEqual([width, [0, false]]);
});

it('says why a token left, counts it no more, and lets it go after 20 s', async () => {
  const page = await open(five);
  stage.show({ qualified: [a, b, d, e], rejected: [rejectedToken(c)] });
  await cardOf(page, c).getByText('Left the list: Momentum 12.9% is below 15%').waitFor();
  await page.getByRole('tab', { name: /Qualified\s*4/ }).waitFor();
  expect(await orderOf(page)).toEqual(['ECHO', 'DELTA', 'COVE', 'BRAVO', 'ALPHA']);
  const { shift } = await toldOn(page);
  await cardOf(page, c).waitFor({ state: 'detached', timeout: 30_000 });
  expect(await orderOf(page)).toEqual(['ECHO', 'DELTA', 'BRAVO', 'ALPHA']);
  await expect.poll(async () => sameTwice(() => boxesOf(page))).toBe(true);
  // Cards glide to their new places, and what stands below keeps its own.
  expect((await toldOn(page)).shift - shift).toBeLessThan(0.01);
});

it('tells a burst in one toast that leads to the first card, and keeps each token under the bell', async () => {
  const page = await open(five);
  const burst = [tokenAt('KELPIE', 7), tokenAt('EMBER', 8), fresh];
  stage.show({ qualified: [...five, ...burst] });
  const toast = page.getByText(`3 new: ${['KELPIE', 'EMBER', 'FRESH'].map(named).join(', ')}`);
  await toast.waitFor();
  await page.getByText(/UTC, simulated market/).waitFor();
  await toast.click();
  const kelpie = cardOf(page, burst[0]!);
  await expect.poll(() => kelpie.evaluate((card) => card === document.activeElement)).toBe(true);
  expect(await toldOn(page)).toMatchObject({ toasts: 1, notifications: 1 });

  const worth = burst.map((token, index) => ({ ...token, marketCap: 30_000 + 3_000 * index }));
  stage.show({ qualified: [...five, ...worth] });
  await page.getByRole('button', { name: 'Alerts, 3 unread' }).click();
  const alerts = page.getByRole('dialog', { name: 'Alerts' }).getByTestId('alert');
  // What became of them is noted every 5 s.
  await alerts.filter({ hasText: 'EMBER' }).getByText('+10.0%').waitFor({ timeout: 10_000 });
  await alerts.filter({ hasText: 'FRESH' }).getByText('+20.0%').waitFor();
  expect(await alerts.count()).toBe(3);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Alerts', exact: true }).waitFor();
});

it('tells once in 20 s at most, of the source on screen unless both are asked for, and loses none', async () => {
  const onBonded = (symbol: string, minute: number) =>
    tokenAt(symbol, minute, { source: 'bonded', lifecycle: 'migrating' });
  const first = onBonded('FIRST', 0);
  stage.show({ qualified: [a, first], rejected: [] });
  const page = await (await openContext()).newPage();
  await page.goto(`${stage.url}/discovery?tab=ultimate`);
  await page.locator('[data-testid="link"][data-link="live"]').waitFor();
  const burst = Array.from({ length: 90 }, (_, index) =>
    tokenAt(`B${String.fromCharCode(65 + (index % 26))}${'JKLM'[Math.floor(index / 26)]}`, 10 + index),
  );
  const second = onBonded('SECOND', 1);
  stage.show({ qualified: [a, ...burst, first, second] });
  const keptOf = async () =>
    (await page.evaluate(() => JSON.parse(localStorage.getItem('alerts') ?? '[]'))) as { name: string }[];
  await expect.poll(async () => (await keptOf()).length, { timeout: 30_000 }).toBe(90);
  // The bell has them at once; they are told when a burst is over.
  await expect.poll(() => toldOn(page)).toMatchObject({ toasts: 1, notifications: 1 });
  expect((await keptOf()).map(({ name }) => name)).not.toContain(named('SECOND'));

  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('switch', { name: 'Both sources' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Daily Boosted' }).click();
  const third = onBonded('THIRD', 2);
  stage.show({ qualified: [a, fresh, ...burst, first, second, third] }, 60);
  // In one toast, or in two where the two sources' lists came onto a busy page more than a second apart.
  const toastTexts = async () => (await toldOn(page)).toasted.map(({ text }) => text).join();
  for (const symbol of ['FRESH', 'THIRD'])
    await expect.poll(toastTexts, { timeout: 60_000 }).toContain(named(symbol));
  const { toasted, notifications } = await toldOn(page);
  expect(notifications).toBe(toasted.length);
  for (const [index, { at }] of toasted.slice(1).entries())
    expect(at - toasted[index]!.at).toBeGreaterThan(19_500);
  expect(await keptOf()).toHaveLength(92);
  // An alert leads to its tab.
  await page.getByRole('button', { name: /^Alerts/ }).click();
  await page.getByTestId('alert').filter({ hasText: 'THIRD' }).click();
  await page.waitForURL(/tab=high-hype&source=bonded/);
  await expect
    .poll(() => cardOf(page, third).evaluate((card) => card === document.activeElement), {
      timeout: 20_000,
    })
    .toBe(true);
});

it('keeps one alert for all tabs of a browser', async () => {
  const context = await openContext();
  const first = await open(five, context);
  const second = await open(five, context);
  stage.show({ qualified: [...five, fresh] });
  for (const page of [first, second]) {
    await page.getByText(`${named('FRESH')} passed 4 of 5 checks`).waitFor();
    await page.getByRole('button', { name: 'Alerts, 1 unread' }).waitFor();
  }
  await second.getByRole('button', { name: 'Alerts, 1 unread' }).click();
  expect(await second.getByTestId('alert').count()).toBe(1);
  // Read in one, it is read in all.
  await first.getByRole('button', { name: 'Alerts', exact: true }).waitFor();
});

it('tells nothing of a list that is not to announce', async () => {
  const page = await open(five);
  const toggle = async () => {
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('switch', { name: 'Qualified', exact: true }).click();
    await page.keyboard.press('Escape');
    // The dialog stood over the list, which holds still under the pointer.
    await page.mouse.move(2, 2);
  };
  await toggle();
  stage.show({ qualified: [...five, fresh] });
  await cardOf(page, fresh).waitFor();
  await toggle();
  stage.show({ qualified: [...five, fresh, tokenAt('LATER', 10)] });
  await page.getByText(`${named('LATER')} passed`).waitFor();
  expect(await toldOn(page)).toMatchObject({ toasts: 1, notifications: 1 });
});
