import { isOn, isShownOn, LISTS } from '@cryptonite/contracts/rules';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Chain, MINT, type SaidByWorld } from '../../testing/facts.js';
import { newFolded } from '../../testing/fold.js';
import { life } from '../../testing/random-chain.js';
import { applyRecord } from '../facts/apply-fact.js';
import { SECOND_MS, secondOf, setDue } from '../partition.js';

fc.configureGlobal({ seed: 12 });

/** The others drain with time, too. */
const EARLY = 1 << LISTS.earlyStage.bit;

const saidOfIt = (posts24h: number, isVerified: boolean): SaidByWorld => ({
  kind: 'SocialObserved',
  posts1h: 1,
  posts24h,
  twitterHandle: 'a',
  accountExists: true,
  isVerified,
  followers: 10,
  accountCreatedAt: null,
  telegramHandle: null,
  telegramMembers: null,
});
const answers = fc.array(
  fc.tuple(
    fc.nat(60),
    fc.constantFrom<SaidByWorld>(
      saidOfIt(4, false),
      saidOfIt(5, false),
      saidOfIt(0, true),
      { kind: 'TokenBoosted', boosts: 0, hasPaidProfile: false },
      { kind: 'TokenBoosted', boosts: 40, hasPaidProfile: null },
    ),
  ),
  { maxLength: 4 },
);

it('lists decided when a fact turns a token are those decided for every token in every slot', () => {
  let slots = 0;
  let listed = 0;
  let shilled = 0;
  fc.assert(
    fc.property(life, answers, (acts, said) => {
      const chain = new Chain();
      acts.forEach((act, place) => {
        act(chain);
        for (const [at, answer] of said) if (at === place) chain.answer(answer);
      });
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
        // An answer is no news of the chain: of a token that was measured in its second it waits for the next.
        const now = lazy.clock.time ?? 0;
        const isWaiting = a !== undefined && a.state.dueAt <= (secondOf(now) + 1) * SECOND_MS;
        if (!isWaiting) expect(isOn(a?.lists ?? 0, 'shilled')).toBe(isOn(b?.lists ?? 0, 'shilled'));
        // Verdicts drain with time: of a token measured in this slot they are the same.
        if (!isWaiting && a?.state.scoredAt === lazy.clock.time && a?.state.position === b?.state.position)
          expect(a?.lists).toBe(b?.lists);
        expect(lazy.shown.has(a!)).toBe(isShownOn(a?.lists ?? 0));
        slots += 1;
        listed += Number(isShownOn(a?.lists ?? 0));
        shilled += Number(isOn(a?.lists ?? 0, 'shilled'));
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
  expect(shilled).toBeGreaterThan(50);
});
