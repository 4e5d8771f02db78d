/** How often tokens are looked at: what is counted of it, and what it comes to. */

/** A figure of looks speaks of so many minutes. */
export const LOOKED_AT_MINUTES = 10;

/** Times between two looks at a token are counted in places, each a quarter of an octave wide, from `leastMs` on. */
export const LOOK_INTERVALS = { leastMs: 250, placesAnOctave: 4, places: 64 } as const;

/** Where a time between two looks is counted; the first and the last place take what lies outside. */
export function placeOfInterval(ms: number): number {
  const { leastMs, placesAnOctave, places } = LOOK_INTERVALS;
  const place = Math.round(Math.log2(Math.max(ms, leastMs) / leastMs) * placesAnOctave);
  return Math.min(place, places - 1);
}

/** The time below which such a share of the counted times lies, 0–1, to a tenth of itself; null where none was counted. */
export function intervalQuantile(counts: readonly number[], share: number): number | null {
  const all = counts.reduce((sum, count) => sum + count, 0);
  if (all === 0) return null;
  let below = 0;
  const place = counts.findIndex((count) => {
    below += count;
    return below >= share * all;
  });
  return Math.round(LOOK_INTERVALS.leastMs * 2 ** (place / LOOK_INTERVALS.placesAnOctave));
}
