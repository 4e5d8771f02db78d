import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import type { ListedToken } from '../model/patch-lists';
import { BondingProgress } from './token-parts';

vi.mock('@cryptonite/contracts/rules', async (load) => {
  const rules = await load<typeof import('@cryptonite/contracts/rules')>();
  return { ...rules, PROGRESS: { ...rules.PROGRESS, windowFrom: 20, migratingFrom: 70 } };
});

it('draws the window of the bar where the rules have it', () => {
  const token = {
    bondingCurveProgress: 50,
    quoteRaised: 1,
    quoteToComplete: 2,
    quoteMint: 'x',
    lifecycle: 'bonding',
  };
  const html = renderToStaticMarkup(<BondingProgress token={token as ListedToken} />);
  expect(html).toContain('left:20%;width:50%');
  expect(
    [...html.matchAll(/left:(\d+)%" aria-hidden="true">(\d+)</g)].map(([, at, text]) => [at, text]),
  ).toEqual([
    ['20', '20'],
    ['70', '70'],
  ]);
});
