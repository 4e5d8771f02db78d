/** Where a page of a list ended: the sort key of its last item. Lists go from the newest key to the oldest, ties by mint. */
export type Cursor = { time: number; mint: string };

/** Negative when `a` stands before `b` in a list. */
export function compareKeys(a: Cursor, b: Cursor): number {
  if (a.time !== b.time) return b.time - a.time;
  return a.mint < b.mint ? -1 : a.mint > b.mint ? 1 : 0;
}

export const writeCursor = ({ time, mint }: Cursor): string => `${time.toString(36)}.${mint}`;

/** Null for a text that {@link writeCursor} did not write. */
export function readCursor(text: string): Cursor | null {
  const match = /^(-?[0-9a-z]{1,11})\.([1-9A-HJ-NP-Za-km-z]{32,44})$/.exec(text);
  if (!match) return null;
  const [, time = '', mint = ''] = match;
  return { time: Number.parseInt(time, 36), mint };
}
