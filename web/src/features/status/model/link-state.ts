/** Without a sign of life for so long the page is reconnecting; after STALE_AFTER_MS its values are of the past. */
const SILENT_AFTER_MS = 5_000;
export const STALE_AFTER_MS = 15_000;

export type LinkState = 'live' | 'polling' | 'connecting' | 'reconnecting' | 'silent' | 'offline';

export type LinkFacts = {
  /** What the browser says of its network. */
  isOnline: boolean;
  isStreamUp: boolean;
  /** Whether the stream ever was up, and whether the newest question asked beside it failed. */
  wasStreamUp: boolean;
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
  return facts.wasStreamUp ? (silenceMs < SILENT_AFTER_MS ? 'polling' : 'reconnecting') : 'connecting';
}
