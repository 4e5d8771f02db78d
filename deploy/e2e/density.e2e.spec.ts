/** What stands on the page, how much of it and in which boxes, over made-up lists: no market is asked. */

import {
  CSRF_COOKIE,
  type Health,
  type HealthSummary,
  STREAM_EVENTS,
  type User,
} from '@cryptonite/contracts/api';
import { SOL_MINT } from '@cryptonite/contracts/chain';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser, VIEWPORTS } from './browser.js';
import { filled } from './filled.js';
import { HEALTH, startMadeUpApi } from './made-up-api.js';
import {
  AT,
  asNewborn,
  asUnknown,
  bondedAnswer,
  earlyAnswer,
  qualifiedAnswer,
  rejectedAnswer,
} from './made-up-tokens.js';
import { testTabs } from './tabs.tests.js';
import { violationsOn } from './violations.js';

const DISCOVERY = '/discovery?tab=high-hype';
const WIDTHS = [
  360, 390, 480, 640, 767, 768, 900, 1023, 1024, 1152, 1279, 1280, 1366, 1440, 1600, 1800, 1920,
];

let api: Awaited<ReturnType<typeof startMadeUpApi>>;
let browser: Browser;
let health: HealthSummary = HEALTH;
/** As many as a live market has at times. */
const EARLY = 56;
let earlyCount = EARLY;

beforeAll(async () => {
  browser = await launchBrowser();
  api = await startMadeUpApi(() => health);
});
afterEach(async () => {
  health = HEALTH;
  earlyCount = EARLY;
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
  // An operator's: it has the longest texts.
  await context.addCookies([{ name: CSRF_COOKIE, value: 'x', url: api.pageUrl }]);
  const page = await context.newPage();
  answerWith(qualified);
  await page.goto(`${api.pageUrl}${path}`);
  await tokensOf(page).first().waitFor();
  await earlyOf(page).first().waitFor();
  await filled(page);
  return page;
}

/** A list that is null never comes; without one the question fails. */
const answerWith = (qualified: (() => unknown) | undefined) =>
  api.answer({
    ...(qualified && { '/api/tokens/qualified': qualified }),
    '/api/auth/session': () => ({ authenticated: true, user: OPERATOR }),
    '/api/health/details': (): Health => ({ ...ALL_WELL, problems: health.concern === null ? [] : [LONG] }),
    '/api/tokens/rejected': () => rejectedAnswer(8),
    '/api/tokens/rejected bonded': () => bondedAnswer(8),
    '/api/discovery/early-stage': () => earlyAnswer(earlyCount),
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

/** The page hears of its new width with the next frame, and is drawn anew in it. */
async function resize(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

/** How many stand in the window with their whole box. */
const countWhole = (tokens: Locator) =>
  tokens.evaluateAll((all) => {
    const bottom = document.documentElement.clientHeight;
    return all.filter((token) => token.getBoundingClientRect().bottom <= bottom).length;
  });
const heightsOf = (tokens: Locator) =>
  tokens.evaluateAll((all) => [...new Set(all.map((token) => token.getBoundingClientRect().height))]);

/** What an operator is told at most on one line. */
const LONG =
  'The sink of measurements is 30,000 records of screening.tokens behind, and has not answered since 14:18:40 UTC on this day.';

const OPERATOR: User = {
  walletAddress: SOL_MINT,
  username: 'operator',
  roles: ['operator'],
  badges: [],
  createdAt: AT,
};
const ALL_WELL: Health = {
  ...HEALTH,
  problems: [],
  sourceAway: null,
  unknownLayouts: [],
  stores: [],
  site: [],
  topics: [],
  deadLetters: null,
  disk: null,
};

async function openBell(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Alerts/ }).click();
  await page.getByRole('dialog', { name: 'Alerts' }).waitFor();
}

/** With an alert whose name and words want more room than there is. */
async function openFullBell(page: Page): Promise<void> {
  await page.evaluate((at) => {
    const alert = (id: number, mint: string) => ({
      ...{ id, mint, name: 'W'.repeat(24), what: 'qualified, 4/5', condition: 'Simulated market' },
      ...{ marketCap: 30_000, last: { marketCap: 33_000, at }, times: 12 },
      announced: [{ list: 'qualified', source: 'pumpfun', at }],
    });
    const alerts = [alert(2, 'm'), alert(1, 'n')];
    localStorage.setItem('alerts', JSON.stringify(alerts));
  }, AT);
  await page.reload();
  await earlyOf(page).first().waitFor();
  await openBell(page);
  await page.getByTestId('alert').first().waitFor();
}

async function openStatus(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'All of the data status' }).click();
  await page.getByRole('dialog', { name: 'Data status' }).getByText(LONG).waitFor();
}

