/** Slots are forgotten so many at a time. */
const FORGOTTEN_AT_ONCE = 32;

/** The ids that stand in one partition, by slot. */
export class SeenIds {
  readonly #bySlot = new Map<number, Set<string>>();
  #keptFrom = 0;

  /** Remembers the id; false where it was known. */
  add(slot: number, id: string): boolean {
    let ids = this.#bySlot.get(slot);
    if (!ids) {
      ids = new Set();
      this.#bySlot.set(slot, ids);
    }
    if (ids.has(id)) return false;
    ids.add(id);
    return true;
  }

  has(slot: number, id: string): boolean {
    return this.#bySlot.get(slot)?.has(id) ?? false;
  }

  /** Remembers what `other` does, too. */
  addAll(other: SeenIds): void {
    for (const [slot, ids] of other.#bySlot) for (const id of ids) this.add(slot, id);
  }

  /** Forgets slots of which nothing is given out any more, perhaps some of them later. Another chain's may be lower. */
  forgetBefore(slot: number): void {
    if (slot >= this.#keptFrom && slot < this.#keptFrom + FORGOTTEN_AT_ONCE) return;
    this.#keptFrom = slot;
    for (const each of this.#bySlot.keys()) if (each < slot) this.#bySlot.delete(each);
  }
}
