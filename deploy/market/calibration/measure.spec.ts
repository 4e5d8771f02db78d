import { describe, expect, it } from 'vitest';
import { type LaunchSeen, Measure } from './measure.js';
import type { Observed } from './observe.js';

type Trade = Observed & { kind: 'trade' };

const START_MS = Date.UTC(2026, 9, 1);
const MIGRATED_S = 600;
const CREATOR = 'creator';

const trade = (more: Partial<Trade>): Trade => ({
  kind: 'trade',
  mint: 'coin',
  slot: 100,
  timeMs: START_MS,
  side: 'buy',
  trader: 'somebody',
  sol: 1,
  inPool: false,
  price: 1,
  raisedSol: 1,
  ...more,
});

const migrated: Observed = {
  kind: 'migrated',
  mint: 'coin',
  timeMs: START_MS + 1_000 * MIGRATED_S,
  price: 2,
};

const poolTrade = (afterS: number, price: number): Trade =>
  trade({ inPool: true, raisedSol: null, timeMs: START_MS + 1_000 * (MIGRATED_S + afterS), price });

/** What is seen of a coin born in slot 100. */
function seenOf(...facts: Observed[]): LaunchSeen {
  const measure = new Measure();
  measure.note({
    kind: 'launch',
    mint: 'coin',
    creator: CREATOR,
    slot: 100,
    timeMs: START_MS,
    name: 'Coin (COIN)',
    hasSocials: null,
  });
  for (const fact of facts) measure.note(fact);
  return measure.launches.get('coin')!;
}

describe('wash trades', () => {
  /** One wallet sells, another buys, a slot for each round. */
  const rounds = (count: number, sold: Partial<Trade> = {}, bought: Partial<Trade> = {}): Trade[] =>
    Array.from({ length: count }, (_, round) => {
      const [seller, buyer] = round % 2 === 0 ? ['one', 'other'] : ['other', 'one'];
      return [
        trade({ slot: 200 + round, side: 'sell', trader: seller, ...sold }),
        trade({ slot: 200 + round, side: 'buy', trader: buyer, ...bought }),
      ];
    }).flat();

  it.each([
    ['two rounds of a pair are none', rounds(2), 0],
    ['from the third round on all of them count', rounds(3), 6],
    ['and each round after', rounds(5), 10],
    ['sizes may differ by 40%', rounds(3, {}, { sol: 1.4 }), 6],
    ['not by more', rounds(3, {}, { sol: 1.41 }), 0],
    ['a slot later is another trade', rounds(3, { slot: 199 }), 0],
    ['nobody hands on to himself', rounds(3, { trader: 'one' }, { trader: 'one' }), 0],
    [
      'pairs are counted one by one',
      [...rounds(2), ...rounds(2, { trader: 'third' }, { trader: 'fourth' })],
      0,
    ],
    [
      'who buys between the two breaks the round',
      rounds(3).flatMap((each) =>
        each.side === 'sell'
          ? [each, { ...each, side: 'buy' as const, trader: 'passer-by', sol: 5 }]
          : [each],
      ),
      0,
    ],
  ])('%s', (_, trades, expected) => expect(seenOf(...trades).washTrades).toBe(expected));
});

describe('a launch is sniped', () => {
  it.each([
    ['by whoever but the creator buys in the slot of the creation', trade({}), true],
    ['not by its creator', trade({ trader: CREATOR }), false],
    ['not in the next slot', trade({ slot: 101 }), false],
    ['not by a sale', trade({ side: 'sell' }), false],
  ])('%s', (_, fact, expected) => {
    expect(seenOf(trade({ trader: CREATOR, sol: 1.5 }), fact)).toMatchObject({
      isSniped: expected,
      initialSol: 1.5,
    });
  });
});

describe('the price 20 minutes after the migration', () => {
  it.each([
    [
      'is measured against what the pool opened with, not its first trade',
      [poolTrade(1, 1), poolTrade(60, 0.5)],
      0.25,
    ],
    ['is that of the last trade in the 20 minutes', [poolTrade(1_200, 0.4), poolTrade(1_201, 6)], 0.2],
    ['stands where nobody traded', [], 1],
    ['stands where nobody traded in time', [poolTrade(1_201, 6)], 1],
  ])('%s', (_, trades, expected) => expect(seenOf(migrated, ...trades).after20Min).toBe(expected));

  it('is none without a pool', () => expect(seenOf(trade({})).after20Min).toBeNull());
});
