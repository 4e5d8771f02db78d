/** Pictures on cards and in Early Stage, and where tokens' accounts are, over made-up lists. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { launchBrowser, VIEWPORTS } from './browser.js';
import { startMadeUpApi } from './made-up-api.js';
import { earlyAnswer, qualifiedAnswer } from './made-up-tokens.js';

const DISCOVERY = '/discovery?tab=high-hype';
const pathOf = (letter: string) => `/api/images/${letter.repeat(64)}`;
const [SOUND, MISSING, GARBAGE] = ['a', 'b', 'c'].map(pathOf) as [string, string, string];
/** A white square of 64 pixels. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABAAQAAAACCEkxzAAAAEklEQVR42mP4DwUMo4xRBukMAOPT/hAC2mzjAAAAAElFTkSuQmCC',
  'base64',
);

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

/** What the first tokens of both lists say besides; pictures are answered once `show` is called. */
async function open(change: (index: number) => object) {
  const changed = <Answer extends { items: object[] }>(answer: Answer) => ({
    ...answer,
    items: answer.items.map((item, index) => ({ ...item, ...change(index) })),
  });
  api.answer({
    '/api/tokens/qualified': () => changed(qualifiedAnswer(4)),
    '/api/discovery/early-stage': () => changed(earlyAnswer(4)),
    '/api/tokens/rejected': () => qualifiedAnswer(0),
  });
  const page = await browser.newPage({ viewport: VIEWPORTS.desktop });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  let show = () => {};
  const shown = new Promise<void>((resolve) => {
    show = resolve;
  });
  await page.route('**/api/images/**', async (route) => {
    await shown;
    const { pathname } = new URL(route.request().url());
    if (pathname === SOUND) await route.fulfill({ contentType: 'image/webp', body: PICTURE });
    else if (pathname === GARBAGE) await route.fulfill({ contentType: 'image/webp', body: 'no picture' });
    else await route.fulfill({ status: 404, contentType: 'application/problem+json', body: '{}' });
  });
  await page.goto(`${api.pageUrl}${DISCOVERY}`);
  await page.getByTestId('early-stage-row').nth(3).waitFor();
  return { page, asked, show };
}

const tilesOf = (page: Page) =>
  page.locator('[data-mint] .tile').evaluateAll((tiles) =>
    tiles.map((tile) => {
      const picture = tile.querySelector('img');
      return {
        text: tile.textContent,
        isDrawn:
          picture?.complete === true && picture.naturalWidth > 0 && getComputedStyle(picture).opacity === '1',
      };
    }),
  );
const boxesOf = (page: Page) =>
  page.locator('[data-mint], [data-mint] *:not(.tile img)').evaluateAll((all) =>
    all.map((node) => {
      const { x, y, width, height } = node.getBoundingClientRect();
      return [x, y, width, height];
    }),
  );

it('draws what comes, keeps the letters where none does, and moves nothing', async () => {
  const urls = [SOUND, MISSING, GARBAGE, null];
  const { page, asked, show } = await open((index) => ({
    symbol: `GLOAM${index}`,
    name: 'Gloamwood Fox',
    imageUrl: urls[index],
  }));
  const letters = { text: 'GL', isDrawn: false };
  expect(await tilesOf(page)).toEqual(Array(8).fill(letters));
  const before = await boxesOf(page);
  show();
  const drawn = { text: '', isDrawn: true };
  await expect
    .poll(() => tilesOf(page))
    .toEqual([drawn, letters, letters, letters, drawn, letters, letters, letters]);
  // Those that failed are gone: a browser would draw its own mark in their place.
  await expect.poll(() => page.locator('.tile img').count()).toBe(2);
  expect(await boxesOf(page)).toEqual(before);
  const sides = await page
    .locator('.tile img')
    .evaluateAll((all) => all.map((image) => [image.clientWidth, image.clientHeight]));
  expect(sides).toEqual([
    [40, 40],
    [24, 24],
  ]);
  const images = asked.filter((url) => url.includes('/api/images/')).map((url) => new URL(url).search);
  expect(new Set(images)).toEqual(new Set(['?size=64']));
});

it('asks no other place for a picture, whatever the wire names', async () => {
  const urls = [
    'https://evil.example/a.png',
    '//evil.example/b.png',
    `${SOUND}/../../health`,
    'data:image/svg+xml,<svg/>',
  ];
  const { page, asked, show } = await open((index) => ({ imageUrl: urls[index] }));
  show();
  expect(await page.locator('.tile img').count()).toBe(0);
  expect(asked.filter((url) => !url.startsWith(api.pageUrl))).toEqual([]);
});

it('says of a token without a picture why there is none', async () => {
  const { page } = await open((index) => ({
    symbol: `GLOAM${index}`,
    top10HolderPercent: null,
    imageUrl: index === 0 ? null : SOUND,
    imageFailure: index === 0 ? 'too-large' : null,
  }));
  const title = 'No picture: it, or the metadata, is larger than what is read';
  const card = page.getByTestId('token-card').first();
  const mark = card.locator('[data-mark]', { hasText: 'No picture: too large' });
  await mark.waitFor();
  expect(await mark.getAttribute('title')).toBe(title);
  const row = page.getByTestId('early-stage-row').first();
  await row.locator('.tile').waitFor();
  for (const token of [card, row]) expect(await token.locator('.tile').getAttribute('title')).toBe(title);
  expect(await page.getByTestId('token-card').nth(1).locator('.tile').getAttribute('title')).toBeNull();
});

it('leads to the accounts of a real token, and only names those of a simulated one', async () => {
  const { page } = await open((index) => ({
    twitter: index === 3 ? null : 'gloam',
    telegram: index === 3 ? null : 'gloam_chat',
    origin: index === 0 ? { kind: 'market', name: 'made up' } : { kind: 'provider', name: 'mainnet' },
  }));
  for (const tokens of [page.getByTestId('token-card'), page.getByTestId('early-stage-row')]) {
    const linksAt = (index: number) =>
      tokens
        .nth(index)
        .locator('a[href^="https://x.com/"], a[href^="https://t.me/"]')
        .evaluateAll((links) => links.map((link) => [link.getAttribute('href'), link.getAttribute('rel')]));
    expect(await linksAt(1)).toEqual([
      ['https://x.com/gloam', 'noopener noreferrer'],
      ['https://t.me/gloam_chat', 'noopener noreferrer'],
    ]);
    expect(await linksAt(0)).toEqual([]);
    await expect
      .poll(() => tokens.nth(0).locator('[aria-label^="Telegram @gloam_chat: a simulated token"]').count())
      .toBe(1);
    expect(await linksAt(3)).toEqual([]);
    expect(await tokens.nth(3).locator('[aria-label="X: no account is known"]').count()).toBe(1);
  }
});

it('shows six actions of a row whole', async () => {
  const { page } = await open(() => ({}));
  const row = page.getByTestId('early-stage-row').first();
  await row.hover();
  const cell = await row.locator('.col-last').boundingBox();
  const actions = await row
    .locator('.action')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
  expect(actions).toHaveLength(6);
  expect(Math.max(...actions)).toBeLessThanOrEqual(cell!.x + cell!.width);
});
