/** How tokens left their lists: the stream tells it once, when they do, and their rows stay a while. */
import type { ListItem, ListLeaving, ListName, ProfileName, StreamToken } from '@cryptonite/contracts/api';

/** More rows that left never stay on a page. */
const MOST_KEPT = 1_000;

/** `item` is the token as it left, by which the reason was found; null where that is not known. */
export type ToldLeaving<Name extends ListName> = ListLeaving & { item: ListItem<Name> | null };

const keyOf = (profile: ProfileName, list: string, mint: string) => `${profile} ${list} ${mint}`;

export class Leavings {
  /** The first was told first. */
  readonly #told = new Map<string, ToldLeaving<ListName>>();

  take({ mint, profile, lists, left = {} }: StreamToken): void {
    // What came back has not left.
    for (const list of Object.keys(lists)) this.#told.delete(keyOf(profile, list, mint));
    for (const [list, leaving] of Object.entries(left)) {
      const key = keyOf(profile, list, mint);
      this.#told.delete(key);
      this.#told.set(key, leaving);
    }
    for (const key of this.#told.keys()) {
      if (this.#told.size <= MOST_KEPT) break;
      this.#told.delete(key);
    }
  }

  /** Of the first of `lists` that it is known to have left. */
  of<Name extends ListName>(
    profile: ProfileName,
    lists: readonly Name[],
    mint: string,
  ): ToldLeaving<Name> | undefined {
    for (const list of lists) {
      const told = this.#told.get(keyOf(profile, list, mint));
      // What a list has told has items of that list.
      if (told) return told as ToldLeaving<Name>;
    }
    return undefined;
  }
}

/** The page's own: the stream adds, the lists' rows take. */
export const leavings = new Leavings();
