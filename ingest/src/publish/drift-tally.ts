import {
  DRIFT_ENDS_AFTER_MS,
  type LayoutDrift,
  layoutDriftKey,
  MAX_DRIFT_LENGTHS,
} from '@cryptonite/contracts/events';
import type { UnknownLayout } from '../decode/unknown-layout.js';
import { SeenIds } from './seen-ids.js';

const HOUR_MS = 3_600_000;

/** More discriminators than the two programs have events: beyond it a source makes them up. */
const MAX_DRIFTS = 256;

/** Where a transaction stands; `time` is its slot's, in ms. */
export type Place = { slot: number; index: number; time: number };

/** What became of one transaction's unknown layouts. */
export type Tallied = {
  /** Counts that have changed. */
  drifts: LayoutDrift[];
  /** The first of a discriminator in an hour of stream time: these become dead letters. */
  firsts: UnknownLayout[];
};

/**
 * Counts events in unknown layouts, each transaction once. What an earlier run had counted comes in as `known`, so that a
 * restart goes on with it: up to the newest slot there, everything was counted.
 */
export class DriftTally {
  readonly #drifts: Map<string, LayoutDrift>;
  #seen = new SeenIds();
  #countedTo: number;

  constructor(known: readonly LayoutDrift[]) {
    this.#drifts = new Map(known.map((drift) => [layoutDriftKey(drift), drift]));
    this.#countedTo = Math.max(-1, ...known.map(({ lastSlot }) => lastSlot));
  }

  /** Slots of another chain are numbered by themselves. */
  beginAnotherChain(): void {
    this.#countedTo = -1;
    this.#seen = new SeenIds();
    for (const [key, drift] of this.#drifts) this.#drifts.set(key, { ...drift, lastSlot: 0 });
  }

  add({ slot, index, time }: Place, layouts: readonly UnknownLayout[]): Tallied {
    if (slot <= this.#countedTo || !this.#seen.add(slot, String(index))) return { drifts: [], firsts: [] };
    const changed = new Map<string, LayoutDrift>();
    const firsts: UnknownLayout[] = [];
    for (const layout of layouts) {
      const key = layoutDriftKey(layout);
      const before = this.#drifts.get(key);
      if (before === undefined && this.#drifts.size >= MAX_DRIFTS) continue;
      if (layout.event === null && (before === undefined || hourOf(before.lastTime) !== hourOf(time)))
        firsts.push(layout);
      const drift = counted(before, layout, slot, time);
      this.#drifts.set(key, drift);
      changed.set(key, drift);
    }
    return { drifts: [...changed.values()], firsts };
  }
}

const hourOf = (time: number): number => Math.floor(time / HOUR_MS);

function counted(
  before: LayoutDrift | undefined,
  { program, discriminator, event, payload }: UnknownLayout,
  slot: number,
  time: number,
): LayoutDrift {
  const goesOn = before !== undefined && Math.abs(time - before.lastTime) <= DRIFT_ENDS_AFTER_MS;
  const lengths = goesOn ? before.lengths : [];
  const isNew = !lengths.some(({ bytes }) => bytes === payload.length);
  const isOther = isNew && lengths.length === MAX_DRIFT_LENGTHS;
  return {
    v: 1,
    program,
    discriminator,
    event,
    since: goesOn ? Math.min(before.since, time) : time,
    lastTime: goesOn ? Math.max(before.lastTime, time) : time,
    lastSlot: Math.max(before?.lastSlot ?? 0, slot),
    lengths:
      isNew && !isOther
        ? [...lengths, { bytes: payload.length, count: 1 }]
        : lengths.map((each) => (each.bytes === payload.length ? { ...each, count: each.count + 1 } : each)),
    otherLengths: (goesOn ? before.otherLengths : 0) + (isOther ? 1 : 0),
  };
}
