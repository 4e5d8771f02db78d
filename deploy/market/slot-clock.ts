import { LAYOUTS, type LayoutName, NEWEST_LAYOUT } from './layouts.js';

/** A slot of mainnet and when it was, by how long slots took then: numbers and dates of a market agree with these. */
const ANCHORS: Readonly<Record<SlotMs, { slot: number; timeMs: number }>> = {
  400: { slot: 450_319_072, timeMs: 1_790_330_309_000 },
  // The genesis of Alpenglow, of which the day alone is known: 21 October 2026.
  200: { slot: 459_652_999, timeMs: Date.UTC(2026, 9, 21) },
};

export type SlotMs = 200 | 400;

/** Which slot a market plays at which time, ms since 1970. */
export class SlotClock {
  readonly #anchor: { slot: number; timeMs: number };

  constructor(readonly slotMs: SlotMs) {
    this.#anchor = ANCHORS[slotMs];
  }

  slotAt(timeMs: number): number {
    return this.#anchor.slot + Math.floor((timeMs - this.#anchor.timeMs) / this.slotMs);
  }

  startMs(slot: number): number {
    return this.#anchor.timeMs + (slot - this.#anchor.slot) * this.slotMs;
  }

  /** The slots of so long a time. */
  slotsIn(ms: number): number {
    return Math.ceil(ms / this.slotMs);
  }
}

export const clockOf = (layout: LayoutName = NEWEST_LAYOUT): SlotClock =>
  new SlotClock(LAYOUTS[layout].slotMs);
