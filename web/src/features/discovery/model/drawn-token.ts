import type { HighHypeToken, ListName, ScreenedToken, UltimateNearToken } from '@cryptonite/contracts/api';
import type { ListedToken } from './held-lists';
import type { Reason } from './shown-row';

type OfVerdict = 'checks' | 'passedChecks' | 'totalChecks' | 'rejectionReason';
/** When a token was first on `listedOn`, and how far its market cap has come since then. */
export type SinceListing = Pick<HighHypeToken, 'listedAt' | 'initialMarketCap' | 'marketCapChangePercent'> & {
  listedOn?: ListName;
};

/** What a card or a row draws, whatever list the token stands on. Not every list has verdicts and a source. */
export type DrawnToken = ScreenedToken &
  SinceListing &
  Partial<Pick<ListedToken, OfVerdict>> & {
    source?: ListedToken['source'] | HighHypeToken['source'];
  } & Partial<Pick<UltimateNearToken, 'missedGate'>>;

/** A card or row as it is drawn: the token, what its list says of it, and the state of the page. */
export type Drawn<Token extends DrawnToken = DrawnToken> = {
  token: Token;
  /** Not in the list any more; the reason where one is known. */
  left: { reason: Reason | null } | null;
  isNew: boolean;
  /** Another token of the list has the same symbol. */
  sharesSymbol: boolean;
  /** Tokens of several origins stand together, so each says its own. */
  isOriginShown: boolean;
  isStale: boolean;
};
