import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockFolder } from './folder-lock.js';
import { temporaryFolder } from './kafka/testing/open-partition.js';

let folder: ReturnType<typeof temporaryFolder>;

beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

test('a held folder is refused until it is given free', () => {
  const unlock = lockFolder(folder.path);
  expect(() => lockFolder(folder.path)).toThrow(`is in use by process ${process.pid}`);
  unlock();
  expect(existsSync(join(folder.path, 'lock'))).toBe(false);
  lockFolder(folder.path)();
});

test.each([
  ['of a process that is gone', '999999999\nlong ago'],
  ['of another process with an id that runs', `${process.pid}\nlong ago`],
  ['that is empty', ''],
])('a lock %s is taken over', (_what, content) => {
  writeFileSync(join(folder.path, 'lock'), content);
  lockFolder(folder.path)();
});

test("a file that is no lock stays somebody's own", () => {
  const path = join(folder.path, 'lock');
  for (const text of ['my own notes', '12 eggs\nmilk\n', '1\n2\n3\n']) {
    writeFileSync(path, text);
    expect(() => lockFolder(folder.path)).toThrow('is no lock');
    expect(readFileSync(path, 'utf8')).toBe(text);
    expect(readdirSync(folder.path)).toEqual(['lock']);
  }
});
