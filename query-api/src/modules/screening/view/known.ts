/** What is said of a token beside its measurements. */
import type { TokenDescribed } from '@cryptonite/contracts/events';
import type { AssessedLayers } from '../scores/found.js';
import type { ShownToken } from './screened-token.js';

export type Version = { time: number; position: string };

export const isNewer = (candidate: Version, known: Version | null | undefined): boolean =>
  !known ||
  candidate.time > known.time ||
  (candidate.time === known.time && candidate.position > known.position);

export type Known = {
  described: (NonNullable<ShownToken['described']> & Version) | null;
  trail: ShownToken['trail'];
  layers: AssessedLayers;
};

export const nothingKnown = (): Known => ({ described: null, trail: null, layers: {} });

/** What is shown of who a token is: the rest of what was said is let go. */
export const shownOf = (said: TokenDescribed): NonNullable<Known['described']> => ({
  time: said.time,
  position: said.position,
  symbol: said.symbol,
  name: said.name,
  createdAt: said.createdAt,
  seenSinceCreation: said.seenSinceCreation,
  isMayhem: said.isMayhem,
  bondingCurve: said.bondingCurve,
  pool: said.pool,
  quoteMint: said.quoteMint,
  description: said.description,
  pictureSha256: said.pictureSha256,
  pictureFailure: said.pictureFailure,
  twitter: said.twitter,
  telegram: said.telegram,
});
