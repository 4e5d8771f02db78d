import { describe, expect, it } from 'vitest';
import type { Update } from '../decode/update.js';
import { type Assembled, type PublishedBefore, SlotAssembler, UnfinishedSlots } from './slot-assembler.js';

const NOTHING_BEFORE: PublishedBefore = { last: null, slots: new Map() };
const body = new DataView(new ArrayBuffer(0));
const transaction = (slot: number, index = 0): Update => ({
  kind: 'transaction',
  slot,
  bankId: null,
  index,
  body,
});
const meta = (slot: number, parentSlot: number | null = slot - 1): Update => ({
  kind: 'blockMeta',
  slot,
  bankId: null,
  parentSlot,
  blockTimeMs: slot * 1000,
});
const status = (slot: number, code = 1): Update => ({ kind: 'slot', slot, bankId: null, status: code });
const whole = (slot: number, parentSlot = slot - 1): Update[] => [
  transaction(slot),
  meta(slot, parentSlot),
  status(slot),
];

const feed = (assembler: SlotAssembler, ...updates: Update[]): Assembled[] =>
  updates.flatMap((update) => assembler.accept(update, 0));
const outline = (assembled: Assembled[]) =>
  assembled.map((each) =>
    each.kind === 'rolledBack'
      ? `${each.slot} rolled back`
      : each.kind === 'refused'
        ? `${each.slot} refused: ${each.transactions.length}`
        : each.kind === 'passedBy'
          ? `${each.slot} passed by: ${each.transactions}`
          : `${each.slot}:${each.transactions.map(({ index }) => index).join()}${each.isWhole ? '' : ' part'}${each.gap ? ` gap after ${each.gap.afterSlot}` : ''}`,
  );

describe('a slot', () => {
  it('is given out when its meta and its confirmation are there, in the order of its transactions', () => {
    const assembler = new SlotAssembler(NOTHING_BEFORE);
    expect(feed(assembler, transaction(5, 2), transaction(5, 0), meta(5))).toEqual([]);
    expect(outline(feed(assembler, status(5)))).toEqual(['5:0,2']);
  });

  it('may be confirmed before its meta comes', () => {
    const assembler = new SlotAssembler(NOTHING_BEFORE);
    expect(outline(feed(assembler, transaction(5), status(5), meta(5)))).toEqual(['5:0']);
  });

  it('is not given out for any other status than confirmed or final', () => {
    const assembler = new SlotAssembler(NOTHING_BEFORE);
    expect(feed(assembler, transaction(5), meta(5), ...[0, 3, 4, 5].map((code) => status(5, code)))).toEqual(
      [],
    );
    expect(outline(feed(assembler, status(5, 2)))).toEqual(['5:0']);
  });

  it('is given out once, however often its status comes', () => {
    const assembler = new SlotAssembler(NOTHING_BEFORE);
    feed(assembler, ...whole(5));
    expect(feed(assembler, status(5), status(5, 2), meta(5))).toEqual([]);
  });

  it('follows its parent though the parent has no status of its own', () => {
    const assembler = new SlotAssembler(NOTHING_BEFORE);
    expect(outline(feed(assembler, transaction(5), meta(5), ...whole(6)))).toEqual(['5:0', '6:0']);
  });

  it('gives what comes late, too', () => {
    const assembler = new SlotAssembler(NOTHING_BEFORE);
    feed(assembler, ...whole(5));
    expect(outline(feed(assembler, transaction(5, 9)))).toEqual(['5:9 part']);
  });
});

