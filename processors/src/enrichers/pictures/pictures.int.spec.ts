import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { endlessGif, noisePng, pngAround } from '../../testing/pictures.js';
import { Decoder } from './decoder.js';
import { Pictures } from './pictures.js';

let dir: string;
let pictures: Pictures;
const said: string[] = [];
const open = (maxBytes: number) =>
  new Pictures({ dir, maxBytes, decoder: new Decoder((line) => said.push(line)) });
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'pictures-'));
  pictures = open(10e6);
});
afterEach(async () => {
  await pictures.close();
  rmSync(dir, { recursive: true });
});

const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const sound = noisePng(64, 'sound');

it('keeps the same bytes once, however often they come', async () => {
  const [first, second] = await Promise.all([pictures.take(sound), pictures.take(Buffer.from(sound))]);
  expect(first).toEqual({ sha256: sha256Of(sound), perceptualHash: expect.stringMatching(/^[0-9a-f]{16}$/) });
  expect(second).toEqual(first);
  expect(readdirSync(dir)).toHaveLength(3);
  const { mtimeMs } = statSync(join(dir, `${sha256Of(sound)}.64.webp`));
  await pictures.close();
  pictures = open(10e6);
  expect(await pictures.take(sound)).toEqual(first);
  expect(statSync(join(dir, `${sha256Of(sound)}.64.webp`)).mtimeMs).toBe(mtimeMs);
});

it.each([
  ['wrong-type', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['wrong-type', Buffer.from('<!doctype html><title>Not an image</title>')],
  ['too-many-pixels', pngAround(30_000, 30_000, deflateSync(Buffer.alloc(4 << 20)))],
  ['unreadable', noisePng(64, 'cut').subarray(0, 2_000)],
  ['unreadable', Buffer.from('GIF89a/*  */=1;alert(document.domain)//;')],
])('refuses what is %s, and keeps nothing of it', async (failure, bytes) => {
  expect(await pictures.take(bytes)).toEqual({ failure, detail: expect.stringMatching(/^[^\n]{1,300}$/) });
  expect(readdirSync(dir)).toEqual([]);
});

it('reads an endless animation', async () => {
  expect(await pictures.take(endlessGif(100_000))).toHaveProperty('sha256');
});

it("stays within its folder's bound", async () => {
  await pictures.close();
  pictures = open(200_000);
  for (let index = 0; index < 12; index++) await pictures.take(noisePng(256, `picture ${index}`));
  const bytes = readdirSync(dir).reduce((sum, file) => sum + statSync(join(dir, file)).size, 0);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThanOrEqual(200_000);
  // The newest stands.
  expect(readdirSync(dir)).toContain(`${sha256Of(noisePng(256, 'picture 11'))}.64.webp`);
});
