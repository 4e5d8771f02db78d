import type { HighHypeToken } from '@cryptonite/contracts/api';
import type { ListedToken } from './held-lists';
import type { Reason } from './shown-row';

type OfChecks = 'checks' | 'passedChecks' | 'totalChecks';

/** What a card or a row draws, whatever list the token stands on. Lists without verdicts (Early Stage) bring no checks. */
export type DrawnToken = Omit<ListedToken, OfChecks | 'source' | 'listedAt'> &
  Partial<Pick<ListedToken, OfChecks>> & {
    source: ListedToken['source'] | HighHypeToken['source'];
    listedAt: number | null;
  };

/** A card or row as it is drawn: the token, what its list says of it, and the state of the page. */
export type Drawn = {
  token: DrawnToken;
  /** Not in the list any more; the reason where one is known. */
  left: { reason: Reason | null } | null;
  isNew: boolean;
  /** Another token of the list has the same symbol. */
  sharesSymbol: boolean;
  /** Tokens of several origins stand together, so each says its own. */
  isOriginShown: boolean;
  isStale: boolean;
};
