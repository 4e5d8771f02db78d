import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PicturesStore } from './pictures-store.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pictures-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const sha = (letter: string) => letter.repeat(64);
const pictureOf = (letter: string) => ({
  perceptualHash: letter.repeat(16),
  squares: { 64: Buffer.from(`${letter} small`), 256: Buffer.from(`${letter} large`) },
});
/** Two squares of a block each. */
const PICTURE_BYTES = 2 * 4_096;
const open = (pictures = 9) => new PicturesStore(folder, pictures * PICTURE_BYTES);
const keep = (store: PicturesStore, letter: string) => store.keep(sha(letter), pictureOf(letter));
const filesOf = (letter: string) => readdirSync(folder).filter((file) => file.startsWith(sha(letter)));

it('keeps both squares under the hash of the picture, and knows them again', async () => {
  await keep(open(), 'a');
  expect(filesOf('a').sort()).toEqual([
    `${sha('a')}.256.webp`,
    `${sha('a')}.64.webp`,
    `${sha('a')}.${'a'.repeat(16)}.phash`,
  ]);
  expect(readFileSync(join(folder, `${sha('a')}.64.webp`), 'utf8')).toBe('a small');
  expect(await open().find(sha('a'))).toBe('a'.repeat(16));
  expect(await open().find(sha('b'))).toBeNull();
});

it('lets go of what was asked for longest ago', async () => {
  const store = open(2);
  await keep(store, 'a');
  await keep(store, 'b');
  await store.find(sha('a'));
  await keep(store, 'c');
  expect(['a', 'b', 'c'].map((letter) => filesOf(letter).length)).toEqual([3, 0, 3]);
  expect(await store.find(sha('b'))).toBeNull();
});

it('knows after a restart what was asked for longest ago, and holds a smaller bound', async () => {
  const store = open();
  for (const letter of ['a', 'b', 'c']) await keep(store, letter);
  for (const [letter, second] of [
    ['b', 1],
    ['a', 2],
    ['c', 3],
  ] as const)
    utimesSync(join(folder, `${sha(letter)}.${letter.repeat(16)}.phash`), second, second);
  await keep(open(2), 'd');
  expect(['a', 'b', 'c', 'd'].map((letter) => filesOf(letter).length)).toEqual([0, 0, 3, 3]);
});

it('takes what a crash left half written for nothing, and other files for none of its own', async () => {
  await keep(open(), 'a');
  writeFileSync(join(folder, `${sha('b')}.64.webp`), 'no mark came');
  writeFileSync(join(folder, `${sha('c')}.64.webp.part`), 'torn');
  for (const file of filesOf('a').filter((name) => name.includes('.256.')))
    writeFileSync(join(folder, file), '');
  writeFileSync(join(folder, 'notes.txt'), 'mine');
  expect(await open().find(sha('a'))).toBeNull();
  expect(readdirSync(folder)).toEqual(['notes.txt']);
});

it('counts once what is gone, however many ask for it', async () => {
  const store = open(1);
  await keep(store, 'a');
  for (const file of readdirSync(folder)) rmSync(join(folder, file));
  expect(await Promise.all([1, 2, 3].map(() => store.find(sha('a'))))).toEqual([null, null, null]);
  await keep(store, 'b');
  await keep(store, 'c');
  expect(['b', 'c'].map((letter) => filesOf(letter).length)).toEqual([0, 3]);
});

it('notices that its folder was emptied', async () => {
  const store = open();
  await keep(store, 'a');
  for (const file of readdirSync(folder)) rmSync(join(folder, file));
  expect(await store.find(sha('a'))).toBeNull();
  await keep(store, 'a');
  expect(await store.find(sha('a'))).toBe('a'.repeat(16));
});