describe('a gap', () => {
  it('is not a skipped slot number', () => {
    const assembler = new SlotAssembler(NOTHING_BEFORE);
    expect(outline(feed(assembler, ...whole(5), ...whole(9, 5)))).toEqual(['5:0', '9:0']);
  });

  it('is a parent that was never seen', () => {
    const assembler = new SlotAssembler(NOTHING_BEFORE);
    const [, second] = feed(assembler, ...whole(5), ...whole(9, 8));
    expect(second).toMatchObject({ gap: { afterSlot: 5, durationMs: 4000, cause: 'missing' } });
  });

  it('is a parent whose meta never came; what came of it is given out', () => {
    const assembler = new SlotAssembler(NOTHING_BEFORE);
    expect(outline(feed(assembler, ...whole(5), transaction(6), ...whole(7)))).toEqual([
      '5:0',
      '6:0 part',
      '7:0 gap after 5',
    ]);
  });

  it('is told across a restart, and not where the stream goes back to what is known', () => {
    const before = {
      last: { slot: 100, timeMs: 100_000 },
      slots: new Map([
        [97, 97_000],
        [100, 100_000],
      ]),
    };
    expect(outline(feed(new SlotAssembler(before), ...whole(150)))).toEqual(['150:0 gap after 100']);
    const resumed = new SlotAssembler(before);
    expect(outline(feed(resumed, ...whole(97), ...whole(100, 97), ...whole(101)))).toEqual([
      '97:0',
      '100:0',
      '101:0',
    ]);
  });

  it('is not told where the provider does not name the parent', () => {
    const assembler = new SlotAssembler(NOTHING_BEFORE);
    const updates = [...whole(5), transaction(9), meta(9, null), status(9)];
    expect(outline(feed(assembler, ...updates))).toEqual(['5:0', '9:0']);
  });
});

describe('a rollback', () => {
  it('is a published slot from which a confirmed one does not descend', () => {
    const assembler = new SlotAssembler(NOTHING_BEFORE);
    expect(outline(feed(assembler, ...whole(5), ...whole(6), ...whole(7, 5)))).toEqual([
      '5:0',
      '6:0',
      '6 rolled back',
      '7:0 gap after 5',
    ]);
  });

  it('names the block time of the slot', () => {
    const assembler = new SlotAssembler(NOTHING_BEFORE);
    const assembled = feed(assembler, ...whole(5), ...whole(6), ...whole(9, 5));
    expect(assembled).toContainEqual({ kind: 'rolledBack', slot: 6, timeMs: 6_000 });
  });

  it('is also told where the slots before it, and the parent, lie in a gap', () => {
    const assembler = new SlotAssembler({ last: { slot: 100, timeMs: 100_000 }, slots: new Map() });
    const assembled = feed(assembler, ...whole(121), ...whole(122, 120), ...whole(123));
    expect(outline(assembled)).toEqual([
      '121:0 gap after 100',
      '121 rolled back',
      '122:0 gap after 120',
      '123:0',
    ]);
    expect(assembled[2]).toMatchObject({ gap: { afterSlot: 120, cause: 'rolled back' } });
  });

  it('is not told for a parent that lies in no gap and was never seen: its number is damaged, or it is lost', () => {
    const before = { last: { slot: 100, timeMs: 100_000 }, slots: new Map([[98, 98_000]]) };
    expect(outline(feed(new SlotAssembler(before), ...whole(101, 99)))).toEqual(['101:0 gap after 100']);
  });

  it('of the slots that took the place of another is told where that one is the parent again', () => {
    const assembler = new SlotAssembler(NOTHING_BEFORE);
    feed(assembler, ...whole(100), ...whole(101), ...whole(102, 100));
    expect(outline(feed(assembler, status(101), ...whole(103, 101)))).toEqual([
      '102 rolled back',
      '103:0 gap after 101',
    ]);
  });

  it('is told again by a stream that goes back, for what it brings again', () => {
    const assembler = new SlotAssembler(NOTHING_BEFORE);
    const fork = [...whole(101), ...whole(102, 100)];
    const told = ['101:0', '101 rolled back', '102:0 gap after 100'];
    expect(outline(feed(assembler, ...whole(100), ...fork))).toEqual(['100:0', ...told]);
    assembler.restart();
    expect(outline(feed(assembler, ...fork, transaction(101, 9), ...whole(103)))).toEqual([
      ...told,
      '103:0',
      '101 passed by: 1',
    ]);
  });

  it('leaves a slot for which nothing that comes late is given out', () => {
    const assembler = new SlotAssembler(NOTHING_BEFORE);
    feed(assembler, ...whole(5), ...whole(6), ...whole(7, 5));
    expect(outline(feed(assembler, transaction(6, 9), transaction(6, 8), ...whole(8)))).toEqual([
      '8:0',
      '6 passed by: 2',
    ]);
  });
});

