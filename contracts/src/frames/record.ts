/** What a record of topic `screening.tokens` holds. */
import { decodeScreeningEvent, type ScreeningEvent } from '../events/index.js';
import { type ReadBefore, readTokenScored } from '../measures/index.js';
import { decodeFrame, type Frame, isFrame } from './frame.js';

export type ScreeningRecord =
  | { holds: 'frame'; frame: Frame }
  | { holds: 'event'; event: Exclude<ScreeningEvent, { kind: 'TokenScored' }> }
  /** A measurement as it was written before there were frames. */
  | ({ holds: 'before' } & ReadBefore);

/** @throws DamagedFrame, SyntaxError where an event's text is no JSON, ZodError where it breaks its contract */
export function decodeScreeningRecord(record: Buffer): ScreeningRecord {
  if (isFrame(record)) return { holds: 'frame', frame: decodeFrame(record) };
  const event = decodeScreeningEvent(record.toString());
  return event.kind === 'TokenScored'
    ? { holds: 'before', ...readTokenScored(event) }
    : { holds: 'event', event };
}
