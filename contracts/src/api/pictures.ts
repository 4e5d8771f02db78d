/** Pictures as enrichers keep them and `/api/images/{sha256}` serves them. */
import { z } from 'zod';
import { Sha256 } from '../events/index.js';

/** Pixels per side of the squares that a picture is kept as. */
export const PICTURE_SIZES = ['64', '256'] as const;
export const PictureSize = z.enum(PICTURE_SIZES);
export type PictureSize = z.infer<typeof PictureSize>;

/** What a square is called in the folder of pictures; `sha256` is of the picture's bytes as they came. */
export const pictureFile = (sha256: string, size: PictureSize): string => `${sha256}.${size}.webp`;

export const PicturePlace = z.object({ sha256: Sha256 });
export const PictureQuery = z.object({ size: PictureSize.default('64') });
