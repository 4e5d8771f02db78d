/** What the faults of a run explain of what its ingest published, and what they do not: pure. */
import type { FactKind } from '@cryptonite/contracts/events';

/** A part of the chain during which a fault was at work, by slots. */
export type Stretch = {
  /** The fault in words. */
  what: string;
  /**
   * What every partition of the journal held when the fault began: an ingest that worked alone was no further behind.
   * Infinite where it is not known, which excuses nothing.
   */
  journalSlot: number;
  /** Where the source stood when it began, and when all that it could cause was over. */
  firstSlot: number;
  lastSlot: number;
};

/** Exclusive on both sides. */
export type Gap = { afterSlot: number; beforeSlot: number; reason: string };

/**
 * `slot`: of its record. `came`: the slot in which it came, one half more where that was after it. `isBehind`: its
 * partition held a record of a later slot, and it did not come late. `isFollowed`: it tells of a transfer or a burn without
 * any launchpad, which an ingest publishes that was told to follow who is in it: so one beside nobody who tells it so never
 * does, and one that reads slots again may find one in them.
 */
export type PublishedFact = {
  kind: FactKind;
  times: number;
  slot: number;
  came: number;
  isBehind: boolean;
  isFollowed: boolean;
};

/** Something that ingest could not read. */
export type Letter = { origin: string; reason: string };

/** What an ingest left behind: facts by a digest of all that they say. */
export type Published = {
  facts: ReadonlyMap<string, PublishedFact>;
  gaps: readonly Gap[];
  letters: readonly Letter[];
};

export type Judgement = {
  /** Gaps that it declared, with the faults that explain each, and those that none explains. */
  explained: { gap: Gap; by: Stretch[] }[];
  unexplained: Gap[];
  /** How many facts only the other published, and the digests of those that came in no explained gap. */
  missing: number;
  lost: string[];
  /** Digests of facts that only this one published, and no gap explains. */
  added: string[];
  /** How many facts stand more than once, and the digests of those that do so more often than two ingests explain. */
  repeated: number;
  doubled: string[];
  /** Digests of facts that stand behind those of a later slot, where one ingest was at work. */
  misplaced: string[];
  /** Dead letters that no gap explains. */
  unread: Letter[];
};

/** What a provider that refuses `from_slot` makes ingest say of the gap. */
const REFUSED = 'the provider cannot replay';
const NEVER_CONFIRMED = /^slot (\d+) was never confirmed$/;

/** Holds what a disturbed ingest published against what an undisturbed one did with the same chain. */
export function judge(
  disturbed: Published,
  undisturbed: Published,
  refusals: readonly Stretch[],
  seconds: readonly Stretch[],
): Judgement {
  const gaps = disturbed.gaps.map((gap) => ({ gap, by: explaining(gap, refusals, seconds) }));
  const explained = gaps.filter(({ by }) => by.length > 0);
  const isInGap = (slot: number) =>
    explained.some(({ gap }) => slot > gap.afterSlot && slot < gap.beforeSlot);
  // An empty slot is told where it is the first for two seconds: after a gap that is another.
  const isFirstAfterGap = ({ kind, came }: PublishedFact) =>
    kind === 'SlotConfirmed' && explained.some(({ gap }) => came === gap.beforeSlot);
  // Of which coins prices are told follows from the slots before, for as long as a coin is traded.
  const firstGap = Math.min(...explained.map(({ gap }) => gap.afterSlot));
  const isPriceAfterGap = ({ kind, slot }: PublishedFact) => kind === 'QuotePriceObserved' && slot > firstGap;
  // A slot of which a part fell into a gap has no end.
  const isOfGap = ({ reason }: Letter) => isInGap(Number(NEVER_CONFIRMED.exec(reason)?.[1] ?? Number.NaN));

  const missing = [...undisturbed.facts].filter(
    ([digest, fact]) => !disturbed.facts.has(digest) && !isPriceAfterGap(fact),
  );
  const added = [...disturbed.facts].filter(
    ([digest, fact]) =>
      !undisturbed.facts.has(digest) && !fact.isFollowed && !isFirstAfterGap(fact) && !isPriceAfterGap(fact),
  );
  const repeated = [...disturbed.facts].filter(([, { times }]) => times > 1);
  return {
    explained,
    unexplained: gaps.filter(({ by }) => by.length === 0).map(({ gap }) => gap),
    missing: missing.length,
    lost: digestsOf(missing.filter(([, { slot, came }]) => !isInGap(slot) && !isInGap(came))),
    added: digestsOf(added),
    repeated: repeated.length,
    doubled: digestsOf(repeated.filter(([, { times, came }]) => times > timesAllowed(came, seconds))),
    misplaced: digestsOf(
      [...disturbed.facts].filter(
        ([, { isBehind, isFollowed, came }]) => isBehind && !isFollowed && timesAllowed(came, seconds) === 1,
      ),
    ),
    unread: disturbed.letters.filter((letter) => !isOfGap(letter)),
  };
}

