/** What the page shows when there is nothing to show, or nobody to ask. */

import { type Product, startProduct } from '@cryptonite/proofs/product.js';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser, VIEWPORTS } from './browser.js';

let product: Product;
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
  // Nothing listens there: a provider that cannot be reached.
  product = await startProduct(['--source', 'http://127.0.0.1:9']);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const cardsOf = (page: Page) => page.getByTestId('token-card').count();
const open = async () => browser.newPage({ viewport: VIEWPORTS.desktop });

it('says that no tokens have qualified, and why', async () => {
  const page = await open();
  await page.goto(`${product.pageUrl}/discovery?tab=high-hype`);
  await page.getByText('No Qualified Tokens Yet').waitFor();
  await page.getByRole('tab', { name: /Rejected/ }).click();
  await page.getByText('No Rejected Tokens').waitFor();
  expect(await page.getByText('Simulated market').count()).toBe(0);
  await page.close();
});

it('says that the data feed is down, since when, and why', async () => {
  const page = await open();
  await page.goto(`${product.pageUrl}/discovery?tab=high-hype`);
  await page
    .getByTestId('problem')
    .getByText(/^Data feed down since \d\d:\d\d$/)
    .waitFor();
  const empty = page.getByRole('tabpanel', { name: 'Qualified' });
  await empty.getByText(/^Data feed down since \d\d:\d\d\. Retrying\./).waitFor();
  await page.getByRole('button', { name: 'All of the data status' }).click();
  await page
    .getByRole('listitem')
    .getByText(/^Data feed down since \d\d:\d\d$/)
    .waitFor();
  // Who the source is and why it does not answer is for operators.
  expect(await page.getByText(/127\.0\.0\.1:9|ECONNREFUSED/).count()).toBe(0);
  await page.close();
});

it('shows that it is loading while an answer is slow', async () => {
  const page = await open();
  await page.route('**/api/tokens/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    await route.continue();
  });
  await page.goto(`${product.pageUrl}/discovery?tab=high-hype`);
  const loading = page.getByTestId('loading');
  await loading.getByText('Loading qualified tokens...').waitFor();
  await page.getByText('No Qualified Tokens Yet').waitFor();
  await expect.poll(() => loading.count(), { timeout: 30_000 }).toBe(0);
  await page.close();
});

it('states the error and when it tries again when the API cannot be reached', async () => {
  const page = await open();
  await page.route('**/api/**', (route) => route.abort());
  await page.goto(`${product.pageUrl}/discovery?tab=high-hype`);
  await page.getByText('Qualified tokens could not be loaded').first().waitFor();
  await page.getByText('The server cannot be reached').first().waitFor();
  await page
    .getByText(/Next try in \d+ s/)
    .first()
    .waitFor();
  expect(await cardsOf(page)).toBe(0);
  expect(await page.getByText(/Simulated|Replayed/).count()).toBe(0);
  await page.close();
});

it.each([
  '/',
  '/discovery?tab=high-hype',
  '/platform',
  '/admin',
  '/support',
  '/privacy',
  '/whitepaper',
  '/terms',
  '/nowhere',
])('%s breaks no rule of its policy, and makes no script of text', async (path) => {
  const page = await open();
  await page.addInitScript(() => {
    const broken: string[] = [];
    Object.assign(window, { broken });
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, sample, blockedURI }) =>
      broken.push(`${effectiveDirective} ${blockedURI} ${sample}`),
    );
  });
  await page.goto(`${product.pageUrl}${path}`);
  await page.waitForLoadState('networkidle').catch(() => {});
  await page.getByRole('heading').first().waitFor();
  expect(await page.evaluate(() => Reflect.get(window, 'broken'))).toEqual([]);
  const error = await page.evaluate(() => {
    try {
      document.body.innerHTML = '<img src="x" onerror="alert(1)">';
      return null;
    } catch (thrown) {
      return String(thrown);
    }
  });
  expect(error).toMatch(/TrustedHTML/);
  await page.close();
});
