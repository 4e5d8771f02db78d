import { type PriceTrail, trailAfter, trailAt, trailOf } from '@cryptonite/contracts/measures';
import { isShownOn, TRAIL } from '@cryptonite/contracts/rules';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Chain, MINT } from '../../testing/facts.js';
import { life } from '../../testing/random-chain.js';
import { priceQuoteOf } from './features.js';
import { closesOf } from './ring.js';

fc.configureGlobal({ seed: 11 });

it('a trail that a reader keeps by measurements is the one that the fold has', () => {
  let compared = 0;
  let toldAgain = 0;
  fc.assert(
    fc.property(life, (acts) => {
      const chain = new Chain();
      let trail: PriceTrail | null = null;
      let slots = 0;
      for (const act of acts) {
        act(chain);
        const said = chain.said();
        for (const event of said) {
          if (event.kind === 'PriceTrailed') {
            if (trail !== null) toldAgain += 1;
            trail = trailOf(event);
          }
          if (event.kind === 'Measured' && trail !== null) trail = trailAfter(trail, event);
          if (event.kind === 'Measured' && !isShownOn(event.lists)) trail = null;
        }
        if (!said.some(({ kind }) => kind === 'ScanAdvanced' || kind === 'Measured')) continue;
        slots += 1;
        const { tokens, clock } = chain.folded.partition;
        const token = tokens.get(MINT);
        if (!token?.isShown || trail === null) continue;
        const now = clock.time ?? 0;
        token.rings.settle();
        const closes = closesOf(token.rings.m5.ring, 'm5', now, TRAIL.steps);
        expect(trailAt(trail, now).closes).toEqual(closes.map((price) => priceQuoteOf(token.state, price)));
        compared += 1;
      }
      expect(slots).toBeGreaterThan(0);
    }),
    { numRuns: 300 },
  );
  // Else the property would hold for nothing.
  expect(compared).toBeGreaterThan(500);
  expect(toldAgain).toBeGreaterThan(10);
});
