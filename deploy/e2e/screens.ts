/** `npm run screens`: runs the product on the simulated market and takes the pictures in docs/screens. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { QualifiedTokens } from '@cryptonite/contracts/api';
import { readHealth } from '@cryptonite/proofs/health.js';
import { root, startProduct, until } from '@cryptonite/proofs/product.js';
import { launchBrowser, VIEWPORTS } from './browser.js';

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
  for (const [width, viewport] of Object.entries(VIEWPORTS))
    for (const colorScheme of ['dark', 'light'] as const) {
      const page = await browser.newPage({ viewport, colorScheme });
      await page.goto(`${product.pageUrl}/discovery?tab=high-hype`);
      await page.getByTestId('token-card').first().waitFor();
      // A phone's strip has no room for the words.
      if (width === 'desktop') await page.getByText('Live updates').first().waitFor();
      const path = join(values.out, `pre-migration-${width}-${colorScheme}.png`);
      await page.screenshot({ path, fullPage: width === 'desktop' });
      console.log(path);
      await page.close();
    }
} finally {
  await browser.close();
  await product.stop();
}
