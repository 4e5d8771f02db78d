import { describe, expect, it } from 'vitest';
import {
  cameOf,
  explaining,
  type Gap,
  judge,
  type Letter,
  type Published,
  type PublishedFact,
  ReachedSlots,
  type Stretch,
  timesAllowed,
} from './excuses.js';

const stretch = (journalSlot: number, firstSlot: number, lastSlot: number): Stretch => ({
  what: 'a fault',
  journalSlot,
  firstSlot,
  lastSlot,
});

const gapBetween = (afterSlot: number, beforeSlot: number): Gap => ({
  afterSlot,
  beforeSlot,
  reason: 'the provider cannot replay: from_slot is too old',
});

const refusal = stretch(1_000, 1_010, 1_100);

describe('gaps', () => {
  it('explains one that begins where the journal ended and ends while the refusal was at work', () => {
    expect(explaining(gapBetween(1_005, 1_040), [refusal], [])).toEqual([refusal]);
    expect(explaining(gapBetween(1_000, 1_100), [refusal], [])).toEqual([refusal]);
  });

  it.each([
    ['lies before the refusal', gapBetween(1_002, 1_008)],
    ['lies after it', gapBetween(1_090, 1_101)],
    ['begins before the journal ended', gapBetween(999, 1_040)],
    ['has another reason', { ...gapBetween(1_005, 1_040), reason: 'the provider did not send these slots' }],
  ])('explains none that %s', (_, gap) => {
    expect(explaining(gap, [refusal], [])).toEqual([]);
  });

  it('explains none where nothing was refused, or nothing is known of the journal', () => {
    expect(explaining(gapBetween(1_005, 1_040), [], [])).toEqual([]);
    const unknown = stretch(Number.POSITIVE_INFINITY, 1_010, 1_100);
    expect(explaining(gapBetween(1_005, 1_040), [unknown], [])).toEqual([]);
  });

  it.each([
    ['as far back as both were when the second began', 900, stretch(900, 905, 1_020), true],
    ['no further back', 899, stretch(900, 905, 1_020), false],
    ['also soon after the second has ended', 900, stretch(900, 905, 882), true],
    ['not long after that', 900, stretch(900, 905, 881), false],
    ['not before the second has begun', 900, stretch(900, 1_101, 1_200), false],
  ])('lets the slower one of two ingests begin its gap %s', (_, afterSlot, second, isExplained) => {
    expect(explaining(gapBetween(afterSlot, 1_040), [refusal], [second])).toEqual(
      isExplained ? [refusal] : [],
    );
  });
});

