/** The whole product on the simulated market, as a visitor meets it. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  HighHypeTokens,
  MonitoringCount,
  QualifiedTokens,
  RejectedTokens,
  ScanProgress,
  TokenEvidence,
  TokenPage,
} from '@cryptonite/contracts/api';
import { untilLive } from '@cryptonite/proofs/health.js';
import { type Product, root, startProduct, until } from '@cryptonite/proofs/product.js';
import type { APIResponse, Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, VIEWPORTS } from './browser.js';
import { filled } from './filled.js';
import { testLate } from './late.tests.js';
import { testNetworks } from './network.tests.js';
import { ADMIN, testWallets } from './wallet.tests.js';

const DISCOVERY = '/discovery?tab=high-hype';

let product: Product;
/** When its address was printed, and when it was live. */
let addressMs: number;
let liveMs: number;
let browser: Browser;
const contexts: BrowserContext[] = [];
/** Which paths each process used (record-paths.ts). */
const usedPaths = mkdtempSync(join(tmpdir(), 'used-paths-'));

beforeAll(async () => {
  browser = await launchBrowser();
  const [recorder, slowClock] = ['record-paths', 'slow-clock'].map(
    (name) => pathToFileURL(join(root, `deploy/e2e/dist/${name}.js`)).href,
  );
  product = await startProduct([], undefined, {
    NODE_OPTIONS: `--import=${recorder}?to=${usedPaths} --import=${slowClock}`,
    ADMIN_WALLETS: ADMIN.address,
  });
  addressMs = performance.now();
  // The market's own past is read first, which takes a slow machine two minutes; until then the newest block is old, and
  // health says so with status 503.
  await untilLive(product.pageUrl, 300_000);
  liveMs = performance.now();
}, 360_000);
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  rmSync(usedPaths, { recursive: true });
});

type Opened = { page: Page; complaints: string[] };