describe('a dead slot', () => {
  it('passes by, with what comes for it before and after, also where a confirmed one names it as its parent', () => {
    const assembler = new SlotAssembler(NOTHING_BEFORE);
    feed(assembler, ...whole(5));
    expect(feed(assembler, transaction(6), status(6, 6), transaction(6, 1), status(4, 6))).toEqual([]);
    expect(outline(feed(assembler, ...whole(7, 6)))).toEqual(['7:0 gap after 5', '6 passed by: 2']);
    expect(outline(feed(assembler, transaction(6, 2), ...whole(8)))).toEqual(['8:0', '6 passed by: 1']);
  });

  it('is none once it is confirmed, whichever is told first', () => {
    const assembler = new SlotAssembler(NOTHING_BEFORE);
    expect(outline(feed(assembler, transaction(5), status(5, 6), meta(5), status(5)))).toEqual(['5:0']);
    const early = feed(assembler, transaction(6), status(6), status(6, 6), meta(6));
    expect(outline(early)).toEqual(['6 refused: 0', '6:0']);
  });

  it('is none where it was given out: its number is damaged, and it is refused', () => {
    const assembler = new SlotAssembler(NOTHING_BEFORE);
    expect(outline(feed(assembler, ...whole(5), status(5, 6)))).toEqual(['5:0', '5 refused: 0']);
    expect(outline(feed(assembler, transaction(5, 9), ...whole(6)))).toEqual(['5:9 part', '6:0']);
  });
});

describe('a new stream', () => {
  it('gives its slots out again, and drops what the last one left unfinished', () => {
    const assembler = new SlotAssembler(NOTHING_BEFORE);
    feed(assembler, ...whole(5), transaction(6, 3));
    assembler.restart();
    expect(outline(feed(assembler, ...whole(5), ...whole(6)))).toEqual(['5:0', '6:0']);
    expect(assembler.lastSlot).toBe(6);
  });
});

it("takes what comes late for a slot of the stream or the run before, at that slot's time", () => {
  const assembler = new SlotAssembler({
    last: { slot: 5, timeMs: 5_000 },
    slots: new Map([
      [4, 4_000],
      [5, 5_000],
    ]),
  });
  feed(assembler, ...whole(6));
  assembler.restart();
  const late = feed(assembler, transaction(4, 9), transaction(6, 9), ...whole(9, 8));
  expect(outline(late)).toEqual(['9:0 gap after 6', '4:9 part', '6:9 part']);
  expect(late.map((each) => each.kind === 'slot' && each.timeMs)).toEqual([9_000, 4_000, 6_000]);
});

it('goes on after a standstill of the chain where the provider names no parents', () => {
  const assembler = new SlotAssembler(NOTHING_BEFORE);
  feed(assembler, ...whole(5));
  const afterADay = (slot: number): Update[] => [
    transaction(slot),
    { kind: 'blockMeta', slot, bankId: null, parentSlot: null, blockTimeMs: 86_400_000 + slot * 1_000 },
    status(slot),
  ];
  expect(feed(assembler, ...afterADay(6))).toEqual([]);
  expect(outline(feed(assembler, ...afterADay(7)))).toEqual(['6:0', '7:0']);
  expect(outline(feed(assembler, ...afterADay(8)))).toEqual(['8:0']);
});

it('gives out what was abandoned right after a standstill as any other fork, also when it comes again', () => {
  const assembler = new SlotAssembler(NOTHING_BEFORE);
  feed(assembler, ...whole(100));
  const afterADay = (slot: number, parentSlot: number): Update[] => [
    transaction(slot),
    { kind: 'blockMeta', slot, bankId: null, parentSlot, blockTimeMs: 86_400_000 + slot * 1_000 },
    status(slot),
  ];
  const chain = [...afterADay(101, 100), ...afterADay(102, 100), ...afterADay(103, 102)];
  const told = ['101:0', '101 rolled back', '102:0 gap after 100', '103:0'];
  expect(outline(feed(assembler, ...chain))).toEqual(told);
  assembler.restart();
  expect(outline(feed(assembler, ...whole(99), ...whole(100), ...chain))).toEqual(['99:0', '100:0', ...told]);
});

