import { applyChange, STREAM_EVENTS, StreamChange, StreamToken } from '@cryptonite/contracts/api';
import type { ReadEvent } from '../../../lib/live/keep-open';

/**
 * Reads one connection: what it says of a token is made whole, so that whoever comes later, or holds another answer of it,
 * needs nothing of what was said before.
 */
export function createStreamReader(): ReadEvent {
  const told = new Map<string, StreamToken>();
  const take = (whole: StreamToken) => {
    // What has left the named lists is told whole when it comes back.
    if (Object.keys(whole.lists).length > 0) told.set(whole.mint, whole);
    else told.delete(whole.mint);
    return { name: STREAM_EVENTS.token, data: whole };
  };
  return (name, data) => {
    const said: unknown = JSON.parse(data);
    if (name === STREAM_EVENTS.token) return take(StreamToken.parse(said));
    if (name !== STREAM_EVENTS.change) return { name, data: said };
    const change = StreamChange.parse(said);
    const before = told.get(change.mint);
    return before ? take(StreamToken.parse(applyChange(before, change))) : null;
  };
}
