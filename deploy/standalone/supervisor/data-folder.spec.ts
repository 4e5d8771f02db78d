import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { claimFolderVersion, openDataFolder } from './data-folder.js';
import { claimFolderFor } from './folder-source.js';
import { holdFolder } from './lock.js';
import { UsageError } from './options.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'data-folder-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('makes what is missing, for its owner alone, and takes it again', () => {
  const made = join(folder, 'a', 'b');
  for (const _ of ['first', 'second']) openDataFolder(made);
  for (const path of [made, join(made, 'logs')]) expect(statSync(path).mode & 0o077, path).toBe(0);
});

it('follows a link to a folder, and refuses one that leads nowhere', () => {
  mkdirSync(join(folder, 'there'));
  symlinkSync('there', join(folder, 'link'));
  expect(() => openDataFolder(join(folder, 'link'))).not.toThrow();
  symlinkSync('gone', join(folder, 'broken'));
  expect(() => openDataFolder(join(folder, 'broken'))).toThrow(/leads nowhere/);
});

it
  .runIf(process.platform === 'linux')
  .each(['/proc/here', '/proc/self', '/sys/a/b', '/dev/here', '/dev/null'])(
  'refuses %s at once, and makes nothing there',
  (path) => {
    expect(() => openDataFolder(path)).toThrow(UsageError);
    expect(() => openDataFolder(path)).toThrow(/cannot be used: .* It takes a folder/);
  },
);

it('refuses a name that is too long and a file where logs should be', () => {
  expect(() => openDataFolder(join(folder, 'x'.repeat(300)))).toThrow(/the name is too long/);
  writeFileSync(join(folder, 'file'), '');
  expect(() => openDataFolder(join(folder, 'file'))).toThrow(/it is no folder/);
  mkdirSync(join(folder, 'data'));
  writeFileSync(join(folder, 'data', 'logs'), '');
  expect(() => openDataFolder(join(folder, 'data'))).toThrow(/a file stands where a folder should/);
});

it('remembers the newest version of a folder, and refuses a later and a damaged one', () => {
  const path = join(folder, 'version');
  for (const earlier of ['1\n', '2\n']) {
    writeFileSync(path, earlier);
    claimFolderVersion(folder);
    claimFolderVersion(folder);
    expect(readFileSync(path, 'utf8')).toBe('3\n');
  }
  writeFileSync(path, '4\n');
  expect(() => claimFolderVersion(folder)).toThrow(
    /of a later release \(folder version 4, this one knows 3\)/,
  );
  expect(readFileSync(path, 'utf8')).toBe('4\n');
  writeFileSync(path, 'one');
  expect(() => claimFolderVersion(folder)).toThrow(/version is damaged/);
});

it.each([
  ['version', claimFolderVersion],
  ['source', (dataDir: string) => claimFolderFor({ kind: 'market' }, dataDir)],
  ['lock', holdFolder],
])('refuses a folder called %s, and leaves it', (name, claim) => {
  mkdirSync(join(folder, name));
  expect(() => claim(folder)).toThrow(UsageError);
  expect(() => claim(folder)).toThrow(
    `--data ${folder} cannot be used: a folder stands where a file should (${name}). It takes a folder`,
  );
  expect(statSync(join(folder, name)).isDirectory()).toBe(true);
});

it('refuses a file called lock that no start made, and leaves it', () => {
  const path = join(folder, 'lock');
  writeFileSync(path, 'my own notes');
  expect(() => holdFolder(folder)).toThrow(UsageError);
  expect(() => holdFolder(folder)).toThrow(/its file lock is not one that a start made/);
  expect(readFileSync(path, 'utf8')).toBe('my own notes');
});
