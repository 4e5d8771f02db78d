/**
 * `npm run screens`: runs the product on the simulated market and takes the pictures in docs/screens. With `--all` every page
 * around the lists is taken in every look, not in two alone.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { QualifiedTokens } from '@cryptonite/contracts/api';
import { WORTHLESS_TEST_WALLET } from '@cryptonite/market/gate-token.js';
import { readHealth } from '@cryptonite/proofs/health.js';
import { root, startProduct, until } from '@cryptonite/proofs/product.js';
import type { Page } from 'playwright-core';
import { launchBrowser, VIEWPORTS } from './browser.js';
import { filled } from './filled.js';
import { installWallet, keyFrom, WALLET_NAME } from './test-wallet.js';

const PRE_MIGRATION = {
  path: '/discovery?tab=high-hype',
  waitsFor: ['[data-testid="token-card"]', '[data-testid="early-stage-row"]'],
};
const ULTIMATE = {
  path: '/discovery?tab=ultimate',
  waitsFor: ['[data-testid="ultimate-stats"]', '[data-testid="token-card"]'],
};
const DAILY = {
  path: '/discovery?tab=daily-boosted',
  waitsFor: ['[data-testid="daily-progress"]', '[data-testid="token-card"]'],
};
/** A list may hold no token for a minute. */
const TOKEN_WITHIN_MS = 240_000;

/** As a trader first sees it: what stands above the fold. */
const PICTURES = [
  { name: 'ultimate-desktop', ...ULTIMATE, viewport: VIEWPORTS.desktop, density: 'cards' },
  { name: 'ultimate-rows', ...ULTIMATE, viewport: VIEWPORTS.desktop, density: 'rows' },
  { name: 'daily-boosted-desktop', ...DAILY, viewport: VIEWPORTS.desktop, density: 'cards' },
  { name: 'pre-migration-desktop', ...PRE_MIGRATION, viewport: VIEWPORTS.desktop, density: 'cards' },
  { name: 'pre-migration-rows', ...PRE_MIGRATION, viewport: VIEWPORTS.desktop, density: 'rows' },
  { name: 'ultimate-phone', ...ULTIMATE, viewport: VIEWPORTS.phone, density: 'cards' },
  { name: 'pre-migration-phone', ...PRE_MIGRATION, viewport: VIEWPORTS.phone, density: 'cards' },
] as const;

/** The pages around the lists, as a visitor finds them; of those that are longer, what stands above the fold. */
const SITE = [
  { name: 'home', path: '/', waitsFor: ['[data-testid="token-card"]', '[data-figure="caps"]'] },
  { name: 'platform', path: '/platform', waitsFor: ['#connect-title'] },
  { name: 'admin', path: '/admin', waitsFor: ['#connect-title'] },
  { name: 'support', path: '/support', waitsFor: ['h1'] },
  { name: 'privacy', path: '/privacy', waitsFor: ['h1'] },
  { name: 'whitepaper', path: '/whitepaper', waitsFor: ['h1'] },
  { name: 'terms', path: '/terms', waitsFor: ['h1'] },
  { name: 'not-found', path: '/nowhere', waitsFor: ['h1'] },
] as const;

type Look = { size: keyof typeof VIEWPORTS; colorScheme: 'dark' | 'light' };
const KEPT_LOOKS: Look[] = [
  { size: 'desktop', colorScheme: 'dark' },
  { size: 'phone', colorScheme: 'light' },
];
const ALL_LOOKS: Look[] = [
  ...KEPT_LOOKS,
  { size: 'desktop', colorScheme: 'light' },
  { size: 'phone', colorScheme: 'dark' },
];

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(root, 'docs/screens') },
    all: { type: 'boolean', default: false },
  },
});
const looks = values.all ? ALL_LOOKS : KEPT_LOOKS;
mkdirSync(values.out, { recursive: true });

async function take(page: Page, name: string): Promise<void> {
  await filled(page);
  const file = join(values.out, `${name}.png`);
  // A change of theme runs over a moment.
  await page.screenshot({ path: file, animations: 'disabled' });
  console.log(file);
}

const product = await startProduct([]);
const browser = await launchBrowser();
try {
  await until(
    'six tokens qualify and the stream is current',
    async () => {
      const answer = await fetch(`${product.pageUrl}/api/tokens/qualified?source=pumpfun`);
      const { total } = QualifiedTokens.parse(await answer.json());
      return total >= 6 && (await readHealth(product.pageUrl)).status === 'ok' ? true : null;
    },
    300_000,
  );
  for (const { name, path, waitsFor, viewport, density } of PICTURES)
    for (const colorScheme of ['dark', 'light'] as const) {
      const page = await browser.newPage({ viewport, colorScheme });
      await page.addInitScript({ content: `localStorage.setItem('discovery-density', '${density}')` });
      await page.goto(`${product.pageUrl}${path}`);
      for (const selector of waitsFor)
        await page.locator(selector).first().waitFor({ state: 'attached', timeout: TOKEN_WITHIN_MS });
      await page.getByText('Live updates').first().waitFor({ state: 'attached' });
      await take(page, `${name}-${colorScheme}`);
      await page.close();
    }
  for (const { name, path, waitsFor } of SITE)
    for (const { size, colorScheme } of looks) {
      const page = await browser.newPage({ viewport: VIEWPORTS[size], colorScheme, reducedMotion: 'reduce' });
      await page.goto(`${product.pageUrl}${path}`);
      for (const selector of waitsFor) await page.locator(selector).first().waitFor({ state: 'attached' });
      await take(page, `${name}-${size}-${colorScheme}`);
      await page.close();
    }
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  await installWallet(context, [keyFrom(WORTHLESS_TEST_WALLET.secretKey)]);
  const page = await context.newPage();
  await page.goto(`${product.pageUrl}/platform`);
  await page.getByRole('button', { name: `Connect ${WALLET_NAME}` }).click();
  await page.getByLabel('Username').fill('holder');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('[data-testid="gate"][data-gate="open"]').waitFor();
  for (const { size, colorScheme } of looks) {
    await page.setViewportSize(VIEWPORTS[size]);
    await page.emulateMedia({ colorScheme });
    await page.locator(colorScheme === 'light' ? 'html.light' : 'html:not(.light)').waitFor();
    await take(page, `platform-signed-in-${size}-${colorScheme}`);
  }
} finally {
  await browser.close();
  await product.stop();
}
