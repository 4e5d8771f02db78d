import { expect, it } from 'vitest';
import { TOKEN_SOURCES } from './token-sources.js';
import type { Trace } from './traces.js';

/** Found whatever the window is: a balance may have changed long before it. */
const NOT_CUT: ReadonlySet<Trace> = new Set([
  ...(['launch', 'completion', 'migration', 'newestTrade', 'liquidity', 'pulls', 'balances'] as const),
  ...(['tradesLife', 'creatorSales', 'theme'] as const),
]);

it('names a window only where all that a field leads to lies in it', () => {
  const outside = Object.entries(TOKEN_SOURCES).flatMap(([field, { window, traces = [] }]) =>
    window === undefined
      ? []
      : traces.filter((trace) => NOT_CUT.has(trace)).map((trace) => `${field} ${trace}`),
  );
  expect(outside).toEqual([]);
});