/** A page in a browser profile of its own, with everything that its console complained of. */
async function open(path: string, viewport: keyof typeof VIEWPORTS = 'desktop'): Promise<Opened> {
  const context = await browser.newContext({
    viewport: VIEWPORTS[viewport],
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  contexts.push(context);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(`${product.pageUrl}${path}`);
  return { page, complaints };
}

const cardsOf = (page: Page) => page.getByTestId('token-card');

/** Two minutes are promised; a busy machine is live later, and has the tokens that it needs by then. */
const ULTIMATE_WITHIN_MS = 120_000;
const AFTER_LIVE_MS = 60_000;

it(
  'shows tokens on the tab that opens first within two minutes of the address, or one of being live',
  async () => {
    const untilMs = Math.max(addressMs + ULTIMATE_WITHIN_MS, liveMs + AFTER_LIVE_MS);
    const { page } = await open('/discovery');
    await page.getByRole('tab', { name: /^Ultimate/, selected: true }).waitFor();
    await page
      .locator('[aria-label="Ultimate"] [data-testid="token-card"]')
      .first()
      .waitFor({ timeout: Math.max(1, untilMs - performance.now()) });
  },
  ULTIMATE_WITHIN_MS + AFTER_LIVE_MS,
);

describe('Pre-Migration on the simulated market', () => {
  it('shows live tokens, says that they are simulated, and complains of nothing', async () => {
    const { page, complaints } = await open(`${DISCOVERY}&list=rejected`);
    await cardsOf(page).first().waitFor({ timeout: 90_000 });
    await page.getByText('Simulated market').first().waitFor();
    await page.getByText('Live updates').first().waitFor();
    await page.getByText(/Monitoring [\d,]+ tokens/).waitFor();
    expect(complaints).toEqual([]);
  });

  it('says on the bar and in every answer that it is simulated, and on no card again', async () => {
    const { page } = await open(`${DISCOVERY}&list=rejected`);
    await page.getByTestId('early-stage-row').first().waitFor({ timeout: 90_000 });
    await page.getByTestId('sticky-bar').getByText('Simulated market').waitFor();
    await filled(page);
    const texts = await page
      .locator('[data-mint]')
      .evaluateAll((all) => all.map((one) => one.textContent ?? ''));
    expect(texts.filter((text) => text.includes('Simulated market'))).toEqual([]);

    const read = async (path: string) => (await fetch(`${product.pageUrl}${path}`)).json();
    const { items } = HighHypeTokens.parse(await read('/api/discovery/early-stage'));
    const rejected = RejectedTokens.parse(await read('/api/tokens/rejected'));
    const { origin: counted } = MonitoringCount.parse(await read('/api/tokens/monitoring-count'));
    const { origin: scanned } = ScanProgress.parse(await read('/api/discovery/early-stage-progress'));
    const origins = [...items, ...rejected.items].map(({ origin }) => origin);
    expect(origins.length).toBeGreaterThan(0);
    for (const origin of [...origins, counted, scanned]) expect(origin?.kind).toBe('market');
  });

  it('brings tokens that qualify with four of five checks', async () => {
    const { items } = await until(
      'a token qualifies',
      async () => {
        const answer = await fetch(`${product.pageUrl}/api/tokens/qualified?source=pumpfun`);
        const list = QualifiedTokens.parse(await answer.json());
        return list.total > 0 ? list : null;
      },
      120_000,
    );
    const [item] = items;
    const checks = item?.checks ?? [];
    expect(item).toMatchObject({ totalChecks: 5, source: 'pumpfun' });
    expect(checks.filter(({ verdict }) => verdict === 'pass')).toHaveLength(item?.passedChecks ?? 0);
    // The fifth check is answered too.
    expect(checks.find(({ name }) => name === 'score')?.value).toEqual(expect.any(Number));
    const { page } = await open(DISCOVERY);
    await cardsOf(page).first().waitFor();
    // A card's text is laid out once the browser has seen that it stands in view.
    await expect.poll(() => cardsOf(page).first().innerText()).toMatch(/[45]\/5/);
    const card = await cardsOf(page).first().innerText();
    expect(card).toMatch(/\d\.\d% to migration/);
  });

  it('updates by stream: a trade changes a card without another request for the list', async () => {
    const { page } = await open(`${DISCOVERY}&list=rejected`);
    await cardsOf(page).first().waitFor();
    await filled(page);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    const before = await cardsOf(page).allInnerTexts();
    await until('a card changes', async () =>
      JSON.stringify(await cardsOf(page).allInnerTexts()) === JSON.stringify(before) ? null : true,
    );
    expect(requests.filter((path) => path.startsWith('/api/tokens/'))).toEqual([]);
  });

  it('leads home, to the page that says what this is', async () => {
    const { page } = await open(DISCOVERY);
    await cardsOf(page).first().waitFor();
    await page.getByRole('link', { name: 'Back to Home' }).click();
    await page.waitForURL(({ pathname }) => pathname === '/');
    await page.getByRole('link', { name: 'DISCOVERY - FREE ACCESS' }).waitFor();
  });

  it('copies a mint, with toast and check mark', async () => {
    const { page } = await open(`${DISCOVERY}&list=rejected`);
    const card = cardsOf(page).first();
    await card.waitFor();
    await card.hover();
    const mint = await card.getAttribute('data-mint');
    await card.getByRole('button', { name: /copy/i }).click();
    await page.getByText('Copied!').waitFor();
    await page.getByText('Mint address copied to clipboard').waitFor();
    // What leaves the page says what it is.
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${mint} (Simulated market)`);
    await page.getByText('Copied!').waitFor({ state: 'hidden', timeout: 5_000 });
  });

  it('switches to the bonded tokens and keeps the choice in the address', async () => {
    const { page } = await open(`${DISCOVERY}&list=rejected`);
    await page.getByRole('radio', { name: /Bonded/ }).click();
    await page.waitForURL(/source=bonded/);
    await page.reload();
    expect(await page.getByRole('radio', { name: /Bonded/ }).getAttribute('aria-checked')).toBe('true');
  });

  it('falls to the defaults for unknown values of the address', async () => {
    const { page } = await open('/discovery?tab=nonsense&source=x&list=y');
    await page.getByRole('tab', { name: /Ultimate/, selected: true }).waitFor();
    await page.getByRole('radio', { name: 'Live', checked: true }).waitFor();
    await page.getByRole('tab', { name: 'Pre-Migration' }).click();
    await page.getByRole('radio', { name: /PumpFun/, checked: true }).waitFor();
    await page.getByRole('tab', { name: /Qualified/, selected: true }).waitFor();
  });

  it('fits a phone without scrolling sideways', async () => {
    const { page } = await open(`${DISCOVERY}&list=rejected`, 'phone');
    await cardsOf(page).first().waitFor();
    const [content, window] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.clientWidth,
    ]);
    expect(content).toBe(window);
  });

  it('keeps the theme that was chosen', async () => {
    const { page } = await open(DISCOVERY);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('radio', { name: 'Light' }).click();
    await page.reload();
    expect(await page.evaluate(() => document.documentElement.classList.contains('light'))).toBe(true);
  });

  it('turns notifications off and remembers it', async () => {
    const { page } = await open(DISCOVERY);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByText('Scanner Settings').waitFor();
    await page.getByRole('switch', { name: /Desktop Notifications/ }).click();
    await page.getByText('Notifications Disabled').waitFor();
    expect(await page.evaluate(() => localStorage.getItem('discovery-notifications-enabled'))).toBe('false');
    await page.getByText('Enable to receive desktop alerts').waitFor();
  });

  it('sends /scanner on to the Discovery page', async () => {
    const { page } = await open('/scanner');
    await page.waitForURL(/\/discovery/);
    await page
      .getByRole('heading', { name: /Discovery Scanner/ })
      .first()
      .waitFor();
  });

  it('answers an unknown path with status 404 and the not-found page', async () => {
    const { page } = await open('/no-such-page');
    expect((await fetch(`${product.pageUrl}/no-such-page`)).status).toBe(404);
    await page.getByText('404 Page Not Found').waitFor();
    await page.getByText('Did you forget to add the page to the router?').waitFor();
  });

  it('stands on the landing page too, which complains of nothing', async () => {
    const { page, complaints } = await open('/');
    const live = page.getByRole('region', { name: 'The scanner now' });
    await cardsOf(page).first().waitFor({ timeout: 90_000 });
    await live.getByText('Simulated market', { exact: true }).waitFor();
    await page.locator('[data-figure=caps]').getByText('measured: $').waitFor();
    expect(complaints).toEqual([]);
  });

  it('brings everything it loads from its own address', async () => {
    const context = await browser.newContext({ viewport: VIEWPORTS.desktop });
    contexts.push(context);
    const page = await context.newPage();
    const hosts = new Set<string>();
    page.on('request', (request) => hosts.add(new URL(request.url()).origin));
    await page.goto(`${product.pageUrl}${DISCOVERY}`);
    await page.getByText('Live updates').first().waitFor();
    expect([...hosts]).toEqual([product.pageUrl]);
  });

  it('answers health with every store, topic and the label of the data', async () => {
    const health = await product.health();
    expect(health).toMatchObject({ status: 'ok', problems: [], source: { kind: 'market' } });
    expect(health.stores.map((store) => store.status)).toEqual(health.stores.map(() => 'up'));
    expect(health.topics.length).toBeGreaterThanOrEqual(3);
    expect(Number(health.solPrice?.usd)).toBeGreaterThan(0);
  });

  it('leaves the truth to the market: no other process opens or looks at it', () => {
    const processes = readdirSync(usedPaths).map((name) => {
      const [entry = '', ...paths] = readFileSync(join(usedPaths, name), 'utf8').trimEnd().split('\n');
      return { entry: relative(root, entry), paths };
    });
    const users = (folder: string) => {
      const under = join(product.dataDir, folder);
      const using = processes.filter(({ paths }) => paths.some((path) => path.startsWith(under)));
      return new Set(using.map(({ entry }) => entry));
    };
    expect(users('market-truth')).toEqual(new Set(['deploy/market/dist/main.js']));
    // That the others are seen too, here by promises.
    expect(users('snapshots')).toEqual(new Set(['.bundles/screener.mjs']));
    const watched = processes.filter(({ paths }) => paths.length > 0).map(({ entry }) => entry);
    for (const entry of ['.bundles/ingest.mjs', '.bundles/sink.mjs', '.bundles/query-api.mjs'])
      expect(watched).toContain(entry);
  });
});

/** By tab, the score that its cards show, and what evidence calls it. */
const SHOWN_SCORES = [
  ['ultimate', 'ultimate', /^ultimateScore$/],
  ['daily-boosted', 'daily', /^(daily|social|shilled)\.hypeScore$/],
  ['high-hype', 'hype', /^hypeScore$/],
] as const;

describe("a card's score on the simulated market", () => {
  it('opens its parts, and can be followed to inputs and transactions', async () => {
    const followed: string[] = [];
    for (const shown of SHOWN_SCORES) {
      // A token may leave its lists while it is followed, and has no scores then.
      for (const nth of [0, 1, 2]) {
        if (!(await followScore(shown, nth))) continue;
        followed.push(shown[0]);
        break;
      }
    }
    expect(followed).toContain('high-hype');
  });
});

/** Whether a tab's nth card had a score to follow, which is then held against what it is made of. */
async function followScore(
  [tab, score, called]: (typeof SHOWN_SCORES)[number],
  nth: number,
): Promise<boolean> {
  const { page } = await open(`/discovery?tab=${tab}`);
  const plate = page.getByTestId('score-plate').filter({ hasText: /\d/ }).nth(nth);
  // A tab may hold no token now.
  const isThere = await plate.waitFor({ timeout: 20_000 }).then(
    () => true,
    () => false,
  );
  if (!isThere) return false;
  // The dialog asks again while it stands open, and is told the same here: what it draws is held against one answer.
  let kept: Promise<APIResponse> | undefined;
  await page.route(/\/api\/tokens\/[1-9A-HJ-NP-Za-km-z]{32,44}\?/, async (route) => {
    kept ??= route.fetch({ timeout: 60_000 });
    await route.fulfill({ response: await kept });
  });
  await plate.click();
  const answer = await until('the answer', () => kept ?? null, 60_000);
  const told = TokenPage.parse(await answer.json());
  const { score: computed } = told.scores[score];
  if (computed === null) return false;
  const number = page.getByTestId('score-parts').locator('.plate-large .plate-number');
  const drawn = Number.parseFloat(await number.innerText());
  expect(Math.floor(drawn)).toBe(Math.floor(computed));

  const [path = '', query = ''] = answer.url().split('?');
  // Of a measurement that is stored whole.
  const evidence = await until('evidence of what is stored', async () => {
    const stored = TokenEvidence.parse(await (await fetch(`${path}/evidence?${query}`)).json());
    return (stored.storedTo?.position ?? '') >= told.position ? stored : null;
  });
  const field = evidence.fields.find(({ name }) => called.test(name));
  if (!field || field.value === null) return false;
  const parts = field.inputs.filter(({ name }) => !name.includes('.'));
  const sum = (of: 'weight' | 'earned') => parts.reduce((total, part) => total + (part[of] ?? 0), 0);
  expect([tab, sum('weight'), sum('earned')]).toEqual([
    tab,
    expect.closeTo(100, 6),
    expect.closeTo(Number(field.value), 6),
  ]);
  expect([tab, evidence.fields.find(({ name }) => name === 'price')?.signatures[0]]).toEqual([
    tab,
    expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/),
  ]);
  return true;
}

describe('behind a network', () => testNetworks(() => ({ pageUrl: product.pageUrl, browser })));

describe('with a wallet', () => testWallets(() => ({ product, browser })));

// Last, because they end a service.
testLate(() => ({ product, open: async () => (await open(`${DISCOVERY}&list=rejected`)).page }));

describe('when the API ends', () => {
  it('keeps the last values, says so, and is live again when the API is', async () => {
    const { page } = await open(`${DISCOVERY}&list=rejected`);
    await cardsOf(page).first().waitFor();
    await page.getByText('Live updates').first().waitFor();
    const pid = (await product.pids())['query-api'];
    if (!pid) throw new Error('the API has no process');
    process.kill(pid, 'SIGKILL');
    await page
      .getByText(/Polling|Offline|Reconnecting/)
      .first()
      .waitFor();
    // The last values stay, or are a press away once an answer has failed.
    await cardsOf(page)
      .first()
      .or(page.getByRole('button', { name: 'Show last answer' }))
      .first()
      .waitFor();
    await page.getByText('Live updates').first().waitFor({ timeout: 60_000 });
    await cardsOf(page).first().waitFor();
  });
});
