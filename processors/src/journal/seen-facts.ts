/** Drops facts that a reader of the journal has read before: a reconnect or a second ingester writes them again. */
import type { Fact, JournalRecord } from '@cryptonite/contracts/events';

/** Ids are remembered for so long of the chain's time behind the newest confirmed slot. */
export const SEEN_MS = 120_000;
/** And for no more slots than these: block times may stand still. At 100 ms a slot they are twice as long. */
export const MOST_SEEN_SLOTS = 2_400;

/** What is said of a record that is too old. */
export const TOO_OLD = `older than the last ${SEEN_MS / 60_000} minutes of slots: it may have been read before`;

// First offsets are kept per group of slots, so that there are some tens of them to look through.
const GROUP_SLOTS = 32;

export type Admitted = {
  /** The facts not read before, in the record's order. */
  fresh: readonly Fact[];
  /** The record is older than the ids remembered, so nobody can tell whether it was read before. */
  isTooOld: boolean;
};

/**
 * What is remembered depends only on the records read, so reading again from {@link SeenFacts.warmFrom} after a
 * restart remembers exactly the same.
 */
export class SeenFacts {
  readonly #idsOfSlot = new Map<number, Set<string>>();
  readonly #firstOffsetOfGroup = new Map<number, number>();
  /** Confirmed slots that are remembered, with their times, in the order of both. */
  readonly #confirmed: { slot: number; timeMs: number }[] = [];
  /** Of slots before this one nothing is remembered. */
  #oldestSlot = 0;

  /** The first slot of which a fact is told from one that was read before. */
  get oldestSlot(): number {
    return this.#oldestSlot;
  }

  admit(record: JournalRecord, offset: number): Admitted {
    const { slot } = record;
    if (slot < this.#oldestSlot) return { fresh: [], isTooOld: true };
    const group = Math.floor(slot / GROUP_SLOTS);
    if (!this.#firstOffsetOfGroup.has(group)) this.#firstOffsetOfGroup.set(group, offset);
    let ids = this.#idsOfSlot.get(slot);
    if (!ids) {
      ids = new Set();
      this.#idsOfSlot.set(slot, ids);
    }
    const fresh: Fact[] = [];
    for (const fact of record.facts) {
      if (ids.has(fact.id)) continue;
      ids.add(fact.id);
      fresh.push(fact);
      if (fact.kind === 'SlotConfirmed' && fact.slot > (this.#confirmed.at(-1)?.slot ?? -1))
        this.#confirm(fact.slot, fact.time);
    }
    return { fresh, isTooOld: false };
  }

  /** The facts of a record that were not read before. Remembers nothing. */
  unseen({ slot, facts }: JournalRecord): readonly Fact[] {
    const ids = this.#idsOfSlot.get(slot);
    return ids ? facts.filter(({ id }) => !ids.has(id)) : facts;
  }

  /** The offset from which reading again restores the memory; `next` where there is nothing to remember. */
  warmFrom(next: number): number {
    return Math.min(next, ...this.#firstOffsetOfGroup.values());
  }

  #confirm(slot: number, timeMs: number): void {
    this.#confirmed.push({ slot, timeMs });
    const limitMs = timeMs - SEEN_MS;
    const forgotten = this.#confirmed.findLastIndex((each) => each.timeMs <= limitMs);
    const before = Math.max(this.#confirmed[forgotten]?.slot ?? -1, slot - MOST_SEEN_SLOTS);
    if (before < this.#oldestSlot) return;
    this.#oldestSlot = before + 1;
    // The last of those that are forgotten stays, and the place where it was read: after a restart it says how far back.
    this.#confirmed.splice(
      0,
      this.#confirmed.findIndex((each) => each.slot >= before),
    );
    for (const each of this.#idsOfSlot.keys()) if (each <= before) this.#idsOfSlot.delete(each);
    for (const group of this.#firstOffsetOfGroup.keys())
      if ((group + 1) * GROUP_SLOTS <= before) this.#firstOffsetOfGroup.delete(group);
  }
}
