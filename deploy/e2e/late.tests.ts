/** The page where one part of the way from the chain to it is late: each is said by itself, and nothing is called current. */
import { type Product, until } from '@cryptonite/proofs/product.js';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

/** A machine that has all of this to do besides may take so long to tell of it, or to be in step again. */
const WITHIN_MS = 240_000;
const NOW = /just now|Live updates/i;

/** Declares the tests. `market` is asked once a test runs: it is live then. */
export function testLate(market: () => { product: Product; open: () => Promise<Page> }): void {
  describe('what is late', () => {
    let page: Page;
    let letGo = () => {};

    beforeEach(async () => {
      page = await market().open();
      await isCurrent();
    }, WITHIN_MS);
    afterEach(async () => {
      letGo();
      letGo = () => {};
      await isCurrent();
    }, WITHIN_MS);

    const problem = () => page.getByTestId('problem');
    const greens = () => page.locator('.link-mark.bg-pos').count();
    const isCurrent = () =>
      until(
        'nothing is wrong',
        async () => ((await problem().textContent()) === '' && (await greens()) === 1 ? true : null),
        WITHIN_MS,
      );

    /** Sends the service the signal, and the other once the test is over. */
    async function signal(service: string, now: NodeJS.Signals, after: NodeJS.Signals): Promise<void> {
      const pid = (await market().product.pids())[service];
      if (!pid) throw new Error(`${service} does not run`);
      process.kill(pid, now);
      letGo = () => process.kill(pid, after);
    }

    const hold = (service: string) => signal(service, 'SIGSTOP', 'SIGCONT');

    /** Waits for the sentence, and returns all that the page says beside it. */
    async function says(sentence: RegExp): Promise<string> {
      await problem().getByText(sentence).waitFor({ timeout: WITHIN_MS });
      expect(await greens()).toBe(0);
      return (await page.locator('body').textContent()) ?? '';
    }

    it(
      'is the source: trades are, and no token is of now',
      async () => {
        await hold('market');
        expect(await says(/^(Trades \d+ (s|min) late|Data feed down since \d\d:\d\d)$/)).not.toMatch(NOW);
      },
      WITHIN_MS,
    );

    it(
      'is the screener: scores are, and no token is of now',
      async () => {
        await hold('screener');
        expect(await says(/^Scores \d+ (s|min) late$/)).not.toMatch(NOW);
      },
      WITHIN_MS,
    );

    it(
      'is the clock of the server, by which nobody can tell what is of now',
      async () => {
        await signal('query-api', 'SIGUSR2', 'SIGUSR2');
        expect(await says(/^Server clock \d+ min slow$/)).not.toMatch(NOW);
      },
      WITHIN_MS,
    );

    it(
      'is the sink: history is, and no list is',
      async () => {
        await hold('sink');
        await says(/^History is catching up$/);
        expect(await page.locator('.is-stale').count()).toBe(0);
      },
      WITHIN_MS,
    );
  });
}
