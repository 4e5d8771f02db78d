import { readFile } from 'node:fs/promises';

const LENGTH_BYTES = 4;

/** A tape that ends within a frame. What stands before is whole. */
export class CutTape extends Error {
  override readonly name = 'CutTape';
}

/** The updates recorded on a tape: frames of a big-endian u32 length and one encoded `SubscribeUpdate`. */
export async function* readTape(path: string): AsyncGenerator<Uint8Array> {
  const bytes = await readFile(path);
  let at = 0;
  while (at < bytes.length) {
    const from = at + LENGTH_BYTES;
    const to = from <= bytes.length ? from + bytes.readUInt32BE(at) : Number.POSITIVE_INFINITY;
    if (to > bytes.length) throw new CutTape(`${path} ends within a frame at byte ${at}`);
    yield bytes.subarray(from, to);
    at = to;
  }
}
