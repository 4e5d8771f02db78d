import { z } from 'zod';
import { Mint, TimeMs } from '../chain/index.js';
import { FetchFailure, Sha256 } from './answer-shared.js';
import { screeningBase } from './screening-shared.js';
import { ExternalText, Source } from './shared.js';

export const identityShape = {
  source: Source,
  symbol: ExternalText.nullable(),
  name: ExternalText.nullable(),
  uri: ExternalText.nullable(),
  creator: Mint.nullable(),
  createdAt: TimeMs.nullable(),
  seenSinceCreation: z.boolean(),
  isMayhem: z.boolean().nullable(),
  bondingCurve: Mint.nullable(),
  pool: Mint.nullable(),
  /** Null until a fact about a curve or pool was seen: nothing is measured before. */
  quoteMint: Mint.nullable(),
  quoteDecimals: z.int().nullable(),
  /** What its document says, as far as it was read: absent in what was said before it was asked for. */
  pictureSha256: Sha256.nullable().optional(),
  /** Why there is no picture: what failed of its document or of the picture. Null where there is one, and before either was asked for. */
  pictureFailure: FetchFailure.nullable().optional(),
  /** Handles without @. */
  twitter: z.string().max(64).nullable().optional(),
  telegram: z.string().max(64).nullable().optional(),
  /** Absent in what was said before it was kept. */
  description: ExternalText.nullable().optional(),
};

/** The fields that say who a token is. */
export const IDENTITY_FIELDS = Object.keys(identityShape) as (keyof typeof identityShape)[];

/** Who a token is: goes out when it changes, and again when the token comes onto a list. */
export const TokenDescribed = z.object({
  kind: z.literal('TokenDescribed'),
  ...screeningBase,
  ...identityShape,
});
export type TokenDescribed = z.infer<typeof TokenDescribed>;
