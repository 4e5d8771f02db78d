import type { LaunchpadEvent } from './events.js';
import type { Instruction } from './transaction.js';
import type { UnknownLayout } from './unknown-layout.js';

/** An event and where it stands: `inner` is 1 + the index of the inner instruction that carries it. */
export type LocatedEvent = {
  event: LaunchpadEvent;
  instruction: number;
  inner: number;
  /** The launchpad instruction that emitted it; null where only a log was read and its instruction is not known. */
  emitter: Instruction | null;
};

export type FoundEvents = {
  events: LocatedEvent[];
  /** Why something that should be here could not be read. */
  failures: string[];
  /** What this version does not know, or knows the beginning of; the latter stand in `events` too. */
  unknownLayouts: UnknownLayout[];
};
