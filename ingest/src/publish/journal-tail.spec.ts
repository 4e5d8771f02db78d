import { encodeJournalRecord, type Fact, type Source } from '@cryptonite/contracts/events';
import { describe, expect, it } from 'vitest';
import { type Line, parseLine, summarise } from './journal-tail.js';
import { slotConfirmed, slotRolledBack, solPriceObserved, streamRecord } from './slot-facts.js';

const tape: Source = { kind: 'tape', name: 'a.tape' };
const lineOf = (slot: number, facts: Fact[] = [], source = tape): Line => ({
  slot,
  time: slot * 1_000,
  source,
  facts,
});
const confirmed = (slot: number): Line => lineOf(slot, [slotConfirmed(slot, slot - 1, slot * 1_000)]);

describe('a line', () => {
  it('given a record of the journal, is what the tail needs of it', () => {
    const fact = slotConfirmed(7, 6, 7_000);
    const line = parseLine(Buffer.from(encodeJournalRecord(streamRecord(7, 7_000, tape, [fact]))));
    expect(line).toEqual({
      slot: 7,
      time: 7_000,
      source: tape,
      facts: [{ kind: 'SlotConfirmed', id: fact.id, time: 7_000 }],
    });
  });

  it.each([
    ['nothing', null],
    ['no JSON', '{"slot":'],
    ['no record', '{"slot":7}'],
    ['a slot no position can hold', JSON.stringify({ ...lineOf(10 ** 12), facts: [] })],
  ])('given %s, is none', (_, text) => {
    expect(parseLine(text === null ? null : Buffer.from(text))).toBeNull();
  });
});

describe('the tail', () => {
  it('given no records, is that of an empty journal', () => {
    const { partitions, last, confirmedSlots, source } = summarise([[], []]);
    expect(partitions.map(({ newestSlot, toldPrice }) => [newestSlot, toldPrice])).toEqual([
      [null, null],
      [null, null],
    ]);
    expect([last, confirmedSlots.size, source]).toEqual([null, 0, null]);
  });

  it('given partitions that end at different slots, ends at the newest slot all have reached', () => {
    const { partitions, last, confirmedSlots } = summarise([
      [confirmed(5), confirmed(6), confirmed(7)],
      [confirmed(5), confirmed(6)],
    ]);
    expect(partitions.map(({ newestSlot }) => newestSlot)).toEqual([7, 6]);
    expect(last).toEqual({ slot: 6, timeMs: 6_000 });
    expect([...confirmedSlots]).toEqual([[6, 6_000]]);
  });

  it('given a partition that holds nothing, ends nowhere: that partition lacks everything', () => {
    const { last, source } = summarise([[], [confirmed(5)]]);
    expect(last).toBeNull();
    expect(source).toEqual(tape);
  });

  it('given a record late for an older slot, still ends at the newest', () => {
    const { partitions, last } = summarise([[confirmed(7), lineOf(3)]]);
    expect(partitions[0]!.newestSlot).toBe(7);
    expect(last).toEqual({ slot: 7, timeMs: 7_000 });
  });

  it('given a slot that was rolled back, does not hold it confirmed', () => {
    const rolledBack = lineOf(6, [slotRolledBack(6, 6_000)]);
    const { confirmedSlots } = summarise([[confirmed(5), confirmed(6), rolledBack, confirmed(7)]]);
    expect([...confirmedSlots.keys()]).toEqual([7]);
  });

  it('given partitions read from different slots on, knows as confirmed what all of them hold in whole', () => {
    const { confirmedSlots } = summarise([
      [lineOf(4), confirmed(5), confirmed(6), confirmed(7), confirmed(8)],
      // Of slot 6 this one may hold more than was read; what came late for slot 2 says nothing of what lies between.
      [lineOf(2), lineOf(6), confirmed(6), confirmed(7), confirmed(8)],
    ]);
    expect([...confirmedSlots.keys()]).toEqual([7, 8]);
  });

  it('given facts, knows their ids in their own partition alone', () => {
    const { partitions } = summarise([[confirmed(5)], [lineOf(5)]]);
    const { id } = slotConfirmed(5, 4, 5_000);
    expect(partitions.map(({ seen }) => seen.add(5, id))).toEqual([false, true]);
  });

  it('given coins that something is quoted in, knows in which slots, but for what came late', () => {
    const quoted = (slot: number, quoteMint: string): Line => ({
      ...lineOf(slot),
      facts: [{ kind: 'TradeExecuted', id: `${slot} ${quoteMint}`, time: slot * 1_000, quoteMint }],
    });
    const { quotedIn } = summarise([
      [quoted(5, 'a'), quoted(5, 'b'), confirmed(5), quoted(6, 'a'), confirmed(6)],
      [quoted(5, 'c'), confirmed(5), confirmed(6), quoted(5, 'd')],
    ]);
    expect([...quotedIn].map(([slot, { timeMs, coins }]) => [slot, timeMs, [...coins]])).toEqual([
      [5, 5_000, ['a', 'b', 'c']],
      [6, 6_000, ['a']],
    ]);
  });

  it('given prices, knows the one each partition was told last', () => {
    const price = (slot: number, priceUsd: string) =>
      lineOf(slot, [solPriceObserved(slot, slot * 1_000, { priceUsd, from: 'test' })]);
    const { partitions } = summarise([[price(5, '150'), price(6, '151')], [confirmed(5)]]);
    expect(partitions.map(({ toldPrice }) => toldPrice)).toEqual([{ priceUsd: '151', timeMs: 6_000 }, null]);
  });

  it('given two sources, names the newest of them', () => {
    const market: Source = { kind: 'market', name: 'seed 7' };
    expect(summarise([[], [confirmed(5), lineOf(6, [], market)]]).source).toEqual(market);
  });
});
