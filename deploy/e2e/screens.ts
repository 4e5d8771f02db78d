/** `npm run screens`: runs the product on the simulated market and takes the pictures in docs/screens. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { QualifiedTokens } from '@cryptonite/contracts/api';
import { readHealth } from '@cryptonite/proofs/health.js';
import { root, startProduct, until } from '@cryptonite/proofs/product.js';
import { launchBrowser, VIEWPORTS } from './browser.js';
import { filled } from './filled.js';

const HOME = { path: '/', waitsFor: ['[data-testid="token-card"]', '[data-figure="caps"]'] };
const PRE_MIGRATION = {
  path: '/discovery?tab=high-hype',
  waitsFor: ['[data-testid="token-card"]', '[data-testid="early-stage-row"]'],
};
const ULTIMATE = { path: '/discovery?tab=ultimate', waitsFor: ['[data-testid="ultimate-stats"]'] };
const DAILY = { path: '/discovery?tab=daily-boosted', waitsFor: ['[data-testid="daily-progress"]'] };

/** As a trader first sees it: what stands above the fold. */
const PICTURES = [
  { name: 'home-desktop', ...HOME, viewport: VIEWPORTS.desktop, density: 'cards' },
  { name: 'home-phone', ...HOME, viewport: VIEWPORTS.phone, density: 'cards' },
  { name: 'ultimate-desktop', ...ULTIMATE, viewport: VIEWPORTS.desktop, density: 'cards' },
  { name: 'daily-boosted-desktop', ...DAILY, viewport: VIEWPORTS.desktop, density: 'cards' },
  { name: 'pre-migration-desktop', ...PRE_MIGRATION, viewport: VIEWPORTS.desktop, density: 'cards' },
  { name: 'pre-migration-rows', ...PRE_MIGRATION, viewport: VIEWPORTS.desktop, density: 'rows' },
  { name: 'ultimate-phone', ...ULTIMATE, viewport: VIEWPORTS.phone, density: 'cards' },
  { name: 'pre-migration-phone', ...PRE_MIGRATION, viewport: VIEWPORTS.phone, density: 'cards' },
] as const;

const { values } = parseArgs({ options: { out: { type: 'string', default: join(root, 'docs/screens') } } });
mkdirSync(values.out, { recursive: true });

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
      for (const selector of waitsFor) await page.locator(selector).first().waitFor({ state: 'attached' });
      if (path !== HOME.path) await page.getByText('Live updates').first().waitFor({ state: 'attached' });
      await filled(page);
      const file = join(values.out, `${name}-${colorScheme}.png`);
      await page.screenshot({ path: file });
      console.log(file);
      await page.close();
    }
} finally {
  await browser.close();
  await product.stop();
}