it('takes the time of a slot for right that comes again from before a standstill, though none before it does', () => {
  const assembler = new SlotAssembler(NOTHING_BEFORE);
  const afterADay = (slot: number): Update[] => [
    { kind: 'blockMeta', slot, bankId: null, parentSlot: slot - 1, blockTimeMs: 86_400_000 + slot * 1_000 },
    status(slot),
  ];
  const chain = [...afterADay(101), ...afterADay(102)];
  feed(assembler, ...whole(99), ...whole(100), ...chain);
  assembler.restart();
  const assembled = feed(assembler, ...whole(100), ...chain);
  expect(outline(assembled)).toEqual(['100:0', '101:', '102:']);
  expect(assembled[0]).toMatchObject({ timeMs: 100_000 });
});

/** Slots of so many ms, without transactions. */
const chainOf = (slots: number, slotMs: number, firstSlot = 1, firstTimeMs = firstSlot * slotMs): Update[] =>
  Array.from({ length: slots }, (_, n) => n).flatMap((n) => {
    const [slot, blockTimeMs] = [firstSlot + n, firstTimeMs + n * slotMs];
    return [
      { kind: 'blockMeta', slot, bankId: null, parentSlot: slot - 1, blockTimeMs } as const,
      status(slot),
    ];
  });

it.each([400, 200])('of slots of %d ms gives out nothing for one further back than 200 s', (slotMs) => {
  const assembler = new SlotAssembler(NOTHING_BEFORE);
  feed(assembler, ...chainOf(1_500, slotMs));
  const first = assembler.rememberedFrom;
  expect(first).toBe(1_501 - 200_000 / slotMs);
  expect(outline(feed(assembler, transaction(first, 9)))).toEqual([`${first}:9 part`]);
  expect(feed(assembler, transaction(first - 1, 9))).toEqual([]);
  const [, refused] = feed(assembler, ...chainOf(1, slotMs, 1_501));
  expect(refused).toMatchObject({
    slot: first - 1,
    reason: `slot ${first - 1} is further back than is remembered`,
  });
});

it.each([400, 200])('of slots of %d ms keeps no more without an end than of 400 s', (slotMs) => {
  const assembler = new SlotAssembler(NOTHING_BEFORE);
  feed(assembler, ...chainOf(300, slotMs));
  const flood = (slots: number) => {
    for (let slot = 1_000; slot < 1_000 + slots; slot++) assembler.accept(transaction(slot), 0);
  };
  const most = 400_000 / slotMs;
  flood(most);
  expect(() => flood(most + 1)).toThrow(
    new UnfinishedSlots(`${most} slots have neither block meta nor confirmation`),
  );
});

it('measures how fast slots follow each other anew where its place is that of another chain', () => {
  const assembler = new SlotAssembler(NOTHING_BEFORE);
  feed(assembler, ...chainOf(300, 400, 2_000));
  expect(assembler.slotsIn(1_000)).toBe(3);
  feed(assembler, ...chainOf(2, 200, 1_300, 950_000));
  expect([assembler.lastSlot, assembler.slotsIn(1_000)]).toEqual([1_301, 10]);
  feed(assembler, ...chainOf(298, 200, 1_302, 950_400));
  expect(assembler.slotsIn(1_000)).toBe(5);
});