const digestsOf = (facts: readonly [digest: string, fact: PublishedFact][]): string[] =>
  facts.map(([digest]) => digest);

/**
 * In which slot a fact came, or between which two: `slot` is its record's, `cameAfter` the slot after which its
 * transaction came, where that was not its own.
 */
export function cameOf(kind: FactKind, slot: number, cameAfter: number | undefined): number {
  if (cameAfter !== undefined) return cameAfter + 0.5;
  // Slots are rolled back by the next one, which may be what the gap before it hides.
  if (kind === 'SlotRolledBack') return slot + 0.5;
  return kind === 'GapDetected' ? slot - 0.5 : slot;
}

/** So long after a second ingest has ended, the first may still be behind what that had written. */
const CATCHING_UP_SLOTS = 128;

/**
 * The refusals that explain a gap. An ingest that is refused `from_slot` says so, and goes on with what comes next: the
 * gap ends after the refusal began and before the stretch is over. It begins no earlier than the journal ended; of two
 * ingests the slower one may be as far behind as the journal's end was when the second began.
 */
export function explaining(gap: Gap, refusals: readonly Stretch[], seconds: readonly Stretch[]): Stretch[] {
  if (!gap.reason.startsWith(REFUSED)) return [];
  return refusals.filter((refusal) => {
    const { journalSlot, firstSlot, lastSlot } = refusal;
    const beside = seconds.filter(
      (second) => second.firstSlot <= lastSlot && second.lastSlot + CATCHING_UP_SLOTS >= firstSlot,
    );
    const earliest = Math.min(journalSlot, ...beside.map((second) => second.journalSlot));
    return gap.afterSlot >= earliest && gap.beforeSlot > firstSlot && gap.beforeSlot <= lastSlot;
  });
}

/**
 * How often a fact may stand in the journal that came in slot `came` (one half more: after it). A second ingest knows
 * every id that the journal held when it started, but neither of the two learns what the other writes from then on:
 * until the second has ended each fact may stand once for each of them, which nothing in the design rules out. Whoever
 * starts later, the restarted first one too, reads back all of it and writes none of it again.
 */
export const timesAllowed = (came: number, seconds: readonly Stretch[]): number =>
  1 + seconds.filter(({ journalSlot, lastSlot }) => came >= journalSlot && came < lastSlot + 1).length;

/** Offsets of a topic's ends by partition. */
export type Ends = ReadonlyMap<number, bigint>;

/** Reads off a journal, record by record, what slot every partition had reached at some earlier ends of it. */
export class ReachedSlots {
  readonly #newest: Map<number, number>[];

  constructor(private readonly ends: readonly Ends[]) {
    this.#newest = ends.map(() => new Map());
  }

  add(partition: number, offset: bigint, slot: number): void {
    for (const [index, newest] of this.#newest.entries())
      if (offset < (this.ends[index]?.get(partition) ?? 0n))
        newest.set(partition, Math.max(slot, newest.get(partition) ?? 0));
  }

  /** For each of the ends; infinite where a partition held nothing, or the ends are not known. */
  get slots(): number[] {
    return this.ends.map((ends, index) => {
      const newest = [...(this.#newest[index]?.values() ?? [])];
      return ends.size > 0 && newest.length === ends.size ? Math.min(...newest) : Number.POSITIVE_INFINITY;
    });
  }
}
