import type { ListedToken } from './held-lists';

/** A row or card of a list as it stands on the page. */
export type ShownRow = {
  token: ListedToken;
  /** Not in the list any more: it stays in its place a while, with the check that failed. Null while it is in the list. */
  left: { atMs: number; reason: string | null } | null;
  /** It was in this list of this source neither before nor within the last ten minutes. */
  isNew: boolean;
};
