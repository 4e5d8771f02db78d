import { earlierOf } from './position';

/**
 * What the stream is asked for: the lists on screen and those to come. `after`: the earliest place at which one of those that are new among
 * them was answered; null where that is not known.
 */
export type Wish = { lists: readonly string[]; after: string | null };

type Shown = { times: number; isRead: boolean; position: string | null };

/**
 * The lists on screen. The stream is wished for once all of them were answered, from there on: so nothing is read twice at
 * its start, and nothing that happened in between is missed.
 */
export class ShownLists {
  readonly #shown = new Map<string, Shown>();
  readonly #expected = new Map<string, number>();
  readonly #listeners = new Set<(wish: Wish) => void>();
  #wished: readonly string[] = [];
  #isChanging = false;

  /** A list comes onto the screen; what is returned takes it off again. */
  show(list: string): () => void {
    const entry = this.#shown.get(list) ?? { times: 0, isRead: false, position: null };
    this.#shown.set(list, entry);
    entry.times++;
    this.#change();
    return () => {
      entry.times--;
      if (entry.times === 0) this.#shown.delete(list);
      this.#change();
    };
  }

  /**
   * Lists that come onto the screen once those above them were read: the stream tells of them from its start, so that it is
   * opened once. What is returned expects them no longer.
   */
  expect(lists: readonly string[]): () => void {
    const add = (times: number) => {
      for (const list of lists) this.#expected.set(list, (this.#expected.get(list) ?? 0) + times);
      this.#change();
    };
    add(1);
    return () => add(-1);
  }

  /** A list on screen was answered at that place in the stream; null where it failed: then it is to be read anew. */
  read(list: string, position: string | null): void {
    const entry = this.#shown.get(list);
    if (!entry || entry.isRead) return;
    entry.isRead = true;
    entry.position = position;
    this.#change();
  }

  /** `listener` hears of each new wish, and first of the one that there is. */
  subscribe(listener: (wish: Wish) => void): () => void {
    this.#listeners.add(listener);
    this.#wished = [];
    this.#change();
    return () => this.#listeners.delete(listener);
  }

  /** Lists change places within one turn: what is shown after it counts. */
  #change(): void {
    if (this.#isChanging) return;
    this.#isChanging = true;
    queueMicrotask(() => {
      this.#isChanging = false;
      this.#wish();
    });
  }

  #wish(): void {
    const shown = [...this.#shown];
    if (shown.length === 0 || shown.some(([, { isRead }]) => !isRead)) return;
    const expected = [...this.#expected].filter(([, times]) => times > 0);
    const lists = [...new Set([...shown, ...expected].map(([list]) => list))].sort();
    if (lists.join() === this.#wished.join()) return;
    const fresh = shown.filter(([list]) => !this.#wished.includes(list));
    const [first = null, ...others] = fresh.map(([, { position }]) => position);
    this.#wished = lists;
    const wish = { lists, after: others.reduce(earlierOf, first) };
    for (const listener of this.#listeners) listener(wish);
  }
}

/** The page's own. */
export const shownLists = new ShownLists();
