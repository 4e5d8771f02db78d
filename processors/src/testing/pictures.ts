/** Files of pictures, byte by byte, as no encoder would write them. */
import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** A PNG (ISO/IEC 15948) in grey around any deflated rows, whether or not they are as many as its head says. */
export function pngAround(width: number, height: number, rows: Buffer): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Eight bits per pixel, grey.
  head.set([8, 0, 0, 0, 0], 8);
  const chunks = [pngChunk('IHDR', head), pngChunk('IDAT', rows), pngChunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([PNG_SIGNATURE, ...chunks]);
}

/** Noise that `seed` names, which no compression makes smaller. */
export function noisePng(side: number, seed: string): Buffer {
  const row = (y: number) =>
    Buffer.concat([
      Buffer.of(0),
      ...Array.from({ length: Math.ceil(side / 32) }, (_, part) =>
        createHash('sha256').update(`${seed} ${y} ${part}`).digest(),
      ),
    ]).subarray(0, side + 1);
  return pngAround(side, side, deflateSync(Buffer.concat(Array.from({ length: side }, (_, y) => row(y)))));
}

const RED = Buffer.of(0xff, 0, 0);
const BLUE = Buffer.of(0, 0, 0xff);

/** A GIF89a of one pixel that turns from red to blue after its first frame, and goes round for ever. */
export function endlessGif(frames: number): Buffer {
  const screen = Buffer.from('47494638396101000100800000', 'hex');
  const forEver = Buffer.from('21ff0b4e45545343415045322e300301000000', 'hex');
  const control = '21f904040a000000';
  const descriptor = '2c000000000100010000';
  // Least code size 2; then clear, the colour, end, in codes of three bits.
  const [red, blue] = ['0202440100', '02024c0100'].map((pixel) =>
    Buffer.from(control + descriptor + pixel, 'hex'),
  ) as [Buffer, Buffer];
  const later = Array.from({ length: frames - 1 }, () => blue);
  return Buffer.concat([screen, RED, BLUE, forEver, red, ...later, Buffer.from(';')]);
}
