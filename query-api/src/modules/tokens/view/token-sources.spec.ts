import { expect, it } from 'vitest';
import { TOKEN_SOURCES } from './token-sources.js';
import type { Trace } from './traces.js';

/** Whether what it leads to lies in the window that is asked about: a balance may have changed long before it. */
const IS_CUT: Record<Trace, boolean> = {
  ...{
    launch: false,
    completion: false,
    migration: false,
    newestTrade: false,
    liquidity: false,
    pulls: false,
  },
  ...{
    trades5m: true,
    trades10m: true,
    trades10mFine: true,
    trades11m: true,
    trades1h: true,
    trades24h: true,
  },
  ...{ tradesLife: false, firstHour: false, buys24h: true, sells24h: true, creatorSales: false },
  ...{ whales1h: true, whales10m: true, balances: false, theme: false },
};

it('names a window only where all that a field leads to lies in it', () => {
  const outside = Object.entries(TOKEN_SOURCES).flatMap(([field, { window, traces = [] }]) =>
    window === undefined ? [] : traces.filter((trace) => !IS_CUT[trace]).map((trace) => `${field} ${trace}`),
  );
  expect(outside).toEqual([]);
});
