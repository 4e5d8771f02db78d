import { Fact } from '@cryptonite/contracts/events';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SeenIds } from './seen-ids.js';
import {
  gapDetected,
  isConfirmedInJournal,
  isPriceDue,
  slotConfirmed,
  slotRolledBack,
  solPriceObserved,
} from './slot-facts.js';

const price = { priceUsd: '150.25', from: '--sol-price' };

it('facts of a slot keep their contract and stand in their order', () => {
  const gap = { afterSlot: 5, durationMs: 10, cause: 'missing' as const };
  const facts = [
    gapDetected(9, 1000, gap, 'x'.repeat(600)),
    slotConfirmed(9, 8, 1000),
    slotRolledBack(9, 1000),
    solPriceObserved(9, 1000, price),
  ];
  for (const fact of facts) expect(Fact.parse(z.encode(Fact, fact))).toEqual(fact);
  const positions = facts.map(({ position }) => position);
  expect(positions).toEqual([...positions].sort());
});

describe('a slot is confirmed in the journal', () => {
  it.each([
    ['with facts', true, 1_000, 1_000, true],
    ['without, in the same two seconds as the one before', false, 1_999, 1_000, false],
    ['without, as the first of two seconds', false, 2_000, 1_999, true],
    ['without, when the time before is not known', false, 2_000, null, false],
    ['without, when the stream has gone back', false, 2_000, 9_000, false],
  ])('%s: %s', (_, hasFacts, time, previous, expected) => {
    expect(isConfirmedInJournal(hasFacts, time, previous)).toBe(expected);
  });
});

describe('a price is told', () => {
  it.each([
    ['first', 5_000, null, true],
    ['again in the same minute', 59_000, { priceUsd: '150.25', timeMs: 1_000 }, false],
    ['again in the next minute', 60_000, { priceUsd: '150.25', timeMs: 59_000 }, true],
    ['when it is another', 2_000, { priceUsd: '150.26', timeMs: 1_000 }, true],
    ['not of a time before the last one', 900, { priceUsd: '150.26', timeMs: 1_000 }, false],
  ])('%s', (_, time, told, expected) => {
    expect(isPriceDue(price, time, told)).toBe(expected);
  });
});

describe('seen ids', () => {
  it('are known the second time', () => {
    const seen = new SeenIds();
    expect([seen.add(1, 'a'), seen.add(1, 'a'), seen.add(1, 'b')]).toEqual([true, false, true]);
  });

  it('of the newest 512 slots are kept, whatever the order in which they came', () => {
    const seen = new SeenIds();
    for (let slot = 1_000; slot < 1_512; slot++) seen.add(slot, `${slot}`);
    expect(seen.add(1_511, '1511')).toBe(false);
    // A replay that begins further back than is remembered pushes out nothing that is newer.
    seen.add(10, 'old');
    expect(seen.add(1_000, '1000')).toBe(false);
    seen.add(1_512, '1512');
    expect(seen.add(1_001, '1001')).toBe(false);
  });
});