describe('several banks of a slot', () => {
  const inBank = (bankId: number | null, updates: Update[]): Update[] =>
    updates.map((update) => ('bankId' in update ? { ...update, bankId } : update));
  const madeIn = (bankId: number, slot: number, index: number, parentSlot = slot - 1): Update[] =>
    inBank(bankId, [transaction(slot, index), meta(slot, parentSlot)]);

  it('are told apart: the confirmed one is given out, with its own parent', () => {
    const assembler = new SlotAssembler(NOTHING_BEFORE);
    feed(assembler, ...inBank(7, whole(5)));
    const apart = [...madeIn(8, 7, 1), ...madeIn(9, 7, 2, 5), ...inBank(8, [transaction(7, 3)])];
    expect(feed(assembler, ...apart)).toEqual([]);
    const assembled = feed(assembler, ...inBank(9, [status(7)]), ...inBank(10, whole(8)));
    expect(outline(assembled)).toEqual(['7 passed by: 2', '7:2', '8:0']);
    expect(assembled[1]).toMatchObject({ parentSlot: 5 });
  });

  it('are told apart though the confirmation comes before the content', () => {
    const assembler = new SlotAssembler(NOTHING_BEFORE);
    feed(assembler, ...inBank(9, [status(7)]), ...madeIn(8, 7, 1));
    expect(outline(feed(assembler, ...madeIn(9, 7, 2)))).toEqual(['7 passed by: 1', '7:2']);
  });

  it('come late for the one that was given out, and pass by for another, told once with the next slot', () => {
    const assembler = new SlotAssembler(NOTHING_BEFORE);
    feed(assembler, ...inBank(9, whole(7)));
    expect(outline(feed(assembler, ...inBank(9, [transaction(7, 4)])))).toEqual(['7:4 part']);
    expect(feed(assembler, ...inBank(8, [transaction(7, 5), transaction(7, 6)]))).toEqual([]);
    expect(outline(feed(assembler, ...whole(8)))).toEqual(['8:0', '7 passed by: 2']);
    expect(outline(feed(assembler, ...whole(9)))).toEqual(['9:0']);
  });

  it('one of which is dead leave the other', () => {
    const assembler = new SlotAssembler(NOTHING_BEFORE);
    feed(assembler, ...madeIn(8, 7, 1), ...madeIn(9, 7, 2), ...inBank(8, [status(7, 6)]));
    expect(outline(feed(assembler, ...inBank(9, [status(7)])))).toEqual(['7 passed by: 1', '7:2']);
    expect(feed(assembler, ...inBank(8, [status(7, 6)]))).toEqual([]);
    expect(outline(feed(assembler, ...inBank(9, [status(7, 6)])))).toEqual(['7 refused: 0']);
  });

  it('one of which is told dead before the other comes leave that one, confirmed by a later slot only', () => {
    const assembler = new SlotAssembler(NOTHING_BEFORE);
    feed(assembler, ...inBank(7, whole(6)), ...inBank(8, [status(7, 6)]));
    const assembled = feed(assembler, ...madeIn(9, 7, 2), ...inBank(10, whole(8)));
    expect(outline(assembled)).toEqual(['7:2', '8:0']);
  });

  it('all of which are dead leave nothing, also of what comes later', () => {
    const assembler = new SlotAssembler(NOTHING_BEFORE);
    const deaths = [8, 9].flatMap((bankId) => [...madeIn(bankId, 6, 1), ...inBank(bankId, [status(6, 6)])]);
    feed(assembler, ...whole(5), ...deaths, ...inBank(8, [transaction(6, 2)]));
    expect(outline(feed(assembler, ...whole(7, 6)))).toEqual(['7:0 gap after 5', '6 passed by: 3']);
    const later = feed(assembler, ...inBank(8, [transaction(6, 3)]), ...whole(8));
    expect(outline(later)).toEqual(['8:0', '6 passed by: 1']);
  });

  it('one of which is told dead is given out all the same once it is confirmed', () => {
    const assembler = new SlotAssembler(NOTHING_BEFORE);
    const updates = [...madeIn(8, 5, 1), ...inBank(8, [status(5, 6), status(5)])];
    expect(outline(feed(assembler, ...updates))).toEqual(['5:1']);
  });

  it('are told apart by a death, too, where the confirmation names none', () => {
    const [before, after] = [new SlotAssembler(NOTHING_BEFORE), new SlotAssembler(NOTHING_BEFORE)];
    const both = [...madeIn(8, 7, 1), ...madeIn(9, 7, 2)];
    const death = inBank(8, [status(7, 6)]);
    const told = ['7 passed by: 1', '7:2'];
    expect(outline(feed(before, ...both, ...death, status(7)))).toEqual(told);
    expect(outline(feed(after, ...both, status(7), ...death))).toEqual(told);
  });

  it('one of which is dead come again in another stream, and nothing is refused', () => {
    const assembler = new SlotAssembler(NOTHING_BEFORE);
    const updates = [...inBank(8, [status(7, 6)]), ...inBank(9, whole(7))];
    expect(outline(feed(assembler, ...updates))).toEqual(['7:0']);
    assembler.restart();
    expect(outline(feed(assembler, ...updates))).toEqual(['7:0']);
  });

  it('are not mixed where no confirmation names one: the slot is refused, and leaves a gap', () => {
    const assembler = new SlotAssembler(NOTHING_BEFORE);
    feed(assembler, ...whole(5), ...madeIn(8, 6, 1), ...madeIn(9, 6, 2));
    expect(outline(feed(assembler, status(6), ...whole(7)))).toEqual(['6 refused: 2', '7:0 gap after 5']);
  });

  it('are one where only some updates name it', () => {
    const assembler = new SlotAssembler(NOTHING_BEFORE);
    const updates = [transaction(5, 1), ...inBank(9, [transaction(5, 2)]), meta(5)];
    expect(outline(feed(assembler, ...updates, ...inBank(9, [status(5)])))).toEqual(['5:1,2']);
  });
});

