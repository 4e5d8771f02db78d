import { DISCRIMINATOR_BYTES, type LaunchpadEvent } from './events.js';
import type { Program } from './programs.js';

/** An event that goes on behind its last known field, or whose discriminator its program is not known to have. */
export type UnknownLayout = {
  program: Program['id'];
  /** Index of the outer instruction that it belongs to. */
  instruction: number;
  /** Hex. */
  discriminator: string;
  /** Null where the discriminator is unknown. */
  event: LaunchpadEvent['name'] | null;
  /** The whole event, with its discriminator. */
  payload: Uint8Array;
};

/**
 * What `decodeEvent` made of `[at, end)` of `view`, looked at again: null where the layout is known, and where the event
 * is cut. Worth asking only where there was no event, or one with bytes left over.
 */
export function unknownLayoutOf(
  decoded: LaunchpadEvent | null,
  program: Program['id'],
  instruction: number,
  view: DataView,
  at: number,
  end: number,
): UnknownLayout | null {
  if (end - at < DISCRIMINATOR_BYTES) return null;
  if (decoded !== null && !goesOn(decoded)) return null;
  const payload = new Uint8Array(view.buffer, view.byteOffset + at, end - at);
  const discriminator = Array.from(payload.subarray(0, DISCRIMINATOR_BYTES), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  return { program, instruction, discriminator, event: decoded?.name ?? null, payload };
}

/** Bytes may be left over of a field that is not wholly there; the fields behind it are absent then. */
const goesOn = ({ restBytes, fields }: LaunchpadEvent): boolean =>
  restBytes > 0 && Object.values(fields).at(-1) !== undefined;