/** How far the page, and what lies open over it, is wider than its room. */
const tooWide = (page: Page) =>
  page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const outside = [...document.querySelectorAll('main *')].filter(
      (node) =>
        node.getBoundingClientRect().right > clientWidth + 1 &&
        !node.closest('.gates-line, .sr-only, .group-line') &&
        !node.parentElement?.closest('.truncate'),
    );
    const cut = [...document.querySelectorAll('dialog[open], .inbox[data-open], .inbox ul')].filter(
      (box) => box.scrollWidth > box.clientWidth,
    );
    return {
      over: scrollWidth - clientWidth,
      outside: [...outside, ...cut].map((node) => node.outerHTML.slice(0, 200)),
    };
  });

type Listed = Parameters<typeof asUnknown>[0];

const cutInMetrics = (page: Page) =>
  page
    .locator('.metrics :is(dt, dd)')
    .evaluateAll((all) => [
      ...new Set(all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)),
    ]);

/** What of the bar is cut off, or lies over its neighbour. */
const cutInBar = (page: Page) =>
  page.getByTestId('sticky-bar').evaluate((bar) => {
    const boxes = [...bar.querySelectorAll('.status-cells > span, .status-cells > span span')].filter(
      (box) => box.getClientRects().length > 0 && !box.closest('.sr-only'),
    );
    const cut = boxes.filter((box) => box.scrollWidth > box.clientWidth && box.clientWidth > 0);
    const line = [...bar.querySelectorAll('.bar-cells > *')]
      .filter((box) => box.getClientRects().length > 0)
      .map((box) => box.getBoundingClientRect());
    const isOver = line.some(({ left }, index) => left < (line[index - 1]?.right ?? 0) - 0.5);
    return [
      ...cut.map((box) => `${box.className}: ${box.textContent}`),
      ...(isOver ? ['cells overlap'] : []),
    ];
  });

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
      await resize(page, width);
      const tops = await tokensOf(page).evaluateAll((all) =>
        all.map((one) => one.getBoundingClientRect().top),
      );
      expect(tops.filter((top) => top === tops[0])).toHaveLength(columns);
    }
  });

  it.each(['cards', 'rows'] as const)(
    'those below it are text too, which who searches the page finds: %s',
    async (density) => {
      const page = await open({ density, qualified: () => qualifiedAnswer(40) });
      const unfound = () =>
        tokensOf(page).evaluateAll((all) =>
          all
            .map((one) => one.querySelector('h3, .col-token b'))
            // Skipped because it is out of view is found still; what is not displayed, or is no text yet, is not.
            .filter(
              (name) => !name?.textContent?.trim() || !name.checkVisibility({ visibilityProperty: true }),
            )
            .map((name) => name?.outerHTML),
        );
      await expect.poll(unfound).toEqual([]);
      expect(await tokensOf(page).count()).toBeGreaterThan(30);
      expect(await page.locator('[aria-busy]').count()).toBe(0);
    },
  );

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

  it.each([
    ['Trades 59 s late', '59 s late', { lagMs: 59_000 }],
    ['Trades 59 min late', '59 min late', { lagMs: 3_550_000 }],
    ['Trades 23.9 h late', '23.9 h late', { lagMs: 86_000_000 }],
    ['Reading past, 59 s', 'Live in 59 s', { lagMs: 2_000_000, inStepInMs: 59_000 }],
    ['No new trades', 'No trades', { concern: 'no-trades' as const }],
    ['Part of the data is missing', 'Data missing', { concern: 'no-data' as const }],
    ['New trades may stop soon', 'Disk is low', { concern: 'low-disk' as const }],
    ['History is catching up', 'History late', { concern: 'late-history' as const }],
    ['Some trades are not read', 'Some unread', { concern: 'unread-trades' as const }],
    ['Running with a fault', 'Has a fault', {}],
  ])('says "%s" or "%s", and that whole, at every width', async (text, short, change) => {
    health = { ...HEALTH, status: 'degraded', concern: 'other', ...change };
    const page = await open();
    const problem = page.locator('.link-problem:visible, [data-testid=problem] > span:visible');
    await problem.first().waitFor();
    const found: unknown[] = [];
    for (const width of WIDTHS) {
      await resize(page, width);
      found.push([width, await problem.allInnerTexts(), await cutInBar(page)]);
    }
    const said = (width: number) => (width >= 1_440 ? text : short);
    // The tag of stale values is written in capitals.
    const isStale = 'lagMs' in change && change.lagMs > 120_000;
    expect(found).toEqual(
      WIDTHS.map((width) => [
        width,
        [isStale && width >= 1_440 ? said(width).toUpperCase() : said(width)],
        [],
      ]),
    );
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

  it('on every list', async () => {
    const expected = await heightsOf(tokensOf(await open()));
    for (const path of ['&list=rejected', '&source=bonded&list=rejected'])
      expect(await heightsOf(tokensOf(await open({ path: `${DISCOVERY}${path}` })))).toEqual(expected);
  });

  it('while the answer is on its way', async () => {
    const page = await open();
    const expected = await tokensOf(page).evaluateAll((all) =>
      all.slice(0, 6).map((card) => JSON.stringify(card.getBoundingClientRect())),
    );
    answerWith(() => null);
    await page.reload();
    await page.getByText('Loading qualified tokens...').waitFor();
    const bones = await page
      .getByTestId('card-bones')
      .evaluateAll((all) => all.map((card) => JSON.stringify(card.getBoundingClientRect())));
    expect(bones).toEqual(expected);
  });
});

