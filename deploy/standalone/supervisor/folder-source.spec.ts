import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { claimFolderFor } from './folder-source.js';
import { UsageError } from './options.js';

const tape = (name: string) => ({ kind: 'tape', file: `/tapes/${name}` }) as const;
const market = { kind: 'market' } as const;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cryptonite-source-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('plays a tape on a fresh folder, and again on the same', () => {
  claimFolderFor(tape('a.tape'), folder);
  expect(() => claimFolderFor(tape('a.tape'), folder)).not.toThrow();
});

it('refuses a tape on a folder that holds something else, and says what to do', () => {
  claimFolderFor(market, folder);
  expect(() => claimFolderFor(tape('a.tape'), folder)).toThrow(UsageError);
  expect(() => claimFolderFor(tape('a.tape'), folder)).toThrow(/data of market.*--data <folder>/);
  expect(() => claimFolderFor(market, folder)).not.toThrow();
});

it('refuses a market on the folder of a tape', () => {
  claimFolderFor(tape('a.tape'), folder);
  expect(() => claimFolderFor(market, folder)).toThrow(
    /data of tape:a\.tape.*the market a folder of its own/,
  );
  expect(() => claimFolderFor(tape('b.tape'), folder)).toThrow(UsageError);
});

it('refuses a provider on the folder of a market, and takes another provider for the same chain', () => {
  const provider = (url: string) => ({ kind: 'provider', url }) as const;
  claimFolderFor(provider('https://one.example'), folder);
  expect(() => claimFolderFor(provider('https://two.example'), folder)).not.toThrow();
  expect(() => claimFolderFor(market, folder)).toThrow(/data of provider.*the market a folder of its own/);
});
