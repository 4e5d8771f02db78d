import { existsSync, writeFileSync } from 'node:fs';
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