it('boxes stand at once and are filled a few in a task, so that none is long on a slow phone', async () => {
  const context = await browser.newContext({ viewport: VIEWPORTS.desktop });
  await context.addInitScript(() => {
    const filledAtOnce: number[] = [];
    Object.assign(window, { filledAtOnce });
    new MutationObserver((changes) => {
      const isFilled = ({ target, attributeName }: MutationRecord) =>
        attributeName === 'aria-busy' && target instanceof Element && !target.ariaBusy;
      const count = changes.filter(isFilled).length;
      if (count > 0) filledAtOnce.push(count);
    }).observe(document, { subtree: true, attributeFilter: ['aria-busy'] });
  });
  const page = await context.newPage();
  answerWith(() => qualifiedAnswer(30));
  await page.goto(`${api.pageUrl}${DISCOVERY}`);
  await earlyOf(page).first().waitFor();
  await filled(page);
  const counts = await page.evaluate(() => (window as unknown as { filledAtOnce: number[] }).filledAtOnce);
  const first = 3 + 6;
  expect(counts.reduce((sum, count) => sum + count, first)).toBe(30 + 40);
  // Cards and rows below them may have their turn at once.
  expect(Math.max(...counts)).toBeLessThanOrEqual(first);
});

describe('at every width', () => {
  it.each([
    ['cards', 'dark', ''],
    ['rows', 'light', ''],
    ['cards', 'light', '&source=bonded&list=rejected'],
  ] as const)('nothing is wider than the window: %s, %s%s', async (density, colorScheme, path) => {
    const page = await open({ density, path: `${DISCOVERY}${path}`, options: { colorScheme } });
    for (const width of WIDTHS) {
      await resize(page, width);
      expect({ width, ...(await tooWide(page)) }).toEqual({ width, over: 0, outside: [] });
    }
  });

  it.each([
    ['the bell, with nothing in it', openBell],
    ['the bell', openFullBell],
    ['the data status', openStatus],
  ])('nothing is wider than the window or its box: %s', async (_what, show) => {
    health = { ...HEALTH, concern: 'other' };
    const page = await open();
    await show(page);
    for (const width of WIDTHS) {
      await resize(page, width);
      expect({ width, ...(await tooWide(page)) }).toEqual({ width, over: 0, outside: [] });
    }
  });

  it('no number of a row is cut', async () => {
    const page = await open({ density: 'rows' });
    for (const width of WIDTHS) {
      await resize(page, width);
      const cut = await page
        .locator('.token-row > :not(.col-token):not(.col-marks):not(.col-checks):not(.col-last)')
        .evaluateAll((cells) =>
          cells
            .filter((cell) => cell.clientWidth > 0 && cell.scrollWidth > cell.clientWidth + 1)
            .map((cell) => `${cell.className}: ${cell.textContent}`),
        );
      expect({ width, cut: [...new Set(cut)] }).toEqual({ width, cut: [] });
    }
  });

  it.each([
    ['of a curve', '', asNewborn],
    ['of a token that nothing is known of', '', (token: Listed) => asUnknown(asNewborn(token))],
    ['of a bonded token', '&source=bonded&list=rejected', asNewborn],
  ] as const)('no label and no value on a card is cut: %s', async (_of, path, change) => {
    const page = await open({ path: `${DISCOVERY}${path}`, qualified: () => qualifiedAnswer(9, change) });
    for (const width of WIDTHS.filter((each) => each >= 390)) {
      await resize(page, width);
      expect({ width, cut: await cutInMetrics(page) }).toEqual({ width, cut: [] });
    }
  });

  it('zoomed to 200 percent, a laptop shows what a small window shows', async () => {
    const page = await open({
      density: 'rows',
      options: { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 },
    });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(720);
    // The bar and what is read both have room.
    expect((await page.getByTestId('sticky-bar').boundingBox())?.height).toBe(40);
  });
});

