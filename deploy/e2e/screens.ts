/** `npm run screens`: runs the product on the simulated market and takes the pictures in docs/screens. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { QualifiedTokens } from '@cryptonite/contracts/api';
import { readHealth } from '@cryptonite/proofs/health.js';
import { root, startProduct, until } from '@cryptonite/proofs/product.js';
import { launchBrowser, VIEWPORTS } from './browser.js';
import { filled } from './filled.js';

const PRE_MIGRATION = {
  tab: 'high-hype',
  waitsFor: ['[data-testid="token-card"]', '[data-testid="early-stage-row"]'],
};
const ULTIMATE = { tab: 'ultimate', waitsFor: ['[data-testid="ultimate-stats"]'] };
const DAILY = { tab: 'daily-boosted', waitsFor: ['[data-testid="daily-progress"]'] };

/** As a trader first sees it: what stands above the fold. */
const PICTURES = [
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
  for (const { name, tab, waitsFor, viewport, density } of PICTURES)
    for (const colorScheme of ['dark', 'light'] as const) {
      const page = await browser.newPage({ viewport, colorScheme });
      await page.addInitScript({ content: `localStorage.setItem('discovery-density', '${density}')` });
      await page.goto(`${product.pageUrl}/discovery?tab=${tab}`);
      for (const selector of waitsFor) await page.locator(selector).first().waitFor({ state: 'attached' });
      await page.getByText('Live updates').first().waitFor({ state: 'attached' });
      await filled(page);
      const path = join(values.out, `${name}-${colorScheme}.png`);
      await page.screenshot({ path });
      console.log(path);
      await page.close();
    }
} finally {
  await browser.close();
  await product.stop();
}
