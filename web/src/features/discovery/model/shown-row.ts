import type { ListedToken } from './held-lists';

/** A row or card of a list as it stands on the page. */
export type ShownRow<Token = ListedToken> = {
  token: Token;
  /** Not in the list any more: it stays in its place a while, with the check that failed. Null while it is in the list. */
  left: { atMs: number; reason: string | null } | null;
  /** It came within the last minute, and was not in this list of this source within the ten minutes before that. */
  isNew: boolean;
};
