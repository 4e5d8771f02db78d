import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { playEnough, transactionsFor } from './enough.js';

it('asks for enough transactions for the events, and not for many more', () => {
  for (const events of [1, 1_000, 200_000, 1_000_000]) {
    expect(transactionsFor(events) * 2.27).toBeGreaterThanOrEqual(events);
    expect(transactionsFor(events) * 2.27).toBeLessThan(events * 1.05 + 3);
  }
});

describe('a market that states fewer events than were asked for', () => {
  /** Plays that state so many events a transaction; what was played, and what of it was discarded. */
  function marketOf(eventsPerTransaction: number) {
    const asked: number[] = [];
    const discarded: number[] = [];
    const play = async (transactions: number) => {
      asked.push(transactions);
      const discard = async () => void discarded.push(transactions);
      return { transactions, events: Math.floor(transactions * eventsPerTransaction), discard };
    };
    return { asked, discarded, play };
  }

  it('is played on: 9,091 transactions of seed 99 state 19,993 of 20,000', async () => {
    const { asked, discarded, play } = marketOf(19_993 / 9_091);
    const { transactions, events } = await playEnough(20_000, play);
    expect(events).toBeGreaterThanOrEqual(20_000);
    expect(asked).toEqual([9_091, transactions]);
    expect(discarded).toEqual([9_091]);
  });

  it('is played until there are enough, with the last play alone kept, whatever it states', () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1_000, max: 1_000_000 }),
        fc.double({ min: 0.01, max: 5, noNaN: true }),
        async (wanted, eventsPerTransaction) => {
          const { asked, discarded, play } = marketOf(eventsPerTransaction);
          const { transactions, events } = await playEnough(wanted, play);
          expect(events).toBeGreaterThanOrEqual(wanted);
          expect(asked).toEqual([...asked].sort((a, b) => a - b));
          expect([...discarded, transactions]).toEqual(asked);
        },
      ),
      { seed: 1 },
    ));

  it('is not played for ever where it states none', async () => {
    const { discarded, play } = marketOf(0);
    await expect(playEnough(22_000, play)).rejects.toThrow('10000 transactions state no event');
    expect(discarded).toEqual([10_000]);
  });
});
