/** `npm run screens`: runs the product on the simulated market and takes the pictures in docs/screens. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { QualifiedTokens } from '@cryptonite/contracts/api';
import { readHealth } from '@cryptonite/proofs/health.js';
import { root, startProduct, until } from '@cryptonite/proofs/product.js';
import { launchBrowser, VIEWPORTS } from './browser.js';
import { filled } from './filled.js';

/** As a trader first sees it: what stands above the fold. */
const PICTURES = [
  { name: 'desktop', viewport: VIEWPORTS.desktop, density: 'cards' },
  { name: 'rows', viewport: VIEWPORTS.desktop, density: 'rows' },
  { name: 'phone', viewport: VIEWPORTS.phone, density: 'cards' },
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
  for (const { name, viewport, density } of PICTURES)
    for (const colorScheme of ['dark', 'light'] as const) {
      const page = await browser.newPage({ viewport, colorScheme });
      await page.addInitScript({ content: `localStorage.setItem('discovery-density', '${density}')` });
      await page.goto(`${product.pageUrl}/discovery?tab=high-hype`);
      await page.getByTestId('token-card').first().waitFor();
      await page.getByTestId('early-stage-row').first().waitFor();
      await page.getByText('Live updates').first().waitFor({ state: 'attached' });
      await filled(page);
      const path = join(values.out, `pre-migration-${name}-${colorScheme}.png`);
      await page.screenshot({ path });
      console.log(path);
      await page.close();
    }
} finally {
  await browser.close();
  await product.stop();
}
