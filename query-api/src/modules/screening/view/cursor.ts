/**
 * Where a page of a list ended: the sort key of its last item. Lists go from the largest key to the smallest, what has none
 * at the end, ties by mint.
 */
export type Cursor = { key: number | null; mint: string };

/** Negative when `a` stands before `b` in a list. */
export function compareKeys(a: Cursor, b: Cursor): number {
  if (a.key !== b.key) {
    if (a.key === null) return 1;
    return b.key === null || a.key > b.key ? -1 : 1;
  }
  return a.mint < b.mint ? -1 : a.mint > b.mint ? 1 : 0;
}

export const writeCursor = ({ key, mint }: Cursor): string => `${key ?? ''}~${mint}`;

/** Null for a text that {@link writeCursor} did not write. */
export function readCursor(text: string): Cursor | null {
  const match = /^(-?\d{1,21}(?:\.\d{1,25})?(?:e-\d{1,3})?)?~([1-9A-HJ-NP-Za-km-z]{32,44})$/.exec(text);
  if (!match) return null;
  const [, key, mint = ''] = match;
  return { key: key === undefined ? null : Number(key), mint };
}
