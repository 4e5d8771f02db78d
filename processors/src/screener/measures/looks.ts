/** How often tokens are looked at, as they see it: what a cadence is, and how many were looked at of late. */
import type { ScanAdvanced } from '@cryptonite/contracts/events';
import { LOOKED_AT_MINUTES, placeOfInterval, WINDOW_MS } from '@cryptonite/contracts/rules';
import type { Looks, ScreenerClock } from '@cryptonite/contracts/states';

const minuteOf = (time: number): number => Math.floor(time / WINDOW_MS.m1);

/** What happened before looks were counted is not known. */
export const newLooks = (since: number | null): Looks => ({ since, minutes: [] });

/** Notes that a token is looked at; `before` is when it was looked at last. */
export function noteLook(clock: ScreenerClock, before: number | null, now: number): void {
  clock.looks ??= newLooks(now);
  const { minutes } = clock.looks;
  const minute = minuteOf(now);
  let newest = minutes.at(-1);
  if (newest?.minute !== minute) {
    newest = { minute, tokens: 0, intervals: [] };
    minutes.push(newest);
    while (minutes.length > 0 && minutes[0]!.minute <= minute - LOOKED_AT_MINUTES - 1) minutes.shift();
  }
  newest.tokens += 1;
  if (before === null) return;
  // Each token counts in the minute of its newest look.
  const earlier = minutes.find((each) => each.minute === minuteOf(before));
  if (earlier && earlier.tokens > 0) earlier.tokens -= 1;
  addCount(newest.intervals, placeOfInterval(now - before), 1);
}

/** Of as few places as counts need. */
function addCount(counts: number[], place: number, count: number): void {
  while (counts.length <= place) counts.push(0);
  counts[place]! += count;
}

/** Of the ten cells of a minute that end with the one of `now`; undefined until so many are known. */
export function looksOfLate({ looks }: ScreenerClock, now: number): ScanAdvanced['looked'] {
  if (looks === undefined) return undefined;
  const from = minuteOf(now) - LOOKED_AT_MINUTES;
  if (looks.since !== null && minuteOf(looks.since) >= from) return undefined;
  const intervals: number[] = [];
  let tokens = 0;
  for (const each of looks.minutes) {
    if (each.minute <= from) continue;
    tokens += each.tokens;
    for (const [place, count] of each.intervals.entries()) addCount(intervals, place, count);
  }
  return { tokens, intervals };
}
