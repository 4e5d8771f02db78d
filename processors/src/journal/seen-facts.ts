/** Drops facts that a reader of the journal has read before: a reconnect or a second ingester writes them again. */
import type { Fact, JournalRecord } from '@cryptonite/contracts/events';

/** Ids are remembered for this many slots (two minutes) behind the newest confirmed one. */
export const SEEN_SLOTS = 300;

// First offsets are kept per group of slots, so that there are some ten of them to look through.
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
  #newestSlot = -1;

  admit(record: JournalRecord, offset: number): Admitted {
    const { slot } = record;
    if (slot <= this.#newestSlot - SEEN_SLOTS) return { fresh: [], isTooOld: true };
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
      if (fact.kind === 'SlotConfirmed' && fact.slot > this.#newestSlot) this.#forgetBefore(fact.slot);
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

  #forgetBefore(newestSlot: number): void {
    this.#newestSlot = newestSlot;
    const oldest = newestSlot - SEEN_SLOTS + 1;
    for (const slot of this.#idsOfSlot.keys()) if (slot < oldest) this.#idsOfSlot.delete(slot);
    for (const group of this.#firstOffsetOfGroup.keys())
      if ((group + 1) * GROUP_SLOTS <= oldest) this.#firstOffsetOfGroup.delete(group);
  }
}
