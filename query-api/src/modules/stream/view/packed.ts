/** Blocks of deflate that end on a byte, of which a gzip stream can be put together. */
import { constants, deflateRawSync } from 'node:zlib';

/** Deflate, without a name and a time, of Unix. */
export const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);

/** Deflate refers to no more than what it has said last. */
export const WINDOW_BYTES = 32 * 1024;

/** `before`: what surely stands right before it in every stream that it goes to. */
export function packed(bytes: Buffer, before: Buffer): Buffer {
  const blocks = deflateRawSync(bytes, {
    finishFlush: constants.Z_SYNC_FLUSH,
    ...(before.length > 0 && { dictionary: before }),
  });
  // A copy: they are cut from 16 kB, all of which they would hold on to while they wait to be read.
  return Buffer.from(blocks);
}
