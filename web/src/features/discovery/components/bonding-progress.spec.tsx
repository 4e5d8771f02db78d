import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import type { DrawnToken } from '../model/drawn-token';
import { BondingProgress, ProgressMeter } from './bonding-progress';

vi.mock('@cryptonite/contracts/rules', async (load) => {
  const rules = await load<typeof import('@cryptonite/contracts/rules')>();
  return { ...rules, PROGRESS: { ...rules.PROGRESS, windowFrom: 20, migratingFrom: 70 } };
});

const selling = {
  bondingCurveProgress: 50,
  quoteRaised: 1,
  quoteToComplete: 2,
  quoteMint: 'x',
  lifecycle: 'bonding',
  completedAt: null,
} as DrawnToken;
const draw = (change: Partial<DrawnToken>) =>
  renderToStaticMarkup(<BondingProgress token={{ ...selling, ...change }} />);

it('says of a row what it says of a card', () => {
  const token = { ...selling, bondingCurveProgress: 100, lifecycle: 'graduated' } as DrawnToken;
  expect(renderToStaticMarkup(<ProgressMeter token={token} />)).toContain(
    'aria-valuetext="100.0%, Complete at Unknown"',
  );
});

it('draws the window of the bar where the rules have it', () =>
  expect(draw({})).toContain('left:20%;width:50%'));

it('draws no window on a finished curve, and says when it was complete', () => {
  const html = draw({ lifecycle: 'graduated', completedAt: Date.UTC(2026, 0, 1, 13, 19, 44) });
  expect(html).not.toContain('left:20%');
  expect(html).toContain('Complete at 13:19:44 UTC');
});

it.each([
  ['migrating', 'Migrating'],
  ['graduated', 'Complete at Unknown'],
] as const)('a curve of which completion was not seen, %s: %s', (lifecycle, text) =>
  expect(draw({ lifecycle })).toContain(text),
);