it('takes back the very first slot that it gave out when its sibling is confirmed', () => {
  const assembler = new SlotAssembler(NOTHING_BEFORE);
  expect(outline(feed(assembler, ...whole(6, 5), ...whole(7, 5)))).toEqual([
    '6:0',
    '6 rolled back',
    '7:0 gap after 5',
  ]);
});

describe('a damaged number or time', () => {
  const at = (slot: number, timeMs: number | null, parentSlot = slot - 1): Update[] => [
    transaction(slot),
    { kind: 'blockMeta', slot, bankId: null, parentSlot, blockTimeMs: timeMs },
    status(slot),
  ];
  const timesOf = (assembled: Assembled[]) =>
    assembled.map((each) => (each.kind === 'slot' ? each.timeMs : null));

  it('of a slot far ahead moves nothing, and the slot is refused when others go on', () => {
    const assembler = new SlotAssembler(NOTHING_BEFORE);
    feed(assembler, ...whole(5));
    expect(feed(assembler, ...at(900_000_000, 6_000, 5))).toEqual([]);
    expect(assembler.lastSlot).toBe(5);
    expect(outline(feed(assembler, ...whole(6)))).toEqual(['6:0', '900000000 refused: 1']);
    expect(outline(feed(assembler, ...whole(7)))).toEqual(['7:0']);
  });

  it('of a block time is taken as not told once the next slot contradicts it', () => {
    const assembler = new SlotAssembler(NOTHING_BEFORE);
    feed(assembler, ...whole(5));
    expect(feed(assembler, ...at(6, 4_102_444_800_000))).toEqual([]);
    const assembled = feed(assembler, ...whole(7));
    expect(outline(assembled)).toEqual(['6 refused: 0', '6:0', '7:0']);
    expect(timesOf(assembled)).toEqual([null, null, 7_000]);
  });

  it('is none where two slots agree: the chain stood still, or the stream had been too far ahead', () => {
    const still = new SlotAssembler(NOTHING_BEFORE);
    feed(still, ...whole(5));
    expect(feed(still, ...at(6, 86_406_000))).toEqual([]);
    expect(timesOf(feed(still, ...at(7, 86_407_000)))).toEqual([86_406_000, 86_407_000]);

    const ahead = new SlotAssembler({ last: { slot: 900_000_000, timeMs: 5_000 }, slots: new Map() });
    expect(feed(ahead, ...whole(5))).toEqual([]);
    expect(outline(feed(ahead, ...whole(6)))).toEqual(['5:0', '6:0']);
    expect(ahead.lastSlot).toBe(6);
  });

  it('of a transaction leaves it in a slot that is never confirmed: it is refused, near or far', () => {
    const assembler = new SlotAssembler(NOTHING_BEFORE);
    feed(assembler, ...whole(5), transaction(3), transaction(70_000));
    expect(outline(feed(assembler, ...whole(6)))).toEqual(['6:0', '3 refused: 1', '70000 refused: 1']);
  });

  it('that makes a later slot the parent does not end that slot before all of it has come', () => {
    const assembler = new SlotAssembler(NOTHING_BEFORE);
    feed(assembler, ...whole(5));
    expect(outline(feed(assembler, transaction(7), ...whole(6, 7)))).toEqual(['6:0 gap after 5']);
    expect(outline(feed(assembler, transaction(7, 1), meta(7), status(7)))).toEqual(['7:0,1']);
  });

  it('that makes a slot its own ancestor does not hold the stream up', () => {
    const assembler = new SlotAssembler(NOTHING_BEFORE);
    expect(outline(feed(assembler, ...whole(5, 5)))).toEqual(['5:0']);
    feed(assembler, transaction(7), meta(7, 8));
    expect(outline(feed(assembler, ...whole(8, 7)))).toEqual(['7:0 gap after 5', '8:0']);
  });
});
