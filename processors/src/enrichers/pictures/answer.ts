/** What a decoder says of a picture. Who hears it checks it: what bytes of strangers did to the decoder nobody knows. */
import { FetchFailure } from '@cryptonite/contracts/events';
import { z } from 'zod';

/** 256 x 256 pixels as they are take a quarter of that. */
const SQUARE_BYTES_MOST = 1 << 20;
const DETAIL_MOST = 300;

const Square = z.instanceof(Buffer).refine((bytes) => bytes.length <= SQUARE_BYTES_MOST, 'must be a square');
/** The squares that a picture is kept as, WebP, and what tells those apart that look different. */
export const DecodedPicture = z.object({
  perceptualHash: z.string().regex(/^[0-9a-f]{16}$/),
  squares: z.object({ 64: Square, 256: Square }),
});
export type DecodedPicture = z.output<typeof DecodedPicture>;

export const RefusedPicture = z.object({ failure: FetchFailure, detail: z.string().max(DETAIL_MOST) });
export type RefusedPicture = z.output<typeof RefusedPicture>;

export const Answer = z.union([DecodedPicture, RefusedPicture]);
