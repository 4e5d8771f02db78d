import { deflateSync } from 'node:zlib';
import { PICTURE_SIZES } from '@cryptonite/contracts/api';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { endlessGif, noisePng, pngAround } from '../../testing/pictures.js';
import type { DecodedPicture, RefusedPicture } from './answer.js';
import { decodePicture } from './decode-picture.js';

const SCRIPT = '<script>alert(document.domain)</script>';
const plain = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } });

function decoded(answer: DecodedPicture | RefusedPicture): DecodedPicture {
  if ('failure' in answer) throw new Error(`${answer.failure}: ${answer.detail}`);
  return answer;
}
const colourAt = async (square: Buffer, left: number, top: number) => [
  ...(await sharp(square).removeAlpha().extract({ left, top, width: 1, height: 1 }).raw().toBuffer()),
];
const isNear = (a: number[], b: number[]) => a.every((value, index) => Math.abs(value - b[index]!) < 12);

describe('a sound picture', () => {
  it.each(['png', 'jpeg', 'gif', 'webp', 'avif'] as const)('is read as %s', async (format) => {
    const bytes = await plain(90, 60, '#2040c0').toFormat(format).toBuffer();
    const { squares, perceptualHash } = decoded(await decodePicture(bytes));
    expect(perceptualHash).toMatch(/^[0-9a-f]{16}$/);
    for (const size of PICTURE_SIZES) {
      const said = await sharp(squares[size]).metadata();
      expect(said).toMatchObject({ format: 'webp', width: Number(size), height: Number(size) });
      expect(isNear(await colourAt(squares[size], 8, 8), [0x20, 0x40, 0xc0])).toBe(true);
    }
  });

  it('keeps what is clear in it', async () => {
    const clear = { create: { width: 9, height: 9, channels: 4, background: '#0000' } } as const;
    const { squares } = decoded(await decodePicture(await sharp(clear).png().toBuffer()));
    expect(await sharp(squares[64]).stats()).toMatchObject({ isOpaque: false });
  });

  it('stands upright and tells nothing of its camera', async () => {
    const half = await plain(40, 80, '#ff0000').png().toBuffer();
    const sideways = await plain(80, 80, '#0000ff')
      .composite([{ input: half, left: 0, top: 0 }])
      .jpeg({ quality: 100 })
      .withExif({ IFD0: { Copyright: 'a private person' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect((await sharp(sideways).metadata()).exif).toBeDefined();
    const { squares } = decoded(await decodePicture(sideways));
    for (const size of PICTURE_SIZES) {
      const { exif, xmp, iptc, icc, orientation } = await sharp(squares[size]).metadata();
      expect({ exif, xmp, iptc, icc, orientation }).toEqual({});
      expect(squares[size].includes('private')).toBe(false);
    }
    // Turned by a quarter, what was left is above.
    expect(isNear(await colourAt(squares[64], 32, 8), [255, 0, 0])).toBe(true);
    expect(isNear(await colourAt(squares[64], 32, 56), [0, 0, 255])).toBe(true);
  });

  it('has the hash of its copies, and no other has it', async () => {
    const original = noisePng(64, 'original');
    const copy = await sharp(original).resize(200, 200).jpeg({ quality: 70 }).toBuffer();
    const hashes = await Promise.all(
      [original, copy, noisePng(64, 'another')].map(async (bytes) =>
        BigInt(`0x${decoded(await decodePicture(bytes)).perceptualHash}`),
      ),
    );
    const distance = (a: number, b: number) =>
      (hashes[a]! ^ hashes[b]!).toString(2).replaceAll('0', '').length;
    expect(distance(0, 1)).toBeLessThan(8);
    expect(distance(0, 2)).toBeGreaterThan(16);
  });
});

describe('a hostile picture', () => {
  it('of 30,000 by 30,000 pixels in a few kilobytes is refused by its head', async () => {
    const bomb = pngAround(30_000, 30_000, deflateSync(Buffer.alloc(4 << 20)));
    expect(bomb.length).toBeLessThan(10_000);
    expect(await decodePicture(bomb)).toEqual({
      failure: 'too-many-pixels',
      detail: '30000 x 30000 pixels, at most 64 million are read',
    });
  });

  it.each([
    ['a column', 1, 10_000_000],
    ['a row', 10_000_000, 1],
  ])('of ten million pixels in %s is refused', async (_, width, height) => {
    const line = pngAround(width, height, deflateSync(Buffer.alloc(20_000_000)));
    expect(await decodePicture(line)).toMatchObject({ failure: 'unreadable' });
  });

  it('that never ends is its first frame', async () => {
    const { squares } = decoded(await decodePicture(endlessGif(100_000)));
    expect((await sharp(squares[256]).metadata()).pages ?? 1).toBe(1);
    expect(isNear(await colourAt(squares[64], 32, 32), [255, 0, 0])).toBe(true);
  });

  it.each([
    ['SVG with a script', Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`)],
    ['a PNG by its first bytes alone', Buffer.from(`\x89PNG\r\n\x1a\n${SCRIPT}`, 'latin1')],
    ['a GIF that is a script', Buffer.from('GIF89a/*  */=1;alert(document.domain)//;')],
    ['a PNG whose head lies', pngAround(64, 64, deflateSync(Buffer.alloc(100)))],
    ['half a PNG', noisePng(64, 'cut').subarray(0, 2_000)],
    ['a head alone', Buffer.from('89504e470d0a1a0a', 'hex')],
  ])('is unreadable: %s', async (_, bytes) => {
    expect(await decodePicture(bytes)).toEqual({
      failure: 'unreadable',
      detail: expect.stringMatching(/^[^\n]{1,300}$/),
    });
  });

  it.each(['jpeg', 'webp', 'avif'] as const)('is unreadable: half a %s', async (format) => {
    const whole = await sharp(noisePng(128, 'cut')).toFormat(format).toBuffer();
    const answer = await decodePicture(whole.subarray(0, whole.length / 2));
    expect(answer).toMatchObject({ failure: 'unreadable' });
  });

  it('is its pixels alone: a page behind a PNG goes no further', async () => {
    const polyglot = Buffer.concat([noisePng(64, 'polyglot'), Buffer.from(SCRIPT)]);
    const { squares } = decoded(await decodePicture(polyglot));
    for (const size of PICTURE_SIZES) expect(squares[size].includes('<script')).toBe(false);
  });
});
