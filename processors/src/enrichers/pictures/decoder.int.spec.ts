import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { noisePng } from '../../testing/pictures.js';
import { Decoder } from './decoder.js';

// The decoder is the compiled one: npx tsc -b processors makes it.
const sound = noisePng(64, 'sound');
const isRead = { perceptualHash: expect.stringMatching(/^[0-9a-f]{16}$/) };

let said: string[];
let opened: Decoder[];
const open = (limits?: { pictureMs: number; memoryMb: number }) => {
  const decoder = new Decoder((line) => said.push(line), limits);
  opened.push(decoder);
  return decoder;
};
beforeEach(() => {
  said = [];
  opened = [];
});
afterEach(() => Promise.all(opened.map((decoder) => decoder.close())));

it('reads pictures one after the other in one process', async () => {
  const decoder = open();
  const answers = await Promise.all(
    [sound, noisePng(32, 'other'), sound].map((bytes) => decoder.decode(bytes)),
  );
  expect(answers).toEqual([isRead, isRead, isRead].map((answer) => expect.objectContaining(answer)));
  expect(answers[2]).toEqual(answers[0]);
  expect(said).toEqual([]);
});

it('gives its process no secret of its own', async ({ skip }) => {
  if (process.platform !== 'linux') return skip('only Linux tells');
  process.env.SECRET_OF_TEST = 'secret';
  const decoder = open();
  await decoder.decode(sound);
  delete process.env.SECRET_OF_TEST;
  expect(readFileSync(`/proc/${await decoder.pid()}/environ`, 'latin1')).toMatch(
    /^MEMORY_MB=1024\0(NODE_\w+=\w+\0)*$/,
  );
});

it.each([
  ['hangs', 'SIGSTOP', { failure: 'too-slow', detail: 'not read within 5 s' }],
  ['crashes', 'SIGSEGV', { failure: 'unreadable', detail: 'its reading ended with SIGSEGV' }],
] as const)('replaces a process that %s', async (_, signal, refused) => {
  const decoder = open({ pictureMs: 5_000, memoryMb: 1_024 });
  await decoder.decode(sound);
  const before = await decoder.pid();
  process.kill(before!, signal);
  expect(await decoder.decode(sound)).toEqual(refused);
  expect(said).toEqual([`a picture ended its decoder: ${refused.detail}`]);
  expect(await decoder.decode(sound)).toMatchObject(isRead);
  expect(await decoder.pid()).not.toBe(before);
});

it('ends a process over its memory', async () => {
  // Interlaced, so that it is held whole: 190 MB.
  const large = await sharp({ create: { width: 8_000, height: 8_000, channels: 3, background: 'red' } })
    .png({ progressive: true, compressionLevel: 1 })
    .toBuffer();
  const decoder = open({ pictureMs: 60_000, memoryMb: 130 });
  expect(await decoder.decode(large)).toEqual({
    failure: 'unreadable',
    detail: 'takes more than 130 MB to be read',
  });
});

it('lets no more wait than it can hold', async () => {
  const decoder = open();
  const answers = await Promise.all(Array.from({ length: 40 }, () => decoder.decode(sound)));
  expect(answers.filter((answer) => 'failure' in answer)).toEqual(
    Array(8).fill({ failure: 'too-slow', detail: '32 pictures wait to be read' }),
  );
});

it('blames no picture when it is closed', async () => {
  const decoder = open();
  await decoder.decode(sound);
  const underWay = expect(decoder.decode(sound)).rejects.toThrow('pictures are read no more');
  await decoder.close();
  await underWay;
  await expect(decoder.decode(sound)).rejects.toThrow('pictures are read no more');
});
