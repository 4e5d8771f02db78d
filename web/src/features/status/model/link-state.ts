import { SILENT_AFTER_MS } from '../../../lib/api';
import { STALE_AFTER_MS } from '../../../lib/live/stale';
import { POLL_MS } from '../../../lib/queries';

/** While the page polls, nothing may be heard from one answer to the next. */
const POLLED_WITHIN_MS = POLL_MS.health + SILENT_AFTER_MS;

export type LinkState = 'live' | 'polling' | 'connecting' | 'reconnecting' | 'silent' | 'offline';

export type LinkFacts = {
  /** What the browser says of its network. */
  isOnline: boolean;
  isStreamUp: boolean;
  /** Whether the stream ever was up, and whether anything asked was answered since it was, or since the page was loaded. */
  wasStreamUp: boolean;
  isAnswered: boolean;
  /** Whether the newest question asked beside it failed. */
  isPollFailing: boolean;
  /** The viewer's clock in ms, and what it said at the last event or answer. */
  now: number;
  heardAt: number;
};

/** How the page hears of the server. */
export function judgeLink(facts: LinkFacts): LinkState {
  const silenceMs = facts.now - facts.heardAt;
  if (!facts.isOnline) return 'offline';
  if (silenceMs >= STALE_AFTER_MS) return 'silent';
  if (facts.isStreamUp) return silenceMs < SILENT_AFTER_MS ? 'live' : 'reconnecting';
  if (facts.isPollFailing) return 'reconnecting';
  if (facts.isAnswered) return silenceMs < POLLED_WITHIN_MS ? 'polling' : 'reconnecting';
  return facts.wasStreamUp ? 'reconnecting' : 'connecting';
}
