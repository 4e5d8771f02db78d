import type { Page } from 'playwright-core';

/** Boxes of tokens stand first and are filled a few at a time: until there is none to fill. */
export const filled = (page: Page) =>
  page.locator('[data-mint][aria-busy]').first().waitFor({ state: 'detached' });
