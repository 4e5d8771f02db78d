import { EventReader } from './event-reader.js';
import type { Program } from './programs.js';
import { PUMP_EVENTS } from './pump-events.js';
import { PUMPSWAP_EVENTS } from './pumpswap-events.js';

const EVENTS = { pump: PUMP_EVENTS, pumpswap: PUMPSWAP_EVENTS } as const;
type Events = typeof EVENTS;

type EventOf<P extends keyof Events> = {
  [N in keyof Events[P]]: Events[P][N] extends { read: (from: EventReader) => infer F }
    ? { program: P; name: N; fields: F; restBytes: number }
    : never;
}[keyof Events[P]];

/** A decoded event: `fields` by their IDL names, undefined where the payload ends before them. */
export type LaunchpadEvent = EventOf<'pump'> | EventOf<'pumpswap'>;

type Layout = { name: string; tail: number; read: (from: EventReader) => unknown };

// Keyed by the discriminator's first four bytes as a number: cheaper than text or bigint, and unique here.
const layoutsOf = (events: Events[keyof Events]): Map<number, Layout> =>
  new Map(
    Object.entries(events).map(([name, { discriminator, read }]) => [
      Number.parseInt(discriminator.slice(0, 8), 16),
      { name, tail: Number.parseInt(discriminator.slice(8), 16), read },
    ]),
  );
const LAYOUTS = { pump: layoutsOf(PUMP_EVENTS), pumpswap: layoutsOf(PUMPSWAP_EVENTS) };

export const DISCRIMINATOR_BYTES = 8;

/**
 * Decodes the event payload (with its discriminator) that `program` emitted at `[at, end)`; null where the program
 * has no such event. Discriminators repeat across programs, so the program must be known.
 */
export function decodeEvent(
  program: Program['id'],
  view: DataView,
  at: number,
  end: number,
): LaunchpadEvent | null {
  if (at + DISCRIMINATOR_BYTES > end) return null;
  const layout = LAYOUTS[program].get(view.getUint32(at));
  if (layout === undefined || layout.tail !== view.getUint32(at + 4)) return null;
  const reader = new EventReader(view, at + DISCRIMINATOR_BYTES, end);
  const fields = layout.read(reader);
  // The maps are made from the same objects as the type.
  return { program, name: layout.name, fields, restBytes: reader.restBytes } as LaunchpadEvent;
}
