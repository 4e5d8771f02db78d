import { REMEMBERED_SLOTS } from '../yellowstone/slot-assembler.js';

/** The ids that stand in one partition, for the newest slots that hold any: at least as far back as content is given out. */
export class SeenIds {
  readonly #bySlot = new Map<number, Set<string>>();

  /** Remembers the id; false where it was known. */
  add(slot: number, id: string): boolean {
    let ids = this.#bySlot.get(slot);
    if (!ids) {
      ids = new Set();
      this.#bySlot.set(slot, ids);
      this.#forget();
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

  /** Drops the oldest slot by number, not by arrival: a replay that goes back must not push out what it will meet. */
  #forget(): void {
    if (this.#bySlot.size <= REMEMBERED_SLOTS) return;
    let oldest = Number.POSITIVE_INFINITY;
    for (const slot of this.#bySlot.keys()) oldest = Math.min(oldest, slot);
    this.#bySlot.delete(oldest);
  }
}