describe('what a card says', () => {
  it('is not that it is simulated, and it leads to no site that cannot know it', async () => {
    const page = await open();
    const texts = await page.locator('[data-mint]').allTextContents();
    expect(texts.filter((text) => text.includes('Simulated'))).toEqual([]);
    expect(await page.locator('[data-mint] a[href]').count()).toBe(0);
  });

  it('is that another token has the same symbol', async () => {
    const page = await open();
    const marked = tokensOf(page).filter({ hasText: 'Same symbol' });
    expect(await marked.locator('h3 bdi').allTextContents()).toEqual(['KELPIE', 'kelpie']);
  });

  it('is red or green by the change since listing alone', async () => {
    const page = await open();
    const coloured = await page
      .locator('[data-testid=token-card] :is(.text-pos, .text-neg)')
      .evaluateAll((all) => [...new Set(all.map((node) => node.closest('.since, svg')?.nodeName ?? 'else'))]);
    expect(coloured.sort()).toEqual(['SPAN', 'svg']);
  });

  it('names every check that failed on a bonded card, and when its curve was complete', async () => {
    const page = await open({ path: `${DISCOVERY}&source=bonded&list=rejected` });
    const card = tokensOf(page).first();
    expect(await card.locator('[data-verdict=fail]').allTextContents()).toHaveLength(3);
    const text = await card.textContent();
    for (const said of [
      'Complete at 13:22:00 UTC',
      'Age · curve took1h · 14m',
      'Target',
      '$60.8K',
      'Buy share',
      '68%',
      'Graduated',
      'graduated 59m ago',
      'Price momentum 0% is below 15%',
    ])
      expect(text).toContain(said);
    // Of a curve that goes on it is the age so far.
    expect(await tokensOf(page).nth(1).textContent()).toContain('Age1hTrades');
  });

  it('is a red flag where ten hold more than 60%, before all other marks', async () => {
    const page = await open();
    const flag = tokensOf(page).first().locator('[data-mark]').first();
    expect(await flag.textContent()).toBe('Top 10 72%');
    expect(await flag.getAttribute('data-mark')).toBe('flag');
    expect(await flag.getAttribute('title')).toBe(
      'Red flag: the ten largest holders own 72.4%, more than 60%',
    );
    expect(await tokensOf(page).nth(1).locator('[data-mark=flag]').count()).toBe(0);
    await resize(page, 390);
    await earlyOf(page)
      .first()
      .getByRole('button', { name: /^Red flag/ })
      .waitFor();
  });

  it('is what ten hold of the supply and of what is sold, how many whales still hold, and whom holders leave out', async () => {
    const page = await open();
    const text = await tokensOf(page).nth(1).locator('.metrics').textContent();
    for (const said of ['Top 10 · of sold31.2% · 78.1%', 'Whales4, 2 still hold'])
      expect(text).toContain(said);
    const titles = await tokensOf(page)
      .nth(1)
      .locator('.metrics > div')
      .evaluateAll((all) => all.map((one) => one.getAttribute('title')));
    for (const said of [
      'Top 10: 31.2% of supply · 78.1% of sold',
      '4 whales, 2 still hold (whale buyers, since launch)',
      'Left out: 41.3% of supply: curve, pools, burned, exchanges',
    ])
      expect(titles).toContain(said);
    const row = await earlyOf(page).nth(1).textContent();
    for (const said of ['1,204 · 31.2%78.1% of sold', '42 hold']) expect(row).toContain(said);
  });

  it.each(['cards', 'rows'] as const)(
    'of a token that lives for 40 s is no change over windows that it has not lived, in %s',
    async (density) => {
      const textOf = async (change: typeof asNewborn) => {
        const page = await open({ density, qualified: () => qualifiedAnswer(2, change) });
        const token = tokensOf(page).first();
        const split = await token.locator('.split').getAttribute('title');
        return `${await token.textContent()} ${split}`;
      };
      const young = await textOf(asNewborn);
      expect(young).toContain('2nd half of its life');
      expect(young).toContain('68% buys, since launch');
      expect(young).not.toContain('5 min');
      const lived = await textOf((token) => token);
      expect(lived).toContain('68% buys, 5 min');
      expect(lived).not.toContain('of its life');
    },
  );
});

