/**
 * Where a page of a list ended: the sort keys of its last item. Lists go from the largest key to the smallest, what has none
 * at the end, equals by the second key and then by mint.
 */
export type Cursor = { key: number | null; second: number | null; mint: string };

const largestFirst = (a: number | null, b: number | null): number => {
  if (a === b) return 0;
  if (a === null) return 1;
  return b === null || a > b ? -1 : 1;
};

/** Negative when `a` stands before `b` in a list. */
export function compareKeys(a: Cursor, b: Cursor): number {
  const order = largestFirst(a.key, b.key) || largestFirst(a.second, b.second);
  if (order !== 0) return order;
  return a.mint < b.mint ? -1 : a.mint > b.mint ? 1 : 0;
}

export const writeCursor = ({ key, second, mint }: Cursor): string => `${key ?? ''}~${second ?? ''}~${mint}`;

const KEY = String.raw`(-?\d{1,21}(?:\.\d{1,25})?(?:e-\d{1,3})?)?`;
const CURSOR = new RegExp(`^${KEY}~${KEY}~([1-9A-HJ-NP-Za-km-z]{32,44})$`);

/** Null for a text that {@link writeCursor} did not write. */
export function readCursor(text: string): Cursor | null {
  const match = CURSOR.exec(text);
  if (!match) return null;
  const [, key, second, mint = ''] = match;
  const read = (written: string | undefined) => (written === undefined ? null : Number(written));
  return { key: read(key), second: read(second), mint };
}
