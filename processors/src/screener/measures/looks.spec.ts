import { intervalQuantile, WINDOW_MS } from '@cryptonite/contracts/rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Chain } from '../../testing/facts.js';
import { restart } from '../../testing/fold.js';
import { newPartition } from '../partition.js';
import { looksOfLate, newLooks, noteLook } from './looks.js';

fc.configureGlobal({ seed: 38 });

const MINUTE = WINDOW_MS.m1;
const START = 1_760_000_000_000 - (1_760_000_000_000 % MINUTE);

const scanned = (chain: Chain) =>
  chain.folded.emitted.filter((event) => event.kind === 'ScanAdvanced').at(-1)?.looked;

describe('looks', () => {
  it('of any tokens are counted as a walk over them would, each in the minute of its newest', () =>
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(20), fc.integer({ min: 0, max: 90_000 })), { minLength: 1, maxLength: 200 }),
        (looks) => {
          const { clock } = newPartition(0);
          const newest = new Map<number, number>();
          const intervals: { at: number; ms: number }[] = [];
          let now = START;
          for (const [token, afterMs] of looks) {
            now += afterMs;
            const before = newest.get(token) ?? null;
            noteLook(clock, before, now);
            newest.set(token, now);
            if (before !== null) intervals.push({ at: now, ms: now - before });
          }
          const from = (Math.floor(now / MINUTE) - 9) * MINUTE;
          const { tokens, intervals: counts } = looksOfLate(clock, now)!;
          expect(tokens).toBe([...newest.values()].filter((at) => at >= from).length);
          const ofLate = intervals.filter(({ at }) => at >= from).map(({ ms }) => ms);
          expect(counts.reduce((sum, count) => sum + count, 0)).toBe(ofLate.length);
          const median = ofLate.sort((a, b) => a - b)[Math.ceil(ofLate.length / 2) - 1];
          if (median === undefined) expect(intervalQuantile(counts, 0.5)).toBeNull();
          else if (median >= 250)
            expect(Math.abs(intervalQuantile(counts, 0.5)! / median - 1)).toBeLessThan(0.1);
        },
      ),
    ));

  it('are told with each scan, also after a restart', () => {
    const chain = new Chain().slot().pass(1_000).launch().trade(5).slot();
    chain.pass(11_000).trade(6).slot();
    restart(chain.folded);
    chain.pass(11_000).trade(7).slot();
    const looked = scanned(chain)!;
    expect(looked.tokens).toBe(1);
    expect(looked.intervals.reduce((sum, count) => sum + count, 0)).toBe(2);
    expect(intervalQuantile(looked.intervals, 0.95)).toBeGreaterThan(9_000);
    // Nobody looked for ten minutes.
    chain
      .pass(2 * WINDOW_MS.h24)
      .slot()
      .pass(15 * MINUTE)
      .slot();
    expect(scanned(chain)).toEqual({ tokens: 0, intervals: [] });
  });

  it('of a state that did not keep them are unknown until ten minutes of them are', () => {
    const { clock } = newPartition(0);
    delete clock.looks;
    expect(looksOfLate(clock, START)).toBeUndefined();
    noteLook(clock, START - 400, START);
    expect(looksOfLate(clock, START + 9 * MINUTE)).toBeUndefined();
    noteLook(clock, START, START + 10 * MINUTE);
    expect(looksOfLate(clock, START + 11 * MINUTE)?.tokens).toBe(1);
    expect(newLooks(null).since).toBeNull();
  });
});