describe('links', () => {
  const origin = { kind: 'provider', name: 'provider.example' } as const;
  const mint = '4mTqLw8sKdPfZ2nXcVbGhJ7yRtE5uAo1Qk3Hpump';
  const explorer = (token: Locator) => token.getByRole('link', { name: 'Explorer (solscan.io, new tab)' });

  it.each(['cards', 'rows'] as const)('lead from a mint to an explorer, in %s', async (density) => {
    const page = await open({
      density,
      qualified: () => qualifiedAnswer(1, (token) => ({ ...token, mint, origin })),
    });
    const link = explorer(tokensOf(page).first());
    expect(await link.getAttribute('href')).toBe(`https://solscan.io/token/${mint}`);
    expect([await link.getAttribute('target'), await link.getAttribute('rel')]).toEqual([
      '_blank',
      'noopener noreferrer',
    ]);
  });

  it('of a simulated mint stay, lead nowhere, and say why', async () => {
    const page = await open();
    const card = tokensOf(page).first();
    await card.getByRole('button', { name: 'Explorer: a simulated mint is not known there' }).waitFor();
    expect(await explorer(card).count()).toBe(0);
  });
});

describe('keys', () => {
  const mintOf = (page: Page) =>
    page.evaluate(() => document.activeElement?.closest('[data-mint]')?.getAttribute('data-mint'));

  it.each([
    ['cards', '', 9],
    ['rows', '', 9],
    ['rows', '&list=rejected', 8],
    ['cards', '&source=bonded&list=rejected', 8],
  ] as const)('J, K and C go through every list: %s%s', async (density, path, count) => {
    const page = await open({
      density,
      path: `${DISCOVERY}${path}`,
      options: { permissions: ['clipboard-read', 'clipboard-write'] },
    });
    const mints = await page
      .locator('[data-mint]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-mint')));
    for (const mint of mints.slice(0, count + 2)) {
      await page.keyboard.press('j');
      expect(await mintOf(page)).toBe(mint);
    }
    // The last two are of Early Stage.
    await page.keyboard.press('c');
    await page.getByText('Copied!').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${mints[count + 1]} (Simulated market)`,
    );
    await page.keyboard.press('k');
    await page.keyboard.press('k');
    expect(await mintOf(page)).toBe(mints[count - 1]);
  });

  it('Tab reaches what the marks of a row mean and its actions, and shows them', async () => {
    const page = await open({ density: 'rows' });
    await page.keyboard.press('j');
    const actions = tokensOf(page).first().locator('.row-actions');
    expect(await actions.evaluate((node) => getComputedStyle(node).opacity)).toBe('1');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('The ten largest holders own 72.4%').waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-testid'))).toBe('copy-mint');
    const stops = await actions.locator('a, button').count();
    for (let step = 0; step < stops; step++) await page.keyboard.press('Tab');
    const second = tokensOf(page).nth(1);
    expect(await second.evaluate((row) => row.contains(document.activeElement))).toBe(true);
    expect(await actions.evaluate((node) => getComputedStyle(node).opacity)).toBe('0');
  });

  it('arrows move among sources, lists and densities', async () => {
    const page = await open();
    await page.getByRole('radio', { name: /PumpFun/ }).focus();
    await page.keyboard.press('ArrowRight');
    await page.waitForURL(/source=bonded/);
    await page.getByRole('tab', { name: /Qualified/ }).focus();
    await page.keyboard.press('ArrowRight');
    await page.waitForURL(/list=rejected/);
    await page.getByRole('radio', { name: 'Cards' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('table', { name: 'rejected' }).waitFor();
  });
});

describe('Early Stage', () => {
  it('shows more, and the market cap on phones', async () => {
    const page = await open({ options: { viewport: VIEWPORTS.phone } });
    await page.getByText('40 of 56 shown.').waitFor();
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => earlyOf(page).count()).toBe(56);
    await filled(page);
    const row = earlyOf(page).nth(10);
    await row.scrollIntoViewIfNeeded();
    expect(await row.innerText()).toContain('$32.4K');
    expect(await row.getByRole('button', { name: /Copy mint/ }).isVisible()).toBe(true);
  });

  it('is current while the server is heard of, though it cannot be read anew', async () => {
    const page = await open();
    await page.getByText('Live updates').first().waitFor();
    api.answer({});
    // It is asked for a second time once the first refusal was drawn.
    for (const _ of ['refused', 'refused again']) {
      const refused = page.waitForResponse(
        (response) => response.url().includes('/early-stage?') && response.status() === 404,
      );
      api.tell(STREAM_EVENTS.reset, {});
      await (await refused).finished();
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    }
    expect(await earlyOf(page).count()).toBe(40);
    expect(await page.locator('.is-stale').count()).toBe(0);
  });
});

describe('motion', () => {
  /** Every value of every token changes with the second answer, which the page asks for after 10 s. */
  async function openChanging(options: BrowserContextOptions = {}) {
    let answers = 0;
    const grow = (by: number) => (token: Parameters<typeof asUnknown>[0]) => ({
      ...token,
      marketCap: (token.marketCap ?? 0) * by,
      bondingCurveProgress: (token.bondingCurveProgress ?? 0) + by - 1,
      priceChange: (token.priceChange ?? 0) + by,
      currentLiquidity: (token.currentLiquidity ?? 0) * by,
      tradeCount: token.tradeCount + Math.round(by),
      holders: (token.holders ?? 0) + Math.round(by),
      marketCapChangePercent: (token.marketCapChangePercent ?? 0) + by,
      measuredAt: token.measuredAt + Math.round(by),
    });
    const page = await open({ qualified: () => qualifiedAnswer(9, grow(++answers), 300), options });
    const flashing = page.locator('[data-testid=token-card] :is(.flash-up, .flash-down)');
    await flashing.first().waitFor({ timeout: 15_000, state: 'attached' });
    return { page, flashing };
  }

  it('market cap and progress flash, and nothing else', async () => {
    const { flashing } = await openChanging();
    const where = await flashing.evaluateAll((all) => [
      ...new Set(
        all.map((node) =>
          node.closest('.card-cap') ? 'market cap' : node.closest('.card-x') ? 'progress' : 'else',
        ),
      ),
    ]);
    expect(where.sort()).toEqual(['market cap', 'progress']);
  });

  it('with reduced motion nothing moves', async () => {
    const { page } = await openChanging({ reducedMotion: 'reduce' });
    // A dot beside the value stays for its time; it goes nowhere.
    const moving = await page.evaluate(() =>
      document.getAnimations().flatMap((animation) => {
        const effect = animation.effect;
        return effect instanceof KeyframeEffect && effect.pseudoElement !== '::after'
          ? [effect.target?.className]
          : [];
      }),
    );
    expect(moving).toEqual([]);
  });

  it('the fonts, the stripe and the first answers move nothing', async () => {
    const context = await browser.newContext({ viewport: VIEWPORTS.desktop });
    await context.addInitScript(() => {
      let sum = 0;
      const take = (entries: PerformanceEntryList) => {
        for (const entry of entries) sum += (entry as PerformanceEntry & { value: number }).value;
      };
      const observer = new PerformanceObserver((list) => take(list.getEntries()));
      observer.observe({ type: 'layout-shift', buffered: true });
      // An entry is made with a frame, and may not have been delivered yet.
      const sumShifts = async () => {
        for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
        take(observer.takeRecords());
        return sum;
      };
      Object.assign(window, { sumShifts });
    });
    const page = await context.newPage();
    answerWith(() => qualifiedAnswer(9));
    await page.goto(`${api.pageUrl}${DISCOVERY}`);
    await earlyOf(page).first().waitFor();
    await filled(page);
    await page.evaluate(() => document.fonts.ready);
    const sum = await page.evaluate(() =>
      (window as unknown as { sumShifts: () => Promise<number> }).sumShifts(),
    );
    expect(sum).toBeLessThan(0.1);
  });
});

describe('the tabs', () => testTabs(() => ({ api, browser }), violationsOn, tooWide));

describe('axe finds no violation', () => {
  // Every further row costs axe as much as the first, and is like one of these.
  beforeEach(() => {
    earlyCount = 8;
  });

  it.each([
    ['cards', 'dark', 'desktop', ''],
    ['cards', 'light', 'desktop', '&list=rejected'],
    ['rows', 'dark', 'desktop', ''],
    ['rows', 'light', 'desktop', '&source=bonded&list=rejected'],
    ['cards', 'light', 'phone', ''],
    ['cards', 'dark', 'phone', '&source=bonded&list=rejected'],
  ] as const)('%s, %s, %s%s', async (density, colorScheme, viewport, path) => {
    const page = await open({
      density,
      path: `${DISCOVERY}${path}`,
      options: { colorScheme, viewport: VIEWPORTS[viewport] },
    });
    expect(await violationsOn(page)).toBe('');
  });

  it.each([
    ['the data status', openStatus],
    ['the bell', openFullBell],
    ['the settings', openSettings],
    ['a toast', bringToast],
    ['a token that left', takeAway],
    ['stale values', becomeStale],
    ['a list on its way', reloadWith(() => null, 'Loading qualified tokens...')],
    ['a list that failed', reloadWith(undefined, 'Qualified tokens could not be loaded')],
  ])('%s, in both themes', async (_what, show) => {
    health = { ...HEALTH, concern: 'other' };
    const page = await open({ options: { colorScheme: 'dark' } });
    await show(page);
    expect(await violationsOn(page)).toBe('');
    await page.emulateMedia({ colorScheme: 'light' });
    await page.locator('html.light').waitFor();
    expect(await violationsOn(page)).toBe('');
  });
});

async function openSettings(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('dialog', { name: 'Scanner Settings' }).waitFor();
}

/** What a stream told before the page opened it, the page never hears. */
const live = (page: Page) => page.locator('[data-testid="link"][data-link="live"]').waitFor();

async function bringToast(page: Page): Promise<void> {
  await live(page);
  answerWith(() => qualifiedAnswer(10));
  api.tell(STREAM_EVENTS.reset, {});
  // It stays while the pointer is on it.
  await page.getByText('🚨 New Qualified Token!').hover();
}

async function takeAway(page: Page): Promise<void> {
  await live(page);
  const [, ...items] = qualifiedAnswer(9).items;
  answerWith(() => ({ ...qualifiedAnswer(9), items, total: items.length }));
  api.tell(STREAM_EVENTS.reset, {});
  await page
    .getByText(/Left the list/)
    .first()
    .waitFor();
}

async function becomeStale(page: Page): Promise<void> {
  health = { ...health, lagMs: 200_000 };
  await page.locator('.is-stale').first().waitFor();
}

/** As {@link answerWith}; undefined for an answer that there is not. */
const reloadWith = (qualified: (() => unknown) | undefined, says: string) => async (page: Page) => {
  answerWith(qualified);
  await page.reload();
  await page.getByText(says).waitFor();
};
