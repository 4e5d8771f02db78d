import type { ListedToken } from './held-lists';

/** Why a token is not in its list, or not qualified: a check that failed or is unknown, or what is neither. */
export type Reason = { text: string; tone: 'failed' | 'unknown' | 'plain' };

/** A row or card of a list as it stands on the page. */
export type ShownRow<Token = ListedToken> = {
  token: Token;
  /** Not in the list any more: it stays in its place a while, with the reason. Null while it is in the list. */
  left: { atMs: number; reason: Reason | null } | null;
  /** It came within the last minute, and was not in this list of this source within the ten minutes before that. */
  isNew: boolean;
};