describe('two journals', () => {
  const fact = (slot: number, kind: PublishedFact['kind'] = 'TradeExecuted', times = 1): PublishedFact => ({
    kind,
    times,
    slot,
    came: cameOf(kind, slot, undefined),
    isBehind: false,
    isFollowed: false,
  });
  const chain: Record<string, PublishedFact> = {
    early: fact(1_000),
    hidden: fact(1_020),
    rolledBack: fact(1_039, 'SlotRolledBack'),
    late: { ...fact(1_001), came: cameOf('TradeExecuted', 1_001, 1_030) },
    end: fact(1_050, 'SlotConfirmed'),
  };
  const journal = (
    facts: Record<string, PublishedFact>,
    gaps: Gap[] = [],
    letters: Letter[] = [],
  ): Published => ({ facts: new Map(Object.entries(facts)), gaps, letters });
  const { hidden: _, rolledBack: __, late: ___, ...afterGap } = chain;
  const nothing = { unexplained: [], lost: [], added: [], doubled: [], misplaced: [], unread: [] };
  const gap = gapBetween(1_005, 1_040);

  it('have no difference where they are the same', () => {
    expect(judge(journal(chain), journal(chain), [], [])).toEqual({
      ...nothing,
      explained: [],
      missing: 0,
      repeated: 0,
    });
  });

  it('have none where one tells of transfers that it was told to follow, also behind their slot, but once each', () => {
    const transfer = { ...fact(1_010, 'BalanceChanged'), isBehind: true, isFollowed: true };
    const judged = (times: number) =>
      judge(journal({ ...chain, transfer: { ...transfer, times } }), journal(chain), [], []);
    expect(judged(1)).toMatchObject(nothing);
    expect(judged(2).doubled).toEqual(['transfer']);
  });

  it('have none but what came in an explained gap, and what is told because of it', () => {
    const told = { ...afterGap, heartbeat: fact(1_040, 'SlotConfirmed') };
    const letters = [{ origin: '1039/7', reason: 'slot 1039 was never confirmed' }];
    expect(judge(journal(told, [gap], letters), journal(chain), [refusal], [])).toEqual({
      ...nothing,
      explained: [{ gap, by: [refusal] }],
      missing: 3,
      repeated: 0,
    });
  });

  it('differ by a gap that nothing explains, and by all that is missing in it', () => {
    expect(judge(journal(afterGap, [gap]), journal(chain), [], [])).toMatchObject({
      unexplained: [gap],
      lost: ['hidden', 'rolledBack', 'late'],
    });
  });

  it('differ by one fact that is lost outside the gap', () => {
    const { early: _early, ...rest } = afterGap;
    const judgement = judge(journal(rest, [gap]), journal(chain), [refusal], []);
    expect(judgement).toMatchObject({ ...nothing, missing: 4, lost: ['early'] });
  });

  it.each([
    ['a trade', fact(1_020)],
    ['a trade in the first slot after the gap', fact(1_040)],
    ['a slot further on', fact(1_041, 'SlotConfirmed')],
  ])('differ by %s that only one holds', (_what, added) => {
    const judgement = judge(journal({ ...afterGap, added }, [gap]), journal(chain), [refusal], []);
    expect(judgement).toMatchObject({ ...nothing, added: ['added'] });
  });

  it('differ by the price of a coin that one lacks, unless a gap may have hidden that something is quoted in it', () => {
    const priced = { ...afterGap, before: fact(1_004, 'QuotePriceObserved') };
    const judgement = judge(journal(afterGap, [gap]), journal(priced), [refusal], []);
    expect(judgement).toMatchObject({ ...nothing, missing: 1, lost: ['before'] });
    const after = { ...afterGap, after: fact(1_400, 'QuotePriceObserved') };
    expect(judge(journal(afterGap, [gap]), journal(after), [refusal], [])).toMatchObject({
      ...nothing,
      missing: 0,
    });
    expect(judge(journal(after, [gap]), journal(afterGap), [refusal], [])).toMatchObject(nothing);
    expect(judge(journal(after), journal(afterGap), [], [])).toMatchObject({ ...nothing, added: ['after'] });
  });

  it('differ by a fact that stands twice, unless two ingests were at work when it came', () => {
    const twice = journal({ ...chain, early: fact(1_000, 'TradeExecuted', 2) });
    expect(judge(twice, journal(chain), [], [])).toMatchObject({
      ...nothing,
      repeated: 1,
      doubled: ['early'],
    });
    expect(judge(twice, twice, [], [])).toMatchObject({ ...nothing, doubled: ['early'] });
    const second = stretch(990, 995, 1_010);
    expect(judge(twice, journal(chain), [], [second])).toMatchObject({ ...nothing, repeated: 1 });
  });

  it('differ by a fact behind those of a later slot, unless two ingests were at work when it came', () => {
    const behind = journal({ ...chain, early: { ...fact(1_000), isBehind: true } });
    expect(judge(behind, journal(chain), [], [])).toMatchObject({ ...nothing, misplaced: ['early'] });
    const second = stretch(990, 995, 1_010);
    expect(judge(behind, journal(chain), [], [second])).toMatchObject(nothing);
  });

  it.each([
    ['1005/7', 'slot 1005 was never confirmed'],
    ['1040/7', 'slot 1040 was never confirmed'],
    ['1020/7', 'an event of 3 bytes'],
  ])('differ by the dead letter %s: %s', (origin, reason) => {
    const letter = { origin, reason };
    const judgement = judge(journal(afterGap, [gap], [letter]), journal(chain), [refusal], []);
    expect(judgement).toMatchObject({ ...nothing, unread: [letter] });
  });
});

it.each([
  ['TradeExecuted', undefined, 1_000],
  ['TradeExecuted', 1_017, 1_017.5],
  ['SlotRolledBack', undefined, 1_000.5],
  ['GapDetected', undefined, 999.5],
] as const)('takes a %s of slot 1000 that came late after %s to have come at %d', (kind, late, came) => {
  expect(cameOf(kind, 1_000, late)).toBe(came);
});

describe('doubles', () => {
  const seconds = [stretch(1_000, 1_010, 1_100), stretch(1_090, 1_095, 1_200)];

  it.each([
    [999, 1],
    [1_000, 2],
    [1_095, 3],
    [1_100.5, 3],
    [1_101, 2],
    [1_201, 1],
  ])('lets a fact that came in slot %d stand %d times', (came, times) => {
    expect(timesAllowed(came, seconds)).toBe(times);
  });

  it('lets nothing stand twice where one ingest ran alone, or nothing is known of the journal', () => {
    expect(timesAllowed(1_050, [])).toBe(1);
    expect(timesAllowed(1_050, [stretch(Number.POSITIVE_INFINITY, 1_010, 1_100)])).toBe(1);
  });
});

it('knows the slot that every partition had reached at earlier ends of the journal', () => {
  const [early, late] = [
    new Map([
      [0, 2n],
      [1, 1n],
    ]),
    new Map([
      [0, 3n],
      [1, 2n],
    ]),
  ];
  const reached = new ReachedSlots([
    early,
    late,
    new Map([
      [0, 1n],
      [1, 0n],
    ]),
    new Map(),
  ]);
  for (const [partition, offset, slot] of [
    [0, 0n, 10],
    [0, 1n, 12],
    [0, 2n, 11],
    [1, 0n, 11],
    [1, 1n, 13],
    [1, 2n, 14],
  ] as const)
    reached.add(partition, offset, slot);
  expect(reached.slots).toEqual([11, 12, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]);
});
