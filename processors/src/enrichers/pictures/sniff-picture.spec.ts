import { expect, it } from 'vitest';
import { isPicture } from './sniff-picture.js';

const fileType = (...brands: string[]) => {
  const box = Buffer.from(`....ftyp${brands[0]}....${brands.slice(1).join('')}`, 'latin1');
  box.writeUInt32BE(box.length, 0);
  return box;
};

it.each([
  ['PNG', Buffer.from('89504e470d0a1a0a', 'hex'), true],
  ['JPEG', Buffer.from('ffd8ffe0', 'hex'), true],
  ['GIF87a', Buffer.from('GIF87a'), true],
  ['GIF89a', Buffer.from('GIF89a'), true],
  ['WebP', Buffer.from('RIFF....WEBPVP8 '), true],
  ['AVIF', fileType('avif', 'mif1'), true],
  ['an AVIF that says so second', fileType('mif1', 'miaf', 'avif'), true],
  ['HEIC', fileType('heic', 'mif1'), false],
  ['MP4', fileType('isom', 'avc1'), false],
  ['a brand behind the end of its box', Buffer.concat([fileType('isom'), Buffer.from('avif')]), false],
  ['WAV', Buffer.from('RIFF....WAVEfmt '), false],
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), false],
  ['SVG behind a declaration', Buffer.from('<?xml version="1.0"?><!-- GIF89a --><svg/>'), false],
  ['HTML', Buffer.from('<!doctype html><title>Not an image</title>'), false],
  ['PNG behind a space', Buffer.from('2089504e470d0a1a0a', 'hex'), false],
  ['TIFF', Buffer.from('49492a00', 'hex'), false],
  ['BMP', Buffer.from('BM......'), false],
  ['half a signature', Buffer.from('89504e47', 'hex'), false],
  ['nothing', Buffer.alloc(0), false],
])('%s', (_, bytes, is) => expect(isPicture(bytes)).toBe(is));
