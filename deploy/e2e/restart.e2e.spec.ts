/** Stopping in order and starting again loses nothing of the simulated market. */
import { rmSync } from 'node:fs';
import { readHealth } from '@cryptonite/proofs/health.js';
import { type Product, startProduct, until } from '@cryptonite/proofs/product.js';
import { afterEach, expect, it } from 'vitest';

/** So far behind the last slot of the run before a gap would have been told. */
const SLOTS_ON = 160;

let product: Product | null = null;
afterEach(() => product?.stop());

it('leaves no gap in the journal', { timeout: 600_000 }, async () => {
  product = await startProduct(['--seed', '11']);
  const { dataDir } = product;
  try {
    let reached = 0;
    for (const start of [1, 2, 3]) {
      product ??= await startProduct(['--seed', '11'], dataDir);
      const { pageUrl } = product;
      const health = await until(
        `start ${start} has read on`,
        async () => {
          const now = await readHealth(pageUrl);
          return now.slot !== null && now.slot > reached + SLOTS_ON ? now : null;
        },
        180_000,
      );
      expect(health.gaps, `start ${start}`).toEqual([]);
      reached = health.slot!;
      await product.stop(true);
      product = null;
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
