import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sniff } from './sniff.js';

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
const PNG = '\x89PNG\r\n\x1a\n';

it.each([
  [`${PNG}\0\0\0\rIHDR`, 'png'],
  [`${PNG}<script>alert(1)</script>`, 'png'],
  ['\xff\xd8\xff\xe0\0\x10JFIF', 'jpeg'],
  ['GIF89a/*', 'gif'],
  ['GIF87a', 'gif'],
  ['RIFF\x24\0\0\0WEBPVP8 ', 'webp'],
  ['RIFF\x24\0\0\0WAVEfmt ', 'other'],
  ['\0\0\0\x18ftypavif\0\0\0\0mif1miaf', 'avif'],
  ['\0\0\0\x18ftypmif1\0\0\0\0miafavif', 'avif'],
  ['\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'other'],
  ['\0\0\0\x10ftypmif1\0\0\0\0avif', 'other'],
  ['\0\0\0\x14ftypmif1avifmif1', 'other'],
  ['<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'svg'],
  ['\xef\xbb\xbf\n<?xml version="1.0"?>\n<!-- a --><!DOCTYPE svg PUBLIC ""><svg/>', 'svg'],
  ['<x:svg xmlns:x="http://www.w3.org/2000/svg"/>', 'svg'],
  ['<!-- GIF89a --><SVG>', 'svg'],
  ['<!doctype html><title>Parked</title>', 'html'],
  ['  <HTML>', 'html'],
  ['<script>alert(1)</script>', 'html'],
  ['<htmlish>', 'other'],
  ['<?xml version="1.0"?><rss/>', 'other'],
  ['{"name":"Sealy"}', 'json'],
  ['\xef\xbb\xbf [1]', 'json'],
  ['{"name":', 'json'],
  ['null', 'json'],
  ['"metadata"', 'json'],
  ['-1.5', 'json'],
  ['nullify', 'other'],
  ['not found', 'other'],
  ['', 'other'],
  ['\0'.repeat(2_000), 'other'],
])('%j is %s', (text, kind) => {
  expect(sniff(latin1(text))).toBe(kind);
});

it('reads any bytes', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.uint8Array({ maxLength: 2_000 }).map((bytes) => Buffer.from(bytes)),
        fc
          .string({
            unit: fc.constantFrom('<', '!', '-', '?', '>', ' ', '{', 'ftyp', 'avif'),
            maxLength: 2_000,
          })
          .map(latin1),
      ),
      (bytes) => {
        expect(sniff(bytes)).toMatch(/^[a-z]+$/);
      },
    ),
    { seed: 17 },
  );
});

it('says of any document that is JSON that it is', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(sniff(Buffer.from(text))).toBe('json');
    }),
    { seed: 17 },
  );
});
