import { type Cursor, compareKeys, writeCursor } from './cursor.js';

export type Page<Item> = { items: Item[]; total: number; nextCursor: string | null };

/**
 * The `limit` items after `after`, newest key first. An item's key must not change while it is listed: then no page
 * shows it twice and none leaves it out, whatever enters or leaves between two pages.
 */
export function takePage<Item>(
  all: Item[],
  keyOf: (item: Item) => Cursor,
  { limit, after }: { limit: number; after: Cursor | null },
): Page<Item> {
  const keyed = all.map((item) => ({ item, key: keyOf(item) })).sort((a, b) => compareKeys(a.key, b.key));
  const rest = after ? keyed.filter(({ key }) => compareKeys(after, key) < 0) : keyed;
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  return {
    items: page.map(({ item }) => item),
    total: all.length,
    nextCursor: last && rest.length > limit ? writeCursor(last.key) : null,
  };
}
