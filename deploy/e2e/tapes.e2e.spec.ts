/** Real transactions, played as tapes: the page shows exactly the tokens and values that they hold. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { HighHypeTokens, QualifiedTokens, RejectedTokens } from '@cryptonite/contracts/api';
import { untilSettled } from '@cryptonite/proofs/health.js';
import { type Product, root, startProduct } from '@cryptonite/proofs/product.js';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, VIEWPORTS } from './browser.js';

const tapes = join(root, '../shared/data/tapes');
const isHere = existsSync(tapes);
if (!isHere) console.warn(`skipped: no recorded mainnet tapes at ${tapes}`);

type Expected = {
  tape: string;
  rejected: { mint: string; progress: string }[];
  earlyStage: { mint: RegExp; progress: string }[];
};

const cases: Expected[] = [
  {
    tape: 'mainnet-2025-10-07.tape',
    rejected: [{ mint: '4eLCXkNbDw2bvdrZZVn1cXurtL63H4z9ZfbYCY17pump', progress: '43.499' }],
    earlyStage: [{ mint: /^4eLCXk/, progress: '43.499' }],
  },
  {
    tape: 'mainnet-2025-05-13.tape',
    rejected: [{ mint: '5eFg3giaX2c3RydHvx1S3yEKpYjBuwtLUsmbAAG9pump', progress: '42.539' }],
    earlyStage: [{ mint: /^5eFg3g/, progress: '42.539' }],
  },
  { tape: 'mainnet-2025-07-29.tape', rejected: [], earlyStage: [{ mint: /^Ac9Uhx/, progress: '36.620' }] },
];

describe.skipIf(!isHere).each(cases)('$tape', ({ tape, rejected, earlyStage }) => {
  let product: Product;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    product = await startProduct(['--source', `tape:${join(tapes, tape)}`, '--speed', 'max']);
    browser = await launchBrowser();
    page = await browser.newPage({ viewport: VIEWPORTS.desktop });
    await untilSettled(product, 60_000);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  const read = async (path: string) => (await fetch(`${product.pageUrl}${path}`)).json();

  it('puts exactly these tokens on the Rejected list', async () => {
    const { items, total } = RejectedTokens.parse(await read('/api/tokens/rejected?source=pumpfun'));
    expect(
      items.map(({ mint, bondingCurveProgress }) => ({ mint, progress: bondingCurveProgress?.toFixed(3) })),
    ).toEqual(rejected);
    expect(total).toBe(rejected.length);
    expect(QualifiedTokens.parse(await read('/api/tokens/qualified')).items).toEqual([]);
  });

  it('puts exactly these tokens in Early Stage', async () => {
    const { items } = HighHypeTokens.parse(await read('/api/discovery/early-stage'));
    expect(items.map((item) => item.bondingCurveProgress?.toFixed(3))).toEqual(
      earlyStage.map((e) => e.progress),
    );
    for (const [index, { mint }] of earlyStage.entries()) expect(items[index]?.mint).toMatch(mint);
  });

  it('shows them on the page, labelled as a replay, with dollar values Unknown', async () => {
    await page.goto(`${product.pageUrl}/discovery?tab=high-hype&source=pumpfun&list=rejected`);
    await page.getByRole('tab', { name: new RegExp(`Rejected\\s*${rejected.length}`) }).waitFor();
    const cards = page.getByTestId('token-card');
    if (rejected.length === 0) await page.getByText('No Rejected Tokens').waitFor();
    else await cards.first().waitFor();
    expect(await cards.evaluateAll((all) => all.map((card) => card.getAttribute('data-mint')))).toEqual(
      rejected.map(({ mint }) => mint),
    );
    for (const { progress } of rejected) {
      // A card's text is laid out once the browser has seen that it stands in view.
      await expect.poll(() => cards.first().innerText()).not.toBe('');
      const text = await cards.first().innerText();
      expect(text).toContain(`${Number(progress).toFixed(1)}%`);
      expect(text).toContain(`${(85 - Number(progress)).toFixed(1)}% to migration`);
      const liquidity = cards.first().locator('dt', { hasText: 'Liquidity' }).locator('+ dd');
      expect(await liquidity.innerText()).toBe('Unknown');
    }
    await page.getByText('Replayed tape').first().waitFor();
    await page.getByRole('button', { name: 'All of the data status' }).click();
    await page.getByText(tape).first().waitFor();
    expect(await page.getByText('Simulated').count()).toBe(0);
  });
});
