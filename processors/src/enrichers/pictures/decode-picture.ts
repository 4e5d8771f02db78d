import sharp, { type Sharp } from 'sharp';
import sharpPhash from 'sharp-phash';
import { messageOf } from '../../runtime/service.js';
import type { DecodedPicture, RefusedPicture } from './answer.js';

const PIXELS_MOST = 64_000_000;
const DETAIL_MOST = 300;

// Of libvips' loaders those that read the kinds of sniff-picture.ts, and no other, whatever bytes pretend to be.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadHeifBuffer',
  ],
});
/** Its types are of an ES module, which it is not: the function is the module itself. */
const phash = sharpPhash as unknown as typeof sharpPhash.default;

sharp.cache(false);
sharp.concurrency(1);

/** Damage that leaves the picture whole, such as a wrong profile, is passed over. */
const READ = { failOn: 'error', pages: 1, autoOrient: true } as const;

/**
 * The first frame, upright, cut to the square that cards draw. Squares are made from bare pixels, so nothing else of the
 * file, whatever it holds, is in them.
 */
export async function decodePicture(bytes: Buffer): Promise<DecodedPicture | RefusedPicture> {
  try {
    // The head alone, so that what it says can be told.
    const { width, height } = await sharp(bytes, { ...READ, limitInputPixels: false }).metadata();
    if (width * height > PIXELS_MOST)
      return {
        failure: 'too-many-pixels',
        detail: `${width} x ${height} pixels, at most ${PIXELS_MOST / 1e6} million are read`,
      };
    const { data, info } = await sharp(bytes, { ...READ, limitInputPixels: PIXELS_MOST })
      .resize(256, 256, { fit: 'cover' })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const square = () => sharp(data, { raw: info });
    return {
      perceptualHash: await hashSquare(square().flatten({ background: 'white' })),
      squares: {
        64: await square().resize(64, 64).webp().toBuffer(),
        256: await square().webp().toBuffer(),
      },
    };
  } catch (error) {
    return { failure: 'unreadable', detail: messageOf(error).replaceAll(/\s+/g, ' ').slice(0, DETAIL_MOST) };
  }
}

/** pHash: the signs of a picture's 64 lowest frequencies about their mean. sharp-phash reads one that has no alpha. */
async function hashSquare(square: Sharp): Promise<string> {
  const bits = await phash(await square.png().toBuffer());
  return BigInt(`0b${bits}`).toString(16).padStart(16, '0');
}
