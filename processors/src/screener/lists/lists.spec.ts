import { LISTS } from '@cryptonite/contracts/rules';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Chain, MINT } from '../../testing/facts.js';
import { newFolded } from '../../testing/fold.js';
import { life } from '../../testing/random-chain.js';
import { applyRecord } from '../facts/apply-fact.js';
import { setDue } from '../partition.js';

fc.configureGlobal({ seed: 12 });

const EARLY = 1 << LISTS.earlyStage.bit;

it('lists decided when a fact turns a token are those decided for every token in every slot', () => {
  let slots = 0;
  let listed = 0;
  fc.assert(
    fc.property(life, (acts) => {
      const chain = new Chain();
      for (const act of acts) act(chain);
      const lazy = newFolded().partition;
      const eager = newFolded().partition;
      for (const record of chain.records) {
        const token = eager.tokens.get(MINT);
        if (token && record.mint === null) setDue(eager, token, eager.clock.time ?? 0);
        applyRecord(lazy, record);
        applyRecord(eager, record);
        if (record.facts[0]?.kind !== 'SlotConfirmed') continue;
        const [a, b] = [lazy.tokens.get(MINT), eager.tokens.get(MINT)];
        const placeOf = (each: typeof a) => [
          each?.state.profiles.live.now?.source ?? null,
          each?.state.profiles.whitepaper.now?.source ?? null,
          (each?.lists ?? 0) & EARLY,
        ];
        expect(placeOf(a)).toEqual(placeOf(b));
        // Verdicts drain with time: of a token measured in this slot they are the same.
        if (a?.state.scoredAt === lazy.clock.time && a?.state.position === b?.state.position)
          expect(a?.lists).toBe(b?.lists);
        expect(lazy.shown.has(a!)).toBe((a?.lists ?? 0) !== 0);
        slots += 1;
        listed += Number((a?.lists ?? 0) !== 0);
      }
      expect([lazy.monitoredPumpfun, lazy.monitoredBonded, lazy.matched]).toEqual([
        eager.monitoredPumpfun,
        eager.monitoredBonded,
        eager.matched,
      ]);
    }),
    { numRuns: 400 },
  );
  // Else the property would hold for nothing.
  expect(listed).toBeGreaterThan(500);
  expect(slots - listed).toBeGreaterThan(500);
});
