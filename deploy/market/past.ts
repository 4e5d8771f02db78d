/**
 * Launches of the live market against the mean of the chain's, at every hour alike: so there are about a hundred trades a
 * second within minutes of a first start, as many as the chain has, where most are in pools older than any here.
 */
export const LIVE_LAUNCHES = 3;

const MINUTE_MS = 60_000;

/** As long as the lists need to be full, and read within a minute. */
export const PAST_MINUTES = 40;

/**
 * A market opens with a past, from so long ago on with so many of the chain's launches, so that a visitor finds tokens on
 * every list: most of them are old enough for Ultimate, which asks for 20 minutes, and those of the last minutes are new.
 * Between both there are few: whoever reads it would otherwise be busy with it for many minutes. One that was there before
 * goes on behind its end, where that is less long ago.
 */
export function pastOf(minutes: number, liveLaunches: number): { fromMs: number; launches: number }[] {
  const fromMs = minutes * MINUTE_MS;
  const parts = [
    { fromMs, launches: 0.45 },
    { fromMs: 20 * MINUTE_MS, launches: 0.1 },
    { fromMs: 2 * MINUTE_MS, launches: liveLaunches },
  ];
  // A part that would begin before the past begins with it, and takes the place of what is older.
  return parts
    .map((part) => ({ ...part, fromMs: Math.min(part.fromMs, fromMs) }))
    .filter((part, place, all) => all[place + 1]?.fromMs !== part.fromMs);
}
