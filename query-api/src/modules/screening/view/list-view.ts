import { type Cursor, compareKeys, writeCursor } from './cursor.js';
import type { Standing } from './list-places.js';

type Entry = Cursor & { source: string | null; text: string | null };

export type Page = { items: string[]; total: number; nextCursor: string | null };

/**
 * A list in its order. A token's place is found when it changes, its item encoded once per change. Of a list by a time that
 * does not change while a token is on it no page shows a token twice and none leaves one out, whatever enters or leaves
 * between two pages; of a list by a score a token that has moved over a cursor meanwhile is shown twice or not at all.
 */
export class ListView {
  readonly #ordered: Entry[] = [];
  readonly #byMint = new Map<string, Entry>();
  #version = 0;

  /** `encode` gives the item of a token that stands on the list, as JSON; null of one that cannot be said. */
  constructor(private readonly encode: (mint: string) => string | null) {}

  /** Another one with every change of the list or of an item on it. */
  get version(): number {
    return this.#version;
  }

  /** The tokens on it, in no order. */
  mints(): Iterable<string> {
    return this.#byMint.keys();
  }

  /** The token's place now; null when the list does not hold it. */
  put(mint: string, place: Standing | null): void {
    const held = this.#byMint.get(mint);
    if (!held && !place) return;
    this.#version += 1;
    if (held && place && held.key === place.key && held.second === place.second) {
      held.source = place.source;
      held.text = null;
      return;
    }
    if (held) this.#take(held);
    if (!place) return;
    // Field by field: what is spread has a shape of its own, which takes more memory than the entry.
    const entry: Entry = { key: place.key, second: place.second, source: place.source, mint, text: null };
    this.#ordered.splice(this.#indexAt(entry), 0, entry);
    this.#byMint.set(mint, entry);
  }

  /** What a token's item says changed, not where it stands. */
  touch(mint: string): void {
    const held = this.#byMint.get(mint);
    if (!held) return;
    held.text = null;
    this.#version += 1;
  }

  /**
   * `source` narrows the list, and its total, to one. A token that cannot be said is left out, and off the list until it is put
   * there anew.
   */
  page({ limit, after, source }: { limit: number; after: Cursor | null; source?: string | undefined }): Page {
    const isAsked = (entry: Entry) => source === undefined || entry.source === source;
    const all = source === undefined ? this.#ordered : this.#ordered.filter(isAsked);
    const from = after ? all.findIndex((entry) => compareKeys(after, entry) < 0) : 0;
    const page = from < 0 ? [] : all.slice(from, from + limit);
    const last = page.at(-1);
    const nextCursor = last && from + limit < all.length ? writeCursor(last) : null;
    const total = all.length;
    const items = page.flatMap((entry) => this.#textOf(entry) ?? []);
    return { items, total: total - page.length + items.length, nextCursor };
  }

  #textOf(entry: Entry): string | null {
    entry.text ??= this.encode(entry.mint);
    if (entry.text === null) {
      this.#take(entry);
      this.#version += 1;
    }
    return entry.text;
  }

  #take(entry: Entry): void {
    this.#ordered.splice(this.#indexAt(entry), 1);
    this.#byMint.delete(entry.mint);
  }

  /** Where the key stands, or would stand. */
  #indexAt(key: Cursor): number {
    let low = 0;
    let high = this.#ordered.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const entry = this.#ordered[middle];
      if (entry && compareKeys(entry, key) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
