/** What the faults of a run explain of what its ingest published: pure. */

/** A part of the chain during which a fault was at work, by slots. */
export type Stretch = {
  /** The fault in words. */
  what: string;
  /** What every partition of the journal held when the fault began: no ingest was further behind. */
  journalSlot: number;
  /** Where the source stood when it began, and when all that it could cause was over. */
  firstSlot: number;
  lastSlot: number;
};

/** Exclusive on both sides. */
export type Gap = { afterSlot: number; beforeSlot: number };

/** Of two ingests at work one may be so far behind what the other has written. */
const APART_SLOTS = 64;

/**
 * The refusals that explain a gap. An ingest that is refused `from_slot` goes on with what comes next, so the gap ends
 * after the refusal began and before the stretch is over; and it begins no earlier than the journal ended.
 */
export const explaining = ({ afterSlot, beforeSlot }: Gap, refusals: readonly Stretch[]): Stretch[] =>
  refusals.filter(
    ({ journalSlot, firstSlot, lastSlot }) =>
      afterSlot >= journalSlot - APART_SLOTS && beforeSlot > firstSlot && beforeSlot <= lastSlot,
  );

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

  /** For each of the ends; 0 where a partition held nothing, or the ends are not known. */
  get slots(): number[] {
    return this.ends.map((ends, index) => {
      const reached = [...ends.keys()].map((partition) => this.#newest[index]?.get(partition) ?? 0);
      return reached.length === 0 ? 0 : Math.min(...reached);
    });
  }
}
