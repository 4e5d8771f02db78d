/** Over so much of the chain's time slots are counted, and from so much on the count is believed: block times are whole seconds. */
const MEASURED_OVER_MS = 120_000;
const MEASURED_FROM_MS = 20_000;

/** How fast slots may follow each other: Solana's were made for 400 ms and, since October 2026, for 200 ms. */
export const SLOT_MS = { shortest: 100, longest: 2_000 };

const MEASURED_SLOTS = MEASURED_OVER_MS / SLOT_MS.shortest;

/** How many slots of the chain pass in a time, measured from the slots' own numbers and block times. */
export class SlotRate {
  /** In the order of the chain. */
  #slots: { slot: number; timeMs: number }[] = [];

  /**
   * Takes a slot of the chain and its block time, ms since 1970. One that is not newer than those before says nothing; one
   * further back than is measured says that those were of another chain, or damaged.
   */
  note(slot: number, timeMs: number): void {
    const before = this.#slots.at(-1);
    if (before && (before.slot - slot > MEASURED_SLOTS || before.timeMs - timeMs > MEASURED_OVER_MS))
      this.#slots = [];
    const newest = this.#slots.at(-1);
    if (newest && (slot <= newest.slot || timeMs < newest.timeMs)) return;
    // The chain stood still, or nobody saw it.
    if (newest && timeMs - newest.timeMs > MEASURED_FROM_MS) this.#slots = [];
    if (newest?.timeMs === timeMs) return;
    this.#slots.push({ slot, timeMs });
    while (timeMs - this.#slots[0]!.timeMs > MEASURED_OVER_MS) this.#slots.shift();
  }

  /** Null until enough of the chain was seen. */
  get slotsPerSecond(): number | null {
    const oldest = this.#slots[0];
    const newest = this.#slots.at(-1);
    const ms = oldest && newest ? newest.timeMs - oldest.timeMs : 0;
    if (ms < MEASURED_FROM_MS) return null;
    const perSecond = ((newest!.slot - oldest!.slot) / ms) * 1_000;
    return Math.min(Math.max(perSecond, 1_000 / SLOT_MS.longest), 1_000 / SLOT_MS.shortest);
  }

  /** The slots of so long a time; as many as could be while the rate is not known. */
  slotsIn(ms: number): number {
    return Math.ceil(((this.slotsPerSecond ?? 1_000 / SLOT_MS.shortest) * ms) / 1_000);
  }
}
