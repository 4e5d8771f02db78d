import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** A PNG (ISO/IEC 15948) with one palette index per pixel, rows top to bottom; colours are 0xRRGGBB. */
export function encodePng(
  width: number,
  height: number,
  pixels: Uint8Array,
  palette: readonly number[],
): Buffer {
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) {
    // A row begins with its filter, 0: none.
    rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  }
  return assemblePng(width, height, palette, deflateSync(rows));
}

/** The same around any deflated rows, whether or not they are as many as the header says. */
export function assemblePng(width: number, height: number, palette: readonly number[], rows: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits per pixel, palette, and the only methods there are.
  header.set([8, 3, 0, 0, 0], 8);
  const colours = Buffer.concat(palette.map((colour) => Buffer.of(colour >> 16, colour >> 8, colour)));
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', colours),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
